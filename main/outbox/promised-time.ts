/** The time that an accept promised, for as long as the order itself may still show the one before it. Pure. */
import { effectShown, timeToShift } from '../orders/commands.ts';
import type { Order } from '../orders/order.ts';
import type { Job } from '../store/queue/queue.ts';
import { COMMAND, type CommandPayload } from './command-payload.ts';
import { mayHaveBeenTaken } from './commands.ts';

/** A reading may show an order accepted with its old time; one that still does so much later is what the service goes by, ms. */
const SHOWS_LATE_MS = 120_000;

/**
 * The order with the time that it was accepted with (section 4.2: `adjusted_pickup_time`, `total_delivery_time`), while its reading
 * (`readAt`, epoch ms) still has the time of before the accept. Any other time is the service's own newer one and stands.
 * `jobs`: of this order.
 */
export function asPromised(order: Order, readAt: number, jobs: readonly Job[]): Order {
  for (const job of jobs) {
    const payload = COMMAND.read(job);
    if (payload?.command.action !== 'accept' || payload.shiftedTime === null) continue;
    // What was asked for once more, and not taken itself: the order was accepted by the one before, with another time perhaps.
    if (payload.earlier !== undefined && !(job.state === 'done' && job.outcome === null)) continue;
    if (!mayHaveBeenTaken(job) || !effectShown(payload.command, order)) continue;
    const now = timeToShift(order);
    // A service that took the time away has not said a newer one.
    const isOld = now === null || Date.parse(now) === before(payload);
    if (!isOld || readAt - (job.finishedAt ?? readAt) > SHOWS_LATE_MS) continue;
    return order.delivery.selfDelivery
      ? { ...order, delivery: { ...order.delivery, time: payload.shiftedTime } }
      : { ...order, pickupEta: payload.shiftedTime };
  }
  return order;
}

/** Epoch ms. Where the order showed no time that could be shifted, it is worked out. */
function before({ timeBefore, shiftedTime, command }: CommandPayload): number {
  if (timeBefore !== undefined) return Date.parse(timeBefore);
  return Date.parse(shiftedTime ?? '') - (command.action === 'accept' ? command.extraMinutes : 0) * 60_000;
}
