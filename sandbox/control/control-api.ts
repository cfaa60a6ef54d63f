/** The control API for tests, demo and training; not in the interface document. */
import { URL } from 'node:url';
import { type Delivery, STEPS } from '../delivery/deliveries.ts';
import { newId } from '../ids.ts';
import type { SandboxOrder } from '../order.ts';
import { readShape } from '../orders/group.ts';
import { KINDS, type Kind } from '../orders/kinds.ts';
import { newClient } from '../tokens/token-service.ts';
import type { Venue } from '../venue/venues.ts';
import { type Fields, type Incoming, isFields, Refusal, type Reply } from '../wire/exchange.ts';
import { fieldsOf } from '../wire/request-bodies.ts';
import { CONTROL_PAGE } from './control-page.ts';
import type { ControlParts } from './control-parts.ts';
import { storyOf } from './order-record.ts';
import { changeVenue, menuAsItIs, putMenu } from './venue-control.ts';

type Serve = (parts: ControlParts, body: Fields, id: string, request: Incoming) => unknown;

/** A fault that delays reads stays this much longer, for later changes, ms. */
const LAG_IS_KEPT_MS = 60_000;
const DEFAULT_REDIRECT = 'http://127.0.0.1/connected';

const ROUTES: [method: string, path: string, status: number, serve: Serve][] = [
  ['POST', '/venues', 201, (parts, body) => grantFor(parts, parts.venues.open(body), body)],
  ['GET', '/venues', 200, (parts) => ({ venues: parts.venues.all() })],
  ['POST', '/venues/:id/authorization-code', 201, (parts, body, id) => grantFor(parts, venue(parts, id), body)],
  ['POST', '/venues/:id/revoke', 200, revokeAccess],
  ['PATCH', '/venues/:id', 200, (parts, body, id) => changeVenue(parts, venue(parts, id), body)],
  ['GET', '/venues/:id/menu', 200, (parts, _, id) => menuAsItIs(parts, venue(parts, id))],
  ['PUT', '/venues/:id/menu', 200, (parts, body, id) => putMenu(parts, venue(parts, id), body)],
  ['GET', '/variants', 200, (parts) => parts.variants.view()],
  [
    'POST',
    '/variants',
    200,
    (parts, body) => {
      parts.variants.change(body);
      return parts.variants.view();
    },
  ],
  ['DELETE', '/variants', 204, (parts) => parts.variants.clear()],
  ['GET', '/endpoints', 200, (parts) => parts.venueService.view()],
  [
    'POST',
    '/endpoints',
    200,
    (parts, body) => {
      parts.venueService.move(body);
      return parts.venueService.view();
    },
  ],
  ['POST', '/venues/:id/onboard', 200, onboard],
  ['POST', '/brands', 201, openBrand],
  ['POST', '/partner', 200, enableFeatures],
  ['POST', '/clients', 201, registerClient],
  ['POST', '/webhooks', 200, setWebhook],
  ['DELETE', '/webhooks', 204, (parts) => parts.notifier.setWebhook(null)],
  ['POST', '/orders', 201, placeOrder],
  ['GET', '/orders', 200, (parts) => ({ orders: parts.orders.all().map(described) })],
  ['GET', '/orders/:id/story', 200, (parts, _, id) => storyOf(order(parts, id), parts.journal)],
  ['GET', '/orders/:id', 200, (parts, _, id) => ({ ...described(order(parts, id)), documents: parts.documents.uploaded(id) })],
  [
    'POST',
    '/orders/:id/cancel',
    200,
    (parts, body, id) => applyChange(parts, id, body, (it) => parts.orders.cancel(it, body.by === 'support' ? 'support' : 'consumer')),
  ],
  [
    'POST',
    '/orders/:id/staff-accept',
    200,
    (parts, body, id) => applyChange(parts, id, body, (it) => parts.orders.accept(it, 'staff', null)),
  ],
  ['POST', '/orders/:id/staff-ready', 200, (parts, body, id) => applyChange(parts, id, body, (it) => parts.orders.ready(it, 'staff'))],
  ['POST', '/orders/:id/courier-arrives', 200, (parts, body, id) => applyChange(parts, id, body, (it) => parts.orders.courierArrives(it))],
  ['POST', '/orders/:id/pickup', 200, (parts, body, id) => applyChange(parts, id, body, (it) => parts.orders.courierPicksUp(it))],
  ['POST', '/orders/:id/delivered', 200, (parts, body, id) => applyChange(parts, id, body, (it) => parts.orders.delivered(it, 'courier'))],
  ['POST', '/merchants', 201, openMerchant],
  ['GET', '/deliveries', 200, (parts) => ({ deliveries: parts.deliveries.all() })],
  ['GET', '/deliveries/:id', 200, (parts, _, id) => delivery(parts, id)],
  ['POST', '/deliveries/:id/step', 200, stepDelivery],
  ['GET', '/log', 200, (parts, _, __, request) => ({ entries: parts.journal.since(Number(request.query.get('since') ?? 0) || 0) })],
  ['GET', '/clock', 200, (parts) => ({ now: parts.clock.iso() })],
  ['POST', '/clock', 200, advanceClock],
  ['POST', '/faults', 201, (parts, body) => parts.faults.add(body)],
  ['GET', '/faults', 200, (parts) => ({ faults: parts.faults.list() })],
  ['DELETE', '/faults', 204, (parts) => parts.faults.clear()],
  ['GET', '/awkward', 200, awkwardView],
  [
    'POST',
    '/awkward',
    200,
    (parts, body) => {
      parts.awkward.switchOn(body);
      return awkwardView(parts);
    },
  ],
  ['DELETE', '/awkward', 204, (parts) => parts.awkward.switchOff()],
];

