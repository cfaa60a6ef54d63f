/** An order body's money (sections 2.3 and 2.7). Unreadable amounts are kept, not counted as zero. Pure. */
import type { ItemOption, Money, Order, OrderItem } from '../order.ts';
import { asArray, asRecord, asText, copyString, type Fields, inShort } from '../text/reading.ts';

export function moneyOf(raw: Fields): Pick<
  Order,
  'basketTotal' | 'discountsTotal' | 'feesTotal' | 'fees' | 'before' | 'cash' | 'unreadMoney'
> & {
  tip: Money | null;
} {
  const basket = asRecord(raw.basket_price);
  const fees = asRecord(raw.fees);
  const feesBreakdown = asRecord(fees?.price_breakdown);
  const basketBreakdown = asRecord(basket?.price_breakdown);
  const cash = asRecord(raw.cash_payment);
  const collect = asMoney(cash?.cash_amount);
  const basketTotal = asMoney(basket?.total) ?? asMoney(raw.price);
  const feesTotal = asMoney(fees?.total);
  const sentTip = asRecord(raw.delivery)?.courier_tip;
  const tip = asTip(sentTip);
  const unread = {
    ...(basketTotal === null ? asItCame('basket', basket?.total ?? raw.basket_price ?? raw.price) : {}),
    ...(feesTotal === null && mentionsFees(raw.fees) ? sentFees(raw.fees) : {}),
    ...(tip === null ? asItCame('tip', sentTip) : {}),
    // Unreadable cash is still cash: the order must not appear paid.
    ...(collect === null ? asItCame('cash', cash?.cash_amount ?? raw.cash_payment) : {}),
  };
  return {
    basketTotal,
    discountsTotal: asMoney(basketBreakdown?.total_discounts),
    feesTotal,
    before: {
      basket: asMoney(basketBreakdown?.total_before_discounts),
      fees: asMoney(feesBreakdown?.total_before_discounts),
      feesDiscounts: asMoney(feesBreakdown?.total_discounts),
    },
    fees: asArray(fees?.parts).flatMap((part) => {
      const type = shortWord(asRecord(part)?.type);
      return type === null ? [] : [{ type, total: asMoney(asRecord(part)?.total) }];
    }),
    cash: collect && { collect, expect: asMoney(cash?.cash_to_expect) ?? asMoney(cash?.cash_to_expected) },
    tip,
    ...(Object.keys(unread).length > 0 ? { unreadMoney: unread } : {}),
  };
}

/** Discounts are in the price's breakdown; section 2.3 names them on the item. */
export function moneyOfItem(raw: Fields): Pick<OrderItem, 'total' | 'unitPrice' | 'deposit' | 'discount' | 'discounts'> {
  const price = asRecord(raw.item_price) ?? {};
  const breakdown = asRecord(price.price_breakdown);
  const amountOf = (key: string): Money | null => asMoney(breakdown?.[key]) ?? asMoney(price[key]) ?? asMoney(raw[key]);
  return {
    total: asMoney(price.total) ?? asMoney(raw.total_price),
    unitPrice: asMoney(price.unit_price) ?? asMoney(raw.unit_price),
    deposit: depositOf(raw),
    discount: asMoney(breakdown?.total_discounts),
    discounts: {
      item: amountOf('subtotal_item_discounts'),
      basket: amountOf('subtotal_basket_discounts'),
      optionsItem: amountOf('subtotal_options_item_discounts'),
      optionsBasket: amountOf('subtotal_options_basket_discounts'),
    },
  };
}

export function moneyOfOption(raw: Fields): Pick<ItemOption, 'price' | 'deposit'> {
  return { price: asMoney(raw.price), deposit: depositOf(raw) };
}

/** Minor units. A fractional amount is kept and marked where shown: money owed must not be ignored. */
export function asMoney(value: unknown): Money | null {
  const raw = asRecord(value);
  const amount = typeof raw?.amount === 'string' && /^-?\d+(\.\d+)?$/.test(raw.amount) ? Number(raw.amount) : raw?.amount;
  return typeof amount === 'number' && Number.isFinite(amount) ? { amount, currency: shortWord(raw?.currency) ?? '' } : null;
}

/** Undocumented for orders: money, or `{type, price}` as in deliveries (section 2.7). */
export function asTip(value: unknown): Money | null {
  return asMoney(value) ?? asMoney(asRecord(value)?.price);
}

export function shortWord(value: unknown): string | null {
  const text = asText(value);
  return text !== null && text.length > LONGEST_WORD ? copyString(`${text.slice(0, LONGEST_WORD)}…`) : text;
}

const LONGEST_WORD = 120;

/** Fees without sum and parts mean none. */
function mentionsFees(value: unknown): boolean {
  const fees = asRecord(value);
  if (!fees) return value !== null && value !== undefined;
  return [fees.total, fees.parts].some(
    (stated) => stated !== null && stated !== undefined && !(Array.isArray(stated) && stated.length === 0),
  );
}

/** Empty if only the sum is missing; it isn't calculated, as the parts' signs are undocumented. */
function sentFees(value: unknown): { fees: string } {
  const fees = asRecord(value);
  const parts = asArray(fees?.parts);
  const isSumAlone = fees?.total == null && parts.length > 0 && parts.every((part) => asMoney(asRecord(part)?.total) !== null);
  return { fees: isSumAlone ? '' : inShort(fees?.total ?? value) };
}

function asItCame<K extends string>(key: K, value: unknown): Partial<Record<K, string>> {
  return value === null || value === undefined ? {} : ({ [key]: inShort(value) } as Record<K, string>);
}

function depositOf(raw: Fields): OrderItem['deposit'] {
  const deposit = asRecord(raw.deposit);
  return (
    deposit && {
      gross: asMoney(deposit.gross_price),
      net: asMoney(deposit.net_price),
      ...(isPercent(deposit.vat_percentage) ? { vatPercent: deposit.vat_percentage } : {}),
    }
  );
}

function isPercent(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 100;
}
