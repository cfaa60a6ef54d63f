import type { Batch } from './operations.ts';
import type { Order } from './order.ts';
import { type Stage, stageOf } from './stage.ts';

/** Section 4.2. `accept` includes the self-delivery accept; the order decides the endpoint. */
export type StaffCommand =
  | { action: 'accept'; extraMinutes: number }
  | { action: 'reject'; reason: string; code: 'GENERIC' | 'ITEMS_UNAVAILABLE' | 'VENUE_CLOSING_SOON' }
  | { action: 'confirm' }
  /** `batches`: over-the-counter rows of a Polish pharmacy. */
  | { action: 'ready'; batches?: { row: number; batches: Batch[] }[] }
  | { action: 'delivered' };

/** `timeSentToPos`: ISO UTC. */
export type Command = StaffCommand | { action: 'sent-to-pos'; success: boolean; timeSentToPos: string };

export type StaffAction = StaffCommand['action'];

export const ACCEPTING_ACTIONS: readonly StaffAction[] = ['accept', 'confirm'];

export interface VenueMode {
  flavour: 'device-free' | 'advanced';
}

/** Section 8: an adjusted pickup time is at most 25 minutes after the initial estimate. */
const MAX_EXTRA_MINUTES = 25;

/** In button order (section 3.1). In an advanced integration, staff use the merchant app. */
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
      // The courier marks a courier order as delivered.
      return order.delivery.type === 'takeaway' || order.delivery.type === 'eatin' || order.delivery.selfDelivery ? ['delivered'] : [];
    case 'delivered':
    case 'rejected':
      return [];
  }
}

/** Minutes that accepting may add; only 0 while the pickup time is unknown. */
export function extraMinutes(order: Order): number[] {
  return timeToShift(order) === null ? [0] : [0, 5, 10, 15, 20, MAX_EXTRA_MINUTES];
}

/** Extra minutes of a usual accept: the rush minutes, within this order's limit. */
export function usualMinutes(order: Order, rushMinutes: number): number {
  return Math.min(rushMinutes, Math.max(...extraMinutes(order)));
}

/**
 * The time sent for these extra minutes, ISO UTC; null for the usual one. Section 8's limit counts from the first estimate,
 * `initialPickupEta`.
 */
export function shiftedTime(order: Order, minutes: number, initialPickupEta: string | null): string | null {
  const from = order.delivery.selfDelivery ? timeToShift(order) : (initialPickupEta ?? timeToShift(order));
  if (minutes === 0 || from === null || !Number.isFinite(Date.parse(from))) return null;
  return new Date(Date.parse(from) + minutes * 60_000).toISOString();
}

/** The time that extra minutes shift, ISO UTC: delivery for self-delivery, otherwise pickup. */
export function timeToShift(order: Order): string | null {
  return order.delivery.selfDelivery ? order.delivery.time : order.pickupEta;
}

/** Whether this read of the order shows the command's effect. `sent-to-pos` leaves no trace; repeating it is harmless. */
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
