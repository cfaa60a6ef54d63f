/** What support needs to know, in one file: no secret, and nothing that tells about a person. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { arch, platform, release } from 'node:os';
import { join } from 'node:path';
import type { CallOutput, Settings } from '../../preload/contract.ts';
import type { ServiceClock } from '../service/service-clock.ts';
import { proofOf } from '../store/print-ledger.ts';
import type { Job } from '../store/queue.ts';
import type { Store } from '../store/store.ts';
import { diagnostics } from './diagnostics.ts';
import type { Feed } from './feed.ts';

const LOG_CHARACTERS = 400_000;
const ORDERS = 100;
const DELIVERIES_MS = 7 * 24 * 3_600_000;

/**
 * Orders appear by id, stage and journal; their bodies, the payloads of jobs (a rejection's text may name somebody) and the bodies of
 * notifications stay here. The log names orders only, never consumers.
 */
export function supportBundle(from: {
  dataDir: string;
  crashFolder: string;
  version: string;
  store: Store;
  feed: Feed;
  clock: ServiceClock;
  settings: Settings;
}): CallOutput<'diagnostics.bundle'> {
  const { store, clock, dataDir } = from;
  const at = new Date(clock.now()).toISOString();
  const recent = [...store.orders.open(), ...store.orders.endedSince(0, ORDERS)].slice(0, ORDERS);
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
    files: filesOf(dataDir),
    settings: from.settings,
    venues: store.venues.all().map(({ id, state }) => ({ id, state })),
    diagnostics: diagnostics(from),
    orders: recent.map(({ order, stage, noticedAt, readAt, endedAt }) => ({
      id: order.id,
      venue_id: order.venueId,
      stage,
      status: order.status,
      type: order.type,
      noticed_at: clock.iso(noticedAt),
      read_at: clock.iso(readAt),
      ended_at: endedAt === null ? null : clock.iso(endedAt),
      jobs: store.queue.ofOrder(order.id).map((job) => ({ key: job.key, ...jobOf(job) })),
      papers: store.ledger.of(order.id).map((paper) => ({
        at: clock.iso(paper.at),
        document: paper.document,
        printer: paper.printerId,
        mark: paper.mark,
        proof: proofOf(paper),
      })),
      journal: store.journal.of(order.id).map(({ at: when, kind, says }) => `${clock.iso(when)} ${kind}: ${says}`),
    })),
    // By our own id: what staff call a delivery may be a name.
    deliveries: store.deliveries
      .recent(clock.now() - DELIVERIES_MS)
      .slice(0, ORDERS)
      .map(({ id, venueId, reference, progress, error, createdAt }) => ({
        id,
        venue_id: venueId,
        reference,
        state: progress.state,
        cancel_asked: progress.cancelAsked,
        error,
        ordered_at: new Date(createdAt).toISOString(),
        news_at: progress.newsAt,
        pickup_eta: progress.pickupEta,
        dropoff_eta: progress.dropoffEta,
        completed_at: progress.completedAt,
        jobs: (['delivery', 'delivery-slip'] as const).flatMap((kind) => {
          const job = store.queue.get(kind, id);
          return job ? [jobOf(job)] : [];
        }),
      })),
    crashes: textsIn(from.crashFolder, ''),
    log: textsIn(join(dataDir, 'log'), 'tillbridge.log')
      .map(({ text }) => text)
      .join('')
      .slice(-LOG_CHARACTERS)
      .split('\n'),
  };
  return { fileName: `tillbridge-support-${at.slice(0, 16).replaceAll(':', '')}.json`, text: `${JSON.stringify(bundle, null, 2)}\n` };
}

/** `paper`: of one that is done, what is known of its paper. That it is done says only that a printer took it. */
function jobOf({ kind, state, attempts, error, result }: Job) {
  const paper = (result as { outcome?: unknown } | null)?.outcome ?? null;
  return { kind, state, attempts, error, ...(kind === 'print' || kind === 'delivery-slip' ? { paper } : {}) };
}

function filesOf(dataDir: string): Record<string, number> {
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map(({ parentPath, name }) => [name, statSync(join(parentPath, name), { throwIfNoEntry: false })?.size ?? 0]),
  );
}

/** Oldest first: "tillbridge.log.1" is older than "tillbridge.log". */
function textsIn(folder: string, startsWith: string): { name: string; text: string }[] {
  const names = statSync(folder, { throwIfNoEntry: false }) ? readdirSync(folder).filter((name) => name.startsWith(startsWith)) : [];
  return names
    .sort()
    .reverse()
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
}
