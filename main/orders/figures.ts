/** Reports use figures, so they needn't parse whole orders. Pure. */
import { depositsSum } from './money/lines-sum.ts';
import type { Money, Order } from './order.ts';
import { shortText } from './text/short-order.ts';

export interface OrderFigures {
  /** One entry per name, cut to a card's limit. */
  items: { name: string | null; count: number }[];
  /** Null if an amount is unknown. */
  money: OrderMoney | null;
}

/** In minor units of one currency. */
export interface OrderMoney {
  currency: string;
  /** After item discounts. */
  sales: number;
  /** Never negative, whatever sign is sent. */
  discounts: number;
  fees: number;
  tip: number;
  cash: number;
  deposits: number | null;
}

export function figuresOf(order: Order): OrderFigures {
  const counts = new Map<string | null, number>();
  for (const { name: whole, count } of order.items) {
    const name = whole && shortText(whole, 'name', '…');
    counts.set(name, (counts.get(name) ?? 0) + count);
  }
  return { items: [...counts].map(([name, count]) => ({ name, count })), money: moneyPartsOf(order) };
}

/** Null if an amount is unreadable or in another currency: an order counts in all sums or in none. */
function moneyPartsOf(order: Order): OrderMoney | null {
  const { basketTotal, discountsTotal, feesTotal, delivery, cash, unreadMoney } = order;
  if (basketTotal === null || unreadMoney !== undefined) return null;
  const { currency, amount: sales } = basketTotal;
  const isOfThem = (money: Money | null) => money === null || (money.currency === currency && Number.isSafeInteger(money.amount));
  if (![basketTotal, discountsTotal, feesTotal, delivery.tip, cash?.collect ?? null].every(isOfThem)) return null;
  return {
    currency,
    sales,
    discounts: Math.abs(discountsTotal?.amount ?? 0),
    fees: feesTotal?.amount ?? 0,
    tip: delivery.tip?.amount ?? 0,
    cash: cash?.collect.amount ?? 0,
    deposits: depositsSum(order),
  };
}
