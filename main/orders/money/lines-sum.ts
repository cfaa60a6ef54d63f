import type { Money, Order } from '../order.ts';
import type { CurrencyDigits } from './money.ts';

/** In minor units. */
export interface ToSum {
  lines: Money;
  /** Deposits stated separately, but included in the stated sum. */
  deposits: number;
  discounts: number;
  unexplained: number;
}

type Lines = Pick<Order, 'items' | 'basketTotal' | 'discountsTotal' | 'left'>;

/** Whether lines or options are omitted from memory. */
function isShort({ items, left }: Pick<Lines, 'items' | 'left'>): boolean {
  return (left?.items ?? 0) > 0 || items.some((item) => item.left !== undefined);
}

/** Null if lines or amounts are missing, or currencies differ or are unknown. */
export function toSum({ items, basketTotal, discountsTotal, left }: Lines, currencyDigits: CurrencyDigits): ToSum | null {
  if (basketTotal === null || items.length === 0 || currencyDigits(basketTotal.currency) === null) return null;
  if (isShort({ items, left })) return null;
  const { currency, amount } = basketTotal;
  const totals = items.map(({ total }) => total);
  if ([basketTotal, ...totals].some((total) => total?.currency !== currency || !Number.isSafeInteger(total.amount))) return null;
  const lines = totals.reduce((sum, total) => sum + (total?.amount ?? 0), 0);
  const off = Math.abs(discountsTotal?.amount ?? 0);
  // It's undocumented whether deposits are added, per piece or per line.
  const readings = [0, depositsOf(items, () => 1), depositsOf(items, ({ count }) => count)];
  const candidates = readings.flatMap((deposits) => [0, off].map((discounts) => ({ deposits, discounts })));
  const fits = candidates.find(({ deposits, discounts }) => lines + deposits - discounts === amount);
  const { deposits, discounts } = fits ?? { deposits: 0, discounts: 0 };
  return { lines: { amount: lines, currency }, deposits, discounts, unexplained: amount - lines - deposits + discounts };
}

/** The lines' sum, if deposits and discounts don't explain its difference from the stated sum, which is binding. */
export function unexplainedLinesSum(order: Lines, currencyDigits: CurrencyDigits): Money | null {
  const sum = toSum(order, currencyDigits);
  return sum === null || sum.unexplained === 0 ? null : sum.lines;
}

function depositsOf(items: Order['items'], times: (item: Order['items'][number]) => number): number {
  return items.reduce((sum, item) => {
    const ofOptions = item.options.reduce((all, { deposit, count }) => all + (deposit?.gross?.amount ?? 0) * count, 0);
    return sum + ((item.deposit?.gross?.amount ?? 0) + ofOptions) * times(item);
  }, 0);
}

/** In minor units; 0 if none. Null if the stated sum doesn't show whether deposits are per piece or per line. */
export function depositsSum({ items, basketTotal, discountsTotal, left }: Lines): number | null {
  if (isShort({ items, left })) return null;
  const stated = items.flatMap(({ deposit, options }) => [deposit, ...options.map((option) => option.deposit ?? null)]).filter(Boolean);
  if (stated.length === 0) return 0;
  if (stated.some((deposit) => deposit?.gross?.currency !== basketTotal?.currency || !Number.isSafeInteger(deposit?.gross?.amount)))
    return null;
  const readings = [...new Set([depositsOf(items, () => 1), depositsOf(items, ({ count }) => count)])];
  if (readings.length === 1) return readings[0] ?? null;
  const totals = items.map(({ total }) => total);
  if (basketTotal === null || totals.some((total) => total?.currency !== basketTotal.currency)) return null;
  const off = basketTotal.amount - totals.reduce((sum, total) => sum + (total?.amount ?? 0), 0);
  const discounts = Math.abs(discountsTotal?.amount ?? 0);
  const fitting = readings.filter((deposits) => off === deposits || off === deposits - discounts);
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}
