/** Reads a row part by part, in case it is damaged. */
import * as v from 'valibot';
import { message, type Text as StateText } from '../../../../contract/message.ts';
import type { ShipmentPromise } from '../../../orders/couriers/delivery.ts';
import { DELIVERY_STATES, NO_PROGRESS, type Progress } from '../../../orders/couriers/delivery-progress.ts';
import { fromStored, toStored } from './stored-text.ts';
import { isTime, readFields } from './stored-values.ts';

export interface DeliveryRow {
  /** Sent as merchant_order_reference_id, so an event shows that a courier was ordered although the answer was lost. */
  id: string;
  venueId: string;
  /** The request as sent. */
  request: unknown;
  promise: ShipmentPromise;
  /** service_order_reference_id, once known. */
  reference: string | null;
  trackingUrl: string | null;
  progress: Progress;
  error: StateText | null;
  createdAt: number;
}

export type StoredDelivery = Omit<DeliveryRow, 'request' | 'promise' | 'progress' | 'error'> & {
  request: string;
  promise: string;
  progress: string;
  error: string | null;
};

const Text = v.nullable(v.string());
const Time = v.nullable(
  v.pipe(
    v.string(),
    v.check((text) => Number.isFinite(Date.parse(text))),
  ),
);
const Count = v.nullable(v.number());
const Price = v.nullable(v.object({ amount: v.number(), currency: v.string() }));
const Spot = v.nullable(v.object({ lat: v.number(), lon: v.number() }));

const PROGRESS = {
  state: v.picklist(DELIVERY_STATES),
  back: v.nullable(v.picklist(['cancelled', 'rejected'])),
  backAt: Time,
  road: v.picklist(DELIVERY_STATES),
  stepAt: Time,
  cancelAsked: v.boolean(),
  readAs: v.nullable(v.picklist(DELIVERY_STATES)),
  pickupEta: Time,
  pickupEtaBefore: Time,
  dropoffEta: v.object({ min: Time, max: Time }),
  courier: v.nullable(v.object({ id: Text, vehicle: Text })),
  place: Spot,
  pinCode: Text,
  completedAt: Time,
  rejectedReason: Text,
  price: Price,
  newsAt: Time,
  timesAt: Time,
  placeAt: Time,
} satisfies Record<keyof Progress, v.GenericSchema>;

const PROMISE = {
  id: v.string(),
  isBinding: v.boolean(),
  validUntil: Time,
  price: Price,
  pickupMinutes: Count,
  dropoffMinutes: Count,
  scheduledTime: Time,
  pickup: Spot,
  dropoff: Spot,
  formattedAddress: Text,
} satisfies Record<keyof ShipmentPromise, v.GenericSchema>;

const NO_PROMISE: ShipmentPromise = {
  id: '',
  isBinding: false,
  validUntil: null,
  price: null,
  pickupMinutes: null,
  dropoffMinutes: null,
  scheduledTime: null,
  pickup: null,
  dropoff: null,
  formattedAddress: null,
};

const REQUEST: Readonly<Record<string, v.GenericSchema>> = {
  orderNumber: Text,
  recipient: v.looseObject({ name: v.string(), phone_number: v.string() }),
  dropoffComment: Text,
  pickupComment: Text,
  isNoContact: v.boolean(),
  parcels: v.array(v.looseObject({ count: v.number(), description: v.string(), tags: v.array(v.string()) })),
  asked: v.looseObject({}),
  tip: v.nullable(v.looseObject({ currency: v.string() })),
  cash: v.nullable(v.looseObject({})),
  handshake: v.nullable(v.looseObject({})),
};

/** Shown with a damaged row that has no error of its own. */
const DAMAGED_DELIVERY = toStored(message('courier.recordDamaged'));

/** Missing fields are empty. A damaged request is never sent: it may have been already. */
export function readDelivery(stored: StoredDelivery): DeliveryRow {
  const progress = readFields<Progress>(stored.progress, PROGRESS, { ...NO_PROGRESS, state: 'uncertain' });
  const promise = readFields(stored.promise, PROMISE, NO_PROMISE);
  const request = readFields<object>(stored.request, REQUEST, {});
  const isTimed = isTime(stored.createdAt);
  const { state } = progress.value;
  const isDamaged = progress.isDamaged || promise.isDamaged || request.isDamaged || !isTimed;
  const error = isDamaged ? (stored.error ?? DAMAGED_DELIVERY) : stored.error;
  return {
    ...stored,
    request: request.value,
    promise: promise.value,
    progress: isDamaged && state === 'ordering' ? { ...progress.value, state: 'uncertain' } : progress.value,
    error: error === null ? null : fromStored(error),
    createdAt: isTimed ? stored.createdAt : 0,
  };
}
