/** The delivery API (section 4.4) as a table of endpoints in the document's order. */
import { ASSUMED } from '../assumptions.ts';
import type { Clock } from '../clock.ts';
import type { Venue, Venues } from '../venue/venues.ts';
import { type Fields, type Incoming, isFields, Refusal, type Reply } from '../wire/exchange.ts';
import { arrayOf, fieldsOf, numberIn, optionalTime, requiredBoolean, requiredText } from '../wire/request-bodies.ts';
import type { Deliveries, Delivery } from './deliveries.ts';
import { deliveryError, type Merchant, type Merchants } from './merchants.ts';
import { areaAround, type Coordinates, metresBetween, placeOf, REACH_M } from './places.ts';
import { feeFor, outOfReach, type Promises, preparation, refuseCash, scheduledIn } from './promises.ts';
import type { DeliveryWebhooks } from './webhooks.ts';

interface Call {
  merchant: Merchant;
  ids: string[];
  body: Fields;
}

export function createDeliveryApi(parts: {
  clock: Clock;
  venues: Venues;
  merchants: Merchants;
  promises: Promises;
  deliveries: Deliveries;
  webhooks: DeliveryWebhooks;
}): { serve(request: Incoming): Reply; read(path: string): { operation: string | null; orderId: string | null } } {
  const { clock, venues, merchants, promises, deliveries, webhooks } = parts;
  const iso = (at: number) => new Date(at).toISOString();

  const ENDPOINTS: [method: string, path: RegExp, operation: string, status: number, serve: (call: Call) => unknown][] = [
    ['POST', /^\/v1\/venues\/([^/]+)\/shipment-promises$/, 'shipment-promises', 201, promise],
    ['POST', /^\/v1\/venues\/([^/]+)\/deliveries$/, 'deliveries', 201, deliver],
    ['POST', /^\/merchants\/([^/]+)\/available-venues$/, 'available-venues', 201, availableVenues],
    ['POST', /^\/merchants\/([^/]+)\/delivery-fee$/, 'delivery-fee', ASSUMED.deliveryFeeStatus, deliveryFee],
    ['POST', /^\/merchants\/([^/]+)\/delivery-order$/, 'delivery-order', 201, deliveryOrder],
    ['PATCH', /^\/order\/([^/]+)\/status\/cancel$/, 'cancel', 200, cancel],
    ['GET', /^\/order\/([^/]+)\/handshake-delivery$/, 'handshake-delivery', 200, handshake],
    ['GET', /^\/merchants\/([^/]+)\/delivery-areas$/, 'delivery-areas', 200, areas],
    ['POST', /^\/v1\/merchants\/([^/]+)\/webhooks$/, 'create webhook', 201, (call) => webhooks.create(own(call), call.body)],
    ['GET', /^\/v1\/merchants\/([^/]+)\/webhooks$/, 'list webhooks', 200, (call) => webhooks.list(own(call))],
    ['GET', /^\/v1\/merchants\/([^/]+)\/webhooks\/([^/]+)$/, 'get webhook', 200, (call) => webhooks.get(own(call), call.ids[1] ?? '')],
    [
      'PATCH',
      /^\/v1\/merchants\/([^/]+)\/webhooks\/([^/]+)$/,
      'update webhook',
      200,
      (call) => webhooks.update(own(call), call.ids[1] ?? '', call.body),
    ],
    [
      'DELETE',
      /^\/v1\/merchants\/([^/]+)\/webhooks\/([^/]+)$/,
      'delete webhook',
      204,
      (call) => webhooks.remove(own(call), call.ids[1] ?? ''),
    ],
  ];

  /** The merchant in the path must be the key's own: a key doesn't reveal other merchants. */
  function own({ merchant, ids }: Call): string {
    if (ids[0] !== merchant.id) throw new Refusal(404, deliveryError('NOT_FOUND', 'Unknown merchant.'));
    return merchant.id;
  }

  function venueOf(call: Call): Venue {
    const venue = venues.get(call.ids[0] ?? '');
    if (!venue) throw new Refusal(404, deliveryError('NOT_FOUND', 'Unknown venue.'));
    return venue;
  }

  function deliveryOf({ merchant, ids }: Call): Delivery {
    const delivery = deliveries.get(ids[0] ?? '');
    if (delivery?.merchantId !== merchant.id) throw new Refusal(404, deliveryError('NOT_FOUND', 'Unknown order.'));
    return delivery;
  }

  function promise(call: Call): unknown {
    return promises.make(call.merchant, venueOf(call), call.body).body;
  }

  function deliver(call: Call): unknown {
    const { merchant, body } = call;
    const venue = venueOf(call);
    const promised = promises.get(requiredText(body, 'shipment_promise_id'));
    if (promised?.venueId !== venue.id || promised.merchantId !== merchant.id)
      throw impossible('SHIPMENT_PROMISE_NOT_FOUND', 'This promise is not known.');
    if (!promised.isBinding) throw impossible('PROMISE_NOT_BINDING', 'A promise that is not binding cannot be used to create a delivery.');
    if (promised.validUntil < clock.now()) throw impossible('PROMISE_EXPIRED', 'This promise is not valid any more.');
    const dropoff = requiredFields(body, 'dropoff');
    const to = coordinatesIn(dropoff);
    if (metresBetween(to, promised.dropoff) > ASSUMED.promiseMatchesWithinMetres)
      throw impossible('DROPOFF_DIFFERS', 'The drop-off location must match the promise.');
    const recipient = requiredFields(body, 'recipient');
    requiredText(recipient, 'name');
    requiredText(recipient, 'phone_number');
    const parcels = arrayOf(body, 'parcels', true);
    if (parcels.length === 0) throw wrong('parcels is required.');
    refuseCash(merchant, body);
    const pickupAt = promised.scheduled === null ? clock.now() + promised.pickupMinutes * 60_000 : promised.scheduled - 20 * 60_000;
    const dropoffAt = promised.scheduled ?? clock.now() + promised.dropoffMinutes * 60_000;
    const from = placeOf(venue.id);
    const delivery = deliveries.order(merchant, { venueId: venue.id, from, to, pickupAt, dropoffAt, price: promised.price, request: body });
    const pickup = isFields(body.pickup) ? body.pickup : {};
    return {
      id: delivery.reference,
      status: 'INFO_RECEIVED',
      tracking: tracking(delivery),
      pickup: {
        location: { coordinates: from, formatted_address: `${venue.name}, Harbour street 1` },
        comment: pickup.comment ?? null,
        options: {},
        eta: iso(pickupAt),
        display_name: venue.name,
      },
      dropoff: {
        location: { coordinates: to, formatted_address: promised.formattedAddress },
        comment: dropoff.comment ?? null,
        options: dropoff.options ?? {},
        eta: iso(dropoffAt),
      },
      price: promised.price,
      recipient,
      parcels,
      customer_support: body.customer_support ?? null,
      service_order_reference_id: delivery.reference,
      merchant_order_reference_id: body.merchant_order_reference_id ?? null,
      tips: body.tips ?? [],
      order_number: body.order_number ?? null,
    };
  }

  function availableVenues(call: Call): unknown {
    own(call);
    const to = coordinatesIn(requiredFields(call.body, 'dropoff'));
    const scheduled = optionalTime(call.body, 'scheduled_dropoff_time');
    return venues
      .all()
      .map((venue) => ({ venue, metres: metresBetween(placeOf(venue.id), to) }))
      .filter(({ metres }) => metres <= REACH_M)
      .sort((a, b) => a.metres - b.metres)
      .map(({ venue, metres }) => {
        const way = Math.ceil(metres / ASSUMED.courierMetresAMinute);
        const mean = venue.preparationMinutes + way;
        return {
          pickup: {
            venue_id: venue.id,
            name: [{ lang: 'en', value: venue.name }],
            location: { coordinates: placeOf(venue.id), formatted_address: 'Harbour street 1' },
          },
          fee: { amount: feeFor(metres, []), currency: call.merchant.currency },
          pre_estimate: {
            pickup_minutes: venue.preparationMinutes,
            delivery_minutes: way,
            total_minutes: { min: mean - 5, mean, max: mean + 10 },
          },
          scheduled_dropoff_time: scheduled === null ? null : iso(scheduled),
        };
      });
  }

  function route(body: Fields): { from: Coordinates; to: Coordinates; metres: number } {
    const from = coordinatesIn(requiredFields(body, 'pickup'));
    const to = coordinatesIn(requiredFields(body, 'dropoff'));
    const metres = metresBetween(from, to);
    if (metres > REACH_M) throw outOfReach();
    return { from, to, metres };
  }

  function deliveryFee(call: Call): unknown {
    own(call);
    const { merchant, body } = call;
    const { metres } = route(body);
    const scheduled = scheduledIn(body, clock.now());
    refuseCash(merchant, body);
    return {
      created_at: clock.iso(),
      pickup: body.pickup,
      dropoff: body.dropoff,
      fee: { amount: feeFor(metres, arrayOf(body, 'contents', false)), currency: merchant.currency },
      time_estimate_minutes: 30 + Math.ceil(metres / ASSUMED.courierMetresAMinute),
      scheduled_dropoff_time: scheduled === null ? null : iso(scheduled),
    };
  }

  function deliveryOrder(call: Call): unknown {
    own(call);
    const { merchant, body } = call;
    const { from, to, metres } = route(body);
    for (const end of ['pickup', 'dropoff'] as const)
      requiredText(requiredFields(requiredFields(body, end), 'contact_details'), 'phone_number');
    requiredFields(body, 'customer_support');
    requiredBoolean(body, 'is_no_contact');
    const contents = arrayOf(body, 'contents', true);
    arrayOf(body, 'tips', true);
    numberIn(body, 'min_preparation_time_minutes', 0, 60);
    const minutes = preparation(body);
    const scheduled = scheduledIn(body, clock.now());
    refuseCash(merchant, body);
    const price = { amount: feeFor(metres, contents), currency: merchant.currency };
    const pickupAt = clock.now() + minutes * 60_000;
    const dropoffAt = scheduled ?? pickupAt + Math.ceil(metres / ASSUMED.courierMetresAMinute) * 60_000;
    const delivery = deliveries.order(merchant, { venueId: null, from, to, pickupAt, dropoffAt, price, request: body });
    return {
      ...body,
      pickup: { ...requiredFields(body, 'pickup'), eta: iso(pickupAt) },
      dropoff: { ...requiredFields(body, 'dropoff'), eta: iso(dropoffAt) },
      price,
      tracking: tracking(delivery),
      service_order_reference_id: delivery.reference,
    };
  }

  function cancel(call: Call): unknown {
    requiredText(call.body, 'reason');
    deliveries.cancel(call.merchant, deliveryOf(call));
    return { status: 'REJECTED' };
  }

  function handshake(call: Call): unknown {
    const { pinCode } = deliveryOf(call);
    return { is_required: pinCode !== null, pin_code: pinCode === null ? null : Number(pinCode) };
  }

  function areas(call: Call): unknown {
    own(call);
    if (!call.merchant.mayReadAreas)
      throw new Refusal(401, deliveryError('TOKEN_TOO_OLD', 'Delivery areas need a token of November 2025 or later.'));
    const named = venues.all().map((venue) => [venue.name, { type: 'Polygon', coordinates: [areaAround(placeOf(venue.id))] }]);
    return { delivery_areas: Object.fromEntries(named) };
  }

  return {
    serve(request) {
      const here = ENDPOINTS.filter(([, path]) => path.test(request.path));
      if (here.length === 0) throw new Refusal(404, deliveryError('NOT_FOUND', 'Unknown endpoint.'));
      const merchant = merchants.of(request);
      const endpoint = here.find(([method]) => method === request.method);
      if (!endpoint) throw new Refusal(405, deliveryError('METHOD_NOT_ALLOWED', `Use ${here.map(([method]) => method).join(' or ')}.`));
      const [method, path, , status, serve] = endpoint;
      const ids = (path.exec(request.path) ?? []).slice(1).map(decodeURIComponent);
      const given = method === 'GET' ? {} : fieldsOf(request.body);
      checkBooleans(given);
      const body = serve({ merchant, ids, body: given });
      return { status, ...(status === 204 ? {} : { body }) };
    },
    read(path) {
      const [, pattern, operation] = ENDPOINTS.find(([, candidate]) => candidate.test(path)) ?? [];
      const orderId = path.startsWith('/order/') ? (pattern?.exec(path)?.[1] ?? null) : null;
      return { operation: operation ?? null, orderId };
    },
  };
}

