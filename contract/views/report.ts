/** Times are ISO UTC, money is in minor units. */
import type { MoneyView, Text } from '../message.ts';
import type { Span } from '../time/days.ts';
import type { Cause } from './history.ts';

interface Count {
  key: string;
  label: Text;
  count: number;
}

export interface SalesSum extends MoneyView {
  taken: number;
}

export interface ReportPart {
  orders: number;
  taken: number;
  sales: SalesSum[];
}

/** Payments in one currency: items plus discounts, fees, tips and refunds (discounts and refunds are negative) give the total. */
export interface MoneySums {
  currency: string;
  /** Amount before discounts. */
  items: MoneyView;
  /** Zero or negative, like `refunds`. */
  discounts: MoneyView;
  fees: MoneyView;
  tips: MoneyView;
  refunds: MoneyView;
  total: MoneyView;
  /** Part of the total collected in cash. */
  cash: MoneyView;
  /** Part of the items. `unclearDeposits`: orders whose deposits are unreadable and not in the sum. */
  deposits: MoneyView;
  unclearDeposits: number;
}

/** In seconds. */
export interface Spread {
  median: number;
  slowest: number;
}

/** In seconds within the report's days, as known from the service; pauses and sold-out marks that go on count until now. */
export interface SaleReport {
  paused: { times: number; seconds: number };
  soldOut: { name: string; times: number; seconds: number }[];
  moreSoldOut: number;
  /** Rejected here because an item was unavailable. */
  rejectedForIt: number;
}

export interface MissedOrders {
  count: number;
  /** Value of their items, after discounts. */
  sums: MoneyView[];
  /** Number of missed orders with unreadable amounts, which aren't in `sums`. */
  unread: number;
}

export interface Report {
  span: Span;
  orders: number;
  /** Orders known only from notifications; their amounts are unknown, so they're in no sum and none of the numbers below. */
  unread: number;
  taken: number;
  /** Rejected by the venue; missed and cancelled orders aren't counted here or in `rejectsBy`. */
  rejected: number;
  cancelled: number;
  missed: MissedOrders;
  items: number;
  /** Items of accepted orders after discounts; the currency with most orders first, here and in every list of sums. */
  sales: MoneyView[];
  /** Average of the orders with readable amounts. */
  average: MoneyView[];
  /** Accepted orders with unreadable amounts: they're in no sum. */
  unreadAmounts: number;
  money: MoneySums[];
  /** Accepted orders with a partly unreadable payment: `money` leaves them out. */
  unclearMoney: number;
  byKind: (Count & { revenue: MoneyView[] })[];
  rejectsBy: Count[];
  refunds: { count: number; sums: MoneyView[] };
  toAccept: Spread | null;
  toReady: Spread | null;
  late: { count: number; of: number };
  /** Number of late (`lostBy`: lost) orders by main cause (Cause.cause), most frequent first. */
  lateBy: { cause: string; count: number }[];
  lostBy: { cause: string; count: number }[];
  papers: { confirmed: number; reported: number; seen: number; sent: number; uncertain: number };
  days: (ReportPart & { day: string })[];
  hours: ReportPart[];
  /** Orders by day of the week, Monday first, and hour: 7 times 24 numbers. */
  weekdays: number[][];
  topItems: { name: string | null; count: number }[];
  /** Couriers of the courier desk, their cost by currency, and the first of all requests. */
  couriers: {
    asked: number;
    ordered: number;
    delivered: number;
    cost: MoneyView[];
    tips: MoneyView[];
    list: { id: string; name: string; at: string; text: Text; price: MoneyView | null; tip: MoneyView | null }[];
  };
  sale?: SaleReport | undefined;
  /** The first orders that were missed, late, or rejected without a decision at this venue. */
  lost: { id: string; number: string; at: string; what: 'missed' | 'rejected' | 'late'; causes: Cause[] }[];
  moreLost: number;
}
