/** The progress of a delivery, from events that may come in any order, twice, or never. Pure. */

import type { Money } from '../order.ts';
import type { DeliveryEvent, Place } from './delivery.ts';

/**
 * `ordering`: not sent yet. `uncertain`: sent, but the answer was lost. `refused`: no courier was ordered. `cancelled`: by staff.
 * `checking`: cancelled, but a later event says that the courier is on the way. The others are the service's states.
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
  /** How and when (ISO UTC) it was last cancelled: by the answer to our cancellation, or an event. Null if never. */
  back: 'cancelled' | 'rejected' | null;
  backAt: string | null;
  /** The courier's progress after a cancellation, and its last change (ISO UTC). */
  road: DeliveryState;
  stepAt: string | null;
  /** Staff asked for the cancellation, so a later rejection was requested here. */
  cancelAsked: boolean;
  /** The last state needing attention that staff have dismissed; null before. */
  readAs: DeliveryState | null;
  pickupEta: string | null;
  /** Before the service moved it. */
  pickupEtaBefore: string | null;
  dropoffEta: { min: string | null; max: string | null };
  courier: { id: string | null; vehicle: string | null } | null;
  place: Place | null;
  pinCode: string | null;
  completedAt: string | null;
  /** In the service's own words. */
  rejectedReason: string | null;
  /** The last price from the service; null while it is the offer's. */
  price: Money | null;
  /** The latest `dispatched_at` of all. */
  newsAt: string | null;
  /** The latest `dispatched_at` that changed times, and that had a place. */
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
  // It is unknown whether it has ended.
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

/** Events can arrive out of order by minutes: a time a day later than the next one's is wrong. */
const OVERTAKEN_WITHIN_MS = 24 * 3_600_000;

/** Whether an event dispatched then (ISO UTC, empty if unknown) is no older than `known`. */
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

/** The later event counts. A courier cancelled and then reported on the way is neither, until an end settles it. */
function settled(way: Way): Way {
  const { back, backAt, road, stepAt } = way;
  if (back === null) return { ...way, state: road };
  const isContradicted = stepAt !== null && stepAt !== backAt && isNoOlder(stepAt, backAt);
  if (!isContradicted) return { ...way, state: back };
  return { ...way, state: isOver(road) ? road : 'checking' };
}

const latest = (at: string, known: string | null): string => (known === null || isNoOlder(at, known) ? at : known);

function wayAfter(progress: Progress, reported: DeliveryState, at: string): Way {
  const way = wayOf(progress);
  if (reported === 'rejected')
    return settled({ ...way, back: progress.cancelAsked ? 'cancelled' : reported, backAt: latest(at, way.backAt) });
  const road = RANK[reported] > RANK[way.road] ? reported : way.road;
  return settled({ ...way, road, stepAt: RANK[reported] > RANK.ordered ? latest(at, way.stepAt) : way.stepAt });
}

/** The service accepted our cancellation. `at`: its answer, ISO UTC on its clock. */
export function cancelled(progress: Progress, at: string): Progress {
  const way = wayOf(progress);
  return { ...progress, ...settled({ ...way, back: 'cancelled', backAt: latest(at, way.backAt) }) };
}

/** Any event confirms that the delivery was ordered; an older event never overrides a newer one. */
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

/** Changes of seconds aren't worth showing. */
function isSameMinute(one: string, other: string): boolean {
  return Math.floor(Date.parse(one) / 60_000) === Math.floor(Date.parse(other) / 60_000);
}

/** Whether it has ended. */
export function isOver(state: DeliveryState): boolean {
  return state === 'refused' || RANK[state] >= RANK['no-show'];
}

/** Whether the courier has the parcel, and the customer not yet. */
export function isUnderWay(state: DeliveryState): boolean {
  return !isOver(state) && RANK[state] >= RANK['picked-up'];
}

/** Whether the parcel has left with the courier, or never will. */
export function isFetched(state: DeliveryState): boolean {
  return isOver(state) || isUnderWay(state);
}

/** Whether staff must act: no courier comes, or no one received it. */
export function needsAPerson(state: DeliveryState): state is 'uncertain' | 'refused' | 'rejected' | 'no-show' | 'checking' {
  return state === 'uncertain' || state === 'refused' || state === 'rejected' || state === 'no-show' || state === 'checking';
}

/**
 * 3.2: only before a courier accepted the task, unless late cancellation was agreed; the service decides. Asked once more, its answer
 * settles what is being checked.
 */
export function mayCancel(state: DeliveryState): boolean {
  return state === 'ordered' || state === 'pickup-started' || state === 'checking';
}
