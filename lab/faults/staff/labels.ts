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
  'timeline.confirmed',
  'orderStatus.confirmedUnverified',
  'orderStatus.preparing',
  'orderStatus.preparingUnverified',
  'orderStatus.ready',
  'orderStatus.readyForCourier',
  'orderStatus.readyForCustomer',
  'orderStatus.readyToDeliver',
  'orderStatus.readyToServe',
  'orderStatus.readyUnverified',
  'orderStatus.delivered',
  'orderStatus.deliveredUnverified',
  'orderStatus.handedOver',
  'orderStatus.handedOverUnverified',
  ...REJECTED,
  ...CANCELLED,
];

export const isOneOf = (label: Text, codes: readonly MessageCode[]): boolean => isMessage(label) && codes.includes(label.code);
