/** The menu, pause and opening hours as screens show them. Times are ISO UTC by the service's clock; money is in minor units. */

import type { Text } from '../message.ts';
import type { VenueKind } from '../settings/settings.ts';
import type { Sold } from './sold.ts';

/**
 * A requested change. `waiting`: until `waitsUntil`. `sent`: accepted by the service, not read back yet. `seen`: read back. `unseen`: not
 * in what was read two minutes later. `refused`: by the service; `text` says why.
 */
export interface PendingView {
  intent: number;
  state: 'waiting' | 'sent' | 'seen' | 'unseen' | 'refused';
  waitsUntil: string | null;
  askedAt: string;
  sentAt: string | null;
  /** When it was last checked in a read copy; null if not read since, or if no read shows it. */
  lookedAt: string | null;
  text: Text | null;
  /** The author; null if unknown or automatic. */
  by: string | null;
  /** The requested values; absent ones weren't requested. */
  onSale?: boolean;
  until?: string | null;
  price?: number;
  discountedPrice?: number;
  discountFrom?: string;
  discountUntil?: string;
  count?: number;
}

/** State in the last copy, and the change requested since. */
export interface SaleState {
  /** `sold-out`: marked so or hidden; customers can't order it. */
  state: 'on-sale' | 'sold-out';
  /** When it automatically returns, if known. */
  until: string | null;
  /** About being on sale or the price. */
  pending: PendingView | null;
}

export interface MenuItemView extends SaleState {
  /** Identifies it in this view. */
  key: string;
  /** Its name in calls; null if the menu has no usable ID for it. */
  what: { kind: 'item'; by: 'external_id' | 'gtin' | 'sku'; id: string } | null;
  name: string;
  description: string;
  price: number | null;
  vat: number | null;
  /** A value from the service that this version doesn't know. */
  unknownMode: string | null;
  /** Keys of `options`. */
  options: string[];
  /** The count set here; null if not counted. The service counts down, so it isn't the current number. */
  stock: PendingView | null;
}

export interface MenuValueView extends SaleState {
  key: string;
  what: { kind: 'value'; by: 'external_id'; id: string } | null;
  name: string;
  price: number | null;
  /** Keys of `options`, shown when it's picked. */
  options: string[];
}

export interface MenuOptionView {
  key: string;
  name: string;
  values: MenuValueView[];
}

export interface MenuCategoryView {
  key: string;
  name: string;
  /** Keys of `items`. */
  items: string[];
  subcategories: MenuCategoryView[];
}

/** A menu's contents, regardless of sale. */
export interface MenuThings {
  currency: string;
  /** Decimal digits; null if the currency is unknown. */
  minorDigits: number | null;
  categories: MenuCategoryView[];
  items: MenuItemView[];
  options: MenuOptionView[];
}

interface MenuNow {
  venueId: string;
  /** Null until set: asked once. */
  sells: VenueKind | null;
  /** When the copy was requested; null without a copy. */
  readAt: string | null;
  /** Being read now, or as soon as `readFrom`. */
  isReading: boolean;
  /** When the service allows another read. */
  readFrom: string | null;
  /** Why the last read failed. */
  readProblem: Text | null;
  ends: EndsView;
}

/** Built by the screen from an answer (contract/menu/menu-sheet.ts). */
export interface MenuView extends MenuNow, MenuThings {}

/** The menu as sent: contents, and the sale state of what isn't simply on sale. */
export interface MenuAnswer extends MenuNow {
  /** Identifies `text`; changes with it. Null without a copy. */
  edition: string | null;
  /** A MenuSheet (for `sheetIn`); null if the caller has this edition. */
  text: string | null;
  sale: SaleOfThing[];
}

/** Everything in the menu with this ID. */
export interface SaleOfThing extends SaleState {
  kind: 'item' | 'value';
  /** Null without an ID: then `key` identifies it. */
  what: Sold | null;
  key: string;
  stock: PendingView | null;
}

/** When each end would be; null if the opening hours give none. */
export interface EndsView {
  isOpen: boolean;
  closing: string | null;
  tomorrow: string | null;
  opening: string | null;
}

/** An ordered item or option, as the menu has it now. */
export interface OrderedView extends SaleState {
  /** Its name in calls; null if not in the menu. */
  what: Sold | null;
  /** As in the order; null if unnamed. */
  name: string | null;
}

