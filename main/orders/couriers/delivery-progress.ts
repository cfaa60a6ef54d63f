/** Events may be out of order, duplicate or missing. Pure. */

import type { Money } from '../order.ts';
import type { DeliveryEvent, Place } from './delivery.ts';

/**
 * `uncertain`: sent, answer lost. `refused`: no courier ordered. `cancelled`: by staff. `checking`: cancelled, but a later event reports
 * progress. The others are the service's states.
 */
export const DELIVERY_STATES = [
  'ordering',
  'uncertain',
  'refused',
  'ordered',
  'pickup-started',
  'at-pickup',
  'picked-up',
  'dropoff-started',
  'at-dropoff',
  'no-show',
  'delivered',
  'cancelled',
  'rejected',
  'checking',
] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export interface Progress {
  state: DeliveryState;
  /** Last cancellation, by our request or an event, and its time; ISO UTC. */
  back: 'cancelled' | 'rejected' | null;
  backAt: string | null;
  /** The state if cancellations are ignored, and the time of its last step; ISO UTC. */
  road: DeliveryState;
  stepAt: string | null;
  /** Staff asked to cancel: a later rejection counts as theirs. */
  cancelAsked: boolean;
  /** The last state dismissed by staff. */
  readAs: DeliveryState | null;
  pickupEta: string | null;
  pickupEtaBefore: string | null;
  dropoffEta: { min: string | null; max: string | null };
  courier: { id: string | null; vehicle: string | null } | null;
  place: Place | null;
  pinCode: string | null;
  completedAt: string | null;
  /** In the service's words. */
  rejectedReason: string | null;
  /** The price in events; null while the offer's price applies. */
  price: Money | null;
  newsAt: string | null;
  /** The latest `dispatched_at` of an event with times, and of one with a place. */
  timesAt: string | null;
  placeAt: string | null;
}

const RANK: Record<DeliveryState, number> = {
  ordering: 0,
  uncertain: 0,
  refused: 0,
  ordered: 1,
  'pickup-started': 2,
  'at-pickup': 3,
  'picked-up': 4,
  'dropoff-started': 5,
  'at-dropoff': 6,
  'no-show': 7,
  delivered: 8,
  cancelled: 9,
  rejected: 9,
  // The delivery may not have ended.
  checking: 1,
};
const BY_EVENT: ReadonlyMap<string, DeliveryState> = new Map([
  ['order.received', 'ordered'],
  ['order.rejected', 'rejected'],
  ['order.pickup_started', 'pickup-started'],
  ['order.pickup_arrival', 'at-pickup'],
  ['order.picked_up', 'picked-up'],
  ['order.dropoff_started', 'dropoff-started'],
  ['order.dropoff_arrival', 'at-dropoff'],
  ['order.dropoff_completed', 'delivered'],
  ['order.delivered', 'delivered'],
  ['order.customer_no_show', 'no-show'],
]);

export const NO_PROGRESS: Progress = {
  state: 'ordering',
  back: null,
  backAt: null,
  road: 'ordering',
  stepAt: null,
  cancelAsked: false,
  readAs: null,
  pickupEta: null,
  pickupEtaBefore: null,
  dropoffEta: { min: null, max: null },
  courier: null,
  place: null,
  pinCode: null,
  completedAt: null,
  rejectedReason: null,
  price: null,
  newsAt: null,
  timesAt: null,
  placeAt: null,
};

/** Events can be minutes out of order; a time over a day later than the next event's is wrong. */
const OVERTAKEN_WITHIN_MS = 24 * 3_600_000;

/** `at`: ISO UTC, empty if unknown. */
function isNoOlder(at: string, known: string | null): boolean {
  if (known === null) return true;
  const olderByMs = Date.parse(known) - Date.parse(at);
  return olderByMs <= 0 || olderByMs > OVERTAKEN_WITHIN_MS;
}

type Way = Pick<Progress, 'state' | 'back' | 'backAt' | 'road' | 'stepAt'>;

function wayOf({ state, back, backAt, road, stepAt }: Progress): Way {
  const isOnItsWay = state !== 'checking' && state !== 'cancelled' && state !== 'rejected';
  return { state, back, backAt, road: isOnItsWay ? state : road, stepAt };
}

