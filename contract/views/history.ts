/** What the History screen shows. Times are ISO UTC, money is in minor units. */
import type { MoneyView, Text } from '../message.ts';
import type { ItemView } from './order.ts';

type Time = string | null;

export interface FoundOrder {
  /** Where the next page goes on. */
  place: number;
  id: string;
  number: string;
  venueName: string;
  customer: string | null;
  /** Told of by notifications, and never read: nothing is known but its id, its venue and what they said. */
  unread: boolean;
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
  /** Null once the order has ended: no one collects it then. */
  cashToCollect: MoneyView | null;
}

/** `kind` chooses the sign in front of it; `text` is the sentence. */
export interface Moment {
  at: string;
  kind: 'notification' | 'order' | 'command' | 'answer' | 'paper' | 'till' | 'trouble';
  text: Text;
  /** Who of the staff did it, or which display; not there where no one is named. */
  by?: string | undefined;
  /** Of a paper: how sure it is that it came out. */
  proof?: 'confirmed' | 'reported' | 'seen' | 'sent' | 'uncertain' | undefined;
}

/** Why an order was lost or late: a cause with its evidence. `sure` is false for what only may have been the cause. */
export interface Cause {
  cause: string;
  text: Text;
  sure: boolean;
}

export interface OrderStory {
  number: string;
  statusLabel: Text;
  /** Where no notification was ever followed by a reading: its venue is all that is known beside times; null for any other order. */
  unread: { venueName: string } | null;
  customer: string | null;
  placedAt: string;
  /** Of one that was never read: when its first notification came. */
  noticedAt: Time;
  acceptedAt: Time;
  readyAt: Time;
  endedAt: Time;
  dueAt: Time;
  /** The items alone; `toPay` with fees and tip, null where that cannot be said. */
  total: MoneyView | null;
  toPay: MoneyView | null;
  /** Null once the order has ended: no one collects it then. */
  cashToCollect: MoneyView | null;
  items: ItemView[];
  timeline: Moment[];
  /** Empty for an order that went well. */
  causes: Cause[];
}
