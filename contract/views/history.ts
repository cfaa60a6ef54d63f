/** What the History and the Day screens show. Times are ISO UTC, money is in minor units with its text beside it. */
import type { Text } from '../message.ts';
import type { MoneyView } from './money.ts';

type Time = string | null;

export interface FoundOrder {
  /** Where the next page goes on. */
  place: number;
  id: string;
  number: string;
  venueName: string;
  customer: string | null;
  placedAt: string;
  statusLabel: Text;
  /** The same in a few words, for a chip; absent where the label is short. */
  statusShort?: Text;
  rejected: boolean;
  kindLabel: Text;
  /** The first of them; `moreItems` where there are others. A name is null where the service told none, here and below. */
  items: {
    count: number;
    name: string | null;
  }[];
  moreItems: boolean;
  /** The items alone; `toPay` with fees and tip, null where that cannot be said. */
  total: MoneyView | null;
  toPay: MoneyView | null;
  /** Null once the order has ended: nobody collects it then. */
  cashToCollect: MoneyView | null;
}

/** `kind` chooses the sign in front of it; `says` is the sentence. */
export interface Moment {
  at: string;
  kind: 'notification' | 'order' | 'command' | 'answer' | 'paper' | 'till' | 'trouble';
  says: Text;
  /** Of a paper: how sure it is that it came out. */
  proof?: 'confirmed' | 'seen' | 'sent' | 'uncertain' | undefined;
}

/** Why an order was lost or late: a cause with its evidence. `sure` is false for what only may have been the cause. */
export interface Cause {
  cause: string;
  says: Text;
  sure: boolean;
}

export interface OrderStory {
  number: string;
  statusLabel: Text;
  customer: string | null;
  placedAt: string;
  acceptedAt: Time;
  readyAt: Time;
  endedAt: Time;
  dueAt: Time;
  /** The items alone; `toPay` with fees and tip, null where that cannot be said. */
  total: MoneyView | null;
  toPay: MoneyView | null;
  /** Null once the order has ended: nobody collects it then. */
  cashToCollect: MoneyView | null;
  items: {
    name: string | null;
    count: number;
    options: string[];
  }[];
  timeline: Moment[];
  /** Empty for an order that went well. */
  causes: Cause[];
}

interface Count {
  key: string;
  label: Text;
  count: number;
}

export interface DayFigures {
  /** The day of the venue's own calendar, such as 2026-11-21. */
  day: string;
  orders: number;
  taken: number;
  /** Cancelled ones are counted apart, here and in `rejectsBy`. */
  rejected: number;
  /** By the service, the consumer or support. */
  cancelled: number;
  items: number;
  revenue: MoneyView[];
  /** Orders taken whose amount cannot be read: they are in no sum. */
  unreadAmounts: number;
  byKind: {
    key: string;
    label: Text;
    count: number;
    revenue: MoneyView[];
  }[];
  rejectsBy: Count[];
  refunds: {
    count: number;
    sums: MoneyView[];
  };
  /** Seconds; null where there was none. */
  toAccept: {
    median: number;
    slowest: number;
  } | null;
  toReady: {
    median: number;
    slowest: number;
  } | null;
  late: {
    count: number;
    of: number;
  };
  /** Papers that went to printers, by how sure it is that they came out. */
  papers: {
    confirmed: number;
    seen: number;
    sent: number;
    uncertain: number;
  };
  /** Orders by hour of the day, 24 numbers. */
  byHour: number[];
  topItems: {
    name: string | null;
    count: number;
  }[];
  /** Couriers of the courier desk: those who came, what they cost by currency, and all that were asked for. */
  couriers: {
    ordered: number;
    delivered: number;
    cost: MoneyView[];
    tips: MoneyView[];
    list: {
      id: string;
      name: string;
      at: string;
      says: Text;
      price: MoneyView | null;
      tip: MoneyView | null;
    }[];
  };
  /** Rejected without anybody here deciding it, or late: each with its main cause. */
  lost: {
    id: string;
    number: string;
    at: string;
    what: 'rejected' | 'late';
    causes: Cause[];
  }[];
}
