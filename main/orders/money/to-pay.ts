/** What the customer pays for an order, to the service or in cash. Pure. */

import type { Money, Order } from '../order.ts';
import type { CurrencyDigits } from './money.ts';

/**
 * Items, fees and the courier's tip, each as the service states it after discounts. Null where the items have no sum, where amounts
 * are of different currencies, where no one knows what they count, or where a part was sent and cannot be read: no sum is better than a
 * wrong one.
 */
export function toPay(
  order: Pick<Order, 'basketTotal' | 'feesTotal' | 'delivery' | 'unreadMoney'>,
  currencyDigits: CurrencyDigits,
): Money | null {
  const { basketTotal, feesTotal, delivery, unreadMoney } = order;
  if (unreadMoney?.fees !== undefined || unreadMoney?.tip !== undefined) return null;
  if (basketTotal === null || currencyDigits(basketTotal.currency) === null) return null;
  const parts = [basketTotal, feesTotal, delivery.tip].filter((part) => part !== null);
  if (parts.some(({ currency, amount }) => currency !== basketTotal.currency || !Number.isSafeInteger(amount))) return null;
  return { amount: parts.reduce((sum, { amount }) => sum + amount, 0), currency: basketTotal.currency };
}
