/** Suggests extra minutes from the venue's history at the current load, at most the 25 that the service accepts. */
import { message, type Text } from '../../contract/message.ts';
import type { PastOrder } from '../store/search/history.ts';
import type { Store } from '../store/store.ts';

export interface Suggestion {
  minutes: number;
  text: Text;
}

const LOOK_BACK_MS = 28 * 24 * 3_600_000;
const MOST_ORDERS = 600;
const LEARN_EVERY_MS = 10 * 60_000;
/** Fewer past orders give no suggestion. */
const LEAST_ORDERS = 8;
const STEPS = [5, 10, 15, 20, 25];
/** Load levels, each from this many orders in preparation. */
const LOADS = [0, 3, 6, 10];

export interface PrepCoach {
  /** `alongside`: orders in preparation now. */
  suggest(venueId: string, alongside: number): Suggestion | null;
}

export function createPrepCoach(store: Store, now: () => number): PrepCoach {
  const learnt = new Map<string, { at: number; byLoad: Map<number, Suggestion> }>();
  function learn(venueId: string): Map<number, Suggestion> {
    const known = learnt.get(venueId);
    if (known && Math.abs(now() - known.at) < LEARN_EVERY_MS) return known.byLoad;
    const past = store.history
      .prepared(venueId, now() - LOOK_BACK_MS, MOST_ORDERS)
      .map((order) => ({ order, alongside: store.history.alongside(venueId, order.acceptedAt ?? 0) }));
    const byLoad = suggestions(past);
    learnt.set(venueId, { at: now(), byLoad });
    return byLoad;
  }
  return { suggest: (venueId, alongside) => learn(venueId).get(loadOf(alongside)) ?? null };
}

/** By load: extra minutes with which three of four past orders would have been on time. Pure. */
export function suggestions(past: readonly { order: PastOrder; alongside: number }[]): Map<number, Suggestion> {
  const byLoad = new Map<number, Suggestion>();
  for (const load of LOADS) {
    const late = past
      .filter(({ order, alongside }) => loadOf(alongside) === load && order.readyAt !== null && order.dueAt !== null)
      .map(({ order }) => ((order.readyAt ?? 0) - (order.dueAt ?? 0)) / 60_000)
      .sort((a, b) => a - b);
    const needed = late[Math.floor(late.length * 0.75)] ?? 0;
    if (late.length < LEAST_ORDERS || needed < 2) continue;
    const minutes = STEPS.find((step) => step >= needed) ?? 25;
    byLoad.set(load, {
      minutes,
      text: message('coach.lateAtLoad', {
        load: load === 0 ? message('coach.few') : message('coach.loadOrMore', { load }),
        minutes: Math.round(needed),
      }),
    });
  }
  return byLoad;
}

function loadOf(alongside: number): number {
  return LOADS.findLast((load) => alongside >= load) ?? 0;
}
