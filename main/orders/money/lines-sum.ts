/** Whether the lines of an order come to what the service states as their sum. Pure. */

import type { Money, Order } from '../order.ts';
import { minorDigits } from './money.ts';

/**
 * What the lines come to, where that is another amount than the stated sum and neither the deposits nor the discounts that are told
 * explain the difference: somebody has to look. Null where they agree, or where a line has no amount. The stated sum is what counts.
 */
export function linesBeside({ items, basketTotal, discountsTotal }: Pick<Order, 'items' | 'basketTotal' | 'discountsTotal'>): Money | null {
  if (basketTotal === null || items.length === 0 || minorDigits(basketTotal.currency) === null) return null;
  const { currency } = basketTotal;
  const totals = items.map(({ total }) => total);
  if (totals.some((total) => total?.currency !== currency || !Number.isSafeInteger(total.amount))) return null;
  const lines = totals.reduce((sum, total) => sum + (total?.amount ?? 0), 0);
  const off = basketTotal.amount - lines;
  const discounts = Math.abs(discountsTotal?.amount ?? 0);
  // Whether a deposit is told for one piece or for the line is shown nowhere.
  const explained = [depositsOf(items, () => 1), depositsOf(items, ({ count }) => count), 0].flatMap((deposits) => [
    deposits,
    deposits - discounts,
  ]);
  return explained.includes(off) ? null : { amount: lines, currency };
}

function depositsOf(items: Order['items'], times: (item: Order['items'][number]) => number): number {
  return items.reduce((sum, item) => {
    const ofOptions = item.options.reduce((all, { deposit, count }) => all + (deposit?.gross?.amount ?? 0) * count, 0);
    return sum + ((item.deposit?.gross?.amount ?? 0) + ofOptions) * times(item);
  }, 0);
}
