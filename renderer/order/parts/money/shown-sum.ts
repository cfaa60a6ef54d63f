/** Which sum of an order is shown, and its label. Pure. */
import type { OrderCard } from '../../../../contract/contract.ts';
import { say } from '../../../words.ts';

export type SumOf = Pick<OrderCard, 'toPay' | 'total' | 'cashToCollect'> & Partial<Pick<OrderCard, 'column'>>;

/**
 * `toPay`: cash that is still to be collected, the only money that someone pays here. `total`: all of an order that was paid to the
 * service, or has ended. `itemsSum`: the items alone, where no total can be said. Null where no sum is known.
 */
export function sumOf({ toPay, total, cashToCollect, column }: SumOf): { word: 'toPay' | 'total' | 'itemsSum'; text: string } | null {
  if (cashToCollect !== null && column !== 'ended') return { word: 'toPay', text: say(cashToCollect) };
  if (toPay !== null) return { word: 'total', text: say(toPay) };
  return total && { word: 'itemsSum', text: say(total) };
}
