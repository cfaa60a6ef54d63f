/** Handing orders to the till, and telling the service how it went (sent-to-pos). The queue's kind "till". */
import type { Order } from '../orders/order.ts';
import type { ClaimedJob, NewJob } from '../store/queue.ts';
import type { Store } from '../store/store.ts';
import { backoffMs, type Kind, type Outcome } from '../store/worker.ts';
import { putIntoHotFolder } from './hot-folder.ts';
import { postToTill } from './http-till.ts';
import { type TillOrder, tillOrder } from './till-order.ts';

const TILL = 'till';

export type Till = { kind: 'ticket-only' } | { kind: 'hot-folder'; folder: string } | { kind: 'http'; url: string };

/** After this many attempts (about five minutes) the service is told that the order did not reach the till, and staff too. */
const ATTEMPTS = 9;

/** Where the printed ticket is the hand-off there is nothing to queue: the spool reports it. */
export function tillJobs(till: Till, order: Order): NewJob[] {
  return till.kind === 'ticket-only'
    ? []
    : [{ kind: TILL, key: order.id, lane: `till/${order.id}`, pool: order.venueId, orderId: order.id, payload: {} }];
}

export function createTillKind(options: {
  store: Store;
  till: () => Till;
  /** Queues sent-to-pos; called in the transaction that records the hand-off. */
  report: (order: Order, success: boolean) => void;
  /** What the till proved to be: null when it took an order, else what is in the way. */
  onContact: (trouble: string | null) => void;
}): Kind {
  const { store } = options;

  async function run(job: ClaimedJob, signal: AbortSignal): Promise<Outcome> {
    const row = store.orders.get(job.orderId ?? '');
    if (!row) return { end: 'failed', error: 'The order is not known here.' };
    const { order } = row;
    try {
      const till = options.till();
      // Of an attempt over the network that failed nobody knows how far it came.
      const wasTried = job.interrupted || (till.kind === 'http' && job.attempts > 1);
      await handOver(till, tillOrder(order, wasTried || store.recoveries.mayHavePrinted(order)), signal);
    } catch (error) {
      const says = words(error);
      options.onContact(says);
      if (job.attempts < ATTEMPTS) return { end: 'retry', error: says, afterMs: backoffMs(job.attempts) };
      return {
        end: 'failed',
        error: says,
        also: () => {
          store.journal.note(order.id, 'till', `not handed over: ${says}`);
          options.report(order, false);
        },
      };
    }
    options.onContact(null);
    return {
      end: 'done',
      also: () => {
        store.journal.note(order.id, 'till', 'handed over');
        options.report(order, true);
      },
    };
  }

  return { kind: TILL, atOnce: 2, leaseMs: 60_000, run };
}

async function handOver(till: Till, order: TillOrder, signal: AbortSignal): Promise<void> {
  if (till.kind === 'hot-folder') return putIntoHotFolder(till.folder, order);
  if (till.kind === 'http') return postToTill(till.url, order, signal);
}

function words(error: unknown): string {
  if (error instanceof Error && 'code' in error) {
    if (error.code === 'EACCES' || error.code === 'EPERM' || error.code === 'EROFS') return "The till's folder cannot be written to.";
    if (error.code === 'ENOSPC') return "The disk with the till's folder is full.";
    return `The till's folder cannot be used (${String(error.code)}).`;
  }
  return error instanceof Error ? error.message : 'The till did not take the order.';
}
