/** Times are ISO UTC, places are degrees, money is in minor units. */
import * as v from 'valibot';
import { list } from '../../shared/json/bounded-list.ts';
import type { MoneyView } from '../message.ts';
import { mistake } from '../mistake.ts';
import { MapSettings } from '../settings/map-settings.ts';
import { DeliveryPickup, DeliverySms, DeliverySupport } from '../settings/settings.ts';
import type { DeliveryView, DeliveryWebhookView, OfferView, Streets } from '../views/delivery.ts';
import { Amount, type Calls, type Done, Id, None, output, Pasted, topic } from './call.ts';
import type { Printed } from './papers.ts';

const Degrees = v.object({
  lat: v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
  lon: v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
});

const Text = (most: number) => v.pipe(v.string(), v.trim(), v.maxLength(most));

const Optional = (most: number) => v.nullable(Text(most));

export const DeliveryAddress = v.object({ street: Optional(200), city: Optional(100), postCode: Optional(20), place: v.nullable(Degrees) });

export type DeliveryAddress = v.InferOutput<typeof DeliveryAddress>;

const MOST_PARCELS = 50;

const Measure = v.nullable(v.pipe(v.number(), v.minValue(1), v.maxValue(10_000_000)));

const Minor = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

/** `description` may be empty: an offer needs only the measures. */
export const Parcel = v.object({
  count: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(50)),
  description: Text(100),
  grams: Measure,
  widthCm: Measure,
  heightCm: Measure,
  depthCm: Measure,
  /** Minor units of the offer's currency, per piece. */
  value: v.nullable(Minor),
  alcohol: v.boolean(),
});

export type Parcel = v.InferOutput<typeof Parcel>;

export const CourierOrder = v.object({
  /** New for each decision of staff, so a double tap orders one courier. */
  requestId: v.pipe(v.string(), v.regex(/^[a-z0-9-]{8,60}$/)),
  venueId: v.pipe(v.string(), v.maxLength(100)),
  offerId: v.pipe(v.string(), v.maxLength(200)),
  recipient: v.object({
    name: v.pipe(Text(100), v.minLength(1, mistake('field.enterRecipient'))),
    phone: v.pipe(Text(40), v.minLength(4, mistake('field.enterPhone'))),
    email: Optional(200),
  }),
  comment: Optional(300),
  pickupComment: Optional(300),
  orderNumber: Optional(12),
  isNoContact: v.boolean(),
  parcels: v.pipe(
    list(v.object({ ...Parcel.entries, description: v.pipe(Text(100), v.minLength(1, mistake('field.enterContents'))) }), MOST_PARCELS),
    v.minLength(1, mistake('courier.addParcel')),
  ),
  tip: v.nullable(Minor),
  /**
   * Cash that the courier collects. `paysWith`: the banknote the customer pays with, so that the courier brings change; null if not asked.
   */
  cash: v.nullable(v.object({ collect: Minor, paysWith: v.nullable(Minor) })),
  handshake: v.boolean(),
  /** The service sends the PIN to the customer. */
  handshakeSms: v.boolean(),
  /** Whether the service texts the customer a tracking link; only without a venue of the service. */
  trackingSms: v.boolean(),
});

export type CourierOrder = v.InferOutput<typeof CourierOrder>;

/** Section 6.2. Unknown events added by the service are kept. */
export const DELIVERY_EVENTS = [
  'order.received',
  'order.rejected',
  'order.pickup_eta_updated',
  'order.pickup_started',
  'order.pickup_arrival',
  'order.picked_up',
  'order.dropoff_started',
  'order.dropoff_arrival',
  'order.dropoff_eta_updated',
  'order.dropoff_completed',
  'order.delivered',
  'order.customer_no_show',
  'order.handshake_delivery',
  'order.location_updated',
] as const;

