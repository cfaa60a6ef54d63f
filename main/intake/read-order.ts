/** Reading an order from the service because news of it came: the queue's kind "read", one row an order. */
import type { Order } from '../orders/order.ts';
import { parseOrder } from '../orders/parse-order.ts';
import { asRecord, asText } from '../orders/reading.ts';
import type { OrderAddress, OrderApi } from '../service/order-api.ts';
import { asRetry, isPassing, type ServiceProblem } from '../service/problem.ts';
import type { Store } from '../store/store.ts';
import { backoffMs, type Kind, type Outcome } from '../store/worker.ts';
import { type Applied, applyReading, type Followers } from './apply-reading.ts';
import { forgetUnread, keepUnread } from './unread-orders.ts';

const READ = 'read';
/** An order the service does not know may be younger than its own read side; after about five minutes a person is told. */
const UNKNOWN_ORDER_ATTEMPTS = 9;

export interface ReadPayload {
  orderId: string;
  venueId: string | null;
}

/** What a body says that it is of, where that is not what was asked for. Whoever answers so may not write over another order. */
function whyNotTaken(body: unknown, { orderId, venueId }: OrderAddress): string | null {
  const fields = asRecord(body) ?? {};
  const id = asText(fields.id);
  if (id !== null && id !== orderId) return 'The service answered with another order than the one asked for; it was not taken.';
  const venue = asText(asRecord(fields.venue)?.id);
  return venue !== null && venue !== venueId ? 'The service answered with an order of another venue; it was not taken.' : null;
}

/**
 * Queues a reading, in the caller's transaction. One already running runs once more: the news may be younger than it. `placedAt`: of a new
 * order (epoch ms, as the service says); of several the oldest is read first, its time ends first.
 */
export function wantReading(store: Store, payload: ReadPayload, placedAt?: number): void {
  const { orderId, venueId } = payload;
  const job = { kind: READ, key: orderId, lane: `read/${orderId}`, pool: venueId ?? 'unknown', orderId, payload };
  store.queue.addAgain(placedAt === undefined ? job : { ...job, dueBy: placedAt });
}

export type Reading = { ok: true; order: Order; applied: Applied } | { ok: false; problem: ServiceProblem };

export interface OrderReader {
  /** GET /v2/orders/{orderId}, parsed and written with all it sets off. */
  read(address: OrderAddress): Promise<Reading>;
  kind: Kind;
}

export function createOrderReader(options: {
  store: Store;
  api: OrderApi;
  followers: Followers;
  now: () => number;
  /** Told after each reading that was applied. */
  onRead: (order: Order, applied: Applied) => void;
  /** The venue to ask for when a notification named none. */
  onlyVenueId: () => string | null;
}): OrderReader {
  const { store, followers, now } = options;

  async function read(address: OrderAddress): Promise<Reading> {
    const answer = await options.api.readOrder(address);
    if (!answer.ok) {
      if (answer.problem.code === 'bad-answer') unread(address, answer.problem.says);
      if (answer.problem.code === 'not-found') forgetUnread(store, address.orderId);
      return answer;
    }
    const { body, text } = answer.value;
    const says = whyNotTaken(body, address);
    if (says !== null) {
      store.write(() => {
        store.journal.count('answer-of-another');
        // Every open order is read again and again: its story tells it once.
        if (store.journal.of(address.orderId).at(-1)?.says !== says) store.journal.note(address.orderId, 'refused answer', says);
      });
      unread(address, says);
      return { ok: false, problem: { code: 'bad-answer', says, mayHaveHappened: false } };
    }
    const parsed = parseOrder(body, address.venueId, address.orderId);
    if (!parsed.ok) throw new Error(parsed.why);
    const applied = applyReading(store, followers, now, parsed.order, body, text);
    options.onRead(parsed.order, applied);
    return { ok: true, order: parsed.order, applied };
  }

  const unread = (address: OrderAddress, why: string): void =>
    keepUnread(store, { isDecidedHere: followers.isDecidedHere, now }, address, why);

  async function run(payload: ReadPayload, attempts: number): Promise<Outcome> {
    const venueId = payload.venueId ?? options.onlyVenueId();
    if (venueId === null) return { end: 'failed', error: 'The notification names no venue, and several are connected.' };
    const reading = await read({ orderId: payload.orderId, venueId });
    if (reading.ok) return { end: 'done' };
    const { problem } = reading;
    if (problem.code === 'not-found') {
      const error = 'The service sent a notification for this order but does not know it (404).';
      return attempts >= UNKNOWN_ORDER_ATTEMPTS ? { end: 'failed', error } : { end: 'retry', error, afterMs: backoffMs(attempts) };
    }
    if (!isPassing(problem)) return { end: 'failed', error: problem.says };
    return { ...asRetry(problem, backoffMs(attempts)), mayHaveHappened: false };
  }

  return { read, kind: { kind: READ, atOnce: 6, leaseMs: 60_000, run: (job) => run(job.payload as ReadPayload, job.attempts) } };
}
