import { isDeepStrictEqual } from 'node:util';
import type { CallInput } from '../../../contract/contract.ts';
import { message } from '../../../contract/message.ts';
import { amountAsSent, type PriceUnit, priceUnitBy, type ShipmentPromise } from '../../orders/couriers/delivery.ts';
import { cancelled } from '../../orders/couriers/delivery-progress.ts';
import { asRecord } from '../../orders/text/reading.ts';
import { giveDelivery } from '../../outbox/deliveries.ts';
import type { DeliveryRequest } from '../../service/deliveries/delivery-bodies.ts';
import type { DeliveryRow } from '../../store/rows/delivery-rows.ts';
import { DONE, type Handlers, refuse, refuseAs, withoutUndefined } from '../answers.ts';
import type { Kernel } from '../context.ts';
import { createOffers, sentParcel } from './offers.ts';
import { repeatRequest } from './repeat-request.ts';

type Calls = Pick<
  Handlers,
  | 'courier.offer'
  | 'courier.venues'
  | 'courier.areas'
  | 'courier.order'
  | 'courier.cancel'
  | 'courier.request'
  | 'courier.close'
  | 'settings.saveDeliveryPickup'
  | 'settings.saveCouriers'
  | 'settings.saveMerchant'
>;

const ASKED_OTHERWISE = {
  code: 'asked-otherwise',
  text: message('courier.alreadyRequested'),
  hint: message('courier.checkCard'),
};

function typedIn(order: CallInput<'courier.order'>, unit: PriceUnit, { price }: ShipmentPromise) {
  const currency = price?.currency ?? 'EUR';
  const { cash, tip } = order;
  return {
    dropoffComment: order.comment,
    pickupComment: order.pickupComment,
    isNoContact: order.isNoContact,
    recipient: { name: order.recipient.name, phone_number: order.recipient.phone, email: order.recipient.email },
    parcels: order.parcels.map((parcel) => sentParcel(parcel, unit, currency)),
    orderNumber: order.orderNumber,
    tip: tip === null ? null : { amount: amountAsSent(tip, unit, currency), currency },
    cash: cash && {
      collect: amountAsSent(cash.collect, unit, currency),
      expect: cash.paysWith === null ? null : amountAsSent(cash.paysWith, unit, currency),
    },
    handshake: order.handshake ? { sms: order.handshakeSms } : null,
  } satisfies Partial<DeliveryRequest>;
}

/** Whether a repeated request ID carries the same content. */
function isSameOrder({ venueId, promise, request }: DeliveryRow, order: CallInput<'courier.order'>, unit: PriceUnit): boolean {
  const before = asRecord(request) ?? {};
  const sms = 'trackingSms' in before ? { trackingSms: order.trackingSms } : {};
  return (
    venueId === order.venueId &&
    promise.id === order.offerId &&
    isDeepStrictEqual({ ...before, ...withoutUndefined(typedIn(order, unit, promise)), ...sms }, before)
  );
}