export async function serveControl(parts: ControlParts, request: Incoming): Promise<Reply> {
  if (request.method === 'GET' && request.path === '/') return { status: 200, body: CONTROL_PAGE };
  let wrongMethod = false;
  for (const [method, path, status, serve] of ROUTES) {
    const match = new RegExp(`^${path.replace(':id', '([^/]+)')}$`).exec(request.path);
    if (!match) continue;
    if (method !== request.method) {
      wrongMethod = true;
      continue;
    }
    const body = await serve(parts, fieldsOf(request.body), decodeURIComponent(match[1] ?? ''), request);
    return { status, ...(status === 204 ? {} : { body }) };
  }
  throw new Refusal(wrongMethod ? 405 : 404, { reason: 'The control API has no such call; see sandbox/README.md.' });
}

function grantFor(parts: ControlParts, venue: Venue, body: Fields): unknown {
  const redirectUri = typeof body.redirect_uri === 'string' ? body.redirect_uri : DEFAULT_REDIRECT;
  const code = parts.tokens.issueCode({ clientId: parts.clients[0].id, redirectUri, venueIds: [venue.id] });
  return { venue_id: venue.id, authorization_code: code, redirect_uri: redirectUri };
}

/** Service-led onboarding: sends the code to the partner. Its body is assumed (section 5, point 8). */
async function onboard(parts: ControlParts, body: Fields, id: string): Promise<unknown> {
  const url = typeof body.url === 'string' ? body.url : '';
  if (!URL.canParse(url)) throw new Refusal(400, { reason: '"url" must be the partner\'s authorization code endpoint.' });
  const venueId = venue(parts, id).id;
  const code = parts.tokens.issueCode({ clientId: parts.clients[0].id, redirectUri: url, venueIds: [venueId] });
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ authorization_code: code, redirect_uri: url, venue_id: venueId }),
  });
  return { status: answer.status };
}

/** Brand-level authentication: one token for several venues (assumed, section 5, point 8). */
function openBrand(parts: ControlParts, body: Fields): unknown {
  const names = Array.isArray(body.venues) ? body.venues.map(String) : ['Harbour Kitchen', 'Station Kitchen'];
  const venueIds = names.map((name) => parts.venues.open({ name }).id);
  const code = parts.tokens.issueCode({ clientId: parts.clients[0].id, redirectUri: DEFAULT_REDIRECT, venueIds });
  return { venue_ids: venueIds, authorization_code: code, redirect_uri: DEFAULT_REDIRECT };
}

function registerClient(parts: ControlParts): unknown {
  const client = newClient();
  parts.clients.push(client);
  return { client_id: client.id, client_secret: client.secret };
}

function enableFeatures(parts: ControlParts, body: Fields): unknown {
  for (const feature of ['refunds', 'documents'] as const) {
    if (body[feature] === true) parts.enabled.add(feature);
    if (body[feature] === false) parts.enabled.delete(feature);
  }
  return { enabled: [...parts.enabled] };
}

function setWebhook(parts: ControlParts, body: Fields): unknown {
  if (typeof body.url !== 'string' || !URL.canParse(body.url))
    throw new Refusal(400, { reason: '"url" must be the address of a webhook receiver.' });
  // Section 8: a webhook secret has at least 128 bits.
  if (typeof body.secret !== 'string' || Buffer.byteLength(body.secret) < 16) {
    throw new Refusal(400, { reason: '"secret" must have at least 16 bytes.' });
  }
  parts.notifier.setWebhook({ url: body.url, secret: body.secret });
  return { url: body.url };
}

