/** The refusal for an order that was never read. */
import { message, type Text } from '../../contract/message.ts';
import type { Store } from '../store/store.ts';

export interface Refusal {
  code: string;
  text: Text;
  hint?: Text;
}

/** A notified order will be read; others are unknown. */
export function unknownOrder(store: Store, orderId: string): Refusal {
  return store.claims.get(orderId)
    ? { code: 'unread', text: message('order.detailsNotReadYet'), hint: message('order.appearsAutomatically') }
    : { code: 'unknown-order', text: message('order.thisUnknown') };
}
