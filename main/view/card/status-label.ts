import type { OrderCard, RejectionCause } from '../../../contract/contract.ts';
import { type Message, type MessageCode, message, type Text } from '../../../contract/message.ts';
import { claimedStage } from '../../orders/claim.ts';
import { isCollected, type Order } from '../../orders/order.ts';
import { isKnownStatus, isUndecided, type Stage } from '../../orders/stage.ts';
import type { StatusClaim } from '../../store/rows/claim-rows.ts';
import type { OrderRow } from '../../store/rows/order-rows.ts';

export interface StatusContext {
  flavour: 'device-free' | 'advanced';
  /** A notification's status that no read has confirmed. */
  claim: StatusClaim | null;
  rejected: RejectionCause | null;
}

const KIND_LABEL: ReadonlyMap<string, Message> = new Map([
  ['delivery', message('orderType.delivery')],
  ['self-delivery', message('orderType.selfDelivery')],
  ['takeaway', message('orderType.pickup')],
]);

/** Types added later show the service's word. */
export function kindLabelOf(order: Order): Text {
  return KIND_LABEL.get(kindOf(order)) ?? (order.delivery.type === 'eatin' ? message('orderType.eatIn') : order.delivery.type);
}

export function kindOf(order: Order): OrderCard['kind'] {
  if (isCollected(order)) return 'takeaway';
  if (order.delivery.type !== 'homedelivery') return 'other';
  return order.delivery.selfDelivery ? 'self-delivery' : 'delivery';
}

const READY: Partial<Record<OrderCard['kind'], Message>> = {
  delivery: message('orderStatus.readyForCourier'),
  'self-delivery': message('orderStatus.readyToDeliver'),
  takeaway: message('orderStatus.readyForCustomer'),
};

export function statusLabel({ order, stage }: OrderRow, { flavour, claim, rejected }: StatusContext): Message {
  const claimed = claim && claimedStage(claim.status);
  if (claimed) return claimed === 'delivered' && isCollected(order) ? HANDED_OVER_UNVERIFIED : ACCORDING_TO_NOTIFICATION[claimed];
  // The problem text explains an unknown status; "waiting" would be a guess.
  if (isUndecided(stage) && !isKnownStatus(order.status)) return message('orderStatus.unknown');
  switch (stage) {
    case 'awaiting-acceptance':
      return flavour === 'advanced' ? message('orderStatus.waitingInMerchantApp') : message('orderStatus.waitingForYou');
    case 'awaiting-confirmation':
      return flavour === 'advanced' ? message('orderStatus.waitingInMerchantApp') : message('orderStatus.confirmPreorder');
    case 'scheduled':
      return message('timeline.confirmed');
    case 'preparing':
      return message('orderStatus.preparing');
    case 'ready':
      return READY[kindOf(order)] ?? (order.delivery.type === 'eatin' ? message('orderStatus.readyToServe') : message('orderStatus.ready'));
    case 'delivered':
      return isCollected(order) ? message('orderStatus.handedOver') : message('orderStatus.delivered');
    case 'rejected':
      return REJECTED[rejected ?? 'others'];
  }
}

/** Whether the label only repeats the column's heading. */
export function isStatusOfColumn({ order, stage }: OrderRow, { flavour, claim }: StatusContext): boolean {
  if (claim && claimedStage(claim.status)) return false;
  if (stage === 'awaiting-acceptance') return flavour === 'device-free' && isKnownStatus(order.status);
  // The column doesn't show self-delivery or eating here.
  if (stage === 'ready') return kindOf(order) !== 'self-delivery' && order.delivery.type !== 'eatin';
  return stage === 'scheduled' || stage === 'preparing';
}

const REJECTED: Record<RejectionCause, Message> = {
  here: message('orderStatus.rejectedHere'),
  checking: message('orderStatus.rejectedCheckingWho'),
  missed: message('orderStatus.missed'),
  cancelled: message('orderStatus.cancelledElsewhere'),
  others: message('orderStatus.rejectedElsewhere'),
};

/** Shorter texts that fit a chip. */
const SHORT: Partial<Record<MessageCode, Message>> = {
  [REJECTED.checking.code]: message('orderStatus.rejectedChecking'),
  [REJECTED.missed.code]: message('orderStatus.missedShort'),
  [REJECTED.cancelled.code]: message('orderStatus.cancelled'),
  [REJECTED.others.code]: message('orderStatus.rejectedNotByUs'),
};

export function statusLabels(row: OrderRow, context: StatusContext): { statusLabel: Text; statusShort?: Text } {
  const label = statusLabel(row, context);
  const short = SHORT[label.code];
  return { statusLabel: label, ...(short === undefined ? {} : { statusShort: short }) };
}

const ACCORDING_TO_NOTIFICATION: Record<Stage, Message> = {
  'awaiting-acceptance': message('orderStatus.newUnverified'),
  'awaiting-confirmation': message('orderStatus.newUnverified'),
  scheduled: message('orderStatus.confirmedUnverified'),
  preparing: message('orderStatus.preparingUnverified'),
  ready: message('orderStatus.readyUnverified'),
  delivered: message('orderStatus.deliveredUnverified'),
  rejected: message('orderStatus.cancelledUnverified'),
};
const HANDED_OVER_UNVERIFIED = message('orderStatus.handedOverUnverified');
