/** The words of each action of an order, in one table: on its button, while it is sent, in its troubles, and in the order's activity. */
import { type Message, message } from '../../contract/message.ts';
import type { StaffAction } from './commands.ts';
import { isCollected, type Order } from './order.ts';

export interface ActionWords {
  button: Message;
  sending: Message;
  /** As the subject of a sentence: "Accept didn't work". */
  name: Message;
  /** The same within a list. */
  inline: Message;
  /** "It can't be ... any more". */
  past: Message;
  /** The service took it, and the order doesn't show it. */
  noEffect: Message;
  /** Staff asked for it; the service took it. */
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

/** The same step of an order that the customer collects. */
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

/** What Tillbridge reports of its own accord once the till has the order. */
export const SENT_TO_POS = {
  name: message('command.reportingToTill'),
  inline: message('orderStatus.sentToPos'),
  taken: message('timeline.serviceKnowsTill'),
};

/** `order`: decides how the last step is called; without it, it is "delivered". */
export function actionWords(action: StaffAction, order?: Pick<Order, 'delivery'>): ActionWords {
  return action === 'delivered' && order && isCollected(order) ? HANDED_OVER : WORDS[action];
}

/** Whether these are words of an action of staff, as stored: a later version may know others. */
export const isStaffAction = (name: string): name is StaffAction => Object.hasOwn(WORDS, name);
