/** Builds a report order by order: counts, money, times, and mishaps with causes. */
import { everyDay, type RejectionCause, type Report, type ReportPart, type Span } from '../../contract/contract.ts';
import { type Message, message } from '../../contract/message.ts';
import type { OrderFigures } from '../orders/figures.ts';
import type { CurrencyDigits } from '../orders/money/money.ts';
import type { PastOrder } from '../store/search/history.ts';
import type { Mishap } from './causes.ts';
import { type Amount, addOrder, createMissed, createSums, createTally, createTimes, type Sums } from './counts.ts';
import { createMoneyTable } from './money-sums.ts';
import { dayOf } from './span.ts';

/** Times on the service's clock. */
export interface ReportedOrder extends OrderFigures {
  past: PastOrder;
  /** Code of a rejection decided here, else null. */
  rejectedHere: string | null;
  /** Null if not rejected or never read. */
  rejection: RejectionCause | null;
  refunded: Amount[];
  mishap: Mishap | null;
  /** Null unless the venue names its staff. */
  staff: { answeredBy: string | null; readyBy: string | null } | null;
}

const KINDS: ReadonlyMap<string, Message> = new Map([
  ['homedelivery', message('orderType.delivery')],
  ['self-delivery', message('orderType.selfDelivery')],
  ['takeaway', message('orderType.pickup')],
  ['eatin', message('orderType.eatIn')],
]);
const REJECTS: ReadonlyMap<string, Message> = new Map([
  ['GENERIC', message('rejectReason.busyOrOther')],
  ['ITEMS_UNAVAILABLE', message('rejectReason.itemsUnavailable')],
  ['VENUE_CLOSING_SOON', message('rejectReason.closingSoon')],
  ['elsewhere', message('orderStatus.rejectedElsewhere')],
]);
const TOP_ITEMS = 50;
/** More than the service has; further kinds are combined. */
const MOST_KINDS = 20;
/** Unreadable orders, and kinds beyond MOST_KINDS. */
const OTHER_KIND = 'other';
/** Most mishaps listed. */
const MOST_LOST = 100;

export type FiguresOfOrders = Omit<Report, 'couriers' | 'papers'>;

export interface ReportWork {
  /** Call oldest first. */
  add(order: ReportedOrder): void;
  figures(): FiguresOfOrders;
}

