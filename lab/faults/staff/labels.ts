/** Status labels of cards: waiting, rejected, cancelled and decided ones. */
import { isMessage, type MessageCode, type Text } from '../../../contract/message.ts';

export const WAITING: readonly MessageCode[] = ['orderStatus.waitingForYou', 'orderStatus.confirmPreorder'];
export const REJECTED: readonly MessageCode[] = [
  'orderStatus.rejectedHere',
  'orderStatus.rejectedCheckingWho',
  'orderStatus.rejectedElsewhere',
];
export const CANCELLED: readonly MessageCode[] = ['orderStatus.cancelledElsewhere', 'orderStatus.cancelledUnverified'];
export const DECIDED: readonly MessageCode[] = [
  ...(['timeline.confirmed', 'orderStatus.confirmedUnverified'] as const),
  ...(['orderStatus.preparing', 'orderStatus.preparingUnverified'] as const),
  ...(['orderStatus.ready', 'orderStatus.readyForCourier', 'orderStatus.readyForCustomer'] as const),
  ...(['orderStatus.readyToDeliver', 'orderStatus.readyToServe', 'orderStatus.readyUnverified'] as const),
  ...(['orderStatus.delivered', 'orderStatus.deliveredUnverified'] as const),
  ...(['orderStatus.handedOver', 'orderStatus.handedOverUnverified'] as const),
  ...REJECTED,
  ...CANCELLED,
];

export const isOneOf = (label: Text, codes: readonly MessageCode[]): boolean => isMessage(label) && codes.includes(label.code);
