/** The life of orders (section 3.1): changes of state, and notifications about them. */
import { ASSUMED, orderErrorBody } from '../assumptions.ts';
import type { Chance } from '../chance.ts';
import type { Clock } from '../clock.ts';
import type { Selling } from '../menu/selling.ts';
import type { Notifier } from '../notifications.ts';
import { isOpen, type OrderState, type SandboxOrder, statusOf } from '../order.ts';
import type { Venue, Venues } from '../venue/venues.ts';
import type { VenueAlerts } from '../venue-api/venue-alerts.ts';
import { type Fields, isFields, Refusal } from '../wire/exchange.ts';
import type { Faults } from '../wire/faults.ts';
import type { Journal } from '../wire/journal.ts';
import type { GroupShape } from './group.ts';
import { type Kind, makeOrder } from './kinds.ts';
import { createReadings, type Readings } from './readings.ts';
import { requireSelfDelivery } from './require-self-delivery.ts';

export interface Placing {
  /** Fields of Order V2 that replace the made ones. */
  wishes?: Fields;
  groupShape?: GroupShape;
  pickupEtaAfterMs?: number;
  chance?: Chance;
  /** By external IDs: `{item, count?, options?}`; random by default. */
  items?: readonly Fields[];
}

export interface OrderBook {
  place(venue: Venue, kind: Kind, placing?: Placing): SandboxOrder;
  get(id: string): SandboxOrder | undefined;
  all(): SandboxOrder[];
  accept(order: SandboxOrder, by: string, adjustedPickupTime: number | null): void;
  acceptSelfDelivery(order: SandboxOrder, totalDeliveryTime: number | null): void;
  reject(order: SandboxOrder, by: string, reason: string, code: string): void;
  confirm(order: SandboxOrder, by: string): void;
  ready(order: SandboxOrder, by: string): void;
  delivered(order: SandboxOrder, by: string): void;
  /** The courier is near the venue, or left with the order. */
  courierArrives(order: SandboxOrder): void;
  courierPicksUp(order: SandboxOrder): void;
  /** Cancels for the customer or support, before the order has ended. */
  cancel(order: SandboxOrder, by: string): void;
  sentToPos(order: SandboxOrder, success: boolean, time: string): void;
  show: Readings['show'];
  /** Runs an operation on a copy of the order: it may be refused, but changes nothing. */
  rehearse(order: SandboxOrder, run: (copy: SandboxOrder) => void): void;
  readonly notifier: Notifier;
  now(): number;
  note(order: SandboxOrder, event: string, by: string): void;
  touch(order: SandboxOrder): void;
  later(ms: number, run: () => void): void;
  nameOfBarcode(order: SandboxOrder, barcode: string): string | null;
  /** Throws the 409 of section 7.2. */
  requireState(order: SandboxOrder, allowed: readonly string[], operation: string): void;
}

const MINUTE_MS = 60_000;

