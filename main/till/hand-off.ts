/** Hands orders to the till and reports the result to the service (sent-to-pos). The queue's kind "till". */

import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { message, type Text } from '../../contract/message.ts';
import type { Time } from '../../shared/time/time.ts';
import type { Order } from '../orders/order.ts';
import { jobKind } from '../store/queue/job-kind.ts';
import { type Failure, failuresOf, type Progress, progressOf } from '../store/queue/job-status.ts';
import type { ClaimedJob, Job, NewJob } from '../store/queue/queue.ts';
import type { OrderRow } from '../store/rows/order-rows.ts';
import type { Store } from '../store/store.ts';
import { type Kind, kindOf, type Outcome } from '../store/worker.ts';
import { backoffMs } from '../time/back-off.ts';
import { TookTooLong } from '../time/time-limit.ts';
import { writeToHotFolder } from './hot-folder.ts';
import { postToTill, TillError } from './http-till.ts';
import { bookedAs, cancelOf, changeOf, tillOrder } from './till-order.ts';
import { tillFolderTrouble } from './try-folder.ts';

export type Till = { kind: 'ticket-only' } | { kind: 'hot-folder'; folder: string } | { kind: 'http'; url: string };

/** These attempts take about five minutes; if all fail, the service and staff are notified. */
const ATTEMPTS = 9;

/** A cancellation waits until it's known who rejected the order: our own rejection's answer may be lost. */
const SETTLES_MS = 1_000;
const SETTLES_WITHIN_MS = 60_000;

/** Without `news`, the job hands over the order itself. */
const TillPayload = v.object({
  news: v.exactOptional(v.picklist(['changed', 'cancelled'])),
  /** Number of this change of its order, from 1. */
  change: v.exactOptional(v.number()),
});
type TillPayload = v.InferOutput<typeof TillPayload>;
export const TILL = jobKind('till', TillPayload);

export interface TillStatus {
  handOff: Progress;
  /** The till accepted the cancellation. */
  knowsCancellation: boolean;
  failures: Failure[];
}

/** `jobs`: oldest first. */
export function tillStatus(jobs: readonly Job[]): TillStatus {
  const given = jobs.flatMap((job) => {
    const payload = TILL.read(job);
    return payload ? [{ job, payload }] : [];
  });
  return {
    handOff: progressOf(given.map(({ job }) => job)),
    knowsCancellation: given.some(({ job, payload }) => payload.news === 'cancelled' && job.state === 'done' && job.outcome === null),
    failures: failuresOf(jobs, TILL.kind),
  };
}

export function tillJobs(till: Till, order: Order): NewJob[] {
  return till.kind === 'ticket-only' ? [] : [jobOf(order, keyOf(order.id), {})];
}

/**
 * Queues a change or cancellation for a till that has or will get the order, in the reading's transaction. After a database restore the
 * till may have the order, so it gets cancellations anyway.
 */
export function queueTillUpdate(store: Store, before: Order, order: Order, isCancelled: boolean): void {
  const mayHaveIt = isCancelled && store.recoveries.mayBeCooking(order);
  if (store.queue.get(TILL.kind, keyOf(order.id)) === null && !mayHaveIt) return;
  if (isCancelled) store.queue.add(jobOf(order, `${keyOf(order.id)}/cancelled`, { news: 'cancelled' }));
  else if (bookedAs(before) !== bookedAs(order)) {
    const key = `${keyOf(order.id)}/changed`;
    const before = store.queue.get(TILL.kind, key);
    const { change = 0 } = (before && TILL.read(before)) ?? {};
    store.queue.addAgain(jobOf(order, key, { news: 'changed', change: change + 1 }));
  }
}

/** Key of the order's job and prefix of its updates' keys. Encoded: no slash, safe in a header. */
function keyOf(orderId: string): string {
  return encodeURIComponent(orderId);
}

/** All jobs of an order share a lane, so that an update never overtakes the order. */
function jobOf(order: Order, key: string, payload: TillPayload): NewJob {
  return TILL.row({ key, lane: `till/${order.id}`, pool: order.venueId, orderId: order.id, payload });
}

