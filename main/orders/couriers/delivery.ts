/** Tolerant parsing of the delivery API (sections 2.7, 3.2, 4.4, 6.2): promises, deliveries, events. */
import { digitsBy } from '../money/money.ts';
import type { Money } from '../order.ts';
import { asArray, asRecord, asText, asTime } from '../text/reading.ts';

/** Degrees. */
export interface Place {
  lat: number;
  lon: number;
}

/** How binding an address is (4.4, address combinations). */
export type AddressKind = 'binding' | 'binding-with-risk' | 'not-binding' | 'none';

export interface Address {
  street: string | null;
  city: string | null;
  postCode: string | null;
  place: Place | null;
}

/** 4.4: without coordinates, post code or city a mix-up is possible; without a street, the address isn't binding. */
export function addressKind({ street, city, postCode, place }: Address): AddressKind {
  const isStreetBound = street !== null && (city !== null || postCode !== null);
  if (isStreetBound) return place !== null && city !== null && postCode !== null ? 'binding' : 'binding-with-risk';
  return city !== null || postCode !== null || place !== null ? 'not-binding' : 'none';
}

export interface ShipmentPromise {
  id: string;
  isBinding: boolean;
  /** ISO UTC; null if missing. */
  validUntil: string | null;
  price: Money | null;
  pickupMinutes: number | null;
  dropoffMinutes: number | null;
  scheduledTime: string | null;
  pickup: Place | null;
  dropoff: Place | null;
  formattedAddress: string | null;
}

export interface OrderedDelivery {
  /** service_order_reference_id. */
  reference: string;
  status: string | null;
  trackingId: string | null;
  trackingUrl: string | null;
  price: Money | null;
  pickupEta: string | null;
  dropoffEta: string | null;
}

/** Event of section 6.2. Missing or unknown values are null. */
export interface DeliveryEvent {
  id: string;
  /** `order.received` ... `order.handshake_delivery`, or a later type. */
  type: string;
  dispatchedAt: string | null;
  reference: string | null;
  merchantReference: string | null;
  pickupEta: string | null;
  dropoffEta: { min: string | null; max: string | null };
  completedAt: string | null;
  price: Money | null;
  courier: { id: string | null; vehicle: string | null } | null;
  place: Place | null;
  pinCode: string | null;
  rejectedReason: string | null;
}

/** `unit`: of `Price.amount`, undocumented, so it's a setting. */
export function parsePromise(body: unknown, unit: PriceUnit): ShipmentPromise | null {
  const raw = asRecord(body);
  const id = asText(raw?.id);
  if (!raw || id === null) return null;
  const pickup = asRecord(raw.pickup) ?? {};
  const dropoff = asRecord(raw.dropoff) ?? {};
  const location = asRecord(dropoff.location);
  return {
    id,
    // Not binding unless stated.
    isBinding: raw.is_binding === true,
    validUntil: asTime(raw.valid_until),
    price: priceOf(raw.price, unit),
    pickupMinutes: numberOf(pickup.eta_minutes),
    dropoffMinutes: numberOf(dropoff.eta_minutes) ?? numberOf(raw.time_estimate_minutes),
    scheduledTime: asTime(asRecord(dropoff.options)?.scheduled_time),
    pickup: degreesOf(asRecord(pickup.location)?.coordinates),
    dropoff: degreesOf(location?.coordinates),
    formattedAddress: asText(location?.formatted_address),
  };
}

/** A fee without a venue (4.4): an estimate, not a promise. */
export interface DeliveryFee {
  price: Money | null;
  minutes: number | null;
  scheduledTime: string | null;
}

export function parseFee(body: unknown, unit: PriceUnit): DeliveryFee | null {
  const raw = asRecord(body);
  return (
    raw && {
      price: priceOf(raw.fee, unit),
      minutes: numberOf(raw.time_estimate_minutes),
      scheduledTime: asTime(raw.scheduled_dropoff_time),
    }
  );
}

/** Venue that delivers to an address (4.4); times in minutes. */
export interface AvailableVenue {
  venueId: string;
  names: { language: string | null; name: string }[];
  fee: Money | null;
  pickupMinutes: number | null;
  totalMinutes: { min: number | null; mean: number | null; max: number | null };
}

export function parseAvailableVenues(body: unknown, unit: PriceUnit): AvailableVenue[] {
  return asArray(body).flatMap((entry) => {
    const raw = asRecord(entry);
    const pickup = asRecord(raw?.pickup);
    const venueId = asText(pickup?.venue_id);
    if (!raw || venueId === null) return [];
    const estimate = asRecord(raw.pre_estimate);
    const total = asRecord(estimate?.total_minutes);
    const names = asArray(pickup?.name).flatMap((one) => {
      const name = asText(asRecord(one)?.value);
      return name === null ? [] : [{ language: asText(asRecord(one)?.lang), name }];
    });
    return [
      {
        venueId,
        names,
        fee: priceOf(raw.fee, unit),
        pickupMinutes: numberOf(estimate?.pickup_minutes),
        totalMinutes: { min: numberOf(total?.min), mean: numberOf(total?.mean), max: numberOf(total?.max) },
      },
    ];
  });
}

