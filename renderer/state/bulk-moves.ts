/** Actions for several orders at once, and the orders they apply to. Pure. */
import type { KitchenOrder } from '../../contract/contract.ts';

export type Move = 'accept' | 'ready';

/** Whether the order has the action now. Pre-orders are confirmed, not accepted. */
export const may =
  (move: Move) =>
  ({ actions }: Pick<KitchenOrder, 'actions'>): boolean =>
    actions.some(({ name }) => name === move);

/** Not offered for one order: a list to choose from would be useless. */
export const bulkMoves = (move: Move, orders: readonly KitchenOrder[]): boolean => orders.filter(may(move)).length > 1;