export function createCourierCalls(deps: Kernel<'store' | 'time' | 'settings' | 'secrets' | 'deliveryApi'>): Calls {
  const { store, time, settings, secrets, deliveryApi: api } = deps;
  const clock = time.service;
  const offers = createOffers({ time, settings, api, isVenue: (id) => store.venues.get(id) !== null });

  /** Changes the current row, as an update may have arrived meanwhile. */
  function change(id: string, to: (row: DeliveryRow) => DeliveryRow): void {
    store.write(() => {
      const row = store.deliveries.get(id);
      if (row) store.deliveries.save(to(row));
    });
  }

  return {
    async 'settings.saveMerchant'({ merchantId, key, webhookSecret }) {
      if (key !== null && settings.get().service.delivery_base_url === null)
        return refuse({
          code: 'no-address',
          text: message('courier.deliveryApiMissing'),
          hint: message('courier.enterAddressThenKey'),
        });
      if (key !== null) await secrets.setMerchantKey(key);
      if (webhookSecret !== null) await secrets.addDeliverySecret(webhookSecret);
      settings.change((now) => ({ ...now, service: { ...now.service, merchant_id: merchantId } }));
      return DONE;
    },
    ...offers.calls,
    'courier.order': (order) => {
      // A retry after a lost answer, perhaps after the offer expired: orders no second courier and sends no changes.
      const known = store.deliveries.get(order.requestId);
      if (known) return isSameOrder(known, order, priceUnitBy(settings.get().service)) ? DONE : refuse(ASKED_OTHERWISE);
      const offer = offers.get(order.offerId);
      const dropoff = offer?.promise.dropoff;
      const isSpent = offer !== null && offer.usedFor !== null && offer.usedFor !== order.requestId;
      if (!offer || !dropoff || offer.venueId !== order.venueId || isSpent)
        return refuse({ code: 'no-offer', text: message('courier.offerUnknown'), hint: message('courier.getNewPrice') });
      if (!offer.promise.isBinding)
        return refuse({
          code: 'not-binding',
          text: message('courier.offerNotBinding'),
          hint: message('courier.addStreetAndCity'),
        });
      if (Date.parse(offer.promise.validUntil ?? '') < clock.now())
        return refuse({ code: 'offer-expired', text: message('courier.offerExpired'), hint: message('courier.getNewPrice') });
      const { service } = settings.get();
      const { delivery_support: support, delivery_sms: smsTexts } = service;
      const request: Omit<DeliveryRequest, 'merchantReference'> = {
        promiseId: offer.promise.id,
        dropoff,
        scheduledTime: offer.scheduledTime,
        ...typedIn(order, priceUnitBy(service), offer.promise),
        support: support && { url: support.url, email: support.email, phone_number: support.phone },
        smsTexts,
      };
      const { asked, withoutVenue } = offer;
      // An offer orders one courier.
      offer.usedFor = order.requestId;
      const given = withoutVenue ? { ...request, ...withoutVenue, trackingSms: order.trackingSms, asked } : { ...request, asked };
      giveDelivery(store, { id: order.requestId, venueId: order.venueId, request: given, promise: offer.promise, now: clock.now() });
      return DONE;
    },
    async 'courier.cancel'({ id, reason }) {
      const reference = store.deliveries.get(id)?.reference;
      if (!reference) return refuse({ code: 'unknown-delivery', text: message('courier.unknownAtService') });
      // Set before sending: the webhook may arrive before the answer.
      change(id, (row) => ({ ...row, progress: { ...row.progress, cancelAsked: true } }));
      const answer = await api.cancel(reference, reason);
      if (!answer.ok) {
        if (answer.problem.outcome !== 'unknown') change(id, (row) => ({ ...row, progress: { ...row.progress, cancelAsked: false } }));
        return refuseAs(answer.problem);
      }
      change(id, (row) => ({ ...row, progress: cancelled(row.progress, clock.iso(time.wall())) }));
      return DONE;
    },
    'courier.request': ({ id }) => {
      const row = store.deliveries.get(id);
      const again = row && repeatRequest(row, settings.get().service);
      return again ? { ok: true, value: again } : refuse({ code: 'unknown-delivery', text: message('courier.recipientErased') });
    },
    'courier.close': ({ id }) => {
      if (store.deliveries.get(id)?.progress.state !== 'uncertain')
        return refuse({ code: 'not-uncertain', text: message('courier.updatedMeanwhile') });
      const error = message('courier.closedHere');
      change(id, (row) => ({ ...row, error, progress: { ...row.progress, state: 'refused', readAs: 'refused' } }));
      return DONE;
    },
    'settings.saveDeliveryPickup': ({ pickup }) => {
      settings.change((now) => ({ ...now, service: { ...now.service, delivery_pickup: pickup } }));
      return DONE;
    },
    'settings.saveCouriers': ({ support, sms, slip, priceUnit, radiusMetres }) => {
      const service = {
        delivery_support: support,
        delivery_sms: sms,
        delivery_price_unit: priceUnit,
        delivery_radius_metres: radiusMetres,
      };
      settings.change((now) => ({
        ...now,
        service: { ...now.service, ...service },
        paper: { ...now.paper, delivery_slip: slip },
      }));
      return DONE;
    },
  };
}
