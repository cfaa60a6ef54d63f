/** The kitchen's work is part of an order's card. Times are ISO UTC by the service's clock. */
import type { Text } from '../message.ts';
import type { EndsView, PendingView, SaleState } from './menu.ts';

export type OrderKind = 'delivery' | 'self-delivery' | 'takeaway' | 'other';

export interface KitchenWork {
  /** When the kitchen got the order; null if unknown. */
  since: string | null;
  priority: boolean;
  /** In the order of the card's items. */
  lines: KitchenLine[];
  tickets: KitchenTicket[];
}

export interface KitchenLine {
  /** Identifies the dish, so a tap refers to the dish that was shown. */
  key: string;
  stations: string[];
  doneAt: string[];
}

export interface KitchenTicket {
  station: string;
  /** Changes with the ticket's contents, so a tap refers to the ticket that was shown. */
  key: string;
  /** Portions on the ticket; `left`: not done yet. */
  count: number;
  left: number;
  finishedAt: string | null;
  recalled: boolean;
  /** When to start, so that all parts of the order finish together; null for immediately. */
  startAt: string | null;
}

/** `station`: the one this display shows; null for none in particular. */
export interface KitchenView {
  stations: { id: string; name: string }[];
  dishSize: number;
  station: string | null;
  soldOut: boolean;
}

export interface DoneOrder {
  orderId: string;
  number: string;
  kind: OrderKind;
  kindLabel: Text;
  at: string;
  items: { name: string | null; count: number }[];
  /** How many dishes aren't in `items`. */
  left: number;
}

/** An order's dish in the menu, limited to what a kitchen display needs. */
export interface DishSaleView extends SaleState {
  name: string | null;
  pending: Omit<PendingView, 'price' | 'discountedPrice' | 'discountFrom' | 'discountUntil' | 'count'> | null;
  ends: EndsView;
}
