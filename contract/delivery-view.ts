/** What the courier desk shows and sends. Times are ISO UTC, places are degrees, money is in minor units. */

import * as v from 'valibot';
import { list } from './bounded-list.ts';
import { TextSchema } from './message.ts';
import { MoneyView } from './money-view.ts';

export const Degrees = v.object({
  lat: v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
  lon: v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
});
const Text = (most: number) => v.pipe(v.string(), v.trim(), v.maxLength(most, `Use at most ${most} characters.`));
const Optional = (most: number) => v.nullable(Text(most));

export const DeliveryAddress = v.object({ street: Optional(200), city: Optional(100), postCode: Optional(20), place: v.nullable(Degrees) });
export type DeliveryAddress = v.InferOutput<typeof DeliveryAddress>;

/** Of one delivery. */
export const MOST_PARCELS = 50;

/** Above nothing; null where nobody measured. */
const Measure = v.nullable(v.pipe(v.number(), v.minValue(1), v.maxValue(10_000_000)));
const Minor = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

/** What is asked about before it is named: a price needs the measures, a courier the words. */
export const Parcel = v.object({
  count: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(50)),
  description: Text(100),
  grams: Measure,
  widthCm: Measure,
  heightCm: Measure,
  depthCm: Measure,
  /** Minor units of the offer's currency, for each piece. */
  value: v.nullable(Minor),
  alcohol: v.boolean(),
});
export type Parcel = v.InferOutput<typeof Parcel>;

/** What a promise says before anybody is ordered. `id` names it in the order. */
export const OfferView = v.object({
  id: v.string(),
  isBinding: v.boolean(),
  validUntil: v.nullable(v.string()),
  price: v.nullable(MoneyView),
  /** Digits after the decimal point in its currency; null where that is not known. */
  minorDigits: v.nullable(v.number()),
  pickupMinutes: v.nullable(v.number()),
  dropoffMinutes: v.nullable(v.number()),
  scheduledTime: v.nullable(v.string()),
  address: v.nullable(v.string()),
  place: v.nullable(Degrees),
  /** Where the courier fetches it. */
  from: v.nullable(Degrees),
  /** Whether the address lies in an area that couriers reach; null where areas or the place are not known. */
  isServed: v.nullable(v.boolean()),
  /** Without a venue of the service nothing is promised: price and times are an estimate. */
  isEstimate: v.boolean(),
});
export type OfferView = v.InferOutput<typeof OfferView>;

export const CourierOrder = v.object({
  /** New for each decision of a person, so that a double touch orders one courier. */
  requestId: v.pipe(v.string(), v.regex(/^[a-z0-9-]{8,60}$/)),
  venueId: v.pipe(v.string(), v.maxLength(100)),
  offerId: v.pipe(v.string(), v.maxLength(200)),
  recipient: v.object({
    name: v.pipe(Text(100), v.minLength(1, 'Write the name of who gets it.')),
    phone: v.pipe(Text(40), v.minLength(4, 'Write a phone number for the courier.')),
    email: Optional(200),
  }),
  comment: Optional(300),
  /** What the courier must know to fetch it here. */
  pickupComment: Optional(300),
  orderNumber: Optional(12),
  isNoContact: v.boolean(),
  parcels: v.pipe(
    list(v.object({ ...Parcel.entries, description: v.pipe(Text(100), v.minLength(1, 'Write what is in the parcel.')) }), MOST_PARCELS),
    v.minLength(1, 'Add at least one parcel.'),
  ),
  /** Minor units of the offer's currency. */
  tip: v.nullable(Minor),
  /** `paysWith`: what the customer will hand over, so that the courier brings change; null where nobody asked. */
  cash: v.nullable(v.object({ collect: Minor, paysWith: v.nullable(Minor) })),
  handshake: v.boolean(),
  /** The service sends the PIN to the customer. */
  handshakeSms: v.boolean(),
  /** Without a venue of the service: it sends the customer a link to follow the courier by. */
  trackingSms: v.boolean(),
});
export type CourierOrder = v.InferOutput<typeof CourierOrder>;

export const DeliveryView = v.object({
  id: v.string(),
  orderNumber: v.nullable(v.string()),
  recipient: v.nullable(v.string()),
  address: v.nullable(v.string()),
  state: v.string(),
  /** The state in words for staff. */
  says: TextSchema,
  trouble: v.nullable(v.object({ says: TextSchema })),
  price: v.nullable(MoneyView),
  pickupEta: v.nullable(v.string()),
  /** What the courier's time was before the service moved it; null while it never did. */
  pickupEtaBefore: v.nullable(v.string()),
  dropoffEta: v.object({ min: v.nullable(v.string()), max: v.nullable(v.string()) }),
  trackingUrl: v.nullable(v.string()),
  pinCode: v.nullable(v.string()),
  /** When it was asked for; null for as soon as possible. */
  scheduledTime: v.nullable(v.string()),
  completedAt: v.nullable(v.string()),
  /** Why the service took it back, in its own words. */
  reason: v.nullable(v.string()),
  /** When the service last told anything; null before. */
  newsAt: v.nullable(v.string()),
  /** Whether the parcel has left, or never will. */
  isFetched: v.boolean(),
  from: v.nullable(Degrees),
  dropoff: v.nullable(Degrees),
  courierAt: v.nullable(Degrees),
  /** From the courier to the customer, while the parcel is on its way; null where one of both is not known. */
  metresLeft: v.nullable(v.number()),
  mayCancel: v.boolean(),
  /** Nobody knows whether it was ordered: staff may close it when they found out that it was not. */
  mayClose: v.boolean(),
  over: v.boolean(),
  createdAt: v.string(),
});
export type DeliveryView = v.InferOutput<typeof DeliveryView>;

/** An address to which the service tells the steps of couriers (4.4). Its secret is never shown. */
export const DeliveryWebhookView = v.object({
  id: v.string(),
  url: v.nullable(v.string()),
  disabled: v.boolean(),
  events: v.array(v.string()),
  /** Whether this counter's own receiver stands behind it, as far as its address tells. */
  isHere: v.boolean(),
});
export type DeliveryWebhookView = v.InferOutput<typeof DeliveryWebhookView>;

/** Section 6.2. Others may be added by the service, and stay as they are. */
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
