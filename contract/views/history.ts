/** Times are ISO UTC, money is in minor units. */
import type { MoneyView, Text } from '../message.ts';
import type { ItemView } from './order.ts';

type Time = string | null;

export interface FoundOrder {
  /** Position in the list; send it as `before` to get the next page. */
  place: number;
  id: string;
  number: string;
  venueName: string;
  customer: string | null;
  /** The order couldn't be read: only the ID, the venue and what notifications say are known. */
  unread: boolean;
  placedAt: string;
  statusLabel: Text;
  statusShort?: Text;
  rejected: boolean;
  kindLabel: Text;
  /** The first items. A null name means the service sent none, here and below. */
  items: {
    count: number;
    name: string | null;
  }[];
  moreItems: boolean;
  /** `total`: items only. `toPay`: with fees and tip; null if unknown. */
  total: MoneyView | null;
  toPay: MoneyView | null;
  /** Null once the order has ended. */
  cashToCollect: MoneyView | null;
}

export interface Moment {
  at: string;
  kind: 'notification' | 'order' | 'command' | 'answer' | 'paper' | 'till' | 'trouble';
  text: Text;
  by?: string | undefined;
  proof?: 'confirmed' | 'reported' | 'seen' | 'sent' | 'uncertain' | undefined;
}

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
  /** When the first notification of the order arrived, if the order itself was never read. */
  noticedAt: Time;
  acceptedAt: Time;
  readyAt: Time;
  endedAt: Time;
  dueAt: Time;
  total: MoneyView | null;
  toPay: MoneyView | null;
  cashToCollect: MoneyView | null;
  items: ItemView[];
  timeline: Moment[];
  causes: Cause[];
}
