/** An order as screens show it: its card on the board, and everything that is said of it. */

import type { MoneyView, Text } from '../message.ts';
import type { RejectionCause } from '../rejection-cause.ts';
import type { KitchenWork, OrderKind } from './kitchen.ts';
import type { Problem } from './problem.ts';

/** A person of a group order: the name that was told, else the number of a guest; null for what no one claimed. */
export type PersonView =
  | string
  | {
      guest: number | null;
    };

/** From `start` up to `end` of a text, in UTF-16 units. */
export interface TextRange {
  start: number;
  end: number;
}

/** Words for an allergy or an allergen in a note. They are shown beside the note, never in its place. */
export interface AllergyView {
  /** For the list beside the note, as the customer wrote them; also those of the part that the card has no room for. */
  words: string[];
  /** Where the words found stand in the note as it is shown. */
  ranges: TextRange[];
}

export interface ItemView {
  /** Null where the service told none. */
  name: string | null;
  count: number;
  options: {
    group: string;
    value: string;
    count: number;
    /** What group and value tell together; the ranges are of the value. Null where they tell of none. */
    allergies: AllergyView | null;
  }[];
  total: MoneyView | null;
  /** The group participants whose item this is; empty outside group orders. */
  participants: PersonView[];
}

/** The four columns of the board, and `ended` for orders that are delivered or rejected (shown for a short time). */
export type Column = 'new' | 'scheduled' | 'preparing' | 'ready' | 'ended';

export type ActionName = 'accept' | 'reject' | 'confirm' | 'ready' | 'delivered';

/** By each of these an order is taken on. */
export const TAKES_ON: readonly ActionName[] = ['accept', 'confirm'];

/** One thing staff may do to this order now. Buttons are drawn from this list alone. */
export interface ActionView {
  name: ActionName;
  label: Text;
  /** For `accept`: the extra minutes that may be chosen (0 is the usual time). */
  extraMinutes?: number[] | undefined;
  /** For `accept`: the minutes that the usual time has on top now (rush mode). */
  usualMinutes?: number | undefined;
  /** For `accept`: the minutes that the venue's own history asks for now, and why. */
  suggested?:
    | {
        minutes: number;
        text: Text;
      }
    | undefined;
  /** For `ready` at a pharmacy: batch ids must be entered first, in the order's detail. */
  needsBatches?: boolean | undefined;
}

/** Where a document or hand-off stands. `text` is the sentence for staff. `sent`: all bytes were taken, and nothing proves that they were printed. */
export interface StepView {
  /** `stuck`: it is tried again by itself, and something is in the way that staff may have to see to. */
  state: 'none' | 'waiting' | 'working' | 'stuck' | 'sent' | 'reported' | 'confirmed' | 'failed';
  text: Text;
}

export interface OrderCard {
  id: string;
  /** Human-readable; may repeat across orders and days. */
  number: string;
  venueId: string;
  venueName: string;
  column: Column;
  kind: OrderKind;
  /** "Delivery", "Pickup", "Self-delivery"... */
  kindLabel: Text;
  preorder: boolean;
  /** The service's own word for the order's status. */
  status: string;
  /** The state in words for staff: "Waiting for you", "Accepted", "Rejected by the service: not accepted in time"... */
  statusLabel: Text;
  /** The same in a few words, for a chip; absent where the label is short. */
  statusShort?: Text;
  /** True where the label says no more than the column in which the card stands. */
  isStatusOfColumn: boolean;
  /** How it came to be rejected, as far as a reading tells; null for one that was not. */
  rejected: RejectionCause | null;
  customer: string | null;
  phone: string | null;
  address: string | null;
  comment: string | null;
  /** What the comment tells of; null where it tells of none. */
  allergies: AllergyView | null;
  items: ItemView[];
  itemCount: number;
  participants: PersonView[];
  /** How many people ordered together; `participants` may name fewer, and has an entry for unassigned items as well. */
  people: number;
  /** How many bags they have: one for unassigned items as well. */
  bags: number;
  /** A text or list is longer than a card has room for: `order.detail` has all of it. */
  isCut: boolean;
  /** The items alone, without fees and tip. */
  total: MoneyView | null;
  /** Items, fees and tip together; null where that cannot be said. */
  toPay: MoneyView | null;
  cashToCollect: MoneyView | null;
  noContact: boolean;
  placedAt: string | null;
  /** When the courier or the consumer comes (ISO UTC); null while the service has not said. */
  pickupAt: string | null;
  /** For pre-orders: the time the consumer asked for (ISO UTC). */
  preorderFor: string | null;
  /** When the service rejects the order by itself, on the service's clock; null once decided. */
  deadline: {
    at: string;
    of: 'accept' | 'confirm';
    totalSeconds: number;
    /** True where no one said how long this venue has; the usual time is counted then. */
    about?: boolean | undefined;
  } | null;
  /** A command on its way; the card shows `text` ("Accepting...") and its buttons wait. */
  pending: {
    action: string;
    text: Text;
    since: string;
    /** Until when it waits here and can be taken back (ISO UTC, the service's clock); null once it cannot. */
    undoUntil: string | null;
  } | null;
  /** What became of what staff asked of the service beside the main steps, oldest first; of many the last ones. `problem`: why it failed, or is not through yet. */
  operated: {
    requestId: string;
    operation: string;
    state: 'sending' | 'taken' | 'failed';
    problem: Problem | null;
  }[];
  /** What went wrong with this order, newest first, in words. */
  trouble: Problem[];
  /** What staff may do now, in the order the buttons stand. Empty while a command is pending. */
  actions: ActionView[];
  ticket: StepView;
  labels: StepView;
  till: StepView;
  /** The courier of this order, as far as the service told; null before. */
  courier: {
    state: 'approaching' | 'picked-up';
    at: string | null;
  } | null;
  /** What the kitchen has to do of it; null where the kitchen has not got it, or is through with it. */
  kitchen: KitchenWork | null;
  /** Which participants' bags are checked off, by their place in `participants`. */
  checked: number[];
  /**
   * Of a rejected or cancelled order; null for others. `claimed`: a notification says so, and no reading has confirmed it. `unseen`: it was
   * cancelled during preparation, and staff haven't confirmed that. `settled`: it asks for nothing.
   */
  cancelled: 'claimed' | 'unseen' | 'settled' | null;
  /** Of an `unseen` one: what became of the ticket that tells the kitchen. */
  stopSlip?: StepView | undefined;
  /** True until someone touches a new order: sound and banner go on. */
  alerting: boolean;
  /** True while only notifications told of this order, and its details could not be read. */
  unread: boolean;
  endedAt: string | null;
}

