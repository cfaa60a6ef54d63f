/** What became of the orders that were accepted in one move, as the service and the board show it. */
import { create } from 'zustand';
import type { OrderCard } from '../../../contract/contract.ts';
import { entryOf } from '../../state/entry-of.ts';

type Fate = 'under-way' | 'accepted' | 'not-accepted';

/** `wasPending`: the command was seen on its way; an order that is new again after that was not accepted. */
export interface Followed {
  id: string;
  number: string;
  hasAllergies: boolean;
  fate: Fate;
  wasPending: boolean;
}

/** The orders of the last *Accept all*, in the order of its list; null where there is nothing to say of them. */
export const useFollowed = create<{ list: readonly Followed[] | null }>(() => ({ list: null }));

/** `wasTaken`: by id, whether the command was taken; absent until that is known. */
export function followed(list: readonly Followed[], orders: Record<string, OrderCard>, wasTaken: Record<string, boolean> = {}): Followed[] {
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

export const isSame = (a: readonly Followed[], b: readonly Followed[]): boolean =>
  a.length === b.length && a.every(({ fate, wasPending }, place) => b[place]?.fate === fate && b[place]?.wasPending === wasPending);

/** The numbers to name once nothing is under way; null before. */
export function outcomeOf(list: readonly Followed[]): { accepted: number; withAllergies: string[]; notAccepted: string[] } | null {
  if (list.some(({ fate }) => fate === 'under-way')) return null;
  const accepted = list.filter(({ fate }) => fate === 'accepted');
  return {
    accepted: accepted.length,
    withAllergies: accepted.filter(({ hasAllergies }) => hasAllergies).map(({ number }) => number),
    notAccepted: list.filter(({ fate }) => fate === 'not-accepted').map(({ number }) => number),
  };
}
