import type { MoneyView, Text } from '../message.ts';
import type { RejectionCause } from '../rejection-cause.ts';
import type { KitchenWork, OrderKind } from './kitchen.ts';
import type { Problem } from './problem.ts';

/** A person of a group order: name, else guest number; null for items without a person. */
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

export interface AllergyView {
  /** In the customer's spelling, including words in the part the card has no space for. */
  words: string[];
  ranges: TextRange[];
}

export interface KitchenItem {
  /** Null if the service sent none. */
  name: string | null;
  count: number;
  options: {
    group: string;
    value: string;
    count: number;
    /** `words`: from group and value. `ranges`: only in the value. */
    allergies: AllergyView | null;
  }[];
  /** Empty outside group orders. */
  participants: PersonView[];
}

export interface ItemView extends KitchenItem {
  total: MoneyView | null;
}

/** Column of the board. `ended` cards are removed after a while. */
export type Column = 'new' | 'scheduled' | 'preparing' | 'ready' | 'ended';

export type ActionName = 'accept' | 'reject' | 'confirm' | 'ready' | 'delivered';

export const ACCEPTING_ACTIONS: readonly ActionName[] = ['accept', 'confirm'];

export interface ActionView {
  name: ActionName;
  label: Text;
  /** Choices for `accept`; 0 is the usual time. */
  extraMinutes?: number[] | undefined;
  /** For `accept` in rush mode: the extra minutes that its button adds. */
  usualMinutes?: number | undefined;
  /** For `accept`: a proposal based on the venue's recent orders. */
  suggested?:
    | {
        minutes: number;
        text: Text;
      }
    | undefined;
  /** For `ready` in pharmacies: staff must enter batch IDs first. */
  needsBatches?: boolean | undefined;
}

/** Progress of a printout or hand-off; `text` is for staff. `sent`: all bytes were accepted, printing is unconfirmed. */
export interface StepView {
  /** `stuck`: retried automatically, but may need staff. */
  state: 'none' | 'waiting' | 'working' | 'stuck' | 'sent' | 'reported' | 'confirmed' | 'failed';
  text: Text;
}

/** All of an order that kitchen displays get: being prepared or ready, cancelled during preparation, or recalled. */
export interface KitchenOrder {
  id: string;
  /** Changes with what staff decide by; commands send it back. */
  revision: string;
  /** Human-readable; may repeat across orders and days. */
  number: string;
  venueName: string;
  column: Column;
  kind: OrderKind;
  kindLabel: Text;
  preorder: boolean;
  statusLabel: Text;
  customer: string | null;
  comment: string | null;
  allergies: AllergyView | null;
  items: KitchenItem[];
  participants: PersonView[];
  bags: number;
  /** Whether texts or lists are cut; `order.detail` has all. */
  isCut: boolean;
  noContact: boolean;
  placedAt: string | null;
  /** When the courier or customer picks it up (ISO UTC); null if the service hasn't sent it. */
  pickupAt: string | null;
  /** The time a pre-order is for, ISO UTC. */
  preorderFor: string | null;
  /** When the service rejects the order, by its clock; null once decided. */
  deadline: {
    at: string;
    of: 'accept' | 'confirm';
    totalSeconds: number;
    /** Estimated: the venue's limit is unknown. */
    about?: boolean | undefined;
  } | null;
  /** An action in progress; other buttons are disabled until it ends. */
  pending: {
    action: string;
    text: Text;
    since: string;
    /** Until when it can be undone (ISO UTC, the service's clock); null once it can't. */
    undoUntil: string | null;
  } | null;
  /** Problems with this order, newest first. */
  trouble: Problem[];
  /** Actions allowed now, in the order of the buttons. Empty while a command is pending. */
  actions: ActionView[];
  courier: {
    state: 'approaching' | 'picked-up';
    at: string | null;
  } | null;
  /** The kitchen's work; null before and after the kitchen has the order. */
  kitchen: KitchenWork | null;
  /** Indexes of `participants`. */
  checked: number[];
  /**
   * For a rejected or cancelled order; null for others. `claimed`: a notification reports it, not yet confirmed by a read. `unseen`:
   * cancelled during preparation, not yet confirmed by staff. `settled`: needs nothing.
   */
  cancelled: 'claimed' | 'unseen' | 'settled' | null;
  stopSlip?: StepView | undefined;
  alerting: boolean;
  /** Known only from notifications: its details couldn't be read. */
  unread: boolean;
  endedAt: string | null;
}

/** Displays get none of these fields. */
export interface OrderCard extends KitchenOrder {
  items: ItemView[];
  venueId: string;
  status: string;
  /** A shorter status label; absent if `statusLabel` is short. */
  statusShort?: Text;
  /** Whether the label only repeats the column. */
  isStatusOfColumn: boolean;
  rejected: RejectionCause | null;
  phone: string | null;
  address: string | null;
  itemCount: number;
  /** People who ordered together; `participants` may list fewer, and has an entry for unassigned items. */
  people: number;
  /** Items only, without fees and tip. */
  total: MoneyView | null;
  /** Items, fees and tip; null if unknown. */
  toPay: MoneyView | null;
  cashToCollect: MoneyView | null;
  /** Operations besides the main steps, oldest first. `problem`: why one failed or is delayed. */
  operated: {
    requestId: string;
    operation: string;
    state: 'sending' | 'taken' | 'failed';
    problem: Problem | null;
  }[];
  ticket: StepView;
  labels: StepView;
  till: StepView;
}

export const MOST_ENDED = 150;

export type WholeOrder = Pick<OrderCard, 'customer' | 'phone' | 'address' | 'comment' | 'allergies' | 'items' | 'participants'>;

/** `confirmed` or `reported` by the printer, `seen` by staff, `sent` completely, or `uncertain` after an interruption. */
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

export interface OrderDetail {
  toPay: MoneyView | null;
  whole: WholeOrder | null;
  /**
   * `isGiven`: false if the service sent no value; null with `isGiven` means an explicit "none". `text` is shown instead of a value that's
   * missing.
   */
  sections: {
    of: 'money' | 'customer' | 'company' | 'shop';
    title: Text;
    facts: {
      /** Only in the section `money`. */
      is?: MoneyRow | undefined;
      money?: MoneyView | null | undefined;
      label: Text;
      value: string | boolean | null;
      isGiven: boolean;
      text?: Text | undefined;
    }[];
  }[];
  /** Changes with the items; forms send it back, so outdated ones are refused. */
  itemsVersion: string;
  rows: {
    row: number | null;
    name: string | null;
    count: number;
    unitPrice: MoneyView | null;
    barcode: string | null;
    notes: Text[];
  }[];
  /** `why`: the reason why one isn't allowed; null if it is. */
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
  /** Null if unknown: then amounts can't be entered. */
  minorDigits: number | null;
  /** Printouts so far, oldest first. */
  papers: {
    at: string;
    document: string;
    part: number;
    label: Text;
    /** Settings may no longer have this printer. */
    printerId: string;
    text: Text;
    proof: PaperProof;
  }[];
  printable: {
    document: string;
    label: Text;
  }[];
  /** Rows of a pharmacy order that need batch or lot IDs for "ready". */
  batchRows: number[];
}
