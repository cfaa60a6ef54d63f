/** Queues the latest wanted state of items, values, stock or venue: durable on return, sent within rate limits. */
import * as v from 'valibot';
import { readJson } from '../../../shared/json/read-json.ts';
import { isAboutSale, joined } from '../../menu/changes.ts';
import { type RateLimit, type VenueStatus, venueStatus, withKnown } from '../../menu/venue-status.ts';
import { asRecord, type Fields } from '../../orders/text/reading.ts';
import { jobKind } from '../../store/queue/job-kind.ts';
import type { Intent, IntentEndpoint, MenuChangeRequest } from '../../store/rows/menu/menu-rows.ts';
import type { Store } from '../../store/store.ts';
import type { Clocks } from '../../time/service-clock.ts';
import { isTight, limitOf } from './limits.ts';

const Payload = v.object({ venueId: v.string(), endpoint: v.string() });
/** One job per endpoint sends everything that waits. Pauses have their own kind, so no menu change delays them. */
export const MENU_CHANGE = jobKind('menu-change', Payload);
export const VENUE_ONLINE = jobKind('venue-online', Payload);
export const MENU_READ = jobKind('menu-read', v.object({ venueId: v.string() }));

/** Collects changes for this long if a further call would have to wait for minutes. */
const COLLECT_MS = 4_000;
const BULK: readonly IntentEndpoint[] = ['items', 'option-values', 'inventory'];

/** Parsed statuses, cached per body: screens ask for every waiting change. */
const read = new WeakMap<Store, Map<string, { body: string; status: VenueStatus | null }>>();

export function lastVenueStatus(store: Store, venueId: string): (VenueStatus & { readAt: number }) | null {
  const kept = store.menu.status(venueId);
  if (!kept) return null;
  const ofStore = read.get(store) ?? new Map();
  read.set(store, ofStore);
  let known = ofStore.get(venueId);
  if (known?.body !== kept.body) {
    const fields = asRecord(readJson(kept.body));
    known = { body: kept.body, status: fields && venueStatus(fields) };
    ofStore.set(venueId, known);
  }
  return known.status && { ...known.status, readAt: kept.readAt };
}

function limitAt(store: Store, venueId: string, endpoint: IntentEndpoint | 'menu'): RateLimit | null {
  return limitOf(endpoint, lastVenueStatus(store, venueId)?.limits ?? null);
}

/** When the next call may go, epoch ms on the service's clock; 0 for now. */
export function freeAt(store: Store, venueId: string, endpoint: IntentEndpoint | 'menu', now: number): number {
  return store.menu.pace.freeAt(venueId, endpoint, limitAt(store, venueId, endpoint), now);
}

function collectsMs(store: Store, venueId: string, endpoint: IntentEndpoint): number {
  return BULK.includes(endpoint) && isTight(limitAt(store, venueId, endpoint)) ? COLLECT_MS : 0;
}

/** Queues a change, merged with an unconfirmed earlier one of the same subject. */
export function queueChange(store: Store, time: Pick<Clocks, 'monotonic' | 'service'>, change: MenuChangeRequest): void {
  store.write(() => {
    const { venueId, endpoint, subject } = change;
    const before = store.menu.get(venueId, endpoint, subject);
    const holds = before !== null && BULK.includes(endpoint) && ['waiting', 'sent', 'unseen'].includes(before.state);
    // Changes unrelated to sale, such as a price, keep the end of being sold out.
    const isEndLeft = before !== null && before.state !== 'refused' && before.endsAt !== null && !isAboutSale(change.wants);
    const ends = isEndLeft ? { at: before.endsAt ?? 0, with: before.endsWith ?? {} } : (change.ends ?? null);
    store.menu.setWanted({ ...change, wants: holds ? joined(before.wants, change.wants) : change.wants, ends });
    // A new change is sent even after five failures.
    store.menu.pace.forgive(venueId, endpoint);
    queueSending(store, time, venueId, endpoint);
  });
}

export function queueSending(store: Store, time: Pick<Clocks, 'monotonic' | 'service'>, venueId: string, endpoint: IntentEndpoint): void {
  const now = time.service.now();
  const waitMs = Math.max(collectsMs(store, venueId, endpoint), freeAt(store, venueId, endpoint, now) - now);
  const kind = endpoint === 'online' ? VENUE_ONLINE : MENU_CHANGE;
  store.queue.addAgain(
    kind.row({
      key: `${venueId}/${endpoint}`,
      lane: `menu/${venueId}/${endpoint}`,
      pool: venueId,
      payload: { venueId, endpoint },
      notBefore: Math.ceil(time.monotonic() + waitMs),
    }),
  );
}

/** `inMs`: the earliest start. */
export function queueReading(store: Store, time: Pick<Clocks, 'monotonic' | 'service'>, venueId: string, inMs: number): void {
  const now = time.service.now();
  const waitMs = Math.max(inMs, freeAt(store, venueId, 'menu', now) - now);
  store.queue.addAgain(
    MENU_READ.row({
      key: venueId,
      lane: `menu-read/${venueId}`,
      pool: venueId,
      payload: { venueId },
      notBefore: Math.ceil(time.monotonic() + waitMs),
    }),
  );
}

/** Queues the reading of a menu never read, unless one is running. */
export function queueFirstReading(store: Store, time: Pick<Clocks, 'monotonic' | 'service'>, venueId: string): void {
  if (store.queue.get(MENU_READ.kind, venueId)?.state !== 'leased') store.write(() => queueReading(store, time, venueId, 0));
}

/** When a waiting change may be sent: epoch ms on the service's clock; null if not delayed. */
export function waitsUntil(store: Store, intent: Intent, now: number): number | null {
  if (intent.state !== 'waiting') return null;
  const { venueId, endpoint } = intent;
  const until = Math.max(intent.askedAt + collectsMs(store, venueId, endpoint), freeAt(store, venueId, endpoint, now));
  return until > now ? until : null;
}

/** At start and after changes of the service's clock: reschedules waiting changes. */
export function resumeSending(store: Store, time: Pick<Clocks, 'monotonic' | 'service'>): void {
  store.write(() => {
    for (const { id } of store.venues.all()) resumeVenue(store, time, id);
  });
}

function resumeVenue(store: Store, time: Pick<Clocks, 'monotonic' | 'service'>, venueId: string): void {
  const waiting = store.menu.of(venueId).filter(({ state }) => state === 'waiting');
  for (const endpoint of new Set(waiting.map((intent) => intent.endpoint))) queueSending(store, time, venueId, endpoint);
}

const KEEP_EVERY_MS = 10 * 60_000;

/** Stores the venue's status. If limits changed, waiting changes are rescheduled. */
export function saveVenueStatus(
  store: Store,
  time: Pick<Clocks, 'monotonic' | 'service'>,
  venueId: string,
  askedAt: number,
  body: Fields,
): void {
  const before = store.menu.status(venueId);
  const text = JSON.stringify(withKnown(body, asRecord(before && readJson(before.body))));
  // Skips identical statuses to save disk writes, unless a pause waits for one.
  const keepEvery = store.menu.isWaiting(venueId, 'online') ? 0 : KEEP_EVERY_MS;
  if (before?.body === text && askedAt - before.readAt <= keepEvery) return;
  const limits = JSON.stringify(lastVenueStatus(store, venueId)?.limits);
  store.write(() => {
    store.menu.keepStatus(venueId, askedAt, text);
    if (JSON.stringify(lastVenueStatus(store, venueId)?.limits) !== limits) resumeVenue(store, time, venueId);
  });
}
