/** An order as screens show it: its card and its details. */

import type { MoneyView, Text } from '../message.ts';
import type { RejectionCause } from '../rejection-cause.ts';
import type { KitchenWork, OrderKind } from './kitchen.ts';
import type { Problem } from './problem.ts';

/** A person of a group order: the given name, else a guest number; null for unclaimed items. */
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

/** Allergy words found in a note, highlighted in addition to the note. */
export interface AllergyView {
  /** In the customer's spelling, including words in the part the card has no space for. */
  words: string[];
  /** Positions of the words in the shown note. */
  ranges: TextRange[];
}

export interface ItemView {
  /** Null if the service sent none. */
  name: string | null;
  count: number;
  options: {
    group: string;
    value: string;
    count: number;
    /** From group and value together; the ranges are in the value. Null for none. */
    allergies: AllergyView | null;
  }[];
  total: MoneyView | null;
  /** Participants this item belongs to; empty outside group orders. */
  participants: PersonView[];
}

/** The board's four columns, and `ended` for delivered or rejected orders (shown briefly). */
export type Column = 'new' | 'scheduled' | 'preparing' | 'ready' | 'ended';

export type ActionName = 'accept' | 'reject' | 'confirm' | 'ready' | 'delivered';

/** Actions that accept an order. */
export const TAKES_ON: readonly ActionName[] = ['accept', 'confirm'];

/** An action staff may take now. Buttons are drawn from this list alone. */
export interface ActionView {
  name: ActionName;
  label: Text;
  /** For `accept`: selectable extra minutes (0 is the usual time). */
  extraMinutes?: number[] | undefined;
  /** For `accept`: minutes that rush mode adds to the usual time. */
  usualMinutes?: number | undefined;
  /** For `accept`: minutes suggested by the venue's recent orders, with the reason. */
  suggested?:
    | {
        minutes: number;
        text: Text;
      }
    | undefined;
  /** For `ready` at a pharmacy: batch IDs must be entered first, in the order's details. */
  needsBatches?: boolean | undefined;
}

/** Progress of a printout or hand-off; `text` is for staff. `sent`: all bytes were accepted, printing is unconfirmed. */
export interface StepView {
  /** `stuck`: retried automatically, but may need staff. */
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
  /** The status as sent by the service. */
  status: string;
  /** The state in words for staff: "Waiting for you", "Accepted", "Rejected by the service: not accepted in time"... */
  statusLabel: Text;
  /** Short form for a chip; absent if the label is short. */
  statusShort?: Text;
  /** Whether the label only repeats the column. */
  isStatusOfColumn: boolean;
  /** Why it was rejected, as far as known; null if it wasn't. */
  rejected: RejectionCause | null;
  customer: string | null;
  phone: string | null;
  address: string | null;
  comment: string | null;
  /** Allergies in the comment; null for none. */
  allergies: AllergyView | null;
  items: ItemView[];
  itemCount: number;
  participants: PersonView[];
  /** People who ordered together; `participants` may list fewer, and has an entry for unassigned items. */
  people: number;
  /** Bags, including one for unassigned items. */
  bags: number;
  /** Texts or lists are cut to the card's limits: `order.detail` has all. */
  isCut: boolean;
  /** Items only, without fees and tip. */
  total: MoneyView | null;
  /** Items, fees and tip; null if unknown. */
  toPay: MoneyView | null;
  cashToCollect: MoneyView | null;
  noContact: boolean;
  placedAt: string | null;
  /** When the courier or customer arrives (ISO UTC); null if the service hasn't sent it. */
  pickupAt: string | null;
  /** For pre-orders: the time the customer asked for (ISO UTC). */
  preorderFor: string | null;
  /** When the service rejects the order, by its clock; null once decided. */
  deadline: {
    at: string;
    of: 'accept' | 'confirm';
    totalSeconds: number;
    /** The venue's time limit is unknown; the usual one is assumed. */
    about?: boolean | undefined;
  } | null;
  /** A command in progress; the card shows `text` ("Accepting...") and its buttons wait. */
  pending: {
    action: string;
    text: Text;
    since: string;
    /** Until when it can be undone (ISO UTC, the service's clock); null once it can't. */
    undoUntil: string | null;
  } | null;
  /** The latest operations besides the main steps, oldest first. `problem`: why it failed or is delayed. */
  operated: {
    requestId: string;
    operation: string;
    state: 'sending' | 'taken' | 'failed';
    problem: Problem | null;
  }[];
  /** Problems with this order, newest first. */
  trouble: Problem[];
  /** Actions allowed now, in the order of the buttons. Empty while a command is pending. */
  actions: ActionView[];
  ticket: StepView;
  labels: StepView;
  till: StepView;
  /** Last known state of the courier; null if unknown. */
  courier: {
    state: 'approaching' | 'picked-up';
    at: string | null;
  } | null;
  /** Null before and after the kitchen has it. */
  kitchen: KitchenWork | null;
  /** Indexes of `participants` whose bags are checked off. */
  checked: number[];
  /**
   * For a rejected or cancelled order; null for others. `claimed`: a notification reports it, not yet confirmed by a read. `unseen`:
   * cancelled during preparation, not yet confirmed by staff. `settled`: needs nothing.
   */
  cancelled: 'claimed' | 'unseen' | 'settled' | null;
  /** For `unseen`: state of the kitchen's STOP ticket. */
  stopSlip?: StepView | undefined;
  /** A new order keeps ringing until staff respond. */
  alerting: boolean;
  /** Known only from notifications: its details couldn't be read. */
  unread: boolean;
  endedAt: string | null;
}

