/** Refunds (section 4.2, rules 4 to 6): deposits, items and the basket. */
import { ASSUMED, orderErrorBody } from '../assumptions.ts';
import type { SandboxOrder } from '../order.ts';
import { type Fields, isFields, Refusal } from '../wire/exchange.ts';
import { arrayOf, invalid, numberIn, oneOf, optionalText, positive, requiredInteger, requiredText } from '../wire/request-bodies.ts';
import type { OrderBook } from './order-book.ts';
import { itemsOf, unknownReference } from './replacements.ts';

export function depositsReturned(book: OrderBook, order: SandboxOrder, body: Fields): void {
  oneOf(body, 'action', ['REFUND_USER_CREDITS'], '');
  for (const item of someOf(body, 'items')) {
    requiredText(item, 'deposit_description');
    requiredInteger(item, 'unit_count', 1);
    positive(item, 'total_price_incl_vat');
    numberIn(item, 'vat_percentage', 0, 100);
  }
  book.note(order, 'deposits returned', 'api');
}

export function refundItems(book: OrderBook, order: SandboxOrder, body: Fields): void {
  oneOf(body, 'reason', ['PRICE_DIFFERENCE', 'QUALITY_ISSUES'], '');
  for (const refund of someOf(body, 'item_refunds')) {
    const row = requiredInteger(refund, 'row_number', 0);
    const units = requiredInteger(refund, 'unit_count', 1);
    positive(refund, 'refund_per_unit_incl_vat');
    requiredText(refund, 'action');
    optionalText(refund, 'optional_comment');
    const item = itemsOf(order).find((candidate) => candidate.row_number === row);
    if (!item) throw unknownReference(`row_number ${row} is not in the order.`);
    if (units > Number(item.count)) throw impossible(`unit_count ${units} is more than the ${String(item.count)} that were ordered.`);
  }
  if (isFields(order.body.cash_payment)) throw impossible('A cash order cannot be refunded to the payment method.');
  if (!order.invoiced)
    throw new Refusal(
      ASSUMED.statusOfNoInvoice,
      orderErrorBody('NO_INVOICE', 'A refund to the payment method needs an invoice, and there is none.'),
    );
  finish(book, order, 'items refunded');
}

/** Rule 6 and section 8: at most one basket refund per request. */
export function refundBasket(book: OrderBook, order: SandboxOrder, body: Fields): void {
  const refunds = someOf(body, 'basket_refunds');
  if (refunds.length > 1) throw invalid('basket_refunds has at most one entry.');
  for (const refund of refunds) {
    positive(refund, 'refund_incl_vat');
    requiredText(refund, 'reason');
    numberIn(refund, 'vat_percentage', 0, 100);
  }
  // Rule 6: in service credits, so no invoice is needed.
  book.requireState(order, ASSUMED.creditableFrom, 'A refund of the basket');
  finish(book, order, 'basket refunded');
}

function finish(book: OrderBook, order: SandboxOrder, event: string): void {
  order.refunded = true;
  book.touch(order);
  book.note(order, event, 'api');
}

function someOf(body: Fields, key: string): Fields[] {
  const entries = arrayOf(body, key, true);
  if (entries.length === 0) throw invalid(`${key} must not be empty.`);
  return entries;
}

function impossible(reason: string): Refusal {
  return new Refusal(ASSUMED.statusOfImpossibleRefund, orderErrorBody('IMPOSSIBLE_REFUND', reason));
}
