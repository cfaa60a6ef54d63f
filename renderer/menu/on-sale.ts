/** Whether something is on sale, by the menu copy and later changes. Pure. */
import type { PendingView, SaleState } from '../../contract/contract.ts';

/** Whether staff marked it sold out, and the mark is neither refused nor over. `now`: the service's clock, epoch ms. */
function isWantedOut({ pending, state }: SaleState, now: number): boolean {
  if (pending?.onSale !== false || pending.state === 'refused') return false;
  // If a menu read since shows the change, the menu's state counts.
  if (pending.state === 'seen') return state === 'sold-out';
  return !pending.until || Date.parse(pending.until) > now;
}

/** Sold out at the service, or about to be. */
export const isOut = (of: SaleState, now: number): boolean => of.state === 'sold-out' || isWantedOut(of, now);

export const isComingBack = ({ state, pending }: SaleState): boolean =>
  state === 'sold-out' && pending?.onSale === true && pending.state !== 'refused';

export const isTroubled = (pending: PendingView | null): boolean => pending?.state === 'refused' || pending?.state === 'unseen';
