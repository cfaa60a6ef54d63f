/** Reads are the queue's kind "read", one row per order. */

import * as v from 'valibot';
import { isSame, type Message, message, type Text } from '../../../contract/message.ts';
import { isSyntheticId } from '../../../contract/order-id.ts';
import { UNREADABLE_RETRY_MS } from '../../orders/claim.ts';
import type { Order } from '../../orders/order.ts';
import { parseOrder } from '../../orders/reading/parse-order.ts';
import { asRecord, asText } from '../../orders/text/reading.ts';
import type { OrderAddress, OrderApi } from '../../service/order-api.ts';
import { asRetry, isTransient, type ProblemCode, type ServiceProblem } from '../../service/problem.ts';
import { jobKind } from '../../store/queue/job-kind.ts';
import type { ClaimedJob, Job } from '../../store/queue/queue.ts';
import type { StatusClaim } from '../../store/rows/claim-rows.ts';
import { NOT_READ } from '../../store/rows/order-rows.ts';
import { textOf } from '../../store/rows/stored/stored-text.ts';
import type { Store } from '../../store/store.ts';
import { type Kind, kindOf, type Outcome } from '../../store/worker.ts';
import { backoffMs } from '../../time/back-off.ts';
import { createHowLongAgo } from '../../time/how-long-ago.ts';
import { createLongBodies } from '../long-bodies.ts';
import { type Applied, type Applies, applyReading, applySame } from './apply-reading.ts';

const ReadPayload = v.object({ orderId: v.string(), venueId: v.nullable(v.string()) });
type ReadPayload = v.InferOutput<typeof ReadPayload>;
const READ = jobKind('read', ReadPayload);
/** Reads may lag behind a new order; after five minutes of 404, or this many attempts without a claim, staff are notified. */
const UNKNOWN_ORDER_ATTEMPTS = 9;
const UNKNOWN_ORDER_MS = 5 * 60_000;
/** After this, an unknown order no longer asks for an answer. */
const QUIET_AFTER_MS = 60_000;

/** How often and how long an order is read until it confirms a notification. */
const PURSUE_CLOSELY_MS = 1_000;
const PURSUE_CLOSELY_FOR_MS = 30_000;
const PURSUE_MS = 4_000;
const PURSUE_FOR_MS = 10 * 60_000;

/** Interval for an order that the service refuses to return. */
const SLOWLY_MS = 60_000;

/** Intervals of failing reads, by the age of the last notification. */
const SELDOM = [
  { fromMs: UNREADABLE_RETRY_MS, everyMs: 60 * 60_000 },
  { fromMs: PURSUE_FOR_MS, everyMs: 5 * 60_000 },
];
/** Problems that may concern one order; others concern its venue or the network. */
const OF_THE_ORDER: ReadonlySet<ProblemCode> = new Set(['service-error', 'bad-answer', 'timeout', 'not-found', 'conflict', 'refused']);

/** Whether the problem reveals nothing about the order, so an unknown one stays unknown. */
function isSilent({ code }: ServiceProblem): boolean {
  return code === 'timeout' || !OF_THE_ORDER.has(code);
}

/** Null if the body is this order's; another's must not overwrite it. */
function whyNotTaken(body: unknown, { orderId, venueId }: OrderAddress): Message | null {
  const fields = asRecord(body) ?? {};
  const id = asText(fields.id);
  if (id !== null && id !== orderId) return message('service.wrongOrder');
  const venue = asText(asRecord(fields.venue)?.id);
  return venue !== null && venue !== venueId ? message('service.wrongVenue') : null;
}

/**
 * Queues a read in the caller's transaction. A running read is repeated, as it may predate the notification. `placedAt`: epoch ms; the
 * oldest is read first.
 */
