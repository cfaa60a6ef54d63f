/** What a delivery looks like: its card at the courier desk, and the paper for its bag. */
import type { DeliveryView } from '../../preload/contract.ts';
import { type PriceUnit, priceOf } from '../orders/delivery.ts';
import { type DeliveryState, isOver, mayCancel } from '../orders/delivery-progress.ts';
import { formatMoney } from '../orders/money.ts';
import type { SlipDelivery } from '../printing/delivery-slip.ts';
import type { DeliveryWish } from '../service/delivery-api.ts';
import type { DeliveryRow } from '../store/delivery-rows.ts';

const SAYS: Record<DeliveryState, string> = {
  ordering: 'Is being sent to the service.',
  uncertain: 'May have been ordered.',
  refused: 'Nobody was ordered.',
  ordered: 'Ordered; a courier is being found.',
  'pickup-started': 'The courier is on the way here.',
  'at-pickup': 'The courier is here.',
  'picked-up': 'The courier has it.',
  'dropoff-started': 'On the way to the customer.',
  'at-dropoff': 'The courier is at the customer.',
  'no-show': 'The customer could not be reached; it was not delivered.',
  delivered: 'Delivered to the customer.',
  cancelled: 'Cancelled.',
};

/** For the paper of its bag. Null once who gets it was erased. */
export function slipOf({ wish, promise, progress, trackingUrl }: DeliveryRow, unit: PriceUnit): SlipDelivery | null {
  const { recipient, parcels = [], cash, ...asked } = wish as Partial<DeliveryWish>;
  if (!recipient) return null;
  const currency = promise.price?.currency ?? 'EUR';
  return {
    number: asked.orderNumber ?? null,
    recipient: { name: recipient.name, phone: recipient.phone_number },
    address: promise.formattedAddress,
    comment: asked.dropoffComment ?? null,
    isNoContact: asked.isNoContact ?? false,
    pickupEta: progress.pickupEta,
    parcels: parcels.map(({ count, description }) => ({ count, description })),
    cash: cash ? priceOf({ amount: cash.amount_to_collect, currency }, unit) : null,
    trackingUrl,
  };
}

export function deliveryView(row: DeliveryRow): DeliveryView {
  const { progress, promise } = row;
  const { recipient = null, orderNumber = null } = row.wish as Partial<DeliveryWish>;
  const text = promise.price && formatMoney(promise.price);
  return {
    id: row.id,
    orderNumber,
    recipient: recipient?.name ?? null,
    address: recipient ? promise.formattedAddress : null,
    state: progress.state,
    says: SAYS[progress.state],
    trouble: row.error === null ? null : { says: row.error },
    price: promise.price && text ? { ...promise.price, text } : null,
    pickupEta: progress.pickupEta,
    pickupEtaBefore: progress.pickupEtaBefore ?? null,
    dropoffEta: progress.dropoffEta,
    trackingUrl: row.trackingUrl,
    pinCode: progress.pinCode,
    dropoff: promise.dropoff,
    courierAt: progress.place,
    mayCancel: row.reference !== null && mayCancel(progress.state),
    over: isOver(progress.state),
    createdAt: new Date(row.createdAt).toISOString(),
  };
}