function placeOrder(parts: ControlParts, body: Fields): unknown {
  const at = venue(parts, String(body.venue_id ?? ''));
  const kind = body.kind ?? 'instant';
  if (!KINDS.includes(kind as Kind)) throw new Refusal(400, { reason: `"kind" must be one of ${KINDS.join(', ')}.` });
  const wishes = isFields(body.order) ? body.order : {};
  const id = wishes.id ?? newId();
  if (typeof id !== 'string') throw new Refusal(400, { reason: '"id" must be a text.' });
  if (parts.orders.get(id)) throw new Refusal(409, { reason: 'An order with this id exists.' });
  const groupShape = readShape(body.group_shape);
  const placing = {
    wishes,
    ...(groupShape ? { groupShape } : {}),
    ...(Array.isArray(body.items) ? { items: body.items.filter(isFields) } : {}),
    ...(typeof body.pickup_eta_after_ms === 'number' ? { pickupEtaAfterMs: body.pickup_eta_after_ms } : {}),
  };
  if (kind === 'group' && body.items !== undefined) throw new Refusal(400, { reason: 'The items of a group order are drawn by chance.' });
  parts.selling.requireOpen(at);
  const faults = Array.isArray(body.faults) ? body.faults.filter(isFields) : [];
  return described(parts.awkward.place(at, kind as Kind, id, placing, faults));
}

/** `forbidden_ms`: how long revoked tokens get 403 before 401. */
function revokeAccess(parts: ControlParts, body: Fields, id: string): unknown {
  const forbidden = body.forbidden_ms ?? 0;
  if (typeof forbidden !== 'number' || !(forbidden >= 0)) throw new Refusal(400, { reason: '"forbidden_ms" must be a number, 0 or more.' });
  parts.tokens.resetVenue(venue(parts, id).id, forbidden);
  return { venue_id: id };
}

function awkwardView(parts: ControlParts): unknown {
  return { ...parts.awkward.view(), did: parts.journal.since(0).filter(({ kind }) => kind === 'awkward') };
}

function advanceClock(parts: ControlParts, body: Fields): unknown {
  const seconds = body.advance_seconds;
  if (typeof seconds !== 'number' || !(seconds >= 0)) throw new Refusal(400, { reason: '"advance_seconds" must be a number, 0 or more.' });
  parts.clock.advance(seconds);
  return { now: parts.clock.iso() };
}

/** `lag_ms`: how long reads stay old after the notification. */
function applyChange(parts: ControlParts, id: string, body: Fields, change: (order: SandboxOrder) => void): unknown {
  const it = order(parts, id);
  if (body.lag_ms !== undefined) {
    const fault = { match: `GET *orders/${it.id}`, lag_ms: body.lag_ms };
    parts.faults.add({ ...fault, for_ms: Number(body.lag_ms) + LAG_IS_KEPT_MS });
  }
  change(it);
  return described(it);
}

function venue(parts: ControlParts, id: string): Venue {
  const found = parts.venues.get(id);
  if (!found) throw new Refusal(404, { reason: 'Unknown venue; POST /control/venues opens one.' });
  return found;
}

function order(parts: ControlParts, id: string): SandboxOrder {
  const found = parts.orders.get(id);
  if (!found) throw new Refusal(404, { reason: 'Unknown order.' });
  return found;
}

function described(it: SandboxOrder): Fields {
  return {
    order_id: it.id,
    order_number: it.body.order_number,
    venue_id: it.venueId,
    type: it.body.type,
    delivery: { type: it.body.delivery.type, self_delivery: it.selfDelivery },
    state: it.state,
    order_status: it.body.order_status,
    history: it.history,
    rejection: it.rejection,
    sent_to_pos: it.sentToPos,
    order: it.body,
  };
}

function openMerchant(parts: ControlParts, body: Fields): unknown {
  const { id, key } = parts.merchants.open(body);
  return { merchant_id: id, merchant_key: key };
}

function delivery(parts: ControlParts, id: string): Delivery {
  const found = parts.deliveries.get(id);
  if (!found) throw new Refusal(404, { reason: 'Unknown delivery.' });
  return found;
}

/** `{"step": "picked-up"}`, `{"no_show": true}`, `{"reject": "why"}` or `{"delay_minutes": 5}`. */
function stepDelivery(parts: ControlParts, body: Fields, id: string): unknown {
  const it = delivery(parts, id);
  if (body.no_show === true) parts.deliveries.noShow(it);
  else if (typeof body.reject === 'string') parts.deliveries.reject(it, body.reject);
  else if (typeof body.delay_minutes === 'number') parts.deliveries.delay(it, body.delay_minutes);
  else {
    const step = STEPS.find((one) => one === body.step);
    if (!step) throw new Refusal(400, { reason: `"step" must be one of ${STEPS.join(', ')}.` });
    parts.deliveries.step(it, step);
  }
  return it;
}
