/** Results of orders accepted together, as the service confirms them. */
import { create } from 'zustand';
import type { OrderCard } from '../../../contract/contract.ts';
import { entryOf } from '../../state/entry-of.ts';

type Fate = 'under-way' | 'accepted' | 'not-accepted';

/** `wasPending`: the command was being sent. If the order is then new again, it wasn't accepted. */
export interface FollowedOrder {
  id: string;
  number: string;
  hasAllergies: boolean;
  fate: Fate;
  wasPending: boolean;
}

/** Orders of the last *Accept all*, in list order; null if there's nothing to report. */
export const useFollowed = create<{ list: readonly FollowedOrder[] | null }>(() => ({ list: null }));

/** `wasTaken`: whether main accepted the command, by order ID; absent until known. */
export function followed(
  list: readonly FollowedOrder[],
  orders: Record<string, OrderCard>,
  wasTaken: Record<string, boolean> = {},
): FollowedOrder[] {
  return list.map((one) => {
    const order = entryOf(orders, one.id);
    const wasPending = one.wasPending || wasTaken[one.id] === false || order?.pending != null;
    return { ...one, wasPending, fate: fateOf(order, wasPending) };
  });
}

function fateOf(order: OrderCard | undefined, wasPending: boolean): Fate {
  if (!order || order.column === 'ended') return 'not-accepted';
  if (order.column !== 'new') return 'accepted';
  return order.pending === null && wasPending ? 'not-accepted' : 'under-way';
}

export const isSame = (a: readonly FollowedOrder[], b: readonly FollowedOrder[]): boolean =>
  a.length === b.length && a.every(({ fate, wasPending }, place) => b[place]?.fate === fate && b[place]?.wasPending === wasPending);

/** Order numbers to report; null while an order's result is unknown. */
export function outcomeOf(list: readonly FollowedOrder[]): { accepted: number; withAllergies: string[]; notAccepted: string[] } | null {
  if (list.some(({ fate }) => fate === 'under-way')) return null;
  const accepted = list.filter(({ fate }) => fate === 'accepted');
  return {
    accepted: accepted.length,
    withAllergies: accepted.filter(({ hasAllergies }) => hasAllergies).map(({ number }) => number),
    notAccepted: list.filter(({ fate }) => fate === 'not-accepted').map(({ number }) => number),
  };
}
