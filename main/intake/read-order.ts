/** Reading an order from the service because news of it came: the queue's kind "read", one row an order. */
import type { Order } from '../orders/order.ts';
import { parseOrder } from '../orders/parse-order.ts';
import type { OrderAddress, OrderApi } from '../service/order-api.ts';
import { asRetry, isPassing, type ServiceProblem } from '../service/problem.ts';
import type { Store } from '../store/store.ts';
import { backoffMs, type Kind, type Outcome } from '../store/worker.ts';
import { type Applied, applyReading, type Followers } from './apply-reading.ts';

const READ = 'read';
/** An order the service does not know may be younger than its own read side; after about five minutes a person is told. */
const UNKNOWN_ORDER_ATTEMPTS = 9;

export interface ReadPayload {
  orderId: string;
  venueId: string | null;
}

/** Queues a reading, in the caller's transaction. One already running runs once more: the news may be younger than it. */
export function wantReading(store: Store, payload: ReadPayload): void {
  const { orderId, venueId } = payload;
  store.queue.addAgain({ kind: READ, key: orderId, lane: `read/${orderId}`, pool: venueId ?? 'unknown', orderId, payload });
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
  async function read(address: OrderAddress): Promise<Reading> {
    const answer = await options.api.readOrder(address);
    if (!answer.ok) return answer;
    const parsed = parseOrder(answer.value, address.venueId);
    if (!parsed.ok) {
      const says = `The service sent an order that cannot be read: ${parsed.why}.`;
      return { ok: false, problem: { code: 'bad-answer', says, mayHaveHappened: false } };
    }
    const applied = applyReading(options.store, options.followers, options.now, parsed.order, answer.value);
    options.onRead(parsed.order, applied);
    return { ok: true, order: parsed.order, applied };
  }

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
