/**
 * Reads every open order again and again: a cancel or an automatic rejection may never be pushed. Keeps no state on disk;
 * the open orders in the database are the list.
 */
import type { OrderRow } from '../store/order-rows.ts';
import type { Store } from '../store/store.ts';
import { backoffMs } from '../store/worker.ts';
import type { OrderReader } from './read-order.ts';

const TICK_MS = 250;
const AT_ONCE = 8;
/** After news the truth may lag a little (a pickup estimate, an asynchronous 202): these readings follow, ms. */
const FOLLOW_UP_MS = [400, 1_000, 2_500, 6_000];

export interface Poller {
  /** Reads this order soon, and a few times after: something was just done to it. */
  followUp(orderId: string): void;
  /** The same, unless that is planned already. */
  followUpOnce(orderId: string): void;
  stop(): Promise<void>;
}

export function startPoller(options: {
  store: Store;
  reader: OrderReader;
  now: () => number;
  /** Epoch ms on this computer's clock at which the service will decide by itself, or null. */
  decidesItselfAt: (row: OrderRow) => number | null;
  /** Seconds between two readings: of orders that wait for the counter, and of the others. */
  pace: () => { fastestSeconds: number; slowestSeconds: number };
  onDefect: (error: unknown) => void;
}): Poller {
  const { store, reader, now } = options;
  const nextAt = new Map<string, number>();
  const followUps = new Map<string, number[]>();
  const followedOnce = new Set<string>();
  const troubled = new Map<string, { strikes: number; until: number }>();
  const inHand = new Map<string, Promise<void>>();

  let stopped = false;
  const timer = setInterval(() => {
    try {
      readWhatIsDue();
    } catch (error) {
      options.onDefect(error);
    }
  }, TICK_MS);

  function readWhatIsDue(): void {
    if (stopped) return;
    const isDue = (row: OrderRow): boolean =>
      !inHand.has(row.order.id) && (troubled.get(row.order.venueId)?.until ?? 0) <= now() && dueAt(row) <= now();
    // The most overdue first: with many open orders none of them may be starved by the others.
    const due = openOrders()
      .filter(isDue)
      .sort((a, b) => dueAt(a) - dueAt(b));
    for (const row of due.slice(0, Math.max(0, AT_ONCE - inHand.size))) {
      const { id } = row.order;
      inHand.set(
        id,
        readOne(row).finally(() => inHand.delete(id)),
      );
    }
  }

  /** What was read last stays true until a commit touches an order. */
  let known: OrderRow[] | null = null;
  const unsubscribe = store.onCommit((touched) => {
    if (touched.orders.size > 0) known = null;
  });

  /** The open orders; the maps of times forget those that ended. */
  function openOrders(): OrderRow[] {
    if (known) return known;
    const rows = store.orders.open();
    known = rows;
    const open = new Set(rows.map((row) => row.order.id));
    for (const id of nextAt.keys()) if (!open.has(id)) nextAt.delete(id);
    for (const id of followUps.keys()) if (!open.has(id)) followUps.delete(id);
    for (const id of followedOnce) if (!open.has(id)) followedOnce.delete(id);
    return rows;
  }

  function dueAt(row: OrderRow): number {
    const planned = nextAt.get(row.order.id) ?? row.readAt + intervalMs(row);
    return Math.min(planned, followUps.get(row.order.id)?.[0] ?? Number.POSITIVE_INFINITY);
  }

  async function readOne(row: OrderRow): Promise<void> {
    const { id, venueId } = row.order;
    followUps.set(
      id,
      (followUps.get(id) ?? []).filter((at) => at > now()),
    );
    nextAt.set(id, now() + intervalMs(row));
    try {
      const reading = await reader.read({ orderId: id, venueId });
      if (reading.ok) {
        troubled.delete(venueId);
        return;
      }
      const strikes = (troubled.get(venueId)?.strikes ?? 0) + 1;
      troubled.set(venueId, { strikes, until: now() + (reading.problem.retryAfterMs ?? backoffMs(strikes)) });
    } catch (error) {
      options.onDefect(error);
    }
  }

  /** Sooner for orders that wait for the counter; and right after the moment at which the service decides by itself. */
  function intervalMs(row: OrderRow): number {
    const { fastestSeconds, slowestSeconds } = options.pace();
    const decidesAt = options.decidesItselfAt(row);
    const regular = 1000 * (decidesAt === null ? Math.max(fastestSeconds, slowestSeconds) : fastestSeconds);
    const afterDecision = decidesAt === null ? Number.POSITIVE_INFINITY : decidesAt + 1_000 - now();
    return afterDecision > 0 ? Math.min(regular, afterDecision) : regular;
  }

  function followUp(orderId: string): void {
    followUps.set(
      orderId,
      FOLLOW_UP_MS.map((wait) => now() + wait),
    );
  }

  return {
    followUp,
    followUpOnce(orderId) {
      if (followedOnce.has(orderId)) return;
      followedOnce.add(orderId);
      followUp(orderId);
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      unsubscribe();
      await Promise.all(inHand.values());
    },
  };
}
