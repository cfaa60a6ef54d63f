/** What the Reports screen shows: what the orders of some days came to. Times are ISO UTC, money is in minor units. */
import type { MoneyView, Text } from '../message.ts';
import type { Span } from '../time/days.ts';
import type { Cause } from './history.ts';

interface Count {
  key: string;
  label: Text;
  count: number;
}

/** What the items of the orders taken in one currency came to, and how many orders these were. */
export interface SalesSum extends MoneyView {
  taken: number;
}

/** What an hour or a day came to, by currency. */
export interface ReportPart {
  orders: number;
  taken: number;
  sales: SalesSum[];
}

/** What was paid, in one currency: items, less discounts, with fees and tips, less refunds, are the total. */
export interface MoneySums {
  currency: string;
  /** Before discounts. */
  items: MoneyView;
  /** Zero or less, and so are the refunds. */
  discounts: MoneyView;
  fees: MoneyView;
  /** For couriers. */
  tips: MoneyView;
  refunds: MoneyView;
  total: MoneyView;
  /** Of the total: collected in cash. */
  cash: MoneyView;
  /** Of the items. `unclear`: orders with deposits of which no one can tell how much they come to; they are not in the sum. */
  deposits: MoneyView;
  unclearDeposits: number;
}

/** Seconds. */
export interface Spread {
  median: number;
  slowest: number;
}

/** Seconds within the days of the report, as far as the service was told; what goes on is counted until now. */
export interface SaleReport {
  paused: { times: number; seconds: number };
  /** The longest first. */
  soldOut: { name: string; times: number; seconds: number }[];
  moreSoldOut: number;
  /** Orders that were rejected here because something was not to be had. */
  rejectedForIt: number;
}

/** Orders that no one answered in time. */
export interface MissedOrders {
  count: number;
  /** Their items, after discounts. */
  sums: MoneyView[];
  /** How many of them have an amount that can't be read. */
  unread: number;
}

export interface Report {
  span: Span;
  orders: number;
  /** Of the orders: told of by notifications and never read. No one knows what they come to: they are in no sum, and not among those below. */
  unread: number;
  taken: number;
  /** Missed and cancelled ones are counted apart, here and in `rejectsBy`. */
  rejected: number;
  /** By the service, the consumer or support. */
  cancelled: number;
  missed: MissedOrders;
  items: number;
  /** The items of the orders taken, after discounts; the currency with the most orders first, here and in every list of sums. */
  sales: MoneyView[];
  /** Of the orders whose amount can be read. */
  average: MoneyView[];
  /** Orders taken whose amount cannot be read: they are in no sum. */
  unreadAmounts: number;
  money: MoneySums[];
  /** Orders taken of which not every part of what was paid can be told: none of `money` has them. */
  unclearMoney: number;
  byKind: (Count & { revenue: MoneyView[] })[];
  rejectsBy: Count[];
  refunds: { count: number; sums: MoneyView[] };
  /** Null where there was none. */
  toAccept: Spread | null;
  toReady: Spread | null;
  late: { count: number; of: number };
  /** By main cause (Cause.cause), the most frequent first. */
  lateBy: { cause: string; count: number }[];
  lostBy: { cause: string; count: number }[];
  /** Papers that went to printers, by how sure it is that they came out. */
  papers: { confirmed: number; reported: number; seen: number; sent: number; uncertain: number };
  /** Every day of the span. */
  days: (ReportPart & { day: string })[];
  /** The 24 hours of the day. */
  hours: ReportPart[];
  /** Orders by day of the week, Monday first, and hour: 7 times 24 numbers. */
  weekdays: number[][];
  topItems: { name: string | null; count: number }[];
  /** Couriers of the courier desk: those who came, what they cost by currency, and the first of all that were asked for. */
  couriers: {
    asked: number;
    ordered: number;
    delivered: number;
    cost: MoneyView[];
    tips: MoneyView[];
    list: { id: string; name: string; at: string; text: Text; price: MoneyView | null; tip: MoneyView | null }[];
  };
  /** For how long nothing, or one thing, was sold. Absent where no one worked it out. */
  sale?: SaleReport | undefined;
  /** Missed, rejected without anyone here deciding it, or late: each with its causes; the first of them. */
  lost: { id: string; number: string; at: string; what: 'missed' | 'rejected' | 'late'; causes: Cause[] }[];
  moreLost: number;
}
