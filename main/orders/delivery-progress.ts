/** How far a delivery has come, from events that may come in any order, twice, or not at all. Pure. */
import type { DeliveryEvent, Place } from './delivery.ts';

/**
 * `ordering`: not sent yet. `uncertain`: sent, and its answer was lost. `refused`: nobody was ordered. The rest is the service's word.
 */
export type DeliveryState =
  | 'ordering'
  | 'uncertain'
  | 'refused'
  | 'ordered'
  | 'pickup-started'
  | 'at-pickup'
  | 'picked-up'
  | 'dropoff-started'
  | 'at-dropoff'
  | 'no-show'
  | 'delivered'
  | 'cancelled';

export interface Progress {
  state: DeliveryState;
  pickupEta: string | null;
  /** Before the service moved it; missing in what was stored before this was kept. */
  pickupEtaBefore?: string | null;
  dropoffEta: { min: string | null; max: string | null };
  courier: { id: string | null; vehicle: string | null } | null;
  place: Place | null;
  pinCode: string | null;
  /** The latest `dispatched_at` of what changed times, and of what told a place. */
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
};
const BY_EVENT: Record<string, DeliveryState> = {
  'order.received': 'ordered',
  'order.rejected': 'cancelled',
  'order.pickup_started': 'pickup-started',
  'order.pickup_arrival': 'at-pickup',
  'order.picked_up': 'picked-up',
  'order.dropoff_started': 'dropoff-started',
  'order.dropoff_arrival': 'at-dropoff',
  'order.dropoff_completed': 'delivered',
  'order.delivered': 'delivered',
  'order.customer_no_show': 'no-show',
};

export const NO_PROGRESS: Progress = {
  state: 'ordering',
  pickupEta: null,
  dropoffEta: { min: null, max: null },
  courier: null,
  place: null,
  pinCode: null,
  timesAt: null,
  placeAt: null,
};

/** Any event proves that the delivery was ordered; an older one never takes back what a newer one told. */
export function after(progress: Progress, event: DeliveryEvent): Progress {
  const told = BY_EVENT[event.type] ?? 'ordered';
  const state = RANK[told] > RANK[progress.state] ? told : progress.state;
  const at = event.dispatchedAt ?? '';
  const hasTimes = event.pickupEta !== null || event.dropoffEta.min !== null || event.dropoffEta.max !== null;
  const newerTimes = hasTimes && at >= (progress.timesAt ?? '');
  const moved = newerTimes && progress.pickupEta !== null && event.pickupEta !== null && !isSameMinute(event.pickupEta, progress.pickupEta);
  const newerPlace = event.place !== null && at >= (progress.placeAt ?? '');
  return {
    ...progress,
    state,
    ...(newerTimes ? { pickupEta: event.pickupEta ?? progress.pickupEta, dropoffEta: event.dropoffEta, timesAt: at } : {}),
    ...(moved ? { pickupEtaBefore: progress.pickupEta } : {}),
    ...(newerPlace ? { place: event.place, placeAt: at } : {}),
    courier: event.courier ?? progress.courier,
    pinCode: event.pinCode ?? progress.pinCode,
  };
}

/** Seconds do not matter to somebody who waits for a courier. */
function isSameMinute(one: string, other: string): boolean {
  return Math.floor(Date.parse(one) / 60_000) === Math.floor(Date.parse(other) / 60_000);
}

/** Whether it is over, one way or another. */
export function isOver(state: DeliveryState): boolean {
  return state === 'refused' || RANK[state] >= RANK['no-show'];
}

/** 3.2: only before a courier accepted the task, unless late cancellation was agreed; the service decides. */
export function mayCancel(state: DeliveryState): boolean {
  return state === 'ordered' || state === 'pickup-started';
}
