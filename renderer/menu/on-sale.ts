/** Whether something can be had, by the last copy of the menu and by what was said since. Pure. */
import type { PendingView, SaleState } from '../../contract/contract.ts';

/** It was marked as sold out, that was not refused, and its end has not come. `now`: the service's clock, ms. */
function isWantedOut({ pending, state }: SaleState, now: number): boolean {
  if (pending?.onSale !== false || pending.state === 'refused') return false;
  // What was seen stands in the copy.
  if (pending.state === 'seen') return state === 'sold-out';
  return !pending.until || Date.parse(pending.until) > now;
}

/** Sold out at the service, or on its way to be. */
export const isOut = (of: SaleState, now: number): boolean => of.state === 'sold-out' || isWantedOut(of, now);

/** It was said to be back on sale, and the copy does not show that yet. */
export const isComingBack = ({ state, pending }: SaleState): boolean =>
  state === 'sold-out' && pending?.onSale === true && pending.state !== 'refused';

export const isTroubled = (pending: PendingView | null): boolean => pending?.state === 'refused' || pending?.state === 'unseen';