/** Most ended orders sent to screens; the latest are kept. */
export const MOST_ENDED = 150;

/** Full texts and lists that a card cuts. */
export type WholeOrder = Pick<OrderCard, 'customer' | 'phone' | 'address' | 'comment' | 'allergies' | 'items' | 'participants'>;

/** How certain a printout is: confirmed or reported by the printer, seen by staff, sent completely, or interrupted. */
export type PaperProof = 'confirmed' | 'reported' | 'seen' | 'sent' | 'uncertain';

/**
 * Role of an amount in an order's sum. `odd`: the lines' sum differs from the service's. `back`: refunds, also possible ones, and the rest.
 */
export type MoneyRow = 'before' | 'discounts' | 'items' | 'odd' | 'fees' | 'fee' | 'tip' | 'cash' | 'gives' | 'back';

/** Section 4.2, rule 9. `main/orders` has its own copy, as it imports nothing; a difference doesn't compile. */
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

/** All details of an order, and the operations besides the main steps. */
export interface OrderDetail {
  /** Items, fees and tip; null if unknown. */
  toPay: MoneyView | null;
  /** Null if the card has everything. */
  whole: WholeOrder | null;
  /** `isGiven`: false if the service sent nothing, whereas null is an explicit "none". `text` replaces a value that's still missing. */
  sections: {
    of: 'money' | 'customer' | 'company' | 'shop';
    title: Text;
    facts: {
      /** For money only: its role in the sum, and the amount if readable. */
      is?: MoneyRow | undefined;
      money?: MoneyView | null | undefined;
      label: Text;
      value: string | boolean | null;
      isGiven: boolean;
      text?: Text | undefined;
    }[];
  }[];
  /** Changes with the items; forms send it back. */
  itemsVersion: string;
  rows: {
    row: number | null;
    name: string | null;
    count: number;
    unitPrice: MoneyView | null;
    barcode: string | null;
    notes: Text[];
  }[];
  /** `why`: the reason it isn't allowed; null if it is. */
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
  /** Decimal digits; null if unknown, and then amounts can't be entered. */
  minorDigits: number | null;
  /** Every printout sent to a printer, oldest first. */
  papers: {
    at: string;
    document: string;
    part: number;
    /** "Kitchen ticket", "Label 2 of 3". */
    label: Text;
    /** May have been removed from settings. */
    printerId: string;
    text: Text;
    proof: PaperProof;
  }[];
  /** Documents that can be printed manually. */
  printable: {
    document: string;
    label: Text;
  }[];
  /** Rows of a pharmacy order that need batch or lot IDs for "ready". */
  batchRows: number[];
}
