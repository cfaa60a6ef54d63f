/** Rows of the store. */
import type { ShipmentPromise } from '../../../main/orders/couriers/delivery.ts';
import type { Store } from '../../../main/store/store.ts';

/** Must run in a transaction. */
export function notified(store: Store, orderId: string): void {
  const notification = { id: `n-${orderId}`, type: 'order.notification', orderId, venueId: 'v', status: 'CREATED', createdAt: null };
  store.inbox.add({ ...notification, body: '{}' });
}

export const PROMISE: ShipmentPromise = {
  id: 'p',
  isBinding: true,
  validUntil: null,
  price: null,
  pickupMinutes: null,
  dropoffMinutes: null,
  scheduledTime: null,
  pickup: null,
  dropoff: null,
  formattedAddress: null,
};
