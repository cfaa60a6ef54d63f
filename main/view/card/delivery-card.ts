import type { DeliveryView } from '../../../contract/contract.ts';
import { type Message, message } from '../../../contract/message.ts';
import { metresBetween, type PriceUnit, priceOf } from '../../orders/couriers/delivery.ts';
import { type DeliveryState, hasDeliveryEnded, isFetched, isUnderWay, mayCancel } from '../../orders/couriers/delivery-progress.ts';
import type { CurrencyDigits } from '../../orders/money/money.ts';
import type { Money } from '../../orders/order.ts';
import type { SlipDelivery } from '../../printing/documents/delivery-ticket.ts';
import type { DeliveryRequest } from '../../service/deliveries/delivery-bodies.ts';
import type { DeliveryRow } from '../../store/rows/delivery-rows.ts';
import { money } from './fit-card.ts';

const TEXT: Record<DeliveryState, Message> = {
  ordering: message('courier.sending'),
  uncertain: message('courier.mayHaveBeenOrdered'),
  refused: message('courier.notOrdered'),
  ordered: message('courier.finding'),
  'pickup-started': message('courier.onTheWay'),
  'at-pickup': message('courier.here'),
  'picked-up': message('courier.pickedUp'),
  'dropoff-started': message('courier.onWayToCustomer'),
  'at-dropoff': message('courier.atCustomer'),
  'no-show': message('courier.notDelivered'),
  delivered: message('courier.delivered'),
  cancelled: message('order.cancelledSentence'),
  rejected: message('courier.cancelledByService'),
  checking: message('courier.checkingCancel'),
};

export function nameOf({ id, request }: Pick<DeliveryRow, 'id' | 'request'>): string {
  const { orderNumber, recipient } = request as Partial<DeliveryRequest>;
  return orderNumber ?? recipient?.name ?? id.slice(0, 8);
}

/** The service's latest price. */
export function costOf({ promise, progress }: Pick<DeliveryRow, 'promise' | 'progress'>): Money | null {
  return progress.price ?? promise.price;
}

/** The delivery ticket's content; null once the recipient was erased. */
export function slipOf(row: DeliveryRow, unit: PriceUnit): SlipDelivery | null {
  const { promise, progress, trackingUrl } = row;
  const { recipient, parcels = [], cash, ...asked } = row.request as Partial<DeliveryRequest>;
  if (!recipient) return null;
  return {
    number: asked.orderNumber ?? null,
    recipient: { name: recipient.name, phone: recipient.phone_number },
    address: promise.formattedAddress,
    comment: asked.dropoffComment ?? null,
    isNoContact: asked.isNoContact ?? false,
    pickupEta: progress.pickupEta,
    parcels: parcels.map(({ count, description }) => ({ count, description })),
    cash: cash ? priceOf({ amount: cash.collect, currency: promise.price?.currency ?? 'EUR' }, unit) : null,
    trackingUrl,
  };
}

/** How long the desk shows a delivery, counted from the last of its times, updates and creation. */
export const ON_DESK_MS = 12 * 3_600_000;

/** `now`: epoch ms. Includes all upcoming deliveries. */
export function isOnDesk({ createdAt, promise, progress }: DeliveryRow, now: number): boolean {
  const times = [promise.scheduledTime, progress.pickupEta, progress.dropoffEta.max, progress.newsAt].map((at) => Date.parse(at ?? ''));
  return Math.max(createdAt, ...times.filter(Number.isFinite)) > now - ON_DESK_MS;
}

export function deliveryView(row: DeliveryRow, currencyDigits: CurrencyDigits): DeliveryView {
  const { progress, promise } = row;
  const { recipient = null, orderNumber = null } = row.request as Partial<DeliveryRequest>;
  return {
    id: row.id,
    orderNumber,
    recipient: recipient?.name ?? null,
    address: recipient ? promise.formattedAddress : null,
    state: progress.state,
    text: TEXT[progress.state],
    trouble: row.error === null ? null : { text: row.error },
    price: money(costOf(row), currencyDigits),
    pickupEta: progress.pickupEta,
    pickupEtaBefore: progress.pickupEtaBefore,
    dropoffEta: progress.dropoffEta,
    trackingUrl: row.trackingUrl,
    pinCode: progress.pinCode,
    scheduledTime: promise.scheduledTime,
    completedAt: progress.completedAt,
    reason: progress.rejectedReason,
    newsAt: progress.newsAt,
    isFetched: isFetched(progress.state),
    from: promise.pickup ?? null,
    dropoff: promise.dropoff,
    courierAt: progress.place,
    metresLeft: progress.place && promise.dropoff && isUnderWay(progress.state) ? metresBetween(progress.place, promise.dropoff) : null,
    mayCancel: row.reference !== null && mayCancel(progress.state),
    mayClose: progress.state === 'uncertain',
    over: hasDeliveryEnded(progress.state),
    createdAt: new Date(row.createdAt).toISOString(),
  };
}
