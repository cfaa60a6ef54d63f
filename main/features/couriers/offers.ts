import { randomUUID } from 'node:crypto';
import { type CallInput, type DeliveryPickup, LANGUAGES } from '../../../contract/contract.ts';
import { message } from '../../../contract/message.ts';
import {
  type Address,
  amountAsSent,
  isInside,
  metresBetween,
  type Place,
  type PriceUnit,
  priceUnitBy,
  type ShipmentPromise,
} from '../../orders/couriers/delivery.ts';
import { digitsBy } from '../../orders/money/money.ts';
import type { DeliveryApi } from '../../service/deliveries/delivery-api.ts';
import type { Parcel, PromiseRequest, VenuelessRequest } from '../../service/deliveries/delivery-bodies.ts';
import { failure, ok, type Result } from '../../service/problem.ts';
import type { SettingsKeeper } from '../../settings/settings.ts';
import type { Clocks } from '../../time/service-clock.ts';
import { money } from '../../view/card/fit-card.ts';
import { type Handlers, refuse, refuseAs } from '../answers.ts';

/** Old offers are kept to report that they expired. */
const KEEP_OFFERS_MS = 3_600_000;
const MOST_OFFERS = 200;
const HOUR_MS = 3_600_000;
/** The service's default (4.4). */
const USUAL_MINUTES = 30;
/** Areas change rarely, but every offer needs them. */
const KEEP_AREAS_MS = 600_000;
/** After this, a price is shown without the areas. */
const WAIT_FOR_AREAS_MS = 2_000;

export interface Offer {
  promise: ShipmentPromise;
  venueId: string;
  at: number;
  /** Pickup details, if the service has no venue here. */
  withoutVenue: Pick<VenuelessRequest, 'pickup' | 'address' | 'minPreparationMinutes'> | null;
  asked: Address;
  scheduledTime: string | null;
  usedFor: string | null;
}

type Areas = Awaited<ReturnType<DeliveryApi['areas']>>;
type OfferInputs = Omit<PromiseRequest, 'language' | 'cash'>;

export interface Offers {
  get(id: string): Offer | null;
  calls: Pick<Handlers, 'courier.offer' | 'courier.venues' | 'courier.areas'>;
}

