/** What the last step of an order is called: nobody delivers what the customer collects. */
import { message } from '../../../contract/message.ts';
import { isCollected, type Order } from '../../orders/order.ts';

const DELIVERED = {
  button: message('mark-delivered'),
  doing: message('marking-delivered'),
  done: message('delivered'),
  accordingToNotification: message('delivered-according-to-notification'),
  withoutEffect: message('service-took-that-order-is-delivered'),
};
const HANDED_OVER: typeof DELIVERED = {
  button: message('hand-over'),
  doing: message('handing-over'),
  done: message('handed-over'),
  accordingToNotification: message('handed-over-according-to-notification'),
  withoutEffect: message('service-took-that-order-is-handed-over'),
};

export const deliveredWords = (order: Order): typeof DELIVERED => (isCollected(order) ? HANDED_OVER : DELIVERED);
