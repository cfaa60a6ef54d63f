/** The menu, pause and opening hours. Times are ISO UTC by the service's clock; money is in minor units. */

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
  /** Last check in a read copy; null if none. */
  lookedAt: string | null;
  text: Text | null;
  /** Null if unknown or automatic. */
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

export interface SaleState {
  /** `sold-out`: marked so or hidden; customers can't order it. */
  state: 'on-sale' | 'sold-out';
  /** When it automatically returns, if known. */
  until: string | null;
  pending: PendingView | null;
}

export interface MenuItemView extends SaleState {
  key: string;
  /** Its name in calls; null if the menu has no usable ID for it. */
  what: { kind: 'item'; by: 'external_id' | 'gtin' | 'sku'; id: string } | null;
  name: string;
  description: string;
  price: number | null;
  vat: number | null;
  /** An unknown value from the service. */
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
  /** Null until set. */
  sells: VenueKind | null;
  /** When the copy was requested; null without a copy. */
  readAt: string | null;
  isReading: boolean;
  /** When the service allows another read. */
  readFrom: string | null;
  /** Why the last read failed. */
  readProblem: Text | null;
  ends: EndsView;
}

/** Built from an answer (contract/menu/menu-sheet.ts). */
export interface MenuView extends MenuNow, MenuThings {}

/** `sale`: only what isn't simply on sale. */
export interface MenuAnswer extends MenuNow {
  /** Identifies `text`; changes with it. Null without a copy. */
  edition: string | null;
  /** A MenuSheet (for `sheetIn`); null if the caller has this edition. */
  text: string | null;
  sale: SaleOfThing[];
}

export interface SaleOfThing extends SaleState {
  kind: 'item' | 'value';
  /** Null without an ID: then `key` identifies it. */
  what: Sold | null;
  key: string;
  stock: PendingView | null;
}

/** Null if the opening hours give none. */
export interface EndsView {
  isOpen: boolean;
  closing: string | null;
  tomorrow: string | null;
  opening: string | null;
}

export interface OrderedView extends SaleState {
  /** Its name in calls; null if not in the menu. */
  what: Sold | null;
  /** As in the order; null if unnamed. */
  name: string | null;
}

export interface OrderSaleView {
  venueId: string;
  sells: VenueKind | null;
  hasMenu: boolean;
  ends: EndsView;
  /** In the order's order. `row`: as in the order's details. */
  items: (OrderedView & { row: number | null; values: OrderedView[] })[];
}

export interface SaleView {
  /** Grows with each change of the menu, pending changes or opening hours. */
  version: number;
  /** Null if never reported. */
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
    /** Absent if staff paused. */
    byRule?: Text;
  } | null;
  /** Absent if a pause wouldn't help. */
  piledUp?: Text;
  /** The last uploaded menu; absent if none, or an hour after it was read back. */
  upload?: PendingView;
  waiting: number;
  troubled: number;
  /** Empty if closed or unknown. */
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
  isGood: boolean;
  mistakes: { line: number | null; place: string; text: Text; isWarning: boolean }[];
  items: number;
  /** Null without a copy, or if the file has mistakes. */
  difference: MenuDifferenceView | null;
  isHundredfold: boolean;
  /** Empty if the file has mistakes. */
  currency: string;
  /** Decimal digits; null if the currency is unknown. */
  minorDigits: number | null;
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

/** `added` and `gone`: at the service. */
export interface UploadDifferenceView {
  difference: MenuDifferenceView;
  currency: string;
  minorDigits: number | null;
}

export interface ExportedMenu {
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
  /** Null if never. */
  readAt: string | null;
  /** Pending, else as reported by the service. */
  week: HoursSpanView[];
  weekPending: PendingView | null;
  /** Null if never set here. */
  special: SpecialDaysView | null;
  specialPending: PendingView | null;
  /** The service's own form of special days, which it doesn't accept back. */
  reportedSpecial: { opening_date: string; opening_time: string; closing_date: string; closing_time: string }[];
  providerPending: PendingView | null;
  ends: EndsView;
}

export interface HoursMistakeView {
  /** Such as `week[2]`. */
  path: string;
  text: Text;
}