/** Of the orders that ended, screens are sent so many at most, the latest. */
export const MOST_ENDED = 150;

/** What a card had no room for, every word of it. */
export type WholeOrder = Pick<OrderCard, 'customer' | 'phone' | 'address' | 'comment' | 'allergies' | 'items' | 'participants'>;

/** How sure it is that a paper came out: the printer said so; staff did; all of it was taken; it broke off. */
export type PaperProof = 'confirmed' | 'reported' | 'seen' | 'sent' | 'uncertain';

/** What an amount is in the sum of an order; `odd`: the lines come to another sum than the service says; `back`: what went back, or may have, and what is left. */
export type MoneyRow = 'before' | 'discounts' | 'items' | 'odd' | 'fees' | 'fee' | 'tip' | 'cash' | 'gives' | 'back';

/** Section 4.2, rule 9. The rooms of the bridge have theirs in main/orders, which imports nobody: one that only one of them has does not compile. */
export const DOCUMENT_TYPES = [
  'INVOICE',
  'RECEIPT',
  'REFUND',
  'RETURN',
  'ALCOHOL_SALE',
  'INVOICE_CORRECTION',
  'ALCOHOL_SALE_CORRECTION',
  'DELIVERY_NOTE',
] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/** Everything beside the main steps: what the service said of the order in full, and what staff may do with it. */
export interface OrderDetail {
  /** Items, fees and tip together; null where that cannot be said. */
  toPay: MoneyView | null;
  /** Null where the card has everything. */
  whole: WholeOrder | null;
  /** `isGiven` is false where the service sent nothing at all; a null value is its own "none". `text` stands in for a value that is not there yet. */
  sections: {
    of: 'money' | 'customer' | 'company' | 'shop';
    title: Text;
    facts: {
      /** Of money alone: what it is in the sum, and the amount where it can be read. */
      is?: MoneyRow | undefined;
      money?: MoneyView | null | undefined;
      label: Text;
      value: string | boolean | null;
      isGiven: boolean;
      text?: Text | undefined;
    }[];
  }[];
  /** Another word once the items are others; what is filled in for them brings it back. */
  itemsVersion: string;
  rows: {
    row: number | null;
    name: string | null;
    count: number;
    unitPrice: MoneyView | null;
    barcode: string | null;
    notes: Text[];
  }[];
  /** `why` is null for what is possible now. */
  operations: {
    name: string;
    label: Text;
    why: Text | null;
  }[];
  documents: {
    type: DocumentType;
    label: Text;
    why: Text | null;
    uploaded: boolean;
  }[];
  currency: string | null;
  /** Digits after the decimal point of the currency; null where it is not known, and then amounts cannot be typed. */
  minorDigits: number | null;
  /** Every paper that went to a printer, oldest first. */
  papers: {
    at: string;
    document: string;
    part: number;
    /** "Kitchen ticket", "Label 2 of 3". */
    label: Text;
    /** Which printer had it; it may be gone from the settings. */
    printerId: string;
    text: Text;
    proof: PaperProof;
  }[];
  /** The papers that can be printed by hand. */
  printable: {
    document: string;
    label: Text;
  }[];
  /** Rows of a pharmacy order whose batch or lot ids "ready" must carry. */
  batchRows: number[];
}
