/** What a report counts as it goes through the orders: it holds sums and never the orders, however many there are. */
import type { MissedOrders, MoneyView, Spread } from '../../contract/contract.ts';
import { type CurrencyDigits, inUnits, isCountable } from '../orders/money/money.ts';

export interface Amount {
  amount: number | null;
  currency: string | null;
}

/** Currencies that no one knows, more than any venue meets: whoever makes up another with each order makes no table of them. */
const MOST_UNKNOWN = 20;
/** More different keys than any menu has. */
const MOST_KEYS = 10_000;

/** One sum a currency; amounts of different currencies are never added. */
export interface Sums {
  /** Passes over what is not known, and over a currency that no one knows where there are twenty of them: whether it is in a sum. */
  add(amount: Amount): boolean;
  /** The currency with the most amounts first. */
  views(): MoneyView[];
  /** The same, with how many amounts each is made of. */
  counted(): { sum: MoneyView; count: number }[];
  /** What an amount of each came to on average, in whole minor units. */
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

/** Whether it is in the sum: not where it is more than any order comes to. */
export function addOrder(sums: Sums, { amount, currency }: Amount): boolean {
  return amount !== null && isCountable(amount) && sums.add({ amount, currency });
}

/** Orders that no one answered in time, each by the amount of its items. */
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

/** The sums of amounts that are at hand. */
export function sums(amounts: readonly Amount[], currencyDigits: CurrencyDigits): MoneyView[] {
  const all = createSums(currencyDigits);
  for (const amount of amounts) all.add(amount);
  return all.views();
}

/** How often each key came. Of more than ten thousand different ones those that came least are forgotten. */
export interface Tally<Key> {
  add(key: Key, count?: number): void;
  /** The most frequent first; of equals, the one that came first. */
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

/** Middle and slowest of spans of time. */
export interface Times {
  /** Epoch ms; passes over a span of which either end is not known. */
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
