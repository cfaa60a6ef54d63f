/** Deliveries (3.2): ordered on a promise, cancelled with three outcomes, reported stepwise (6.2). */
import { ASSUMED } from '../assumptions.ts';
import type { Clock } from '../clock.ts';
import { newId } from '../ids.ts';
import { type Fields, isFields, Refusal } from '../wire/exchange.ts';
import { deliveryError, type Merchant } from './merchants.ts';
import { asWebMercator, between, type Coordinates } from './places.ts';
import type { DeliveryWebhooks } from './webhooks.ts';

export interface Delivery {
  reference: string;
  trackingId: string;
  merchantId: string;
  venueId: string | null;
  state: 'received' | 'pickup-started' | 'picked-up' | 'dropoff-started' | 'delivered' | 'rejected' | 'no-show';
  from: Coordinates;
  to: Coordinates;
  pickupAt: number;
  dropoffAt: number;
  price: { amount: number; currency: string };
  pinCode: string | null;
  request: Fields;
}

export const STEPS = [
  'pickup-started',
  'pickup-arrival',
  'picked-up',
  'dropoff-started',
  'on-the-way',
  'dropoff-arrival',
  'delivered',
] as const;
export type Step = (typeof STEPS)[number];

export interface Deliveries {
  order(merchant: Merchant, wish: Pick<Delivery, 'venueId' | 'from' | 'to' | 'pickupAt' | 'dropoffAt' | 'price' | 'request'>): Delivery;
  get(reference: string): Delivery | undefined;
  all(): Delivery[];
  cancel(merchant: Merchant, delivery: Delivery): void;
  step(delivery: Delivery, step: Step): void;
  noShow(delivery: Delivery): void;
  /** The operator's support rejects it (6.2, `purchase_rejected_reason`). */
  reject(delivery: Delivery, reason: string): void;
  delay(delivery: Delivery, minutes: number): void;
}

export function createDeliveries(options: {
  clock: Clock;
  webhooks: DeliveryWebhooks;
  merchantOf: (id: string) => Merchant | undefined;
}): Deliveries {
  const { clock, webhooks } = options;
  const deliveries = new Map<string, Delivery>();
  const iso = (at: number) => new Date(at).toISOString();

  function tell(delivery: Delivery, type: string, more: Fields = {}): void {
    const { request } = delivery;
    webhooks.send(delivery.merchantId, type, {
      venue_id: delivery.venueId ?? '',
      service_order_reference_id: delivery.reference,
      tracking_reference: delivery.trackingId,
      merchant_order_reference_id: request.merchant_order_reference_id ?? null,
      order_number: request.order_number ?? null,
      price: delivery.price,
      pickup: { eta: iso(delivery.pickupAt) },
      dropoff: {
        eta: { min: iso(delivery.dropoffAt - 120_000), max: iso(delivery.dropoffAt + 180_000) },
        completed_at: delivery.state === 'delivered' ? clock.iso() : null,
      },
      courier: delivery.state === 'received' ? null : { id: 'courier-1', vehicle_type: 'bicycle' },
      parcels: Array.isArray(request.parcels)
        ? request.parcels.filter(isFields).map(({ description = null, identifier = null }) => ({ description, identifier }))
        : [],
      ...more,
    });
  }

  function reportPlace(delivery: Delivery, share: number): void {
    webhooks.send(delivery.merchantId, 'order.location_updated', {
      service_order_reference_id: delivery.reference,
      merchant_order_reference_id: delivery.request.merchant_order_reference_id ?? null,
      order_number: delivery.request.order_number ?? null,
      tracking_id: delivery.trackingId,
      courier_location: asWebMercator(between(delivery.from, delivery.to, share)),
    });
  }

  function step(delivery: Delivery, next: Step): void {
    if (['rejected', 'delivered', 'no-show'].includes(delivery.state)) return;
    switch (next) {
      case 'pickup-started':
        delivery.state = 'pickup-started';
        return tell(delivery, 'order.pickup_started');
      case 'pickup-arrival':
        return tell(delivery, 'order.pickup_arrival');
      case 'picked-up':
        delivery.state = 'picked-up';
        tell(delivery, 'order.picked_up');
        return reportPlace(delivery, 0);
      case 'dropoff-started':
        delivery.state = 'dropoff-started';
        tell(delivery, 'order.dropoff_started');
        return reportPlace(delivery, 0.25);
      case 'on-the-way':
        return reportPlace(delivery, 0.6);
      case 'dropoff-arrival':
        reportPlace(delivery, 0.98);
        return tell(delivery, 'order.dropoff_arrival');
      case 'delivered':
        delivery.state = 'delivered';
        // Webhooks of one action have no fixed order (6.2).
        for (const type of Math.random() < 0.5
          ? ['order.dropoff_completed', 'order.delivered']
          : ['order.delivered', 'order.dropoff_completed'])
          tell(delivery, type);
    }
  }

  /** Takes a courier's steps automatically; without `courierStepSeconds`, the control API takes them. */
  function walk(delivery: Delivery, seconds: number, place = 0): void {
    const next = STEPS[place];
    if (!next) return;
    clock.at(clock.now() + seconds * 1_000, () => {
      step(delivery, next);
      walk(delivery, seconds, place + 1);
    });
  }

  return {
    step,
    get: (reference) => deliveries.get(reference),
    all: () => [...deliveries.values()],
    order(merchant, wish) {
      const handshake = isFields(wish.request.handshake_delivery) && wish.request.handshake_delivery.is_required === true;
      if (handshake && !merchant.handshakeEnabled)
        throw new Refusal(
          ASSUMED.statusOfImpossibleDelivery,
          deliveryError('HANDSHAKE_NOT_ENABLED', 'Handshake delivery is not offered here.'),
        );
      const delivery: Delivery = {
        ...wish,
        reference: newId(),
        trackingId: newId().slice(0, 12),
        merchantId: merchant.id,
        state: 'received',
        pinCode: handshake ? String(1_000 + Math.floor(Math.random() * 9_000)) : null,
      };
      deliveries.set(delivery.reference, delivery);
      tell(delivery, 'order.received');
      if (delivery.pinCode !== null)
        webhooks.send(merchant.id, 'order.handshake_delivery', {
          service_order_reference_id: delivery.reference,
          merchant_order_reference_id: wish.request.merchant_order_reference_id ?? null,
          order_number: wish.request.order_number ?? null,
          pin_code: delivery.pinCode,
        });
      if (merchant.courierStepSeconds !== null) walk(delivery, merchant.courierStepSeconds);
      return delivery;
    },
    cancel(merchant, delivery) {
      const started = delivery.state === 'pickup-started';
      const open = delivery.state === 'received';
      if (!open && !(started && merchant.lateCancellation))
        throw new Refusal(
          400,
          deliveryError('INVALID_ORDER_STATE_TRANSITION', 'The courier has started; ask the support to cancel.', { state: delivery.state }),
        );
      delivery.state = 'rejected';
      tell(delivery, 'order.rejected', { purchase_rejected_reason: null });
    },
    reject(delivery, reason) {
      delivery.state = 'rejected';
      tell(delivery, 'order.rejected', { purchase_rejected_reason: reason });
    },
    noShow(delivery) {
      delivery.state = 'no-show';
      tell(delivery, 'order.customer_no_show');
    },
    delay(delivery, minutes) {
      delivery.pickupAt += minutes * 60_000;
      delivery.dropoffAt += minutes * 60_000;
      tell(delivery, 'order.pickup_eta_updated');
      tell(delivery, 'order.dropoff_eta_updated');
    },
  };
}
