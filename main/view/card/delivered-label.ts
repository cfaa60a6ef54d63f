/** The label of an order's last step: a pickup is handed over, not delivered. */
import { message } from '../../../contract/message.ts';
import { isCollected, type Order } from '../../orders/order.ts';

const DELIVERED = {
  button: message('actions.markDelivered'),
  doing: message('actions.sending.delivered'),
  done: message('orderStatus.delivered'),
  accordingToNotification: message('orderStatus.deliveredUnverified'),
  withoutEffect: message('orderStatus.deliveredNotUpdated'),
};
const HANDED_OVER: typeof DELIVERED = {
  button: message('actions.handOver'),
  doing: message('actions.sending.handOver'),
  done: message('orderStatus.handedOver'),
  accordingToNotification: message('orderStatus.handedOverUnverified'),
  withoutEffect: message('orderStatus.handedOverNotUpdated'),
};

export const deliveredWords = (order: Order): typeof DELIVERED => (isCollected(order) ? HANDED_OVER : DELIVERED);
