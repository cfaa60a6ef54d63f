/** A courier ordered at the desk: a bag for a recipient, without extras. */
import type { CallInput } from '../../../contract/contract.ts';

export function courierOrder(requestId: string, venueId: string, offerId: string): CallInput<'courier.order'> {
  return {
    requestId,
    venueId,
    offerId,
    recipient: { name: 'Somebody', phone: '+358401234567', email: null },
    comment: null,
    pickupComment: null,
    orderNumber: null,
    isNoContact: false,
    parcels: [{ count: 1, description: 'A bag', grams: null, widthCm: null, heightCm: null, depthCm: null, value: null, alcohol: false }],
    tip: null,
    cash: null,
    handshake: false,
    handshakeSms: false,
    trackingSms: false,
  };
}
