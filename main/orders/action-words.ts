import { type Message, message } from '../../contract/message.ts';
import type { StaffAction } from './commands.ts';
import { isCollected, type Order } from './order.ts';

export interface ActionWords {
  button: Message;
  sending: Message;
  name: Message;
  inline: Message;
  past: Message;
  noEffect: Message;
  asked: Message;
  taken: Message;
}

const DELIVERED: ActionWords = {
  button: message('actions.markDelivered'),
  sending: message('actions.sending.delivered'),
  name: message('orderStatus.delivered'),
  inline: message('diagnostics.delivered'),
  past: message('command.markedDelivered'),
  noEffect: message('orderStatus.deliveredNotUpdated'),
  asked: message('timeline.staffMarkedDelivered'),
  taken: message('timeline.serviceKnowsDelivered'),
};

const HANDED_OVER: ActionWords = {
  ...DELIVERED,
  button: message('actions.handOver'),
  sending: message('actions.sending.handOver'),
  name: message('actions.handOver'),
  noEffect: message('orderStatus.handedOverNotUpdated'),
  asked: message('timeline.staffHandedOver'),
  taken: message('timeline.serviceKnowsHandedOver'),
};

const WORDS: Record<StaffAction, ActionWords> = {
  accept: {
    button: message('actions.accept'),
    sending: message('actions.sending.accept'),
    name: message('actions.accept'),
    inline: message('actions.acceptInline'),
    past: message('timeline.acceptedInline'),
    noEffect: message('orderStatus.acceptedNotUpdated'),
    asked: message('timeline.staffAccepted'),
    taken: message('timeline.acceptReceived'),
  },
  reject: {
    button: message('actions.reject'),
    sending: message('actions.sending.reject'),
    name: message('actions.reject'),
    inline: message('actions.rejectInline'),
    past: message('command.rejectedInline'),
    noEffect: message('orderStatus.rejectedNotUpdated'),
    asked: message('timeline.staffRejected'),
    taken: message('timeline.rejectionReceived'),
  },
  confirm: {
    button: message('actions.confirm'),
    sending: message('actions.sending.confirm'),
    name: message('actions.confirm'),
    inline: message('actions.confirmInline'),
    past: message('command.confirmedInline'),
    noEffect: message('orderStatus.confirmedNotUpdated'),
    asked: message('timeline.staffConfirmed'),
    taken: message('timeline.confirmationReceived'),
  },
  ready: {
    button: message('actions.markReady'),
    sending: message('actions.sending.ready'),
    name: message('orderStatus.ready'),
    inline: message('diagnostics.ready'),
    past: message('command.markedReady'),
    noEffect: message('orderStatus.readyNotUpdated'),
    asked: message('timeline.staffMarkedReady'),
    taken: message('timeline.serviceKnowsReady'),
  },
  delivered: DELIVERED,
};

/** Texts of "sent to POS", reported automatically once the till has the order. */
export const SENT_TO_POS = {
  name: message('command.reportingToTill'),
  inline: message('orderStatus.sentToPos'),
  taken: message('timeline.serviceKnowsTill'),
};

/** `order` decides between "delivered" and "hand over"; default "delivered". */
export function actionWords(action: StaffAction, order?: Pick<Order, 'delivery'>): ActionWords {
  return action === 'delivered' && order && isCollected(order) ? HANDED_OVER : WORDS[action];
}

/** Whether a saved action is known; later versions may save others. */
export const isStaffAction = (name: string): name is StaffAction => Object.hasOwn(WORDS, name);
