/** The courier desk: what a delivery costs before anybody is ordered, ordering one, following it, cancelling it. */
import { randomUUID } from 'node:crypto';
import { type DeliveryPickup, LANGUAGES } from '../../preload/contract.ts';
import { isInside, type Place, type ShipmentPromise } from '../orders/delivery.ts';
import { giveDelivery } from '../outbox/deliveries.ts';
import type { DeliveryApi, DeliveryWish, PromiseWish, VenuelessWish } from '../service/delivery-api.ts';
import { failure, ok, type Result } from '../service/problem.ts';
import type { ServiceClock } from '../service/service-clock.ts';
import type { SettingsKeeper } from '../settings/settings.ts';
import type { Store } from '../store/store.ts';
import { DONE, type Handlers, refuse, refuseAs } from './answers.ts';
import { money } from './card.ts';

type Calls = Pick<Handlers, 'courier.offer' | 'courier.order' | 'courier.cancel' | 'courier.areas'>;

/** An offer is kept this long after its end: enough to say that it ran out. */
const KEEP_OFFERS_MS = 3_600_000;
const HOUR_MS = 3_600_000;
/** What the service takes where nobody says (4.4). */
const USUAL_MINUTES = 30;

interface Offer {
  promise: ShipmentPromise;
  venueId: string;
  at: number;
  /** Where couriers come to and how, when the service has no venue here. */
  withoutVenue: Pick<VenuelessWish, 'pickup' | 'address' | 'minPreparationMinutes'> | null;
  /** As it was asked for. */
  scheduledTime: string | null;
}

