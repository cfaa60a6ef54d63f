/** Which sum of an order is shown, and its label. Pure. */
import type { OrderCard } from '../../../../contract/contract.ts';
import { say } from '../../../words.ts';

export type SumOf = Pick<OrderCard, 'toPay' | 'total' | 'cashToCollect'> & Partial<Pick<OrderCard, 'column'>>;

/**
 * `word`: the label's key. `toPay`: cash to collect. `total`: items, fees and tip, if there's no cash to collect or the order has ended.
 * `itemsSum`: items only, if the total is unknown. Null if no sum is known.
 */
export function sumOf({ toPay, total, cashToCollect, column }: SumOf): { word: 'toPay' | 'total' | 'itemsSum'; text: string } | null {
  if (cashToCollect !== null && column !== 'ended') return { word: 'toPay', text: say(cashToCollect) };
  if (toPay !== null) return { word: 'total', text: say(toPay) };
  return total && { word: 'itemsSum', text: say(total) };
}
