/** The menu, the pause and the opening times as screens show them. Moments are ISO UTC on the service's clock; money is in minor units. */

import type { Text } from '../message.ts';
import type { VenueKind } from '../settings/settings.ts';
import type { Sold } from './sold.ts';

/**
 * What is wanted and not proved: `waiting` until `waitsUntil`; `sent`: the service took it, and nothing that was read since shows it yet;
 * `seen`: what was read back shows it; `unseen`: two minutes later it did not; `refused`: the service did not take it, `text` why.
 */
export interface PendingView {
  intent: number;
  state: 'waiting' | 'sent' | 'seen' | 'unseen' | 'refused';
  waitsUntil: string | null;
  askedAt: string;
  sentAt: string | null;
  /** When it was last looked for in what was read back; null where nothing was read since, or nothing that is read could show it. */
  lookedAt: string | null;
  text: Text | null;
  /** Who said it; null where no one is named, or Tillbridge did by itself. */
  by: string | null;
  /** What it asks for, as far as it says something of it. */
  onSale?: boolean;
  until?: string | null;
  price?: number;
  discountedPrice?: number;
  discountFrom?: string;
  discountUntil?: string;
  count?: number;
}

/** As the last copy shows it, and what is wanted since. */
export interface SaleState {
  /** `sold-out`: marked as such, or hidden: a customer cannot have it. */
  state: 'on-sale' | 'sold-out';
  /** When it comes back by itself, where that is known. */
  until: string | null;
  /** About being on sale or the price. */
  pending: PendingView | null;
}

export interface MenuItemView extends SaleState {
  /** Names it in this view. */
  key: string;
  /** How it is named in a call; null where the menu gives no id that a change could name it by. */
  what: { kind: 'item'; by: 'external_id' | 'gtin' | 'sku'; id: string } | null;
  name: string;
  description: string;
  price: number | null;
  vat: number | null;
  /** A word of the service that this version does not know, as it came. */
  unknownMode: string | null;
  /** Keys of `options`. */
  options: string[];
  /** What was set of counted stock here; null where it is not counted. The service counts down: it is no number of now. */
  stock: PendingView | null;
}

export interface MenuValueView extends SaleState {
  key: string;
  what: { kind: 'value'; by: 'external_id'; id: string } | null;
  name: string;
  price: number | null;
  /** Keys of `options`, shown when it is picked. */
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

/** What a menu has, whether it is on sale or not. */
export interface MenuThings {
  currency: string;
  /** Digits after the decimal point; null where the currency is not known. */
  minorDigits: number | null;
  categories: MenuCategoryView[];
  items: MenuItemView[];
  options: MenuOptionView[];
}

interface MenuNow {
  venueId: string;
  /** Null until it is set: asked once. */
  sells: VenueKind | null;
  /** When the copy was asked for; null where there is none yet. */
  readAt: string | null;
  /** Being read now, or as soon as `readFrom`. */
  isReading: boolean;
  /** From when on the service allows another reading. */
  readFrom: string | null;
  /** Why the last reading gave none. */
  readProblem: Text | null;
  ends: EndsView;
}

/** A screen makes it of an answer (contract/menu/menu-sheet.ts). */
export interface MenuView extends MenuNow, MenuThings {}

/** The menu as it is sent: what it has, and what is to be said of what is not simply on sale. */
export interface MenuAnswer extends MenuNow {
  /** Names what `text` holds: another one where anything of it is another. Null where there is no copy. */
  edition: string | null;
  /** A MenuSheet (`sheetIn` reads it); null where whoever asks has this edition. */
  text: string | null;
  sale: SaleOfThing[];
}

/** Everything in the menu that has this id. */
export interface SaleOfThing extends SaleState {
  kind: 'item' | 'value';
  /** Null where it has none: `key` names it then. */
  what: Sold | null;
  key: string;
  stock: PendingView | null;
}

/** What an end would be now; null where the opening times give none. */
export interface EndsView {
  isOpen: boolean;
  closing: string | null;
  tomorrow: string | null;
  opening: string | null;
}

/** Something that was ordered, as the menu has it now. */
export interface OrderedView extends SaleState {
  /** How it is named in a call; null where the menu that was read has no such thing. */
  what: Sold | null;
  /** As the order calls it; null where it does not. */
  name: string | null;
}

/** What of an order can be marked sold out. */
export interface OrderSaleView {
  venueId: string;
  sells: VenueKind | null;
  /** Whether the menu was ever read. */
  hasMenu: boolean;
  ends: EndsView;
  /** In the order's order. `row`: as in the details of the order. */
  items: (OrderedView & { row: number | null; values: OrderedView[] })[];
}

/** Of a venue, told to every screen as it changes. */
export interface SaleView {
  /** Grows with each change of the menu, of what is wanted of it, and of the opening times. */
  version: number;
  /** As the service said last; null while it has not. */
  isOnline: boolean | null;
  /** What someone asked for, and is not over: a pause, or its end. */
  pause: {
    asked: 'pause' | 'open';
    /** Also for the two minutes after its end in which the service may still say offline. */
    isPaused: boolean;
    until: string | null;
    reason: string | null;
    pending: PendingView;
    /** Its end has passed, and the service still says offline. */
    isOverdue: boolean;
    /** Why the venue's own rule paused; left out where someone did. */
    byRule?: Text;
  } | null;
  /** What piles up, where a pause would help; left out where nothing does. */
  piledUp?: Text;
  /** The whole menu that was sent from a file last; left out where none was, and an hour after it was seen. */
  upload?: PendingView;
  /** Changes that wait, and those that are refused or not seen. */
  waiting: number;
  troubled: number;
  /** Today's openings as windows; empty where it is closed or not known. */
  today: { from: string; until: string }[];
  /** Venue event of the service that has not recovered. */
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
  /** None of them a warning: the file can be sent. */
  isGood: boolean;
  mistakes: { line: number | null; place: string; text: Text; isWarning: boolean }[];
  items: number;
  /** What it changes of the last good copy; null where there is none to compare with, or the file is not good. */
  difference: MenuDifferenceView | null;
  /** A price would be a hundred times another. */
  isHundredfold: boolean;
  /** Of the file: in what its prices are. Empty where it is not good. */
  currency: string;
  /** Digits after the decimal point; null where the currency is not known. */
  minorDigits: number | null;
  /** What has to be typed. */
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

/** How the menu that was read back differs from the file: `added` and `gone` at the service. */
export interface UploadDifferenceView {
  difference: MenuDifferenceView;
  currency: string;
  minorDigits: number | null;
}

export interface ExportedMenu {
  /** A name for the file. */
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
  /** When the service last told; null where it never did. */
  readAt: string | null;
  /** As it was set here and waits, else as the service tells it. */
  week: HoursSpanView[];
  weekPending: PendingView | null;
  /** Our own list; null where none was ever set here. */
  special: SpecialDaysView | null;
  specialPending: PendingView | null;
  /** How the service tells special days: another form, not to be written back. */
  reportedSpecial: { opening_date: string; opening_time: string; closing_date: string; closing_time: string }[];
  providerPending: PendingView | null;
  ends: EndsView;
}

export interface HoursMistakeView {
  /** Such as `week[2]` or `days_open[0].daily_availability[1]`. */
  path: string;
  text: Text;
}