export function parseDelivery(body: unknown, unit: PriceUnit): OrderedDelivery | null {
  const raw = asRecord(body);
  const reference = asText(raw?.service_order_reference_id);
  if (!raw || reference === null) return null;
  const tracking = asRecord(raw.tracking);
  return {
    reference,
    status: asText(raw.status),
    trackingId: asText(tracking?.id),
    trackingUrl: asText(tracking?.url),
    price: priceOf(raw.price, unit),
    pickupEta: asTime(asRecord(raw.pickup)?.eta),
    dropoffEta: asTime(asRecord(raw.dropoff)?.eta),
  };
}

/** `payload`: of a verified token. Null if it isn't an event. */
export function parseDeliveryEvent(payload: unknown, unit: PriceUnit): DeliveryEvent | null {
  const raw = asRecord(payload);
  const details = asRecord(raw?.details);
  const type = asText(raw?.type);
  const id = asText(details?.id);
  if (!raw || !details || type === null || id === null) return null;
  const dropoff = asRecord(details.dropoff);
  const eta = asRecord(dropoff?.eta);
  const courier = asRecord(details.courier);
  return {
    id,
    type,
    dispatchedAt: asTime(raw.dispatched_at),
    reference: asText(details.service_order_reference_id),
    merchantReference: asText(details.merchant_order_reference_id),
    pickupEta: asTime(asRecord(details.pickup)?.eta),
    dropoffEta: { min: asTime(eta?.min), max: asTime(eta?.max) },
    completedAt: asTime(dropoff?.completed_at),
    price: priceOf(details.price, unit),
    courier: courier && { id: asText(courier.id), vehicle: asText(courier.vehicle_type) },
    place: placeOf(details.courier_location),
    pinCode: asText(details.pin_code) ?? (typeof details.pin_code === 'number' ? String(details.pin_code) : null),
    rejectedReason: asText(details.purchase_rejected_reason),
  };
}

/** How many minor units one `Price.amount` is (2.7, undocumented). */
export type PriceUnit = (currency: string) => number;

/** Minor units unless `service.delivery_price_unit` says otherwise. */
export function priceUnitBy(service: { delivery_price_unit: 'minor' | 'major' } & Parameters<typeof digitsBy>[0]): PriceUnit {
  const currencyDigits = digitsBy(service);
  return service.delivery_price_unit === 'minor' ? () => 1 : (currency) => 10 ** (currencyDigits(currency) ?? 2);
}

/** In minor units; null if unreadable. */
export function priceOf(value: unknown, unit: PriceUnit): Money | null {
  const price = asRecord(value);
  const currency = asText(price?.currency);
  const amount = numberOf(price?.amount);
  if (currency === null || amount === null) return null;
  return { amount: Math.round(amount * unit(currency)), currency };
}

export function amountAsSent(minor: number, unit: PriceUnit, currency: string): number {
  return minor / unit(currency);
}

const EARTH_RADIUS_M = 6_378_137;

/**
 * 6.2 specifies EPSG:3857 (metres), but senders may use degrees. Values within degrees' range are degrees: as metres they'd be within 180 m
 * of 0°, 0°.
 */
export function placeOf(value: unknown): Place | null {
  const raw = asRecord(value);
  const lat = numberOf(raw?.lat);
  const lon = numberOf(raw?.lon);
  if (lat === null || lon === null) return null;
  if (Math.abs(lat) <= 90 && Math.abs(lon) <= 180) return { lat, lon };
  const place = {
    lat: (Math.atan(Math.exp(lat / EARTH_RADIUS_M)) * 360) / Math.PI - 90,
    lon: ((lon / EARTH_RADIUS_M) * 180) / Math.PI,
  };
  return Math.abs(place.lat) <= 90 && Math.abs(place.lon) <= 180 ? place : null;
}

function degreesOf(value: unknown): Place | null {
  const raw = asRecord(value);
  const lat = numberOf(raw?.lat);
  const lon = numberOf(raw?.lon);
  return lat === null || lon === null ? null : { lat, lon };
}

/** Delivery areas: name and outer boundary. */
export function parseAreas(body: unknown): { name: string; ring: Place[] }[] {
  const areas = asRecord(asRecord(body)?.delivery_areas) ?? {};
  return Object.entries(areas).flatMap(([name, value]) => {
    const [outer] = asArray(asRecord(value)?.coordinates);
    const ring = asArray(outer).flatMap((pair): Place[] => {
      const [lon, lat] = asArray(pair);
      return typeof lon === 'number' && typeof lat === 'number' ? [{ lat, lon }] : [];
    });
    return ring.length >= 3 ? [{ name, ring }] : [];
  });
}

/** Ray casting to the east. */
export function isInside(place: Place, ring: readonly Place[]): boolean {
  let inside = false;
  for (const [at, a] of ring.entries()) {
    const b = ring[(at + 1) % ring.length];
    if (b && a.lat > place.lat !== b.lat > place.lat && place.lon < ((b.lon - a.lon) * (place.lat - a.lat)) / (b.lat - a.lat) + a.lon)
      inside = !inside;
  }
  return inside;
}

export function metresBetween(one: Place, other: Place): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const [lat, lon] = [radians(other.lat - one.lat), radians(other.lon - one.lon)];
  const square = Math.sin(lat / 2) ** 2 + Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * Math.sin(lon / 2) ** 2;
  return 2 * EARTH_RADIUS_M * Math.asin(Math.sqrt(square));
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
