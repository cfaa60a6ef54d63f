/** Open orders are read regularly, as cancellations may not be pushed. Keeps no state on disk. */

import type { Time } from '../../../shared/time/time.ts';
import type { Pace } from '../../service/pace.ts';
import type { ProblemCode } from '../../service/problem.ts';
import type { OrderRow } from '../../store/rows/order-rows.ts';
import type { Store } from '../../store/store.ts';
import type { OrderReader } from './read-order.ts';

const TICK_MS = 250;
const AT_ONCE = 8;
/** Rereads after a change, ms, as the service may lag. */
const FOLLOW_UP_MS = [400, 1_000, 2_500, 6_000];
/** Orders decided automatically within this time go first. */
const SOON_MS = 30_000;
const AFTER_RETURN_MS = 500;
const readingsOf = (venueId: string): string => `readings of ${venueId}`;
/** Problems of one order, not of its venue. */
const OF_ONE_ORDER: ReadonlySet<ProblemCode> = new Set(['bad-answer', 'not-found', 'conflict', 'refused', 'service-error']);

export interface Poller extends AsyncDisposable {
  /** Reads this order soon and several times, after an action. */
  followUp(orderId: string): void;
  followUpOnce(orderId: string): void;
  readAll(): void;
  /** Rereads all after an outage; delayed so that queued commands go first. */
  contactReturned(): void;
}

export function startPoller(options: {
  store: Store;
  reader: OrderReader;
  time: Time;
  backOff: Pace;
  /** Milliseconds until the service decides automatically, or null. */
  decidesItselfInMs: (row: OrderRow) => number | null;
  /** Seconds between readings: of undecided orders, and of others. */
  pace: () => { fastestSeconds: number; slowestSeconds: number };
  onDefect: (error: unknown) => void;
}): Poller {
  const { store, reader, time, backOff } = options;
  const { monotonic } = time;
  const nextAt = new Map<string, number>();
  const followUps = new Map<string, number[]>();
  const followedOnce = new Set<string>();
  const inHand = new Map<string, { venueId: string; done: Promise<void> }>();

  let started = false;
  let stopped = false;
  const stopReading = time.every(TICK_MS, readWhatIsDue, options.onDefect);

  function readWhatIsDue(): void {
    if (stopped) return;
    const isDue = (row: OrderRow): boolean =>
      !inHand.has(row.order.id) && backOff.mustWait(row.order.venueId, readingsOf(row.order.venueId)) === null && dueAt(row) <= monotonic();
    // First orders about to be decided automatically, then the most overdue, so that none starves.
    const due = openOrders()
      .filter(isDue)
      .map((row) => ({ row, endsIn: endsSoon(row), dueAt: dueAt(row) }))
      .sort((a, b) => a.endsIn - b.endsIn || a.dueAt - b.dueAt)
      .map(({ row }) => row);
    for (const row of due) {
      const { id, venueId } = row.order;
      // A limit per venue, so that hanging readings don't delay others.
      if ([...inHand.values()].filter((other) => other.venueId === venueId).length >= AT_ONCE) continue;
      inHand.set(id, { venueId, done: readOne(row).finally(() => inHand.delete(id)) });
    }
  }

  /** Ms until an automatic decision, negative after it; the same for all orders without one this near. */
  function endsSoon(row: OrderRow): number {
    const left = options.decidesItselfInMs(row) ?? SOON_MS;
    return left > -SOON_MS && left < SOON_MS ? left : SOON_MS;
  }

  /** Open orders, cached until a commit changes one. */
  let known: OrderRow[] | null = null;
  const unsubscribe = store.onCommit((touched) => {
    if (touched.orders.size > 0) known = null;
  });

  /** Forgets the times of ended orders. */
  function openOrders(): OrderRow[] {
    if (known) return known;
    const rows = store.orders.open();
    known = rows;
    const open = new Set(rows.map((row) => row.order.id));
    for (const id of nextAt.keys()) if (!open.has(id)) nextAt.delete(id);
    // After a start all are read immediately; later ones have just been read.
    for (const row of rows) if (!nextAt.has(row.order.id)) nextAt.set(row.order.id, started ? monotonic() + intervalMs(row) : 0);
    started = true;
    for (const id of followUps.keys()) if (!open.has(id)) followUps.delete(id);
    for (const id of followedOnce) if (!open.has(id)) followedOnce.delete(id);
    return rows;
  }

  function dueAt(row: OrderRow): number {
    return Math.min(nextAt.get(row.order.id) ?? 0, followUps.get(row.order.id)?.[0] ?? Number.POSITIVE_INFINITY);
  }

  async function readOne(row: OrderRow): Promise<void> {
    const { id, venueId } = row.order;
    followUps.set(
      id,
      (followUps.get(id) ?? []).filter((at) => at > monotonic()),
    );
    nextAt.set(id, monotonic() + intervalMs(row));
    const begunAt = monotonic();
    try {
      const reading = await reader.read({ orderId: id, venueId });
      if (reading.ok) {
        nextAt.set(id, Math.max(nextAt.get(id) ?? 0, monotonic() + reader.restMs(id)));
        return backOff.resume(venueId, readingsOf(venueId), begunAt);
      }
      const { problem } = reading;
      if (problem.notSent) return void nextAt.set(id, monotonic() + (problem.retryAfterMs ?? 0));
      // One bad order must not delay the others.
      if (OF_ONE_ORDER.has(problem.code)) return void nextAt.set(id, monotonic() + Math.max(intervalMs(row), problem.retryAfterMs ?? 0));
      backOff.failed(readingsOf(venueId), problem, begunAt);
    } catch (error) {
      options.onDefect(error);
    }
  }

  /** Ms; shorter for undecided orders, and just after an automatic decision. */
  function intervalMs(row: OrderRow): number {
    const { fastestSeconds, slowestSeconds } = options.pace();
    const decidesIn = options.decidesItselfInMs(row);
    const regular = 1000 * (decidesIn === null ? Math.max(fastestSeconds, slowestSeconds) : fastestSeconds);
    const afterDecision = decidesIn === null ? Number.POSITIVE_INFINITY : decidesIn + 1_000;
    return afterDecision > 0 ? Math.min(regular, afterDecision) : regular;
  }

  function followUp(orderId: string): void {
    followUps.set(
      orderId,
      FOLLOW_UP_MS.map((wait) => monotonic() + wait),
    );
  }

  return {
    followUp,
    followUpOnce(orderId) {
      if (followedOnce.has(orderId)) return;
      followedOnce.add(orderId);
      followUp(orderId);
    },
    contactReturned() {
      for (const { order } of openOrders()) nextAt.set(order.id, monotonic() + AFTER_RETURN_MS);
    },
    readAll() {
      // Includes orders newer than the last tick.
      for (const { order } of openOrders()) nextAt.set(order.id, 0);
    },
    async [Symbol.asyncDispose]() {
      stopped = true;
      stopReading();
      unsubscribe();
      await Promise.all([...inHand.values()].map(({ done }) => done));
    },
  };
}
