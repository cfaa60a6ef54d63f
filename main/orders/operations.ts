import { message, type Text } from '../../contract/message.ts';
import { type CurrencyDigits, inUnits } from './money/money.ts';
import { toPay } from './money/to-pay.ts';
import type { Money, Order, OrderItem } from './order.ts';
import type { Stage } from './stage.ts';

/** Section 4.2. */
export const REPLACEMENT_TYPES = [
  'count-change-replacement',
  'menu-item-replacement',
  'reduced-price',
  'weight-change-replacement',
  'adhoc-replacement',
] as const;

/** Section 4.2, payload rules 1 to 3. `row` is the item's row_number. */
export interface Replacement {
  type: (typeof REPLACEMENT_TYPES)[number];
  count?: number;
  name?: string;
  barcode?: string;
  /** Minor units: the substitute's or the reduced price. */
  price?: Money;
  /** If set, `price` excludes it. */
  deposit?: Money;
  /** Grams. */
  weight?: number;
}

export interface Batch {
  id: string;
  quantity: number;
}

/** Section 4.2. */
export const REFUND_REASONS = ['PRICE_DIFFERENCE', 'QUALITY_ISSUES'] as const;

export type Operation =
  | { operation: 'pickup-completed' }
  | { operation: 'courier-at-customer' }
  | { operation: 'eta'; minutes: number }
  | { operation: 'location'; lat: number; lon: number; heading: number | null }
  | {
      operation: 'replace-items';
      changes: { row: number; replacements: Replacement[] }[];
      additions: { row: number | null; name?: string; barcode?: string }[];
    }
  | { operation: 'deposits-returned'; items: { description: string; count: number; total: number; vat: number }[] }
  | {
      operation: 'refund-items';
      reason: (typeof REFUND_REASONS)[number];
      refunds: { row: number; count: number; perUnit: number; comment: string | null }[];
    }
  | { operation: 'refund-basket'; amount: number; reason: string; vat: number };

/** A repeat would refund twice, and no read of the order shows whether it happened. */
export const MONEY_BACK: readonly Operation['operation'][] = ['refund-items', 'refund-basket', 'deposits-returned'];

/** A refund or a lower price (section 4.2, rules 2, 4, 5 and 6). */
export function costsTheVenue(given: Operation): boolean {
  if (given.operation !== 'replace-items') return MONEY_BACK.includes(given.operation);
  return given.changes.some(({ replacements }) => replacements.some(({ type }) => type === 'reduced-price'));
}

export type OperationName = Operation['operation'] | 'document';

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

/** Section 8, bytes. */
export const LARGEST_DOCUMENT = 10 * 1024 * 1024;

/** Facts that the order's body doesn't show. */
export interface OperationPast {
  replaced: boolean;
  uploaded: readonly string[];
}

const SELF_DELIVERY: readonly OperationName[] = ['pickup-completed', 'courier-at-customer', 'eta', 'location'];
const ALL: readonly OperationName[] = [...SELF_DELIVERY, 'replace-items', 'deposits-returned', 'refund-items', 'refund-basket', 'document'];

/** Each operation with null or the reason against it now. Sections 3.1 and 4.2. */
export function operationsOf(order: Order, stage: Stage, past: OperationPast): { name: OperationName; why: Text | null }[] {
  return ALL.filter((name) => order.delivery.selfDelivery || !SELF_DELIVERY.includes(name)).map((name) => ({
    name,
    why: whyNot(name, order, stage, past),
  }));
}

export function whyNot(name: OperationName, order: Order, stage: Stage, past: OperationPast): Text | null {
  const undecided = stage === 'awaiting-acceptance' || stage === 'awaiting-confirmation';
  switch (name) {
    case 'pickup-completed':
    case 'courier-at-customer':
    case 'location':
      if (!order.delivery.selfDelivery) return message('operation.selfDeliveryOnly');
      return stage === 'ready' ? null : message('operation.afterMarkedReady');
    case 'eta':
      if (!order.delivery.selfDelivery) return message('operation.selfDeliveryOnly');
      return stage === 'preparing' || stage === 'ready' ? null : message('operation.untilDelivery');
    case 'replace-items':
      if (past.replaced) return message('replace.onlyOnce');
      return stage === 'rejected' ? message('order.rejected') : undecided ? message('operation.acceptFirst') : null;
    case 'deposits-returned':
      return stage === 'delivered' || stage === 'ready' ? null : message('operation.afterHandOver');
    case 'refund-items':
      if (order.cash) return message('refund.cashOrder');
      return stage === 'delivered' ? null : message('operation.afterInvoice');
    case 'refund-basket':
      return stage === 'delivered' ? null : message('operation.afterDelivery');
    case 'document':
      return stage === 'ready' || stage === 'delivered' || stage === 'rejected' ? null : message('operation.afterReady');
  }
}

/** Rule 9: null, or the reason against this document now. */
export function whyNoDocument(type: DocumentType, stage: Stage, past: OperationPast): Text | null {
  const correction = type === 'INVOICE_CORRECTION' || type === 'ALCOHOL_SALE_CORRECTION';
  const inTime = stage === 'ready' || stage === 'delivered' || (correction && stage === 'rejected');
  if (!inTime) return stage === 'rejected' ? message('operation.correctionsOnly') : message('operation.afterReady');
  if (type === 'ALCOHOL_SALE_CORRECTION' && !past.uploaded.includes('ALCOHOL_SALE')) return message('operation.alcoholSaleFirst');
  return null;
}

