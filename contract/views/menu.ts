/** Times are ISO UTC by the service's clock; money is in minor units. */

import type { Text } from '../message.ts';
import type { VenueKind } from '../settings/settings.ts';
import type { Sold } from './sold.ts';

/**
 * A requested change. `waiting`: until `waitsUntil`. `sent`: accepted by the service, not in a menu read since. `seen`: in the menu read
 * since. `unseen`: not in a menu read two minutes later. `refused`: by the service; `text` says why.
 */
export interface PendingView {
  intent: number;
  state: 'waiting' | 'sent' | 'seen' | 'unseen' | 'refused';
  waitsUntil: string | null;
  askedAt: string;
  sentAt: string | null;
  /** When a read menu was last checked for the change; null if never. */
  lookedAt: string | null;
  text: Text | null;
  /** Person who requested it; null if unknown or automatic. */
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
  /** When it automatically goes back on sale, if known. */
  until: string | null;
  pending: PendingView | null;
}

export interface MenuItemView extends SaleState {
  key: string;
  /** How calls refer to the item; null if the menu has no usable ID for it. */
  what: { kind: 'item'; by: 'external_id' | 'gtin' | 'sku'; id: string } | null;
  name: string;
  description: string;
  price: number | null;
  vat: number | null;
  /** The service's value for how it's sold, if this version doesn't know it. */
  unknownMode: string | null;
  /** Keys in `MenuThings.options`. */
  options: string[];
  /** The count set here; null if not counted. The service counts down, so it isn't the current number. */
  stock: PendingView | null;
}

export interface MenuValueView extends SaleState {
  key: string;
  what: { kind: 'value'; by: 'external_id'; id: string } | null;
  name: string;
  price: number | null;
  /** Keys in `MenuThings.options`, shown when the value is picked. */
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
  /** Keys in `MenuThings.items`. */
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
  sells: VenueKind | null;
  readAt: string | null;
  isReading: boolean;
  /** When the service allows the next read. */
  readFrom: string | null;
  readProblem: Text | null;
  ends: EndsView;
}

/** The menu as screens use it, built from a `MenuAnswer` (contract/menu/menu-sheet.ts). */
export interface MenuView extends MenuNow, MenuThings {}

/** The menu as calls return it. `sale`: only what isn't simply on sale. */
export interface MenuAnswer extends MenuNow {
  /** Identifies `text` and changes with it; null if no menu is saved yet. */
  edition: string | null;
  /** A MenuSheet (for `sheetIn`); null if the caller has this edition. */
  text: string | null;
  sale: SaleOfThing[];
}

export interface SaleOfThing extends SaleState {
  kind: 'item' | 'value';
  /** How calls refer to it; null without an ID, then `key` identifies it. */
  what: Sold | null;
  key: string;
  stock: PendingView | null;
}

/** Times at which a sold-out mark can end. Each is null if the opening hours have none. */
export interface EndsView {
  isOpen: boolean;
  closing: string | null;
  tomorrow: string | null;
  opening: string | null;
}

export interface OrderedView extends SaleState {
  /** Its name in calls; null if not in the menu. */
  what: Sold | null;
  name: string | null;
}

export interface OrderSaleView {
  venueId: string;
  sells: VenueKind | null;
  hasMenu: boolean;
  ends: EndsView;
  /** In the sequence of the order. `row`: the item's row in the order's details. */
  items: (OrderedView & { row: number | null; values: OrderedView[] })[];
}

export interface SaleView {
  /** Grows with each change of the menu, pending changes or opening hours. */
  version: number;
  isOnline: boolean | null;
  /** A pause that isn't over, or whose end isn't confirmed yet. */
  pause: {
    asked: 'pause' | 'open';
    /** True also during the two minutes after the pause's end in which the service may still report offline. */
    isPaused: boolean;
    until: string | null;
    reason: string | null;
    pending: PendingView;
    /** The pause should be over, but the service still reports the venue offline. */
    isOverdue: boolean;
    /** The rule that paused the venue; absent if staff did. */
    byRule?: Text;
  } | null;
  /** Advice to pause; absent if a pause wouldn't help. */
  piledUp?: Text;
  /** The last uploaded menu; absent if none, or an hour after the service's menu showed it. */
  upload?: PendingView;
  waiting: number;
  troubled: number;
  /** Opening hours of today; empty if closed or unknown. */
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
    /** The new price is about a hundred times the old one, or a hundredth. */
    isHundredfold: boolean;
    problem: Text | null;
  }[];
}

export interface MenuFileView {
  isGood: boolean;
  mistakes: { line: number | null; place: string; text: Text; isWarning: boolean }[];
  items: number;
  /** Null if no menu is saved to compare with, or if the file has mistakes. */
  difference: MenuDifferenceView | null;
  isHundredfold: boolean;
  currency: string;
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

/** Compares the service's menu with the last upload: what was `added` or is `gone` at the service. */
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
  readAt: string | null;
  /** The opening hours staff requested if pending, else those the service reported. */
  week: HoursSpanView[];
  weekPending: PendingView | null;
  /** Null if never set here. */
  special: SpecialDaysView | null;
  specialPending: PendingView | null;
  /** Special days as the service reports them, a form it doesn't accept. */
  reportedSpecial: { opening_date: string; opening_time: string; closing_date: string; closing_time: string }[];
  providerPending: PendingView | null;
  ends: EndsView;
}

export interface HoursMistakeView {
  /** Such as `week[2]`. */
  path: string;
  text: Text;
}
