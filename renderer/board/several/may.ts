/** What may be done to several orders in one move. */
import type { OrderCard } from '../../../contract/contract.ts';

export type Move = 'accept' | 'ready';

export const may =
  (move: Move) =>
  (order: OrderCard): boolean =>
    order.actions.some(({ name }) => name === move);

/** Whether there is anything to choose from: a list of nothing is no help to anybody. */
export const isForSeveral = (move: Move, orders: readonly OrderCard[]): boolean => orders.length > 1 && orders.some(may(move));
