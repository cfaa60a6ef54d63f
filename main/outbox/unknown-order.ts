/** Why nothing can be done with an order that was never read. */
import { message, type Text } from '../../contract/message.ts';
import type { Store } from '../store/store.ts';

/** Why a command was not taken, in words for staff. */
export interface Refusal {
  code: string;
  text: Text;
  hint?: Text;
}

/** One that a notification told of is known, and is read on; of any other no one here has heard. */
export function unknownOrder(store: Store, orderId: string): Refusal {
  return store.claims.get(orderId)
    ? { code: 'unread', text: message('order.detailsNotReadYet'), hint: message('order.appearsAutomatically') }
    : { code: 'unknown-order', text: message('order.thisUnknown') };
}
