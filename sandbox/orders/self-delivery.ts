/** Self-delivery operations (section 4.2, rule 8): picked up, at the customer, location and ETA. */
import { ASSUMED, orderErrorBody } from '../assumptions.ts';
import type { SandboxOrder } from '../order.ts';
import { type Fields, isFields, Refusal } from '../wire/exchange.ts';
import { numberIn, optionalBoolean, requiredInteger } from '../wire/request-bodies.ts';
import type { OrderBook } from './order-book.ts';
import { requireSelfDelivery } from './require-self-delivery.ts';

export function pickupCompleted(book: OrderBook, order: SandboxOrder): void {
  requireSelfDelivery(order);
  requireReady(order, 409);
  order.body.delivery.status = ASSUMED.deliveryStatus.pickedUp;
  book.note(order, 'picked up', 'api');
  book.notifier.pickupCompleted(order);
}

export function courierAtCustomer(book: OrderBook, order: SandboxOrder): void {
  requireSelfDelivery(order);
  requireReady(order, 409);
  order.body.delivery.status = ASSUMED.deliveryStatus.atCustomer;
  book.note(order, 'courier at customer', 'api');
}

/** 400 before the order is ready (section 7.2). */
export function courierLocation(book: OrderBook, order: SandboxOrder, body: Fields): void {
  requireSelfDelivery(order);
  if (!isFields(body.location)) throw new Refusal(400, orderErrorBody('INVALID_REQUEST', 'location {lon, lat} is required.'));
  const lon = numberIn(body.location, 'lon', -180, 180);
  const lat = numberIn(body.location, 'lat', -90, 90);
  if (body.heading !== undefined && body.heading !== null) numberIn(body, 'heading', 0, 360);
  optionalBoolean(body, 'is_delivering_this_order', true);
  requireReady(order, 400);
  book.note(order, `courier at ${lat}, ${lon}`, 'api');
}

export function courierEta(book: OrderBook, order: SandboxOrder, body: Fields): void {
  requireSelfDelivery(order);
  const minutes = requiredInteger(body, 'eta_minutes', 0);
  book.requireState(order, ASSUMED.etaAllowedIn, 'Sending an ETA');
  order.body.delivery.time = new Date(book.now() + minutes * 60_000).toISOString();
  book.note(order, `eta ${minutes} min`, 'api');
}

function requireReady(order: SandboxOrder, otherwise: 400 | 409): void {
  if (order.state === 'ready') return;
  throw new Refusal(otherwise, orderErrorBody('ORDER_NOT_READY', `The order is ${order.state}, not ready.`));
}
