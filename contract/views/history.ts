/** What History shows. Times are ISO UTC, money is in minor units. */
import type { MoneyView, Text } from '../message.ts';
import type { ItemView } from './order.ts';

type Time = string | null;

export interface FoundOrder {
  /** Cursor for the next page. */
  place: number;
  id: string;
  number: string;
  venueName: string;
  customer: string | null;
  /** Known only from notifications: ID, venue and their contents. */
  unread: boolean;
  placedAt: string;
  statusLabel: Text;
  /** Absent if the label is short. */
  statusShort?: Text;
  rejected: boolean;
  kindLabel: Text;
  /** The first items. A null name means the service sent none, here and below. */
  items: {
    count: number;
    name: string | null;
  }[];
  moreItems: boolean;
  /** Items only. `toPay` includes fees and tip; null if unknown. */
  total: MoneyView | null;
  toPay: MoneyView | null;
  /** Null once the order has ended. */
  cashToCollect: MoneyView | null;
}

export interface Moment {
  at: string;
  kind: 'notification' | 'order' | 'command' | 'answer' | 'paper' | 'till' | 'trouble';
  text: Text;
  /** Absent if unknown. */
  by?: string | undefined;
  proof?: 'confirmed' | 'reported' | 'seen' | 'sent' | 'uncertain' | undefined;
}

/** Why an order was lost or late. */
export interface Cause {
  cause: string;
  text: Text;
  sure: boolean;
}

export interface OrderActivityView {
  number: string;
  statusLabel: Text;
  /** For an order known only from notifications: its venue. Null for any other. */
  unread: { venueName: string } | null;
  customer: string | null;
  placedAt: string;
  /** For an order never read: its first notification. */
  noticedAt: Time;
  acceptedAt: Time;
  readyAt: Time;
  endedAt: Time;
  dueAt: Time;
  /** As above. */
  total: MoneyView | null;
  toPay: MoneyView | null;
  cashToCollect: MoneyView | null;
  items: ItemView[];
  timeline: Moment[];
  causes: Cause[];
}
