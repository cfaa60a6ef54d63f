/** A past delivery as input, to order the same again. */
import type { CallOutput, Settings } from '../../../contract/contract.ts';
import { type Address, type PriceUnit, priceOf, priceUnitBy } from '../../orders/couriers/delivery.ts';
import { digitsBy } from '../../orders/money/money.ts';
import type { DeliveryRequest, Parcel } from '../../service/deliveries/delivery-bodies.ts';
import type { DeliveryRow } from '../../store/rows/delivery-rows.ts';

/** Null once the recipient was erased. `service`: the unit in which money was sent. */
export function repeatRequest({ venueId, request }: DeliveryRow, service: Settings['service']): CallOutput<'courier.request'> | null {
  const unit = priceUnitBy(service);
  const { recipient, asked, parcels = [], ...given } = request as Partial<DeliveryRequest> & { asked?: Address };
  if (!recipient || !asked) return null;
  const currency = given.tip?.currency ?? parcels.find(({ price }) => price)?.price?.currency;
  return {
    venueId,
    address: asked,
    recipient: { name: recipient.name, phone: recipient.phone_number, email: recipient.email },
    comment: given.dropoffComment ?? null,
    pickupComment: given.pickupComment ?? null,
    orderNumber: given.orderNumber ?? null,
    isNoContact: given.isNoContact ?? false,
    parcels: parcels.map((parcel) => typed(parcel, unit)),
    tip: priceOf(given.tip, unit)?.amount ?? null,
    handshake: (given.handshake ?? null) !== null,
    minorDigits: currency === undefined ? null : digitsBy(service)(currency),
  };
}

function typed({ count, description, dimensions, price, tags }: Parcel, unit: PriceUnit) {
  return {
    count,
    description,
    grams: dimensions?.weight_gram ?? null,
    widthCm: dimensions?.width_cm ?? null,
    heightCm: dimensions?.height_cm ?? null,
    depthCm: dimensions?.depth_cm ?? null,
    value: priceOf(price, unit)?.amount ?? null,
    alcohol: tags.includes('alcohol'),
  };
}
