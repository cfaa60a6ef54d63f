/** The courier desk: offers, orders, and the addresses that steps are told to. Times are ISO UTC, places are degrees, money is in minor units. */
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

/** Of one delivery. */
const MOST_PARCELS = 50;

/** Above nothing; null where no one measured. */
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

export const CourierOrder = v.object({
  /** New for each decision of a person, so that a double touch orders one courier. */
  requestId: v.pipe(v.string(), v.regex(/^[a-z0-9-]{8,60}$/)),
  venueId: v.pipe(v.string(), v.maxLength(100)),
  offerId: v.pipe(v.string(), v.maxLength(200)),
  recipient: v.object({
    name: v.pipe(Text(100), v.minLength(1, mistake('field.enterRecipient'))),
    phone: v.pipe(Text(40), v.minLength(4, mistake('field.enterPhone'))),
    email: Optional(200),
  }),
  comment: Optional(300),
  /** What the courier must know to fetch it here. */
  pickupComment: Optional(300),
  orderNumber: Optional(12),
  isNoContact: v.boolean(),
  parcels: v.pipe(
    list(v.object({ ...Parcel.entries, description: v.pipe(Text(100), v.minLength(1, mistake('field.enterContents'))) }), MOST_PARCELS),
    v.minLength(1, mistake('courier.addParcel')),
  ),
  /** Minor units of the offer's currency. */
  tip: v.nullable(Minor),
  /** `paysWith`: what the customer will hand over, so that the courier brings change; null where no one asked. */
  cash: v.nullable(v.object({ collect: Minor, paysWith: v.nullable(Minor) })),
  handshake: v.boolean(),
  /** The service sends the PIN to the customer. */
  handshakeSms: v.boolean(),
  /** Without a venue of the service: it sends the customer a link to follow the courier by. */
  trackingSms: v.boolean(),
});

export type CourierOrder = v.InferOutput<typeof CourierOrder>;

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

export const couriersCalls = {
  /** What a courier to this address costs and when they would arrive; orders none. */
  'courier.offer': {
    who: 'counter',
    role: null,
    input: v.object({
      /** Empty where no venue is connected: couriers then come to the place that is named in the settings. */
      venueId: v.pipe(v.string(), v.maxLength(100)),
      address: DeliveryAddress,
      scheduledTime: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
      minPreparationMinutes: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(60))),
      parcels: list(Parcel, MOST_PARCELS),
    }),
    output: output<OfferView>(),
  },
  /** From which of the merchant's venues a courier could bring it, the service's first choice first. */
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
  /** What was asked for with a delivery, to order the same once more. */
  'courier.request': {
    who: 'counter',
    role: null,
    input: v.object({ id: Id }),
    output: output<
      Pick<CourierOrder, 'venueId' | 'recipient' | 'comment' | 'pickupComment' | 'orderNumber' | 'isNoContact' | 'tip' | 'handshake'> & {
        address: DeliveryAddress;
        parcels: Parcel[];
        /** Digits after the decimal point of its amounts; null where that is not known. */
        minorDigits: number | null;
      }
    >(),
  },
  /** Someone found out that a delivery whose answer was lost was never ordered. News of the service opens it again. */
  'courier.close': { who: 'counter', role: 'staff', noted: true, input: v.object({ id: Id }), output: output<Done>() },
  /** Prints the slip of a delivery at once: where courier slips go, else on the first printer. */
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
      /** How far from the venue couriers go at most; null where no one said. */
      radiusMetres: number | null;
    }>(),
  },
  /** Whose streets lie under the map; null where no one's do. The address holds its key: the page of the map sends it. */
  'courier.streets': { who: 'counter', role: null, input: None, output: output<{ streets: Streets | null }>() },
  /** Which service of tiles draws them, with an address as the screen shows it or a new one; without an address none does. */
  'settings.saveMap': { who: 'manager', cost: 10, noted: true, input: v.object({ map: MapSettings }), output: output<Done>() },
  /** Where couriers come to when they are ordered without a venue of the service; null: as its venues. */
  'settings.saveDeliveryPickup': {
    who: 'manager',
    cost: 10,
    noted: true,
    input: v.object({ pickup: v.nullable(DeliveryPickup) }),
    output: output<Done>(),
  },
  /** Whom customers of couriers ask, what they read on the telephone (null leaves it to the service), whether slips print by themselves, and what was agreed with the operator. */
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
  /** The addresses to which the service tells the steps of couriers (section 4.4, webhook management). */
  'webhooks.list': {
    who: 'manager',
    input: None,
    output: output<{
      webhooks: DeliveryWebhookView[];
    }>(),
  },
  /** Makes a secret, keeps it in the vault, and then tells the service; no one sees it. */
  'webhooks.create': {
    who: 'manager',
    noted: true,
    input: v.object({ url: v.pipe(Pasted, v.trim(), v.url(mistake('field.enterWebhookAddress'))) }),
    output: output<Done>(),
  },
  /** What is left out stays as it is. */
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
  /** The merchant of the delivery API. Secrets travel inwards only; null keeps what the vault has. */
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