/** 2.7 and 4.4: fields that must be boolean, anywhere in a body. Missing ones have their default. */
const BOOLEANS = [
  'disabled',
  'is_no_contact',
  'is_required',
  'should_send_sms_to_dropoff_contact',
  'send_tracking_link_sms',
  'id_check_required',
];

function checkBooleans(value: unknown): void {
  if (Array.isArray(value)) value.forEach(checkBooleans);
  if (!isFields(value)) return;
  for (const [key, entry] of Object.entries(value)) {
    if (BOOLEANS.includes(key) && typeof entry !== 'boolean') throw wrong(`${key} must be a boolean.`);
    checkBooleans(entry);
  }
}

function tracking({ trackingId }: Delivery): Fields {
  return { id: trackingId, url: `https://tracking.example.test/${trackingId}` };
}

function requiredFields(fields: Fields, key: string): Fields {
  const value = fields[key];
  if (!isFields(value)) throw wrong(`${key} is required.`);
  return value;
}

/** Coordinates from `{location: {coordinates: {lat, lon}}}`, or from an address. */
function coordinatesIn(end: Fields): Coordinates {
  const location = requiredFields(end, 'location');
  if (isFields(location.coordinates))
    return { lat: numberIn(location.coordinates, 'lat', -90, 90), lon: numberIn(location.coordinates, 'lon', -180, 180) };
  return placeOf(requiredText(location, 'formatted_address'));
}

function impossible(code: string, reason: string): Refusal {
  return new Refusal(ASSUMED.statusOfImpossibleDelivery, deliveryError(code, reason));
}

function wrong(reason: string): Refusal {
  return new Refusal(400, deliveryError('INVALID_REQUEST', reason));
}
