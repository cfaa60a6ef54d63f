/** Which actions apply to several orders at once, and to which of them. Pure. */
import type { OrderCard } from '../../contract/contract.ts';

export type Move = 'accept' | 'ready';

/** Whether this can be done to the order now. A pre-order is confirmed, which is no accept. */
export const may =
  (move: Move) =>
  ({ actions }: Pick<OrderCard, 'actions'>): boolean =>
    actions.some(({ name }) => name === move);

/** Whether there are several to do it to: a button for fewer would open a list with nothing to choose. */
export const bulkMoves = (move: Move, orders: readonly OrderCard[]): boolean => orders.filter(may(move)).length > 1;