export function createTillKind(options: {
  time: Time;
  store: Store;
  till: () => Till;
  /** Adds the promised time if the reading lacks it. */
  asPromised: (row: OrderRow) => Order;
  /** Queues sent-to-pos in the transaction that records the handoff. */
  report: (order: Order, success: boolean) => void;
  isOurRejection: (job: Job) => boolean;
  /** Whether this job may have rejected its order: its answer was lost. */
  mayBeOurRejection?: (job: Job) => boolean;
  /** Null when the till accepted something, else the problem. */
  onContact: (trouble: Text | null) => void;
}): Kind {
  const { store } = options;

  async function run(job: ClaimedJob, payload: TillPayload, signal: AbortSignal): Promise<Outcome> {
    const row = store.orders.get(job.orderId ?? '');
    if (!row) return { end: 'failed', error: message('order.unknown') };
    // The complete order, not the shortened one.
    const order = options.asPromised({ ...row, order: store.orders.whole(row.order.id) ?? row.order });
    const { news } = payload;
    const isNeverSent = news === undefined && job.attempts === 1 && !job.outcomeUnknown;
    if (isNeverSent && row.stage === 'rejected') return NOT_SENT;
    if (news !== undefined && store.queue.get(TILL.kind, keyOf(order.id))?.outcome === 'not-sent') return NOT_SENT;
    const isOpen = news === 'cancelled' && store.queue.ofOrder(order.id).some((one) => options.mayBeOurRejection?.(one) ?? false);
    if (isOpen && Math.abs(store.now() - job.createdAt) < SETTLES_WITHIN_MS)
      return { end: 'retry', error: message('till.checkingWhoRejected'), afterMs: SETTLES_MS, blameless: true };
    const till = options.till();
    try {
      // A failed network attempt may have reached the till.
      const wasTried = job.outcomeUnknown || (till.kind === 'http' && job.attempts > 1);
      await handOver(till, order, job.key, payload, wasTried || store.recoveries.mayHavePrinted(order), signal);
    } catch (error) {
      const text = words(till, error);
      options.onContact(text);
      if (job.attempts < ATTEMPTS) {
        // A write that timed out may still complete.
        return {
          end: 'retry',
          error: text,
          afterMs: backoffMs(job.attempts),
          outcome: error instanceof TookTooLong ? 'unknown' : undefined,
        };
      }
      return {
        end: 'failed',
        error: text,
        also: () => {
          store.journal.append(order.id, {
            kind: 'till-failed',
            text: message('till.notNotified', { news: news ?? 'order', text }),
          });
          if (news === undefined) options.report(order, false);
        },
      };
    }
    options.onContact(null);
    return {
      end: 'done',
      also: () => {
        store.journal.append(order.id, { kind: 'till', news: news ?? 'order' });
        if (news === undefined) options.report(order, true);
      },
    };
  }

  async function handOver(
    till: Till,
    order: Order,
    jobKey: string,
    { news, change }: TillPayload,
    possibleCopy: boolean,
    signal: AbortSignal,
  ): Promise<void> {
    const isOurs = store.queue.ofOrder(order.id).some(options.isOurRejection);
    const body = news === 'cancelled' ? cancelOf(order, isOurs) : news === 'changed' ? changeOf(order) : tillOrder(order, possibleCopy);
    if (till.kind === 'hot-folder') return writeToHotFolder(options.time, till.folder, body);
    // A repeat has the same key. Changes have a number, as the till may return to an earlier state, and a fingerprint, since numbers
    // restart with a restored database.
    const key = news === 'changed' ? `${keyOf(order.id)}/changed/${change ?? 0}-${fingerprint(bookedAs(order))}` : jobKey;
    if (till.kind === 'http') return postToTill(options.time, till.url, body, key, signal);
  }

  return kindOf(TILL, { atOnce: 2, leaseMs: 60_000, run });
}

function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** Cancelled before its handoff: the till never gets the order. */
const NOT_SENT = { end: 'done', outcome: 'not-sent' } as const;

function words(till: Till, error: unknown): Text {
  if (error instanceof TillError) return error.text;
  if (till.kind === 'hot-folder') return tillFolderTrouble(till.folder, error).text;
  return message('till.orderRefused', { status: error instanceof Error ? error.message : String(error) });
}