export function queueOrderReading(store: Store, payload: ReadPayload, placedAt?: number): void {
  const { orderId, venueId } = payload;
  if (isSyntheticId(orderId)) return;
  const job = READ.row({ key: orderId, lane: `read/${orderId}`, pool: venueId ?? 'unknown', orderId, payload });
  store.queue.addAgain(placedAt === undefined ? job : { ...job, dueBy: placedAt });
}

export function readingOf(store: Store, orderId: string): Job | null {
  return store.queue.get(READ.kind, orderId);
}

/** Whether the service still doesn't know the order after a while; then no answer is needed. */
export function isUnknownAtService(store: Store, claim: StatusClaim): boolean {
  return claim.isUnknown && store.claims.sinceNoticed(claim) > QUIET_AFTER_MS;
}

export type Reading = { ok: true; order: Order; applied: Applied } | { ok: false; problem: ServiceProblem };

export interface OrderReader {
  /**
   * Reads by GET /v2/orders/{orderId} and writes all effects. `patienceMs`: longest pause after a failure, unless the service requests one.
   */
  read(address: OrderAddress, patienceMs?: number): Promise<Reading>;
  /** Ms to leave the order alone because of its long body. */
  restMs(orderId: string): number;
  /** Whether the order is read seldom, after lasting errors of the service. */
  isReadSeldom(orderId: string): boolean;
  kind: Kind;
}

