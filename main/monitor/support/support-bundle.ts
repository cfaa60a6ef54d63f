/**
 * The support file: no secrets or personal data. Contains only fields listed here, with texts by Tillbridge, cleaned of known secrets and
 * typed texts.
 */

import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { arch, platform, release } from 'node:os';
import { join, relative } from 'node:path';
import type { CallOutput, Settings } from '../../../contract/contract.ts';
import type { Text } from '../../../contract/message.ts';
import { allWorded } from '../../../contract/words.ts';
import { DELIVERY } from '../../outbox/deliveries.ts';
import { SLIP } from '../../printing/spool/print-delivery-slips.ts';
import { LEFT_OUT, redact, without } from '../../redaction/redact.ts';
import type { Job } from '../../store/queue/queue.ts';
import type { OrderRow } from '../../store/rows/order-rows.ts';
import { printEvidenceOf } from '../../store/rows/print-ledger.ts';
import type { Store } from '../../store/store.ts';
import type { ServiceClock } from '../../time/service-clock.ts';
import { ownTimeZone } from '../../time/time-text.ts';
import { collectYielding, mapYielding } from '../../time/yielding.ts';
import type { Feed } from '../../view/feed.ts';
import { logForSupport, textsIn } from './log-for-support.ts';
import { settingsForSupport, typedTexts } from './settings-for-support.ts';
import { plainWords, storyWords, wordsForSupport } from './words-for-support.ts';

const ORDERS = 100;
const ROWS = 100;
/** Most journal lines per order. */
const LINES = 100;
const DELIVERIES_MS = 7 * 24 * 3_600_000;
/** Shorter typed texts occur in too many words, and reveal nothing. */
const SHORTEST_TYPED = 4;
/** Name prefixes of Tillbridge's files, and its folders. */
const OWN_FILE =
  /^(tillbridge(\.(sqlite|log)|-\d{6})|settings\.(json|last-good|recovered)|settings-file\.sha256|vault|counter-sessions\.json|tablets\.json|counter\.address|in-use\.lock|window\.json|untold|\d{4}-\d\d-\d\dT)/;
const OWN_FOLDER = new Set(['', 'backup', 'crash', 'log', 'training']);

interface From {
  dataDir: string;
  crashFolder: string;
  version: string;
  store: Store;
  feed: Feed;
  clock: ServiceClock;
  settings: Settings;
}

type Source = From & { text: (text: Text) => string };

/**
 * Orders appear by ID, stage and journal. Their bodies, job payloads (a rejection's text may name a person) and notification bodies are
 * left out.
 */
export async function supportBundle(given: From): Promise<CallOutput<'diagnostics.bundle'>> {
  const { store, clock } = given;
  const at = new Date(clock.now()).toISOString();
  const venueIds = store.venues.all().map(({ id }) => id);
  const typed = typedTexts(given.settings, venueIds).filter(({ text }) => text.length >= SHORTEST_TYPED);
  const places = new Map(typed.map(({ place, text }) => [text, place]));
  const withoutTyped = without([...places.keys()], (text) => `{${places.get(text)}}`);
  const from: Source = { ...given, text: wordsForSupport(withoutTyped) };
  const bundle = {
    made_at: at,
    version: from.version,
    system: {
      platform: platform(),
      release: release(),
      arch: arch(),
      node: process.versions.node,
      electron: process.versions.electron ?? null,
    },
    time_zone: ownTimeZone(),
    computer_clock_ahead_of_service_ms: -clock.aheadMs(),
    memory_bytes: process.memoryUsage().rss,
    running_seconds: Math.round(process.uptime()),
    files: filesOf(from.dataDir),
    settings: settingsForSupport(from.settings, venueIds),
    venues: store.venues.all().map(({ id, state }) => ({ id, state })),
    state: stateOf(from),
    counts: store.tallies
      .all()
      .map(({ name, count, lastAt, detail }) => ({ name, count, last_at: clock.iso(lastAt), detail: plainWords(detail) })),
    papers: store.ledger.totals(),
    jobs: [...store.queue.list('failed', ROWS), ...store.queue.list('unfinished', ROWS)].map((job) => ({
      ...jobOf(from, job),
      order_id: idOf(job.orderId),
      created_at: clock.iso(job.createdAt),
    })),
    notifications: store.inbox.newest(ROWS).map(({ id, receivedAt, type, orderId, status }) => ({
      id: idOf(id),
      at: clock.iso(receivedAt),
      type: plainWords(type),
      status: plainWords(status),
      order_id: idOf(orderId),
    })),
    orders: await ordersOf(store, ({ order, stage, noticedAt, readAt, endedAt }) => ({
      id: idOf(order.id),
      venue_id: idOf(order.venueId),
      stage,
      status: plainWords(order.status),
      type: plainWords(order.type),
      noticed_at: clock.iso(noticedAt),
      read_at: clock.iso(readAt),
      ended_at: endedAt === null ? null : clock.iso(endedAt),
      jobs: store.queue.ofOrder(order.id).map((job) => jobOf(from, job)),
      // Printers by position: their names are typed.
      papers: store.ledger.of(order.id).map((paper) => ({
        at: clock.iso(paper.at),
        document: paper.document,
        printer: from.settings.printers.findIndex(({ id }) => id === paper.printerId) + 1,
        mark: paper.mark,
        proof: printEvidenceOf(paper),
      })),
      journal: storyOf(from, order.id),
    })),
    // Known only from notifications: problems often concern these.
    unread_orders: store.claims
      .unread()
      .slice(-ORDERS)
      .map(({ orderId, venueId, status, noticedAt, claimedAt }) => ({
        id: idOf(orderId),
        venue_id: idOf(venueId),
        status: plainWords(status),
        noticed_at: clock.iso(noticedAt),
        claimed_at: clock.iso(claimedAt),
        jobs: store.queue.ofOrder(orderId).map((job) => jobOf(from, job)),
        journal: storyOf(from, orderId),
      })),
    deliveries: deliveriesOf(from),
    crashes: textsIn(from.crashFolder, '').map(({ name, text }) => ({ name, text })),
    log: logForSupport(join(from.dataDir, 'log')),
  };
  const text = JSON.stringify(await cleaned(allWorded(from.text, bundle), (text) => withoutTyped(redact(text))), null, 2);
  return { fileName: `tillbridge-support-${at.slice(0, 16).replaceAll(':', '')}.json`, text: `${text}\n` };
}

