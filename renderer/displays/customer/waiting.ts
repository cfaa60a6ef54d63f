/** The customers' orders. Pure. */
import { type CustomerOrder, customerOrder, type PageKind, type Snapshot } from '../../../contract/contract.ts';
import { columnsOf } from '../../state/board.ts';

export interface Waiting extends CustomerOrder {
  id: string;
}

/** On a display first come first, on a main page as on the board. */
export function waitingIn(held: Snapshot<PageKind> | null): Waiting[] {
  if (held?.of === 'customer')
    return Object.entries(held.state.orders)
      .map(([id, order]) => ({ id, ...order }))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
  const { preparing, ready } = columnsOf(held?.of === 'counter' ? held.state.orders : {});
  return [...preparing, ...ready].flatMap((card) => {
    const order = customerOrder(card);
    return order ? [{ id: card.id, ...order }] : [];
  });
}