export function createOrderReader(
  options: Applies & {
    api: OrderApi;
    monotonic: () => number;
    onRead: (order: Order, applied: Applied, body: unknown) => void;
    /** The venue to use if a notification named none. */
    onlyVenueId: () => string | null;
  },
): OrderReader {
  const { store, now } = options;
  const longBodies = createLongBodies(options.monotonic);
  const newsCame = createHowLongAgo(options);
  const readSeldom = new Set<string>();

  async function read(address: OrderAddress, patienceMs?: number): Promise<Reading> {
    // A damaged row is rewritten even if the body is unchanged.
    const isKnownBody = (given: string): boolean =>
      (store.orders.get(address.orderId)?.readAt ?? NOT_READ) !== NOT_READ && store.orders.isStored(address.orderId, given);
    const answer = await options.api.readOrder(address, patienceMs, isKnownBody);
    if (!answer.ok) return answer;
    const { body, text, isKnown } = answer.value;
    longBodies.wasRead(address.orderId, text.length);
    const row = isKnown ? store.orders.get(address.orderId) : null;
    if (row) {
      applySame(store, now, row);
      options.onRead(row.order, 'stale', null);
      return { ok: true, order: row.order, applied: 'stale' };
    }
    const refusal = whyNotTaken(body, address);
    if (refusal !== null) {
      store.write(() => {
        store.tallies.count('answer-of-another');
        // Open orders are read repeatedly; the journal records it once.
        const last = store.journal.of(address.orderId, { most: 1 }).at(-1);
        if (last?.kind !== 'bad-answer' || !isSame(textOf(last.text), refusal))
          store.journal.append(address.orderId, { kind: 'bad-answer', text: refusal });
      });
      return { ok: false, problem: { code: 'bad-answer', text: refusal } };
    }
    const parsed = parseOrder(body, address.venueId, address.orderId);
    if (!parsed.ok) throw new Error(parsed.why);
    const applied = applyReading(options, parsed.order, body, text);
    options.onRead(parsed.order, applied, body);
    return { ok: true, order: parsed.order, applied };
  }

  async function run(job: ClaimedJob, payload: ReadPayload): Promise<Outcome> {
    const { orderId } = payload;
    // Starts measuring the notification's age, as the clock may be set later.
    sinceNews(job, orderId);
    readSeldom.delete(orderId);
    const outcome = await attempt(job, payload);
    if (outcome.end !== 'retry') newsCame.forget(orderId);
    return outcome;
  }

  /** Ms since the last notification, or since the job was queued. */
  function sinceNews({ createdAt }: ClaimedJob, orderId: string): number {
    return newsCame.since(orderId, store.inbox.lastAbout(orderId) ?? createdAt);
  }

  async function attempt(job: ClaimedJob, payload: ReadPayload): Promise<Outcome> {
    const { attempts } = job;
    const venueId = payload.venueId ?? options.onlyVenueId();
    const { orderId } = payload;
    const unread = (error: Text, isUnknown = false) => ({ error, also: () => store.claims.couldNotRead(orderId, error, isUnknown) });
    const restMs = options.store.orders.get(orderId) === null ? 0 : longBodies.restMs(orderId);
    if (restMs > 0) return { end: 'retry', error: message('order.tooLongToRead'), afterMs: restMs, blameless: true };
    if (venueId === null) return { end: 'failed', ...unread(message('webhook.venueMissing')) };
    const reading = await read({ orderId, venueId }, options.store.claims.get(orderId) ? PURSUE_MS : undefined);
    const claim = options.store.claims.get(orderId);
    if (reading.ok) return claim ? pursue(claim) : { end: 'done' };
    const { problem } = reading;
    const seldomMs = OF_THE_ORDER.has(problem.code) ? (SELDOM.find(({ fromMs }) => sinceNews(job, orderId) > fromMs)?.everyMs ?? 0) : 0;
    const waitMs = claim ? Math.min(backoffMs(attempts), PURSUE_MS) : backoffMs(attempts);
    if (problem.code === 'not-found') {
      const why = unread(message('order.webhookForUnknown'), true);
      const isGivenUp = claim ? store.claims.sinceNoticed(claim) > UNKNOWN_ORDER_MS : attempts >= UNKNOWN_ORDER_ATTEMPTS;
      if (!isGivenUp) return { end: 'retry', ...why, afterMs: waitMs };
      return isLookedFor(claim) ? { end: 'retry', ...why, afterMs: Math.max(SLOWLY_MS, seldomMs) } : { end: 'failed', ...why };
    }
    const why = unread(problem.text, claim !== null && isSilent(problem) && isUnknownAtService(store, claim));
    if (!isTransient(problem))
      return isLookedFor(claim) ? { end: 'retry', ...why, afterMs: Math.max(SLOWLY_MS, seldomMs) } : { end: 'failed', ...why };
    if (seldomMs > 0 && sinceNews(job, orderId) > UNREADABLE_RETRY_MS && !isAwaited(orderId)) return { end: 'failed', ...why };
    if (seldomMs > 0 && problem.code !== 'timeout') readSeldom.add(orderId);
    const retry = asRetry(problem, waitMs);
    return { ...retry, ...why, afterMs: Math.max(retry.afterMs, seldomMs), outcome: undefined };
  }

  /** Whether reading is still useful: the order is open, or its line in History lacks details. */
  function isAwaited(orderId: string): boolean {
    const row = store.orders.get(orderId);
    return store.claims.get(orderId) !== null || (row !== null && (row.open || row.readAt === NOT_READ));
  }

  /** An order without details is read slowly while its card is shown. */
  function isLookedFor(claim: StatusClaim | null): boolean {
    return claim !== null && store.orders.get(claim.orderId) === null && store.claims.sinceNoticed(claim) < UNREADABLE_RETRY_MS;
  }

  /** Reads until the order shows the notified status; after ten minutes only the poller does. */
  function pursue(claim: StatusClaim): Outcome {
    const since = store.claims.sinceClaimed(claim);
    if (since > PURSUE_FOR_MS) return { end: 'done' };
    const error = message('order.webhookNotShown');
    return { end: 'retry', error, afterMs: since < PURSUE_CLOSELY_FOR_MS ? PURSUE_CLOSELY_MS : PURSUE_MS, blameless: true };
  }

  return {
    read,
    restMs: longBodies.restMs,
    isReadSeldom: (orderId) => readSeldom.has(orderId),
    kind: kindOf(READ, { atOnce: 6, leaseMs: 60_000, run }),
  };
}
