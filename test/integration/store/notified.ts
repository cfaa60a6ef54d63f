/** A notification of a new order, as the inbox has it. */
import type { Store } from '../../../main/store/store.ts';

/** Call it in a transaction. */
export function notified(store: Store, orderId: string): void {
  const notification = { id: `n-${orderId}`, type: 'order.notification', orderId, venueId: 'v', status: 'CREATED', createdAt: null };
  store.inbox.add({ ...notification, body: '{}' });
}