export function createCourierCalls(rooms: {
  store: Store;
  clock: ServiceClock;
  settings: SettingsKeeper;
  deliveryApi: DeliveryApi;
}): Calls {
  const { store, clock, settings, deliveryApi: api } = rooms;
  const offers = new Map<string, Offer>();

  function forgetOld(): void {
    for (const [id, { at }] of offers) if (clock.now() - at > KEEP_OFFERS_MS) offers.delete(id);
  }

  return {
    async 'courier.offer'({ venueId, address, scheduledTime, minPreparationMinutes }) {
      // 4.4: a time within the next hour is left out.
      if (scheduledTime !== null && Date.parse(scheduledTime) < clock.now() + HOUR_MS)
        return refuse({
          code: 'too-soon',
          says: 'A certain time must be at least an hour ahead.',
          remedy: 'Leave the time empty: as soon as possible.',
        });
      const pickup = settings.get().service.delivery_pickup;
      const wish = { ...address, minPreparationMinutes, scheduledTime };
      const answer = pickup ? await estimate(pickup, wish) : await promised(venueId, wish);
      if (!answer.ok) return refuseAs(answer.problem);
      const promise = answer.value;
      const text = promise.formattedAddress ?? '';
      const withoutVenue = pickup && {
        pickup,
        address: text,
        minPreparationMinutes: minPreparationMinutes ?? USUAL_MINUTES,
      };
      forgetOld();
      offers.set(promise.id, { promise, venueId, at: clock.now(), withoutVenue, scheduledTime });
      const { formattedAddress, dropoff, price, ...offer } = promise;
      const isServed = dropoff && (await reaches(dropoff));
      return {
        ok: true,
        value: { ...offer, price: money(price), address: formattedAddress, place: dropoff, isServed, isEstimate: pickup !== null },
      };
    },
    'courier.order': (order) => {
      const offer = offers.get(order.offerId);
      const dropoff = offer?.promise.dropoff;
      if (!offer || !dropoff || offer.venueId !== order.venueId)
        return refuse({ code: 'no-offer', says: 'This offer is not known any more.', remedy: 'Ask for the price again.' });
      if (!offer.promise.isBinding)
        return refuse({
          code: 'not-binding',
          says: 'This offer does not bind: the address is not complete.',
          remedy: 'Add the street with its number, and the city or the post code.',
        });
      if (Date.parse(offer.promise.validUntil ?? '') < clock.now())
        return refuse({ code: 'offer-expired', says: 'This offer has run out.', remedy: 'Ask for the price again.' });
      const currency = offer.promise.price?.currency ?? 'EUR';
      const wish: Omit<DeliveryWish, 'merchantReference'> = {
        promiseId: offer.promise.id,
        dropoff,
        dropoffComment: order.comment,
        pickupComment: null,
        isNoContact: order.isNoContact,
        scheduledTime: offer.scheduledTime,
        recipient: { name: order.recipient.name, phone_number: order.recipient.phone, email: order.recipient.email },
        parcels: order.parcels.map(({ count, description, grams, widthCm, heightCm, depthCm, value, alcohol }) => ({
          count,
          description,
          identifier: null,
          dimensions: [grams, widthCm, heightCm, depthCm].some((one) => one !== null)
            ? { weight_gram: grams, width_cm: widthCm, height_cm: heightCm, depth_cm: depthCm }
            : null,
          price: value === null ? null : { amount: asSent(value), currency },
          tags: alcohol ? ['alcohol'] : [],
          idCheckRequired: alcohol,
        })),
        orderNumber: order.orderNumber,
        tip: order.tip === null ? null : { amount: asSent(order.tip), currency },
        cash: order.cash === null ? null : { amount_to_collect: asSent(order.cash), amount_to_expect: asSent(order.cash) },
        handshake: order.handshake,
      };
      const given = { ...wish, ...offer.withoutVenue };
      giveDelivery(store, { id: order.requestId, venueId: order.venueId, wish: given, promise: offer.promise, now: clock.now() });
      return DONE;
    },
    async 'courier.cancel'({ id, reason }) {
      const row = store.deliveries.get(id);
      if (!row?.reference) return refuse({ code: 'unknown-delivery', says: 'This delivery is not known at the service yet.' });
      const answer = await api.cancel(row.reference, reason);
      if (!answer.ok) return refuseAs(answer.problem);
      store.write(() => {
        const now = store.deliveries.get(id);
        if (now) store.deliveries.save({ ...now, progress: { ...now.progress, state: 'cancelled' } });
      });
      return DONE;
    },
    async 'courier.areas'() {
      const answer = await api.areas();
      return answer.ok ? { ok: true, value: { areas: answer.value } } : refuseAs(answer.problem);
    },
  };

  function promised(venueId: string, wish: Omit<PromiseWish, 'language' | 'parcels'>): Promise<Result<ShipmentPromise>> {
    const language = LANGUAGES.find((one) => one === settings.get().screen.language) ?? 'en';
    return api.promise(venueId, { ...wish, language, parcels: [] });
  }

  /** The venueless fee, in the shape of an offer that does not run out. */
  async function estimate(
    pickup: DeliveryPickup,
    { place, street, postCode, city, minPreparationMinutes, scheduledTime }: Omit<PromiseWish, 'language' | 'parcels'>,
  ): Promise<Result<ShipmentPromise>> {
    if (place === null || street === null)
      return failure({
        code: 'refused',
        says: 'Without a venue of the service, the street and the exact place must be known.',
        remedy: 'Enter the street, the latitude and the longitude.',
        mayHaveHappened: false,
      });
    const fee = await api.fee(pickup, place, scheduledTime);
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
      dropoff: place,
      formattedAddress: [street, [postCode, city].filter(Boolean).join(' ')].filter(Boolean).join(', '),
    });
  }

  /** Whether couriers reach this place; null where the service does not tell its areas. */
  async function reaches(place: Place): Promise<boolean | null> {
    const answer = await api.areas();
    if (!answer.ok || answer.value.length === 0) return null;
    return answer.value.some(({ ring }) => isInside(place, ring));
  }

  /** Money in the unit that the operator named for the delivery API (2.7, not shown). */
  function asSent(minor: number): number {
    return settings.get().service.delivery_price_unit === 'minor' ? minor : minor / 100;
  }
}
