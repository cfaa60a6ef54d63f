/** Commands staff can give for an order, when each is allowed, and how to see that it worked. */
import type { Batch } from './operations.ts';
import type { Order } from './order.ts';
import { type Stage, stageOf } from './stage.ts';

/** Section 4.2. `accept` is also the self-delivery accept: which endpoint it needs follows from the order. */
export type StaffCommand =
  | { action: 'accept'; extraMinutes: number }
  | { action: 'reject'; reason: string; code: 'GENERIC' | 'ITEMS_UNAVAILABLE' | 'VENUE_CLOSING_SOON' }
  | { action: 'confirm' }
  /** `batches`: over-the-counter rows of a Polish pharmacy. */
  | { action: 'ready'; batches?: { row: number; batches: Batch[] }[] }
  | { action: 'delivered' };

/** Everything that goes out to the service for an order. `timeSentToPos` is ISO UTC. */
export type Command = StaffCommand | { action: 'sent-to-pos'; success: boolean; timeSentToPos: string };

export type StaffAction = StaffCommand['action'];

/** By each of these an order is taken on. */
export const TAKES_ON: readonly StaffAction[] = ['accept', 'confirm'];

export interface VenueMode {
  flavour: 'device-free' | 'advanced';
}

/** Section 8: an adjusted pickup time is at most 25 minutes after the initial estimate. */
const MAX_EXTRA_MINUTES = 25;

/** The actions staff may take now, in the order of their buttons. Section 3.1; in an advanced integration staff use the merchant app. */
export function allowedActions(order: Order, stage: Stage, mode: VenueMode): StaffAction[] {
  if (mode.flavour === 'advanced') return [];
  switch (stage) {
    case 'awaiting-acceptance':
      return ['accept', 'reject'];
    case 'awaiting-confirmation':
      return ['confirm', 'reject'];
    case 'scheduled':
      return ['reject'];
    case 'preparing':
      return ['ready'];
    case 'ready':
      // A courier's order is marked delivered by the courier.
      return order.delivery.type === 'takeaway' || order.delivery.type === 'eatin' || order.delivery.selfDelivery ? ['delivered'] : [];
    case 'delivered':
    case 'rejected':
      return [];
  }
}

/** The minutes that may be added on accepting; only 0 while the service has not said when the order is to be fetched. */
export function extraMinutes(order: Order): number[] {
  return timeToShift(order) === null ? [0] : [0, 5, 10, 15, 20, MAX_EXTRA_MINUTES];
}

/** What the usual time means now: rush minutes on top, as far as this order may be shifted at all. */
export function usualMinutes(order: Order, rushMinutes: number): number {
  return Math.min(rushMinutes, Math.max(...extraMinutes(order)));
}

/**
 * The shifted time that accept carries (ISO UTC), or null for the usual time. `initialPickupEta` is the first estimate seen:
 * the limit of section 8 counts from that one, not from a later one.
 */
export function shiftedTime(order: Order, minutes: number, initialPickupEta: string | null): string | null {
  const from = order.delivery.selfDelivery ? timeToShift(order) : (initialPickupEta ?? timeToShift(order));
  if (minutes === 0 || from === null || !Number.isFinite(Date.parse(from))) return null;
  return new Date(Date.parse(from) + minutes * 60_000).toISOString();
}

/** The time that an accept can shift: the delivery where the venue brings the food itself, else the pickup. ISO UTC. */
export function timeToShift(order: Order): string | null {
  return order.delivery.selfDelivery ? order.delivery.time : order.pickupEta;
}

/**
 * Whether this reading of the order shows that the command took effect. `sent-to-pos` leaves no trace in the order,
 * so it can only be sent again (it states a fact and is harmless twice).
 */
export function effectShown(command: Command, order: Order): boolean {
  const stage = stageOf(order);
  switch (command.action) {
    case 'accept':
      return stage === 'preparing' || stage === 'ready' || stage === 'delivered';
    case 'reject':
      return stage === 'rejected';
    case 'confirm':
      return stage === 'scheduled' || stage === 'preparing' || stage === 'ready' || stage === 'delivered';
    case 'ready':
      return stage === 'ready' || stage === 'delivered';
    case 'delivered':
      return stage === 'delivered';
    case 'sent-to-pos':
      return false;
  }
}
