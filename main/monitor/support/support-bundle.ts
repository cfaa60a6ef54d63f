/**
 * What support needs to know, in one file: no secret, and nothing that tells about a person. It is built of what is listed here; whatever
 * text is in it was written by Tillbridge, and is cleaned once more of all that is known to be secret and of all that somebody typed.
 */

import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { arch, platform, release } from 'node:os';
import { join, relative } from 'node:path';
import type { CallOutput, Settings } from '../../../contract/contract.ts';
import { english } from '../../../contract/english.ts';
import { allWorded } from '../../../contract/words.ts';
import { DELIVERY } from '../../outbox/deliveries.ts';
import { calmly } from '../../printing/layout/calmly.ts';
import { SLIP } from '../../printing/spool/print-delivery-slips.ts';
import { PRINT } from '../../printing/spool/print-payload.ts';
import { LEFT_OUT, redact, without } from '../../redaction/redact.ts';
import type { Job } from '../../store/queue/queue.ts';
import { proofOf } from '../../store/rows/print-ledger.ts';
import type { Store } from '../../store/store.ts';
import type { ServiceClock } from '../../time/service-clock.ts';
import type { Feed } from '../../view/feed.ts';
import { outcomeOf } from '../../view/steps.ts';
import { logForSupport, textsIn } from './log-for-support.ts';
import { settingsForSupport, typedTexts } from './settings-for-support.ts';

const ORDERS = 100;
const ROWS = 100;
const DELIVERIES_MS = 7 * 24 * 3_600_000;
/** A shorter one is in too many words; what is so short tells nothing. */
const SHORTEST_TYPED = 4;
/** Files of Tillbridge's own, by what their names begin with, and the folders that it makes. */
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

/**
 * Orders appear by id, stage and journal; their bodies, the payloads of jobs (a rejection's text may name somebody) and the bodies of
 * notifications stay here. The log names orders only, never consumers.
 */
export async function supportBundle(from: From): Promise<CallOutput<'diagnostics.bundle'>> {
  const { store, clock } = from;
  const at = new Date(clock.now()).toISOString();
  const venueIds = store.venues.all().map(({ id }) => id);
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
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    computer_clock_ahead_of_service_ms: -clock.aheadMs(),
    memory_bytes: process.memoryUsage().rss,
    running_seconds: Math.round(process.uptime()),
    files: filesOf(from.dataDir),
    settings: settingsForSupport(from.settings, venueIds),
    venues: store.venues.all().map(({ id, state }) => ({ id, state })),
    state: stateOf(from),
    counts: store.journal
      .tallies()
      .map(({ name, count, lastAt, detail }) => ({ name, count, last_at: clock.iso(lastAt), detail: words(detail) })),
    papers: store.ledger.totals(),
    jobs: [...store.queue.list('failed', ROWS), ...store.queue.list('unfinished', ROWS)].map((job) => ({
      ...jobOf(job),
      order_id: idOf(job.orderId),
      created_at: clock.iso(job.createdAt),
    })),
    notifications: store.inbox.newest(ROWS).map(({ id, receivedAt, type, orderId, status }) => ({
      id: idOf(id),
      at: clock.iso(receivedAt),
      type: words(type),
      status: words(status),
      order_id: idOf(orderId),
    })),
    orders: [...store.orders.open(), ...store.orders.endedSince(0, ORDERS)]
      .slice(0, ORDERS)
      .map(({ order, stage, noticedAt, readAt, endedAt }) => ({
        id: idOf(order.id),
        venue_id: idOf(order.venueId),
        stage,
        status: words(order.status),
        type: words(order.type),
        noticed_at: clock.iso(noticedAt),
        read_at: clock.iso(readAt),
        ended_at: endedAt === null ? null : clock.iso(endedAt),
        jobs: store.queue.ofOrder(order.id).map(jobOf),
        // Of each printer its place: its name was typed.
        papers: store.ledger.of(order.id).map((paper) => ({
          at: clock.iso(paper.at),
          document: paper.document,
          printer: from.settings.printers.findIndex(({ id }) => id === paper.printerId) + 1,
          mark: paper.mark,
          proof: proofOf(paper),
        })),
        journal: store.journal
          .of(order.id)
          .map(({ at: when, kind, says }) => `${clock.iso(when)} ${kind}: ${journalWords(kind, english(says))}`),
      })),
    deliveries: deliveriesOf(from),
    crashes: textsIn(from.crashFolder, '').map(({ name, text }) => ({ name, text })),
    log: logForSupport(join(from.dataDir, 'log')),
  };
  const typed = typedTexts(from.settings, venueIds).filter(({ text }) => text.length >= SHORTEST_TYPED);
  const places = new Map(typed.map(({ place, text }) => [text, place]));
  const withoutTyped = without([...places.keys()], (text) => `{${places.get(text)}}`);
  const text = JSON.stringify(await cleaned(allWorded(english, bundle), (text) => withoutTyped(redact(text))), null, 2);
  return { fileName: `tillbridge-support-${at.slice(0, 16).replaceAll(':', '')}.json`, text: `${text}\n` };
}

