/** What the kitchen has to do of an order, and what of it is done: a part of its card. Times are ISO UTC by the service's clock. */
import type { Text } from '../message.ts';
import type { EndsView, PendingView, SaleState } from './menu.ts';

/** How an order leaves the kitchen. */
export type OrderKind = 'delivery' | 'self-delivery' | 'takeaway' | 'other';

export interface KitchenWork {
  /** Since when the kitchen has it; null where that is not known. */
  since: string | null;
  priority: boolean;
  /** Of each item of the card, at its place. */
  lines: KitchenLine[];
  /** Of each station that has anything to do with it. */
  tickets: KitchenTicket[];
}

export interface KitchenLine {
  /** The dish, by what it is: whoever strikes it off says which one was seen. */
  key: string;
  stations: string[];
  /** At which of its stations it is done. */
  doneAt: string[];
}

export interface KitchenTicket {
  station: string;
  /** Changes with what is on it: whoever says that it is done says which ticket was seen. */
  key: string;
  /** Portions on it, and those that are still owed. */
  count: number;
  left: number;
  finishedAt: string | null;
  /** It was done and is wanted back on the display. */
  recalled: boolean;
  /** When it is begun, so that all parts of the order end together; null for at once. */
  startAt: string | null;
}

/** What displays are told of the kitchen. `station`: the one that this display was given; null for no one of them. */
export interface KitchenView {
  stations: { id: string; name: string }[];
  dishSize: number;
  station: string | null;
  /** Dishes may be marked sold out there. */
  soldOut: boolean;
}

/** An order that was done a while ago, for whoever wants it back. */
export interface DoneOrder {
  orderId: string;
  number: string;
  kind: OrderKind;
  kindLabel: Text;
  at: string;
  items: { name: string | null; count: number }[];
  /** More dishes than are listed. */
  left: number;
}

/** A dish of an order, as the menu has it now: what a kitchen display is told of it, and no more. */
export interface DishSaleView extends SaleState {
  name: string | null;
  /** About being on sale alone. */
  pending: Omit<PendingView, 'price' | 'discountedPrice' | 'discountFrom' | 'discountUntil' | 'count'> | null;
  ends: EndsView;
}
