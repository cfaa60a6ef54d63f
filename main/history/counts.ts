/** Running sums and counts of a report. Memory stays bounded, however many orders there are. */
import type { MissedOrders, MoneyView, Spread } from '../../contract/contract.ts';
import { type CurrencyDigits, inUnits, isCountable } from '../orders/money/money.ts';

export interface Amount {
  amount: number | null;
  currency: string | null;
}

/** Most unknown currencies, so that nonsense codes cannot fill memory. */
const MOST_UNKNOWN = 20;
/** More keys than any menu has. */
const MOST_KEYS = 10_000;

/** Amounts of different currencies are never added. */
export interface Sums {
  /** Returns whether it was added: not if unknown, nor beyond MOST_UNKNOWN unknown currencies. */
  add(amount: Amount): boolean;
  /** Sums, by number of amounts, most first. */
  views(): MoneyView[];
  /** Each sum with its number of amounts. */
  counted(): { sum: MoneyView; count: number }[];
  /** Averages in whole minor units. */
  averages(): MoneyView[];
}

export function createSums(currencyDigits: CurrencyDigits): Sums {
  const byCurrency = new Map<string, { amount: number; count: number }>();
  let unknown = 0;
  const view = (amount: number, currency: string) => inUnits({ amount, currency }, currencyDigits);
  const sorted = () => [...byCurrency].sort(([, a], [, b]) => b.count - a.count);
  return {
    add({ amount, currency }) {
      if (amount === null || currency === null) return false;
      const sum = byCurrency.get(currency);
      if (!sum && currencyDigits(currency) === null) {
        if (unknown === MOST_UNKNOWN) return false;
        unknown += 1;
      }
      byCurrency.set(currency, { amount: (sum?.amount ?? 0) + amount, count: (sum?.count ?? 0) + 1 });
      return true;
    },
    views: () => sorted().map(([currency, { amount }]) => view(amount, currency)),
    counted: () => sorted().map(([currency, { amount, count }]) => ({ sum: view(amount, currency), count })),
    averages: () => sorted().map(([currency, { amount, count }]) => view(Math.round(amount / count), currency)),
  };
}

/** Returns whether the order was added; not if implausibly large. */
export function addOrder(sums: Sums, { amount, currency }: Amount): boolean {
  return amount !== null && isCountable(amount) && sums.add({ amount, currency });
}

/** Orders not answered in time, and their items amount. */
export function createMissed(currencyDigits: CurrencyDigits): { add(order: Amount): void; view(): MissedOrders } {
  const sums = createSums(currencyDigits);
  let [count, unread] = [0, 0];
  return {
    add(order) {
      count += 1;
      unread += addOrder(sums, order) ? 0 : 1;
    },
    view: () => ({ count, sums: sums.views(), unread }),
  };
}

export function sums(amounts: readonly Amount[], currencyDigits: CurrencyDigits): MoneyView[] {
  const all = createSums(currencyDigits);
  for (const amount of amounts) all.add(amount);
  return all.views();
}

/** Counts by key. Above 2 * MOST_KEYS keys, the least frequent are dropped. */
export interface Tally<Key> {
  add(key: Key, count?: number): void;
  /** Most frequent first; ties by first occurrence. */
  most(limit?: number): [Key, number][];
}

export function createTally<Key>(): Tally<Key> {
  let counts = new Map<Key, number>();
  const most: Tally<Key>['most'] = (limit = Number.POSITIVE_INFINITY) => [...counts].sort(([, a], [, b]) => b - a).slice(0, limit);
  return {
    add(key, count = 1) {
      counts.set(key, (counts.get(key) ?? 0) + count);
      if (counts.size > 2 * MOST_KEYS) counts = new Map(most(MOST_KEYS));
    },
    most,
  };
}

/** Median and slowest duration. */
export interface Times {
  /** From and to: epoch ms; ignored if either is null. */
  add(from: number | null, to: number | null): void;
  spread(): Spread | null;
}

export function createTimes(): Times {
  const bySeconds = new Map<number, number>();
  let count = 0;
  return {
    add(from, to) {
      if (from === null || to === null) return;
      const seconds = Math.max(0, Math.round((to - from) / 1_000));
      bySeconds.set(seconds, (bySeconds.get(seconds) ?? 0) + 1);
      count += 1;
    },
    spread() {
      const sorted = [...bySeconds].sort(([a], [b]) => a - b);
      const slowest = sorted.at(-1)?.[0];
      let left = Math.floor((count - 1) / 2);
      const median = sorted.find(([, times]) => {
        left -= times;
        return left < 0;
      })?.[0];
      return median === undefined || slowest === undefined ? null : { median, slowest };
    },
  };
}