function storyOf({ store, clock, text: words }: Source, orderId: string): string[] {
  return store.journal.of(orderId, { most: LINES }).map((entry) => `${clock.iso(entry.at)} ${storyWords(entry, words)}`);
}

/** Yields between orders: a hundred long ones take seconds. */
async function ordersOf<One>(store: Store, tell: (row: OrderRow) => One): Promise<One[]> {
  const ids = [...store.orders.openIds(), ...store.orders.endedSince(0, ORDERS)].slice(0, ORDERS);
  const stories = await mapYielding(ids, (id) => {
    const row = store.orders.get(id);
    return row ? [tell(row)] : [];
  });
  return stories.flat();
}

function stateOf({ feed }: From): unknown {
  const app = feed.get('app', 'app');
  return {
    mode: app?.mode,
    environment: app?.environment,
    host: app?.host,
    intake: app?.intake.map(({ kind, state, text, lastHeardAt, lastNewsAt }) => ({
      kind,
      state,
      text,
      last_heard_at: lastHeardAt,
      last_news_at: lastNewsAt,
    })),
    managed: app?.managed ?? null,
    vault: app?.vault,
    till: app?.till,
    access: app?.access,
    failed_jobs: app?.failedJobs,
    printers: feed.ids('printers').flatMap((id) => {
      const printer = feed.get('printers', id);
      return printer
        ? [{ state: printer.state, text: printer.text, waiting: printer.waiting, last_contact_at: printer.lastContactAt }]
        : [];
    }),
    notices: feed.ids('notices').flatMap((id) => {
      const notice = feed.get('notices', id);
      return notice ? [{ level: notice.level, text: notice.text, at: notice.at }] : [];
    }),
  };
}

/** Couriers by Tillbridge's ID: the name that staff use may be a person's. */
function deliveriesOf(from: Source): unknown {
  const { store, clock } = from;
  return store.deliveries
    .recent(clock.now() - DELIVERIES_MS)
    .slice(0, ORDERS)
    .map(({ id, venueId, reference, progress, error, createdAt }) => ({
      id: idOf(id),
      venue_id: idOf(venueId),
      reference: idOf(reference),
      state: progress.state,
      cancel_asked: progress.cancelAsked,
      error: error && from.text(error),
      ordered_at: new Date(createdAt).toISOString(),
      news_at: progress.newsAt,
      pickup_eta: progress.pickupEta,
      dropoff_eta: progress.dropoffEta,
      completed_at: progress.completedAt,
      jobs: [DELIVERY.kind, SLIP.kind].flatMap((kind) => {
        const job = store.queue.get(kind, id);
        return job ? [jobOf(from, job)] : [];
      }),
    }));
}

/** Jobs with the same key share a mark; the key itself may hold a caller's input. */
function jobOf({ text }: Source, { kind, key, state, phase, outcome, attempts, error }: Job) {
  const mark = createHash('sha256').update(key).digest('hex').slice(0, 8);
  return { kind, mark, state, phase, outcome, attempts, error: error && text(error) };
}

/** Replaces texts that don't have the form of an ID. */
function idOf(id: string | null): string | null {
  return id === null || /^[\w:/-]{1,100}$/.test(id) ? id : LEFT_OUT;
}

/** Sizes by name; foreign files are only counted. */
function filesOf(dataDir: string): Record<string, number> {
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const own = files.filter(({ parentPath, name }) => OWN_FOLDER.has(relative(dataDir, parentPath)) && OWN_FILE.test(name));
  return {
    ...Object.fromEntries(
      own.map(({ parentPath, name }) => {
        const file = join(parentPath, name);
        return [relative(dataDir, file), statSync(file, { throwIfNoEntry: false })?.size ?? 0];
      }),
    ),
    'other files': files.length - own.length,
  };
}

/** Cleans every text, yielding to notifications and taps. */
async function cleaned(bundle: unknown, clean: (text: string) => string): Promise<unknown> {
  const found = new Set<string>();
  withTexts(bundle, (text) => {
    found.add(text);
    return text;
  });
  const known = new Map(await collectYielding(pairsOf(found, clean)));
  return withTexts(bundle, (text) => known.get(text) ?? LEFT_OUT);
}

function* pairsOf(texts: Iterable<string>, clean: (text: string) => string): Generator<[string, string]> {
  for (const text of texts) yield [text, clean(text)];
}

function withTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((entry) => withTexts(entry, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, withTexts(entry, change)]));
}
