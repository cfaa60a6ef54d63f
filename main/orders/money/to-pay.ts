import type { Money, Order } from '../order.ts';
import type { CurrencyDigits } from './money.ts';

/**
 * Online or in cash: items, fees and courier tip after discounts. Null if anything is missing, unreadable or in another or unknown
 * currency: no sum is better than a wrong one.
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
