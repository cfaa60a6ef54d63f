/** The time an accept promised. Pure. */
import { effectShown, timeToShift } from '../orders/commands.ts';
import type { Order } from '../orders/order.ts';
import type { Job } from '../store/queue/queue.ts';
import { COMMAND, type CommandPayload } from './command-payload.ts';
import { mayHaveTakenEffect } from './commands.ts';

/** Ms; an old time still shown after this is the service's decision. */
const SHOWS_LATE_MS = 120_000;

/**
 * Shows the accepted time (section 4.2: `adjusted_pickup_time`, `total_delivery_time`) while the reading (`readAt`, epoch ms) has the
 * previous one; any other time is newer. `jobs`: of this order.
 */
export function asPromised(order: Order, readAt: number, jobs: readonly Job[]): Order {
  for (const job of jobs) {
    const payload = COMMAND.read(job);
    if (payload?.command.action !== 'accept' || payload.shiftedTime === null) continue;
    // A repeat that wasn't accepted: an earlier accept counts, maybe with another time.
    if (payload.earlier !== undefined && !(job.state === 'done' && job.outcome === null)) continue;
    if (!mayHaveTakenEffect(job) || !effectShown(payload.command, order)) continue;
    const now = timeToShift(order);
    // A missing time isn't a newer one.
    const isOld = now === null || Date.parse(now) === before(payload);
    if (!isOld || readAt - (job.finishedAt ?? readAt) > SHOWS_LATE_MS) continue;
    return order.delivery.selfDelivery
      ? { ...order, delivery: { ...order.delivery, time: payload.shiftedTime } }
      : { ...order, pickupEta: payload.shiftedTime };
  }
  return order;
}

/** The time before the accept, epoch ms; computed if the order had none. */
function before({ timeBefore, shiftedTime, command }: CommandPayload): number {
  if (timeBefore !== undefined) return Date.parse(timeBefore);
  return Date.parse(shiftedTime ?? '') - (command.action === 'accept' ? command.extraMinutes : 0) * 60_000;
}