export function createOrderBook(options: {
  clock: Clock;
  venues: Venues;
  notifier: Notifier;
  faults: Faults;
  journal: Journal;
  selling: Selling;
  alerts: VenueAlerts;
  chance: Chance;
  effectDelayMs: number;
  pickupEtaDelayMs: number;
}): OrderBook {
  const { clock, venues, selling } = options;
  const orders = new Map<string, SandboxOrder>();
  const readings = createReadings({ clock, faults: options.faults, orders: () => orders.values() });
  let lastNumber = 400 + options.chance.below(300);
  /** While rehearsing, nothing is sent, logged or scheduled. */
  let rehearsing = false;
  const real =
    <A extends unknown[]>(run: (...given: A) => void) =>
    (...given: A): void => {
      if (!rehearsing) run(...given);
    };
  const notifier = {
    ...options.notifier,
    orderStatus: real(options.notifier.orderStatus),
    courierNear: real(options.notifier.courierNear),
    pickupCompleted: real(options.notifier.pickupCompleted),
  };
  const later = real((ms: number, run: () => void): void => void setTimeout(run, ms));

  /** Changes the state; reads and notifications follow after the effect delay. */
  function move(order: SandboxOrder, state: OrderState, event: string, by: string, announce: string | null): void {
    order.state = state;
    for (const forget of order.forgetPlans.splice(0)) forget();
    note(order, event, by);
    const show = () => {
      order.body.order_status = statusOf(state);
      touch(order);
      if (announce) notifier.orderStatus(order, announce);
    };
    if (options.effectDelayMs === 0) show();
    else later(options.effectDelayMs, show);
  }

  const note = real((order: SandboxOrder, event: string, by: string): void => {
    order.history.push({ at: clock.iso(), event, by });
    options.journal.write({ kind: 'order', order_id: order.id, order_number: order.body.order_number, state: order.state, event, by });
    readings.changed(order);
  });

  const touch = real((order: SandboxOrder): void => {
    order.body.modified_at = clock.iso();
    readings.changed(order);
  });

  const plan = real((order: SandboxOrder, time: number, run: () => void): void => {
    order.forgetPlans.push(clock.at(time, run));
  });

  function venueOf(order: SandboxOrder): Venue {
    const venue = venues.get(order.venueId);
    if (!venue) throw new Error(`The venue of order ${order.id} is gone.`);
    return venue;
  }

  function setPickupEta(order: SandboxOrder, time: number, afterMs = options.pickupEtaDelayMs): void {
    later(afterMs, () => {
      order.body.pickup_eta = new Date(time).toISOString();
      touch(order);
    });
  }

  const decided = real((order: SandboxOrder, isAccepted: boolean): void => options.alerts.decided(venueOf(order), isAccepted));

  function toProduction(order: SandboxOrder, event: string, by: string): void {
    decided(order, true);
    move(order, 'production', event, by, 'PRODUCTION');
    // 6.1: "courier near" is sent once, ahead of the pickup by the preparation time; not for takeaway or self-delivery.
    const ahead = Date.parse(order.body.pickup_eta ?? '') - venueOf(order).preparationMinutes * MINUTE_MS;
    if (hasCourier(order) && venueOf(order).announcesCourier)
      plan(order, Math.max(ahead || 0, clock.now() + 1_000), () => notifier.courierNear(order));
  }

  function rejectBySystem(order: SandboxOrder, why: string): void {
    order.rejection = { reason: why, code: 'GENERIC' };
    decided(order, false);
    move(order, 'rejected', why, 'service', venueOf(order).announcesRejection ? ASSUMED.statusOfRejection : null);
  }

  function requireState(order: SandboxOrder, allowed: readonly string[], operation: string): void {
    if (allowed.includes(order.state)) return;
    const reason = `${operation} is not possible: the order is ${order.state}.`;
    throw new Refusal(409, orderErrorBody('INVALID_ORDER_STATE_TRANSITION', reason));
  }

  return {
    notifier,
    now: clock.now,
    note,
    touch,
    later,
    requireState,
    nameOfBarcode: (order, barcode) => selling.nameOf(venueOf(order), barcode),
    show: readings.show,
    rehearse(order, run) {
      rehearsing = true;
      try {
        // Plans are functions, which can't be cloned.
        run({ ...structuredClone({ ...order, forgetPlans: [] }), forgetPlans: [] });
      } finally {
        rehearsing = false;
      }
    },
    place(venue, kind, { wishes = {}, groupShape, pickupEtaAfterMs, chance = options.chance, items } = {}) {
      lastNumber = lastNumber >= 999 ? 101 : lastNumber + 1;
      const now = clock.now();
      const dishes = selling.dishes(venue);
      if (dishes.length === 0 && wishes.items === undefined) throw new Refusal(409, { reason: 'Nothing on the menu can be ordered now.' });
      const body = makeOrder(venue, kind, {
        orderNumber: String(lastNumber),
        now,
        wishes,
        chance,
        dishes,
        ...(groupShape ? { groupShape } : {}),
        ...(items ? { lines: selling.linesOf(venue, items) } : {}),
      });
      selling.requireOrderable(venue, body);
      const preorder = body.type === 'preorder';
      const order: SandboxOrder = {
        id: body.id,
        venueId: venue.id,
        state: preorder ? 'waiting' : 'created',
        body,
        selfDelivery: body.delivery.self_delivery === true,
        initialPickupEta: now + venue.preparationMinutes * MINUTE_MS,
        history: [],
        sentToPos: [],
        rejection: null,
        replaced: false,
        refunded: false,
        invoiced: false,
        versions: [],
        forgetPlans: [],
      };
      selling.sold(venue, body);
      orders.set(order.id, order);
      note(order, 'placed', 'consumer');
      if (!preorder && !order.selfDelivery && body.pickup_eta === null) setPickupEta(order, order.initialPickupEta, pickupEtaAfterMs);
      const patience = preorder ? venue.confirmWithinSeconds : venue.acceptWithinSeconds;
      const why = preorder ? 'not confirmed in time' : 'not accepted in time';
      if (patience > 0) plan(order, now + patience * 1_000, () => rejectBySystem(order, why));
      notifier.orderStatus(order, 'CREATED');
      if (venue.autoAccepts && order.state === 'created') toProduction(order, 'accepted', 'service');
      return order;
    },
    get: (id) => orders.get(id),
    all: () => [...orders.values()],

    accept(order, by, adjusted) {
      requireState(order, ['created'], 'Accepting');
      if (adjusted !== null) {
        if (adjusted > order.initialPickupEta + 25 * MINUTE_MS) {
          const reason = 'adjusted_pickup_time is more than 25 minutes after the initial estimate.';
          throw new Refusal(ASSUMED.statusOfTooLateAdjustment, orderErrorBody('INVALID_PICKUP_TIME', reason));
        }
        setPickupEta(order, adjusted);
      }
      toProduction(order, 'accepted', by);
    },

    acceptSelfDelivery(order, time) {
      requireSelfDelivery(order);
      requireState(order, ['created'], 'Accepting');
      if (time !== null) order.body.delivery.time = new Date(time).toISOString();
      toProduction(order, 'accepted', 'api');
    },

    reject(order, by, reason, code) {
      requireState(order, ASSUMED.rejectableFrom, 'Rejecting');
      order.rejection = { reason, code };
      decided(order, false);
      move(order, 'rejected', 'rejected', by, venueOf(order).announcesRejection ? ASSUMED.statusOfRejection : null);
    },

    confirm(order, by) {
      requireState(order, ['waiting'], 'Confirming');
      decided(order, true);
      const preOrder = isFields(order.body.pre_order) ? order.body.pre_order : {};
      preOrder.pre_order_status = 'confirmed';
      move(order, 'confirmed', 'confirmed', by, null);
      // 3.1: production of a pre-order starts automatically, ahead of its time by the preparation time.
      const wanted = Date.parse(String(preOrder.preorder_time));
      const time = wanted - venueOf(order).preparationMinutes * MINUTE_MS;
      plan(order, Number.isFinite(time) ? time : clock.now(), () => {
        setPickupEta(order, wanted);
        toProduction(order, 'preparation started', 'service');
      });
    },

    ready(order, by) {
      requireState(order, ['production'], 'Marking ready');
      move(order, 'ready', 'ready', by, 'READY');
      const after = venueOf(order).courierAfterSeconds;
      if (hasCourier(order) && after !== null) plan(order, clock.now() + after * 1_000, () => this.courierPicksUp(order));
    },

    delivered(order, by) {
      requireState(order, ['ready'], 'Marking delivered');
      order.body.delivery.status = 'delivered';
      if (venueOf(order).invoicedBy === 'service') order.invoiced = true;
      move(order, 'delivered', 'delivered', by, 'DELIVERED');
    },

    courierArrives(order) {
      order.body.delivery.status = 'courier_at_venue';
      touch(order);
      note(order, 'courier arrives', 'courier');
      notifier.courierNear(order);
    },

    courierPicksUp(order) {
      requireState(order, ['ready'], 'Picking up');
      order.body.delivery.status = 'picked_up';
      touch(order);
      note(order, 'picked up', 'courier');
      notifier.pickupCompleted(order);
      const after = venueOf(order).courierAfterSeconds;
      if (after !== null) plan(order, clock.now() + after * 1_000, () => this.delivered(order, 'courier'));
    },

    cancel(order, by) {
      if (!isOpen(order)) throw new Refusal(409, orderErrorBody('INVALID_ORDER_STATE_TRANSITION', `The order is ${order.state}.`));
      order.rejection = { reason: `cancelled by the ${by}`, code: 'GENERIC' };
      move(order, 'rejected', 'cancelled', by, venueOf(order).announcesRejection ? ASSUMED.statusOfRejection : null);
    },

    sentToPos(order, success, time) {
      order.sentToPos.push({ success, time_sent_to_pos: time, received_at: clock.iso() });
      note(order, success ? 'sent to pos' : 'not sent to pos', 'api');
    },
  };
}

function hasCourier(order: SandboxOrder): boolean {
  return order.body.delivery.type === 'homedelivery' && !order.selfDelivery;
}