/** What the counter says of itself: of each printer by its place, because its name was typed. */
function stateOf({ feed }: From): unknown {
  const app = feed.get('app', 'app');
  return {
    mode: app?.mode,
    environment: app?.environment,
    host: app?.host,
    service: app?.service,
    receiver: app && { state: app.receiver.state, says: app.receiver.says },
    vault: app?.vault,
    till: app?.till,
    access: app?.access,
    failed_jobs: app?.failedJobs,
    printers: feed.ids('printers').flatMap((id) => {
      const printer = feed.get('printers', id);
      return printer
        ? [{ state: printer.state, says: printer.says, waiting: printer.waiting, last_contact_at: printer.lastContactAt }]
        : [];
    }),
    notices: feed.ids('notices').flatMap((id) => {
      const notice = feed.get('notices', id);
      return notice ? [{ level: notice.level, says: notice.says, at: notice.at }] : [];
    }),
  };
}

/** By our own id: what staff call a delivery may be a name. */
function deliveriesOf({ store, clock }: From): unknown {
  return store.deliveries
    .recent(clock.now() - DELIVERIES_MS)
    .slice(0, ORDERS)
    .map(({ id, venueId, reference, progress, error, createdAt }) => ({
      id: idOf(id),
      venue_id: idOf(venueId),
      reference: idOf(reference),
      state: progress.state,
      cancel_asked: progress.cancelAsked,
      error,
      ordered_at: new Date(createdAt).toISOString(),
      news_at: progress.newsAt,
      pickup_eta: progress.pickupEta,
      dropoff_eta: progress.dropoffEta,
      completed_at: progress.completedAt,
      jobs: [DELIVERY.kind, SLIP.kind].flatMap((kind) => {
        const job = store.queue.get(kind, id);
        return job ? [jobOf(job)] : [];
      }),
    }));
}

/** Jobs that belong together have the same mark; their keys may hold what a caller made up. */
function jobOf({ kind, key, state, attempts, error, result }: Job) {
  // That a job of a paper is done says only that a printer took it.
  const paper = kind === PRINT.kind || kind === SLIP.kind ? { paper: words(outcomeOf({ result })) } : {};
  return { kind, mark: createHash('sha256').update(key).digest('hex').slice(0, 8), state, attempts, error, ...paper };
}

/** What the service sent stands in notifications, and behind a stage in brackets. */
function journalWords(kind: string, says: string): string | null {
  if (kind === 'notification') return words(says);
  return kind === 'stage' ? (says.split(' (')[0] ?? '') : says;
}

/** An id has the form of one, or is none. */
function idOf(id: string | null): string | null {
  return id === null || /^[\w:/-]{1,100}$/.test(id) ? id : LEFT_OUT;
}

/** Words of the interface document, such as "order.notification received". Anything else came from somewhere else. */
function words(text: string | null): string | null {
  return text === null
    ? null
    : text.replaceAll(/\S+/g, (word) => (word.length <= 40 && /^[a-z]+([._-][a-z]+)*$/.test(word) ? word : LEFT_OUT));
}

/** Sizes by name; what is not ours is counted, not named. */
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

/** Every text in it as `clean` leaves it, a few at a time: notifications and touches do not wait for a file. */
async function cleaned(bundle: unknown, clean: (text: string) => string): Promise<unknown> {
  const found = new Set<string>();
  withTexts(bundle, (text) => {
    found.add(text);
    return text;
  });
  const known = new Map(await calmly(pairsOf(found, clean)));
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