/** The refund in minor units; returned deposits count 0, as they weren't part of the payment. */
export function givesBack(given: Operation): number {
  if (given.operation === 'refund-basket') return given.amount;
  return given.operation === 'refund-items' ? given.refunds.reduce((sum, { count, perUnit }) => sum + count * perUnit, 0) : 0;
}

/** Refuses to refund more than was paid, as after a forgotten decimal point. */
function moreThanPaid(given: Operation, order: Order, givenBack: number, currencyDigits: CurrencyDigits): Text | null {
  const paid = toPay(order, currencyDigits);
  if (paid === null || givesBack(given) + givenBack <= paid.amount) return null;
  const left = Math.max(0, paid.amount - givenBack);
  return message('refund.overPayment', { most: inUnits({ ...paid, amount: left }, currencyDigits) });
}

/** Checks section 8's limits and the payload rules; null if valid. `givenBack`: refunded so far, minor units. */
export function whatIsWrong(given: Operation, order: Order, currencyDigits: CurrencyDigits, givenBack = 0): Text | null {
  return wrongInItself(given, order) ?? moreThanPaid(given, order, givenBack, currencyDigits);
}

function wrongInItself(given: Operation, order: Order): Text | null {
  switch (given.operation) {
    case 'pickup-completed':
    case 'courier-at-customer':
      return null;
    case 'eta':
      return Number.isInteger(given.minutes) && given.minutes >= 0 && given.minutes <= 600 ? null : message('operation.enterMinutes');
    case 'location':
      if (Math.abs(given.lat) > 90 || Math.abs(given.lon) > 180) return message('operation.invalidLocation');
      return given.heading === null || (given.heading >= 0 && given.heading <= 360) ? null : message('operation.headingRange');
    case 'replace-items':
      return wrongInReplacements(given, order);
    case 'deposits-returned':
      return first(
        given.items,
        (item) => {
          if (item.description.trim() === '') return message('deposit.enterReturned');
          if (!Number.isInteger(item.count) || item.count < 1) return message('deposit.atLeastOnePiece');
          if (!(item.total > 0)) return message('operation.amountAboveZero');
          return item.vat >= 0 && item.vat <= 100 ? null : message('operation.vatRange');
        },
        message('deposit.addReturned'),
      );
    case 'refund-items':
      return first(
        given.refunds,
        (refund) => {
          const item = order.items.find(({ rowNumber }) => rowNumber === refund.row);
          if (!item) return message('operation.thisItemGone');
          if (!Number.isInteger(refund.count) || refund.count < 1) return message('refund.atLeastOne', { item: nameOf(item) });
          if (refund.count > item.count) return message('operation.overOrdered', { count: item.count, item: nameOf(item) });
          return refund.perUnit > 0 ? null : message('operation.amountAboveZero');
        },
        message('operation.chooseItem'),
      );
    case 'refund-basket':
      if (!(given.amount > 0)) return message('operation.amountAboveZero');
      if (given.reason.trim() === '') return message('operation.enterReason');
      return given.vat >= 0 && given.vat <= 100 ? null : message('operation.vatRange');
  }
}

const nameOf = ({ name }: OrderItem): Text => name ?? message('order.namelessItem');

function wrongInReplacements({ changes, additions }: Extract<Operation, { operation: 'replace-items' }>, order: Order): Text | null {
  if (changes.length === 0 && additions.length === 0) return message('replace.nothingChanged');
  const currency = order.basketTotal?.currency || null;
  for (const { row, replacements } of changes) {
    const item = order.items.find(({ rowNumber }) => rowNumber === row);
    if (!item) return message('operation.itemGone');
    if (replacements.length === 0) return message('replace.enterReplacement', { item: nameOf(item) });
    for (const replacement of replacements) {
      const wrong = wrongInReplacement(replacement, nameOf(item), currency);
      if (wrong) return wrong;
    }
  }
  return first(additions, (addition) => {
    const named = (addition.name ?? '').trim() !== '';
    const coded = (addition.barcode ?? '').trim() !== '';
    return named !== coded ? null : message('replace.nameOrBarcode');
  });
}

function wrongInReplacement(replacement: Replacement, itemName: Text, currency: string | null): Text | null {
  const { type, price, deposit } = replacement;
  const foreign = [price, deposit].find((money) => money && currency !== null && money.currency !== currency);
  if (foreign) return message('operation.enterPriceIn', { currency: String(currency) });
  if (price && price.amount < 0) return message('replace.priceBelowZero');
  const named = (replacement.name ?? '').trim() !== '';
  const coded = (replacement.barcode ?? '').trim() !== '';
  switch (type) {
    case 'count-change-replacement':
      return Number.isInteger(replacement.count) && Number(replacement.count) >= 0 ? null : message('replace.enterCount', { itemName });
    case 'weight-change-replacement':
      return Number(replacement.weight) > 0 ? null : message('replace.enterGrams', { itemName });
    case 'reduced-price':
      if (!coded) return message('replace.reducedNeedsBarcode', { itemName });
      return price ? null : message('replace.enterPrice', { itemName });
    case 'menu-item-replacement':
      if (!named && !coded) return message('replace.enterBarcodeOrName', { itemName });
      return price ? null : message('replace.enterSubstitutePrice');
    case 'adhoc-replacement':
      if (!named) return message('replace.enterName', { itemName });
      return price ? null : message('replace.enterSubstitutePrice');
  }
}

function first<T>(list: readonly T[], look: (entry: T) => Text | null, empty: Text | null = null): Text | null {
  if (list.length === 0) return empty;
  for (const entry of list) {
    const wrong = look(entry);
    if (wrong) return wrong;
  }
  return null;
}
