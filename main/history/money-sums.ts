/** What was paid for orders, by part and currency. */
import type { MoneySums } from '../../contract/contract.ts';
import type { OrderMoney } from '../orders/figures.ts';
import { type CurrencyDigits, inUnits, isCountable } from '../orders/money/money.ts';
import type { Amount } from './counts.ts';

type Parts = Record<'sales' | 'discounts' | 'fees' | 'tip' | 'cash' | 'deposits' | 'refunds' | 'unclear' | 'orders', number>;

export interface MoneyTable {
  /** False, without adding anything, for unknown minor units or implausible amounts. */
  add(money: OrderMoney): boolean;
  refund(amount: Amount): void;
  views(): MoneySums[];
}

export function createMoneyTable(currencyDigits: CurrencyDigits): MoneyTable {
  const byCurrency = new Map<string, Parts>();
  function partsOf(currency: string): Parts {
    const parts = byCurrency.get(currency) ?? {
      ...{ sales: 0, discounts: 0, fees: 0, tip: 0, cash: 0, deposits: 0, refunds: 0, unclear: 0, orders: 0 },
    };
    byCurrency.set(currency, parts);
    return parts;
  }
  return {
    add({ currency, deposits, ...amounts }) {
      if (currencyDigits(currency) === null || ![...Object.values(amounts), deposits ?? 0].every(isCountable)) return false;
      const parts = partsOf(currency);
      for (const part of ['sales', 'discounts', 'fees', 'tip', 'cash'] as const) parts[part] += amounts[part];
      parts.orders += 1;
      if (deposits === null) parts.unclear += 1;
      else parts.deposits += deposits;
      return true;
    },
    refund({ amount, currency }) {
      // Orders in currencies with unknown minor units aren't in the table.
      if (amount !== null && currency !== null && currencyDigits(currency) !== null) partsOf(currency).refunds += amount;
    },
    views: () =>
      [...byCurrency]
        .sort(([, a], [, b]) => b.orders - a.orders)
        .map(([currency, { sales, discounts, fees, tip, cash, deposits, refunds, unclear }]) => {
          const view = (amount: number) => inUnits({ amount, currency }, currencyDigits);
          return {
            currency,
            items: view(sales + discounts),
            discounts: view(0 - discounts),
            fees: view(fees),
            tips: view(tip),
            refunds: view(0 - refunds),
            total: view(sales + fees + tip - refunds),
            cash: view(cash),
            deposits: view(deposits),
            unclearDeposits: unclear,
          };
        }),
  };
}