export function createOffers(deps: { time: Clocks; settings: SettingsKeeper; api: DeliveryApi; isVenue: (id: string) => boolean }): Offers {
  const { time, settings, api } = deps;
  const clock = time.service;
  const offers = new Map<string, Offer>();
  let areasHeld: { at: number; answer: Promise<Areas> } | null = null;
  // Settings may name another merchant, who has other areas.
  settings.onChange(() => {
    areasHeld = null;
  });

  function forgetOld(): void {
    for (const [id, { at }] of offers) if (clock.now() - at > KEEP_OFFERS_MS || offers.size >= MOST_OFFERS) offers.delete(id);
  }

  function areas(): Promise<Areas> {
    if (areasHeld && clock.now() - areasHeld.at < KEEP_AREAS_MS) return areasHeld.answer;
    const held = { at: clock.now(), answer: api.areas() };
    areasHeld = held;
    void held.answer.then(({ ok: answered }) => {
      if (!answered && areasHeld === held) areasHeld = null;
    });
    return held.answer;
  }

  /** Within an area and the agreed radius (4.4: both apply). Null if neither is known in time. */
  function isReached(from: Place | null, to: Place, answer: Areas | null): boolean | null {
    const { delivery_radius_metres: radius } = settings.get().service;
    const isNear = radius === null || from === null ? null : metresBetween(from, to) <= radius;
    const isWithin = answer?.ok && answer.value.length > 0 ? answer.value.some(({ ring }) => isInside(to, ring)) : null;
    return isNear === null ? isWithin : isNear && isWithin !== false;
  }

  const language = () => LANGUAGES.find((one) => one === settings.get().screen.language) ?? 'en';

  /** The delivery fee without a venue, as an offer without expiry. */
  async function estimate(
    pickup: DeliveryPickup,
    { place, street, postCode, city, minPreparationMinutes, scheduledTime, parcels }: OfferInputs,
  ): Promise<Result<ShipmentPromise>> {
    if (place === null || street === null)
      return failure({
        code: 'refused',
        text: message('courier.locationRequired'),
        hint: message('courier.enterStreetAndLocation'),
      });
    const { lat, lon } = pickup;
    const fee = await api.fee({ pickup: { lat, lon }, dropoff: place, scheduledTime, contents: parcels, cash: null });
    if (!fee.ok) return fee;
    const { price, minutes, scheduledTime: at } = fee.value;
    return ok({
      id: randomUUID(),
      isBinding: true,
      validUntil: null,
      price,
      pickupMinutes: minPreparationMinutes ?? USUAL_MINUTES,
      dropoffMinutes: minutes,
      scheduledTime: at,
      pickup: { lat, lon },
      dropoff: place,
      formattedAddress: [street, [postCode, city].filter(Boolean).join(' ')].filter(Boolean).join(', '),
    });
  }

  return {
    get: (id) => offers.get(id) ?? null,
    calls: {
      async 'courier.offer'({ venueId, address, scheduledTime, minPreparationMinutes, parcels }) {
        // 4.4: a time within the next hour must be omitted.
        if (scheduledTime !== null && Date.parse(scheduledTime) < clock.now() + HOUR_MS)
          return refuse({
            code: 'too-soon',
            text: message('courier.scheduleTooSoon'),
            hint: message('courier.leaveTimeBlank'),
          });
        const { service } = settings.get();
        const { delivery_pickup: pickup } = service;
        if (!deps.isVenue(venueId) && (pickup === null || venueId !== ''))
          return refuse({ code: 'unknown-venue', text: message('venue.unknown') });
        // A parcel's value is sent later, with the order, in the offer's currency.
        const measured = parcels.filter(isMeasured).map((parcel) => sentParcel({ ...parcel, value: null }, priceUnitBy(service), ''));
        const asked: OfferInputs = { ...address, minPreparationMinutes, scheduledTime, parcels: measured };
        const known = Promise.race([areas(), time.wait(WAIT_FOR_AREAS_MS, { keepsAlive: false }).then(() => null)]);
        const answer = pickup ? await estimate(pickup, asked) : await api.promise(venueId, { ...asked, language: language(), cash: null });
        if (!answer.ok) return refuseAs(answer.problem);
        const promise = answer.value;
        const withoutVenue = pickup && {
          pickup,
          address: promise.formattedAddress ?? '',
          minPreparationMinutes: minPreparationMinutes ?? USUAL_MINUTES,
        };
        forgetOld();
        offers.set(promise.id, { promise, venueId, at: clock.now(), withoutVenue, asked: address, scheduledTime, usedFor: null });
        const { formattedAddress, dropoff, pickup: from, price, ...offer } = promise;
        const isServed = dropoff && isReached(from, dropoff, await known);
        const view = { ...offer, price: money(price, digitsBy(service)), address: formattedAddress, place: dropoff, from };
        return { ok: true, value: { ...view, isServed, isEstimate: pickup !== null } };
      },
      async 'courier.venues'({ place, address, scheduledTime }) {
        const answer = await api.availableVenues(place, address, scheduledTime);
        if (!answer.ok) return refuseAs(answer.problem);
        const currencyDigits = digitsBy(settings.get().service);
        const venues = answer.value.map(({ venueId, names, fee, totalMinutes, pickupMinutes }) => ({
          venueId,
          name: (names.find((one) => one.language === language()) ?? names[0])?.name ?? venueId,
          fee: money(fee, currencyDigits),
          pickupMinutes,
          totalMinutes: totalMinutes.mean ?? totalMinutes.max,
        }));
        return { ok: true, value: { venues } };
      },
      async 'courier.areas'() {
        const answer = await areas();
        const { delivery_radius_metres: radiusMetres } = settings.get().service;
        return answer.ok ? { ok: true, value: { areas: answer.value, radiusMetres } } : refuseAs(answer.problem);
      },
    },
  };
}

type ParcelGiven = CallInput<'courier.offer'>['parcels'][number];

function isMeasured({ count, grams, widthCm, heightCm, depthCm, alcohol }: ParcelGiven): boolean {
  return count > 1 || alcohol || [grams, widthCm, heightCm, depthCm].some((one) => one !== null);
}

/** Money in the configured unit (2.7, undocumented). */
export function sentParcel(parcel: ParcelGiven, unit: PriceUnit, currency: string): Parcel {
  const { count, description, grams, widthCm, heightCm, depthCm, value, alcohol } = parcel;
  return {
    count,
    description,
    identifier: null,
    dimensions: [grams, widthCm, heightCm, depthCm].some((one) => one !== null)
      ? { weight_gram: grams, width_cm: widthCm, height_cm: heightCm, depth_cm: depthCm }
      : null,
    price: value === null ? null : { amount: amountAsSent(value, unit, currency), currency },
    tags: alcohol ? ['alcohol'] : [],
    idCheckRequired: alcohol,
  };
}