/** `iso`: formats epoch ms. */
export function createReport(span: Span, iso: (at: number) => string, currencyDigits: CurrencyDigits): ReportWork {
  const part = (): Part => ({ orders: 0, taken: 0, sales: createSums(currencyDigits) });
  const counts = {
    orders: 0,
    unread: 0,
    taken: 0,
    rejected: 0,
    cancelled: 0,
    items: 0,
    unreadAmounts: 0,
    unclearMoney: 0,
    late: 0,
    made: 0,
  };
  const [sales, refunds, money] = [createSums(currencyDigits), createSums(currencyDigits), createMoneyTable(currencyDigits)];
  const missed = createMissed(currencyDigits);
  const [toAccept, toReady] = [createTimes(), createTimes()];
  const [rejectsBy, lateBy, lostBy] = [createTally<string>(), createTally<string>(), createTally<string>()];
  const topItems = createTally<string | null>();
  const kinds = new Map<string, Part>();
  const days = new Map(everyDay(span).map((day) => [day, part()]));
  const hours = Array.from({ length: 24 }, part);
  const weekdays = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));
  const lost: Report['lost'] = [];
  let [refunded, moreLost] = [0, 0];

  function taken({ past, items, money: paid, mishap }: ReportedOrder): void {
    const { amount, currency, kind, acceptedAt, readyAt } = past;
    counts.taken += 1;
    counts.items += past.items;
    counts.unreadAmounts += addOrder(sales, { amount, currency }) ? 0 : 1;
    // A currency with unknown minor units can't be summed.
    counts.unclearMoney += paid && money.add(paid) ? 0 : 1;
    const listed = KINDS.has(kind) || kinds.has(kind) || kinds.size < MOST_KINDS ? kind : OTHER_KIND;
    kinds.set(listed, count(kinds.get(listed) ?? part(), past, true));
    for (const { name, count } of items) topItems.add(name, count);
    if (!past.isPreorder) {
      toAccept.add(past.noticedAt, acceptedAt);
      toReady.add(acceptedAt, readyAt);
    }
    if (readyAt === null || past.dueAt === null) return;
    counts.made += 1;
    if (mishap?.what !== 'late') return;
    counts.late += 1;
    lateBy.add(mishap.causes[0]?.cause ?? 'unknown');
  }

  function inTime(past: PastOrder, isTaken: boolean): void {
    const at = new Date(past.placedAt);
    const hour = at.getHours();
    // A time between midnights of different zones belongs to no day of the span.
    for (const one of [days.get(dayOf(past.placedAt)), hours[hour]]) if (one) count(one, past, isTaken);
    const row = weekdays[(at.getDay() + 6) % 7];
    if (row) row[hour] = (row[hour] ?? 0) + 1;
  }

  function tally({ past, mishap }: ReportedOrder): void {
    if (!mishap) return;
    if (mishap.what !== 'late') lostBy.add(mishap.causes[0]?.cause ?? 'unknown');
    if (lost.length === MOST_LOST) moreLost += 1;
    else lost.push({ id: past.orderId, number: past.number, at: iso(past.placedAt), what: mishap.what, causes: mishap.causes });
  }

  return {
    add(order) {
      const { past, rejection, rejectedHere } = order;
      const isTaken = past.acceptedAt !== null && past.stage !== 'rejected';
      counts.orders += 1;
      if (past.claim !== null) {
        // Nothing else is known of an unread order.
        counts.unread += 1;
        return inTime(past, false);
      }
      if (rejection === 'missed') missed.add(past);
      else if (rejection === 'cancelled') counts.cancelled += 1;
      else if (rejection !== null) {
        counts.rejected += 1;
        rejectsBy.add(rejectedHere ?? 'elsewhere');
      }
      refunded += order.refunded.length > 0 ? 1 : 0;
      for (const amount of order.refunded) {
        refunds.add(amount);
        money.refund(amount);
      }
      if (isTaken) taken(order);
      inTime(past, isTaken);
      tally(order);
    },
    figures: () => ({
      span,
      orders: counts.orders,
      unread: counts.unread,
      taken: counts.taken,
      rejected: counts.rejected,
      cancelled: counts.cancelled,
      missed: missed.view(),
      items: counts.items,
      sales: sales.views(),
      average: sales.averages(),
      unreadAmounts: counts.unreadAmounts,
      money: money.views(),
      unclearMoney: counts.unclearMoney,
      byKind: [...kinds]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, kind]) => ({ key, label: KINDS.get(key) ?? key, count: kind.orders, revenue: kind.sales.views() })),
      rejectsBy: rejectsBy.most().map(([key, count]) => ({ key, label: REJECTS.get(key) ?? key, count })),
      refunds: { count: refunded, sums: refunds.views() },
      toAccept: toAccept.spread(),
      toReady: toReady.spread(),
      late: { count: counts.late, of: counts.made },
      lateBy: lateBy.most().map(([cause, count]) => ({ cause, count })),
      lostBy: lostBy.most().map(([cause, count]) => ({ cause, count })),
      days: [...days].map(([day, of]) => ({ day, ...viewOf(of) })),
      hours: hours.map(viewOf),
      weekdays,
      topItems: topItems.most(TOP_ITEMS).map(([name, count]) => ({ name, count })),
      lost,
      moreLost,
    }),
  };
}

interface Part {
  orders: number;
  taken: number;
  sales: Sums;
}

function count(one: Part, past: PastOrder, isTaken: boolean): Part {
  one.orders += 1;
  if (isTaken) {
    one.taken += 1;
    addOrder(one.sales, past);
  }
  return one;
}

const viewOf = ({ orders, taken, sales }: Part): ReportPart => ({
  orders,
  taken,
  sales: sales.counted().map(({ sum, count }) => ({ ...sum, taken: count })),
});