/** Parts of an order that can be marked sold out. */
export interface OrderSaleView {
  venueId: string;
  sells: VenueKind | null;
  /** Whether the menu was ever read. */
  hasMenu: boolean;
  ends: EndsView;
  /** In the order's order. `row`: as in the order's details. */
  items: (OrderedView & { row: number | null; values: OrderedView[] })[];
}

/** A venue's sale state, pushed to every screen. */
export interface SaleView {
  /** Grows with each change of the menu, its pending changes, or the opening hours. */
  version: number;
  /** As last reported by the service; null if never. */
  isOnline: boolean | null;
  /** A pause, or its end, still in progress. */
  pause: {
    asked: 'pause' | 'open';
    /** Also during the two minutes after its end in which the service may still report offline. */
    isPaused: boolean;
    until: string | null;
    reason: string | null;
    pending: PendingView;
    /** Its end has passed, and the service still reports offline. */
    isOverdue: boolean;
    /** Why the venue's pause rule acted; absent if staff paused. */
    byRule?: Text;
  } | null;
  /** Which orders pile up so that a pause would help; absent if none. */
  piledUp?: Text;
  /** The last uploaded menu; absent if none, or an hour after it was read back. */
  upload?: PendingView;
  /** Changes waiting, and those refused or unseen. */
  waiting: number;
  troubled: number;
  /** Today's opening hours; empty if closed or unknown. */
  today: { from: string; until: string }[];
  /** Unresolved venue event from the service. */
  alert: { of: 'rejections' | 'offline'; text: Text; hint: Text; at: string } | null;
}

export interface PriceReview {
  lines: {
    name: string;
    from: number | null;
    to: number;
    discountedPrice: number | null;
    /** About a hundred times as much, or as little. */
    isHundredfold: boolean;
    problem: Text | null;
  }[];
}

export interface MenuFileView {
  /** No mistakes except warnings: the file can be sent. */
  isGood: boolean;
  mistakes: { line: number | null; place: string; text: Text; isWarning: boolean }[];
  items: number;
  /** Changes against the last good copy; null without one, or if the file has mistakes. */
  difference: MenuDifferenceView | null;
  /** A price would change a hundredfold. */
  isHundredfold: boolean;
  /** Currency of the file's prices; empty if it has mistakes. */
  currency: string;
  /** Decimal digits; null if the currency is unknown. */
  minorDigits: number | null;
  /** To be typed as confirmation. */
  venueName: string;
}

export interface MenuDifferenceView {
  added: string[];
  gone: string[];
  repriced: { name: string; from: number; to: number; isHundredfold: boolean }[];
  renamed: { from: string; to: string }[];
  shown: string[];
  hidden: string[];
  currencies: { from: string; to: string } | null;
}

/** How the menu at the service differs from the file: `added` and `gone` at the service. */
export interface UploadDifferenceView {
  difference: MenuDifferenceView;
  currency: string;
  minorDigits: number | null;
}

export interface ExportedMenu {
  /** File name. */
  name: string;
  text: string;
}

export interface MenuNoteView {
  at: string;
  text: Text;
  by: string | null;
}

export interface HoursSpanView {
  opening_day: string;
  opening_time: string;
  closing_day: string;
  closing_time: string;
}

export interface SpecialDaysView {
  days_closed: { start_date: string; end_date: string; message?: string | undefined }[];
  days_open: {
    start_date: string;
    end_date: string;
    message?: string | undefined;
    daily_availability: { open_time: string; close_time: string }[];
  }[];
}

export interface HoursView {
  zone: string;
  /** When the service last reported; null if never. */
  readAt: string | null;
  /** As set here and still pending, else as reported by the service. */
  week: HoursSpanView[];
  weekPending: PendingView | null;
  /** The list set here; null if never set. */
  special: SpecialDaysView | null;
  specialPending: PendingView | null;
  /** The service's own form of special days, which it doesn't accept back. */
  reportedSpecial: { opening_date: string; opening_time: string; closing_date: string; closing_time: string }[];
  providerPending: PendingView | null;
  ends: EndsView;
}

export interface HoursMistakeView {
  /** Such as `week[2]` or `days_open[0].daily_availability[1]`. */
  path: string;
  text: Text;
}