/** The later of cancellation and progress counts. Progress after a cancellation is `checking` until an end settles it. */
function settled(way: Way): Way {
  const { back, backAt, road, stepAt } = way;
  if (back === null) return { ...way, state: road };
  const isContradicted = stepAt !== null && stepAt !== backAt && isNoOlder(stepAt, backAt);
  if (!isContradicted) return { ...way, state: back };
  return { ...way, state: hasDeliveryEnded(road) ? road : 'checking' };
}

const latest = (at: string, known: string | null): string => (known === null || isNoOlder(at, known) ? at : known);

function wayAfter(progress: Progress, reported: DeliveryState, at: string): Way {
  const way = wayOf(progress);
  if (reported === 'rejected')
    return settled({ ...way, back: progress.cancelAsked ? 'cancelled' : reported, backAt: latest(at, way.backAt) });
  const road = RANK[reported] > RANK[way.road] ? reported : way.road;
  return settled({ ...way, road, stepAt: RANK[reported] > RANK.ordered ? latest(at, way.stepAt) : way.stepAt });
}

/** `at`: time of the service's answer, ISO UTC. */
export function cancelled(progress: Progress, at: string): Progress {
  const way = wayOf(progress);
  return { ...progress, ...settled({ ...way, back: 'cancelled', backAt: latest(at, way.backAt) }) };
}

/** Any event confirms the order; an older one never overrides a newer one. */
export function after(progress: Progress, event: DeliveryEvent): Progress {
  const named = BY_EVENT.get(event.type) ?? 'ordered';
  const at = event.dispatchedAt ?? '';
  const hasTimes = event.pickupEta !== null || event.dropoffEta.min !== null || event.dropoffEta.max !== null;
  const newerTimes = hasTimes && isNoOlder(at, progress.timesAt);
  const moved = newerTimes && progress.pickupEta !== null && event.pickupEta !== null && !isSameMinute(event.pickupEta, progress.pickupEta);
  const newerPlace = event.place !== null && isNoOlder(at, progress.placeAt);
  return {
    ...progress,
    ...wayAfter(progress, named, at),
    ...(newerTimes ? { pickupEta: event.pickupEta ?? progress.pickupEta, dropoffEta: event.dropoffEta, timesAt: at } : {}),
    ...(moved ? { pickupEtaBefore: progress.pickupEta } : {}),
    ...(newerPlace ? { place: event.place, placeAt: at } : {}),
    courier: event.courier ?? progress.courier,
    pinCode: event.pinCode ?? progress.pinCode,
    completedAt: event.completedAt ?? progress.completedAt,
    rejectedReason: event.rejectedReason ?? progress.rejectedReason,
    price: (isNoOlder(at, progress.newsAt) ? event.price : null) ?? progress.price ?? event.price,
    newsAt: at !== '' && isNoOlder(at, progress.newsAt) ? at : progress.newsAt,
  };
}

function isSameMinute(one: string, other: string): boolean {
  return Math.floor(Date.parse(one) / 60_000) === Math.floor(Date.parse(other) / 60_000);
}

export function hasDeliveryEnded(state: DeliveryState): boolean {
  return state === 'refused' || RANK[state] >= RANK['no-show'];
}

export function isUnderWay(state: DeliveryState): boolean {
  return !hasDeliveryEnded(state) && RANK[state] >= RANK['picked-up'];
}

/** Whether the courier has the parcel, or never will. */
export function isFetched(state: DeliveryState): boolean {
  return hasDeliveryEnded(state) || isUnderWay(state);
}

/** Whether no courier is coming, or the parcel wasn't received. */
export function needsAPerson(state: DeliveryState): state is 'uncertain' | 'refused' | 'rejected' | 'no-show' | 'checking' {
  return state === 'uncertain' || state === 'refused' || state === 'rejected' || state === 'no-show' || state === 'checking';
}

/**
 * Section 3.2: only before a courier accepts, unless agreed otherwise; the service decides. For `checking`, its answer settles the state.
 */
export function mayCancel(state: DeliveryState): boolean {
  return state === 'ordered' || state === 'pickup-started' || state === 'checking';
}
