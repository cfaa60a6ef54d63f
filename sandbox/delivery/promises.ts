/** Shipment promises (4.4): binding addresses, price, arrival time, and validity. */
import { ASSUMED } from '../assumptions.ts';
import type { Clock } from '../clock.ts';
import { newId } from '../ids.ts';
import type { Venue } from '../venue/venues.ts';
import { type Fields, isFields, Refusal } from '../wire/exchange.ts';
import { arrayOf, optionalTime } from '../wire/request-bodies.ts';
import { deliveryError, type Merchant } from './merchants.ts';
import { type Coordinates, metresBetween, placeOf, REACH_M } from './places.ts';

export interface Promise_ {
  id: string;
  venueId: string;
  merchantId: string;
  validUntil: number;
  isBinding: boolean;
  dropoff: Coordinates;
  formattedAddress: string;
  scheduled: number | null;
  price: { amount: number; currency: string };
  pickupMinutes: number;
  dropoffMinutes: number;
  body: Fields;
}

export interface Promises {
  make(merchant: Merchant, venue: Venue, body: Fields): Promise_;
  get(id: string): Promise_ | undefined;
}

export function createPromises(clock: Clock): Promises {
  const promises = new Map<string, Promise_>();
  return {
    get: (id) => promises.get(id),
    make(merchant, venue, body) {
      const address = addressIn(body);
      const minutes = preparation(body);
      const scheduled = scheduledIn(body, clock.now());
      refuseCash(merchant, body);
      const parcels = arrayOf(body, 'parcels', false);
      const from = placeOf(venue.id);
      const metres = metresBetween(from, address.coordinates);
      if (metres > REACH_M) throw outOfReach();
      const pickupMinutes = Math.max(minutes, ASSUMED.courierComesAfterMinutes);
      const dropoffMinutes = pickupMinutes + Math.ceil(metres / ASSUMED.courierMetresAMinute);
      const price = { amount: feeFor(metres, parcels), currency: merchant.currency };
      const validUntil = clock.now() + ASSUMED.promiseValidSeconds * 1_000;
      const id = newId();
      const location = { coordinates: address.coordinates, formatted_address: address.formatted };
      const made: Promise_ = {
        id,
        venueId: venue.id,
        merchantId: merchant.id,
        validUntil,
        isBinding: address.isBinding,
        dropoff: address.coordinates,
        formattedAddress: address.formatted,
        scheduled,
        price,
        pickupMinutes,
        dropoffMinutes,
        body: {
          id,
          created_at: clock.iso(),
          valid_until: new Date(validUntil).toISOString(),
          pickup: {
            venue_id: venue.id,
            location: { coordinates: from, formatted_address: `${venue.name}, Harbour street 1` },
            options: { min_preparation_time_minutes: minutes },
            eta_minutes: pickupMinutes,
          },
          dropoff: {
            location,
            options: { scheduled_time: scheduled === null ? null : new Date(scheduled).toISOString() },
            eta_minutes: dropoffMinutes,
          },
          price,
          time_estimate_minutes: dropoffMinutes,
          is_binding: address.isBinding,
          parcels: parcels.map((parcel) => ({
            dimensions: parcel.dimensions ?? null,
            price: parcel.price ?? null,
            count: parcel.count ?? 1,
          })),
        },
      };
      promises.set(id, made);
      return made;
    },
  };
}

/** The combinations of address fields that section 4.4 allows. */
function addressIn(body: Fields): { coordinates: Coordinates; formatted: string; isBinding: boolean } {
  const text = (key: string) => (typeof body[key] === 'string' && body[key] !== '' ? String(body[key]) : null);
  const [street, city, postCode] = [text('street'), text('city'), text('post_code')];
  const { lat, lon } = body;
  if (typeof lat !== typeof lon) throw wrong('lat and lon belong together.');
  const spot = typeof lat === 'number' && typeof lon === 'number' ? { lat, lon } : null;
  if (lat !== undefined && (spot === null || Math.abs(spot.lat) > 90 || Math.abs(spot.lon) > 180))
    throw wrong('lat and lon must be degrees.');
  if (!street && !city && !postCode && !spot) throw wrong('An address or lat and lon is required.');
  const formatted = [street, [postCode, city].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return { coordinates: spot ?? placeOf(formatted), formatted, isBinding: street !== null && (city !== null || postCode !== null) };
}

export function preparation(body: Fields): number {
  const minutes = body.min_preparation_time_minutes ?? 30;
  if (typeof minutes !== 'number' || !Number.isInteger(minutes) || minutes < 0 || minutes > 60)
    throw wrong('min_preparation_time_minutes must be an integer, at most 60.');
  return minutes;
}

/** Epoch ms. A time within the next hour is refused: the field must then be omitted. */
export function scheduledIn(body: Fields, now: number): number | null {
  const time = optionalTime(body, 'scheduled_dropoff_time');
  if (time !== null && time - now < 3_600_000)
    throw new Refusal(
      400,
      deliveryError('INVALID_SCHEDULED_DROPOFF_TIME', 'scheduled_dropoff_time must be omitted when delivery is within the next hour.'),
    );
  return time;
}

export function refuseCash(merchant: Merchant, body: Fields): void {
  if (isFields(body.cash) && !merchant.cashEnabled)
    throw new Refusal(
      ASSUMED.statusOfImpossibleDelivery,
      deliveryError('CASH_ON_DELIVERY_DISABLED', 'Cash is not enabled on this account.'),
    );
}

export function feeFor(metres: number, parcels: readonly Fields[]): number {
  const heavy = parcels.some(({ dimensions }) => isFields(dimensions) && Number(dimensions.weight_gram) > 5_000);
  return 490 + Math.ceil(metres / 500) * 40 + (heavy ? 300 : 0);
}

export function outOfReach(): Refusal {
  return new Refusal(
    ASSUMED.statusOfImpossibleDelivery,
    deliveryError('DROPOFF_OUTSIDE_OF_DELIVERY_AREA', 'No courier goes to this address.'),
  );
}

function wrong(reason: string): Refusal {
  return new Refusal(400, deliveryError('INVALID_REQUEST', reason));
}