export const couriersCalls = {
  /** Asks for price and times; orders nothing. */
  'courier.offer': {
    who: 'counter',
    role: null,
    input: v.object({
      /** Empty if no venue is connected: couriers go to the pickup place in settings. */
      venueId: v.pipe(v.string(), v.maxLength(100)),
      address: DeliveryAddress,
      scheduledTime: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
      minPreparationMinutes: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(60))),
      parcels: list(Parcel, MOST_PARCELS),
    }),
    output: output<OfferView>(),
  },
  /** Venues that deliver to this place, in the service's sequence. */
  'courier.venues': {
    who: 'counter',
    role: null,
    input: v.object({
      place: Degrees,
      address: v.pipe(v.string(), v.maxLength(500)),
      scheduledTime: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
    }),
    output: output<{
      venues: {
        venueId: string;
        name: string;
        fee: MoneyView | null;
        pickupMinutes: number | null;
        totalMinutes: number | null;
      }[];
    }>(),
  },
  'courier.order': { who: 'counter', role: 'staff', noted: true, input: CourierOrder, output: output<Done>() },
  'courier.cancel': {
    who: 'counter',
    role: 'shift-lead',
    noted: true,
    input: v.object({ id: Id, reason: v.pipe(v.string(), v.trim(), v.minLength(1, mistake('field.enterWhy')), v.maxLength(300)) }),
    output: output<Done>(),
  },
  /** The details of an earlier delivery, to order it again. */
  'courier.request': {
    who: 'counter',
    role: null,
    input: v.object({ id: Id }),
    output: output<
      Pick<CourierOrder, 'venueId' | 'recipient' | 'comment' | 'pickupComment' | 'orderNumber' | 'isNoContact' | 'tip' | 'handshake'> & {
        address: DeliveryAddress;
        parcels: Parcel[];
        minorDigits: number | null;
      }
    >(),
  },
  /** Closes a delivery whose order got no answer, once staff found that it was never ordered. An update from the service reopens it. */
  'courier.close': { who: 'counter', role: 'staff', noted: true, input: v.object({ id: Id }), output: output<Done>() },
  /** Prints the delivery ticket on the printer for courier tickets, else the first. */
  'courier.slip': { who: 'counter', role: 'staff', input: v.object({ id: Id }), output: output<Printed>() },
  'courier.areas': {
    who: 'counter',
    role: null,
    input: None,
    output: output<{
      areas: {
        name: string;
        ring: {
          lat: number;
          lon: number;
        }[];
      }[];
      radiusMetres: number | null;
    }>(),
  },
  /** The map's tile source; null for none. Includes the key, as the page itself requests the tiles. */
  'courier.streets': { who: 'counter', role: null, input: None, output: output<{ streets: Streets | null }>() },
  /** An address may be as shown (key hidden) or new; null turns tiles off. */
  'settings.saveMap': { who: 'manager', cost: 10, noted: true, input: v.object({ map: MapSettings }), output: output<Done>() },
  /** Pickup place for couriers ordered without a venue of the service; null for none. */
  'settings.saveDeliveryPickup': {
    who: 'manager',
    cost: 10,
    noted: true,
    input: v.object({ pickup: v.nullable(DeliveryPickup) }),
    output: output<Done>(),
  },
  /**
   * Customer support contact, text messages (null: the service's), whether delivery tickets print automatically, and agreements with the
   * operator.
   */
  'settings.saveCouriers': {
    who: 'manager',
    cost: 10,
    noted: true,
    input: v.object({
      support: v.nullable(DeliverySupport),
      sms: v.nullable(DeliverySms),
      slip: v.boolean(),
      priceUnit: v.picklist(['minor', 'major']),
      radiusMetres: v.nullable(v.pipe(Amount, v.minValue(100))),
    }),
    output: output<Done>(),
  },
  /** Webhooks for courier updates (section 4.4, webhook management). */
  'webhooks.list': {
    who: 'manager',
    input: None,
    output: output<{
      webhooks: DeliveryWebhookView[];
    }>(),
  },
  /** Creates a secret and saves it in the vault before the service gets it; it's never shown. */
  'webhooks.create': {
    who: 'manager',
    noted: true,
    input: v.object({ url: v.pipe(Pasted, v.trim(), v.url(mistake('field.enterWebhookAddress'))) }),
    output: output<Done>(),
  },
  /** Omitted fields stay unchanged. */
  'webhooks.change': {
    who: 'manager',
    noted: true,
    input: v.object({
      id: Id,
      disabled: v.optional(v.boolean()),
      events: v.optional(v.pipe(list(Id, 100), v.minLength(1, mistake('deliveryWebhook.chooseEvent')))),
      newSecret: v.optional(v.boolean()),
    }),
    output: output<Done>(),
  },
  'webhooks.delete': { who: 'manager', noted: true, input: v.object({ id: Id }), output: output<Done>() },
  /** Merchant of the delivery API. Secrets are write-only; null keeps the saved one. */
  'settings.saveMerchant': {
    who: 'manager',
    cost: 10,
    noted: true,
    input: v.object({
      merchantId: v.nullable(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500))),
      key: v.nullable(v.pipe(Pasted, v.minLength(1))),
      webhookSecret: v.nullable(v.pipe(Pasted, v.minLength(16, mistake('field.webhookSecretTooShort')))),
    }),
    output: output<Done>(),
  },
} as const satisfies Calls;

export const couriersTopics = { deliveries: topic<DeliveryView>() };
