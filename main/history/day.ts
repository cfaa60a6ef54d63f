/** What a day came to, worked out from its orders: counts, money, times, and what was lost and why. */

import type { Cause, DayFigures, MoneyView } from '../../contract/contract.ts';
import { english } from '../../contract/english.ts';
import { type Message, message } from '../../contract/message.ts';
import { formatMoney } from '../orders/money/money.ts';
import type { PastOrder } from '../store/search/history.ts';
import { csvOf, decimal } from './csv.ts';

/** One order of the day; times on the service's clock. */
export interface DaysOrder {
  past: PastOrder;
  /** The code of a rejection that was decided here; null for every other order. */
  rejectedHere: string | null;
  /** By the service, the consumer or support. */
  isCancelled: boolean;
  refunded: { amount: number; currency: string }[];
  items: { name: string | null; count: number }[];
  mishap: { what: 'rejected' | 'late'; causes: Cause[] } | null;
}

const KINDS: ReadonlyMap<string, Message> = new Map([
  ['homedelivery', message('delivery')],
  ['self-delivery', message('own-delivery')],
  ['takeaway', message('takeaway')],
  ['eatin', message('eat-in')],
]);
const REJECTS: ReadonlyMap<string, Message> = new Map([
  ['GENERIC', message('too-busy-or-other')],
  ['ITEMS_UNAVAILABLE', message('items-unavailable')],
  ['VENUE_CLOSING_SOON', message('closing-soon')],
  ['elsewhere', message('rejected-by-service-consumer-or-support')],
]);
const TOP_ITEMS = 10;

export function dayFigures(
  day: string,
  orders: readonly DaysOrder[],
  iso: (at: number) => string,
): Omit<DayFigures, 'couriers' | 'papers'> {
  const taken = orders.filter(({ past }) => past.acceptedAt !== null && past.stage !== 'rejected');
  const rejected = orders.filter(({ past, isCancelled }) => past.stage === 'rejected' && !isCancelled);
  const kinds = [...new Set(taken.map(({ past }) => past.kind))].sort();
  const instant = taken.filter(({ past }) => !past.isPreorder);
  const made = taken.filter(({ past }) => past.readyAt !== null && past.dueAt !== null);
  const byHour = Array.from({ length: 24 }, () => 0);
  for (const { past } of orders) byHour[new Date(past.placedAt).getHours()] = (byHour[new Date(past.placedAt).getHours()] ?? 0) + 1;
  return {
    day,
    orders: orders.length,
    taken: taken.length,
    rejected: rejected.length,
    cancelled: orders.filter(({ isCancelled }) => isCancelled).length,
    items: taken.reduce((sum, { past }) => sum + past.items, 0),
    revenue: sums(taken.map(({ past }) => past)),
    unreadAmounts: taken.filter(({ past }) => past.amount === null).length,
    byKind: kinds.map((key) => {
      const those = taken.filter(({ past }) => past.kind === key).map(({ past }) => past);
      return { key, label: KINDS.get(key) ?? key, count: those.length, revenue: sums(those) };
    }),
    rejectsBy: counted(rejected.map((order) => order.rejectedHere ?? 'elsewhere')).map(([key, count]) => ({
      key,
      label: REJECTS.get(key) ?? key,
      count,
    })),
    refunds: {
      count: orders.filter(({ refunded }) => refunded.length > 0).length,
      sums: sums(orders.flatMap(({ refunded }) => refunded)),
    },
    toAccept: spread(instant.map(({ past }) => between(past.noticedAt, past.acceptedAt))),
    toReady: spread(instant.map(({ past }) => between(past.acceptedAt, past.readyAt))),
    late: { count: made.filter(({ mishap }) => mishap?.what === 'late').length, of: made.length },
    byHour,
    topItems: topOf(taken.flatMap(({ items }) => items)),
    lost: orders.flatMap(({ past, mishap }) =>
      mishap ? [{ id: past.orderId, number: past.number, at: iso(past.placedAt), what: mishap.what, causes: mishap.causes }] : [],
    ),
  };
}

/** One line an order, for a spreadsheet. */
export function dayCsv(orders: readonly DaysOrder[], iso: (at: number) => string): string {
  const time = (at: number | null) => (at === null ? '' : iso(at));
  const rows = orders.map(({ past, rejectedHere, isCancelled, mishap }) => [
    past.number,
    past.orderId,
    past.venueId,
    past.kind,
    isCancelled ? 'cancelled' : past.stage,
    time(past.placedAt),
    time(past.noticedAt),
    time(past.acceptedAt),
    time(past.dueAt),
    time(past.readyAt),
    time(past.endedAt),
    String(past.items),
    past.amount === null ? '' : decimal(past.amount, past.currency),
    past.currency ?? '',
    past.stage === 'rejected' && !isCancelled ? (rejectedHere ?? 'elsewhere') : '',
    mishap ? mishap.what : '',
    english(mishap?.causes[0]?.says ?? ''),
  ]);
  const head =
    'number,order_id,venue_id,kind,stage,placed_at,noticed_at,accepted_at,due_at,ready_at,ended_at,items,amount,currency,rejected,mishap,cause';
  return csvOf(head.split(','), rows);
}

/** One sum a currency; amounts of different currencies are never added. */
export function sums(amounts: readonly { amount: number | null; currency: string | null }[]): MoneyView[] {
  const byCurrency = new Map<string, number>();
  for (const { amount, currency } of amounts)
    if (amount !== null && currency !== null) byCurrency.set(currency, (byCurrency.get(currency) ?? 0) + amount);
  return [...byCurrency].map(([currency, amount]) => ({
    amount,
    currency,
    text: formatMoney({ amount, currency }),
  }));
}

function counted(keys: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}

function topOf(items: readonly { name: string | null; count: number }[]): { name: string | null; count: number }[] {
  const counts = new Map<string | null, number>();
  for (const { name, count } of items) counts.set(name, (counts.get(name) ?? 0) + count);
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count)
    .slice(0, TOP_ITEMS);
}

function between(from: number | null, to: number | null): number | null {
  return from === null || to === null ? null : Math.max(0, Math.round((to - from) / 1_000));
}

function spread(seconds: readonly (number | null)[]): { median: number; slowest: number } | null {
  const known = seconds.filter((value) => value !== null).sort((a, b) => a - b);
  const median = known[Math.floor((known.length - 1) / 2)];
  const slowest = known.at(-1);
  return median === undefined || slowest === undefined ? null : { median, slowest };
}
