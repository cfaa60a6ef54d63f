/** What the consumer pays for an order. Pure. */
import { minorDigits } from './money.ts';
import type { Money, Order } from './order.ts';

/**
 * Items, fees and the courier's tip, each as the service states it after discounts. Null where the items have no sum, where amounts
 * are of different currencies, or where nobody knows what they count: no sum is better than a wrong one.
 */
export function toPay({ basketTotal, feesTotal, delivery }: Pick<Order, 'basketTotal' | 'feesTotal' | 'delivery'>): Money | null {
  if (basketTotal === null || minorDigits(basketTotal.currency) === null) return null;
  const parts = [basketTotal, feesTotal, delivery.tip].filter((part) => part !== null);
  if (parts.some(({ currency, amount }) => currency !== basketTotal.currency || !Number.isSafeInteger(amount))) return null;
  return { amount: parts.reduce((sum, { amount }) => sum + amount, 0), currency: basketTotal.currency };
}
