/** Rows of the store. */
import type { Store } from '../../../main/store/store.ts';

/** Must run in a transaction. */
export function notified(store: Store, orderId: string): void {
  const notification = { id: `n-${orderId}`, type: 'order.notification', orderId, venueId: 'v', status: 'CREATED', createdAt: null };
  store.inbox.add({ ...notification, body: '{}' });
}
