/** The sums of a receipt: what stands at the right edge adds up to the total, and what an amount already holds stands in words under it. */
import { toSum } from '../../orders/money/lines-sum.ts';
import type { CurrencyDigits } from '../../orders/money/money.ts';
import { toPay } from '../../orders/money/to-pay.ts';
import type { Money, Order } from '../../orders/order.ts';
import { fitting } from '../../orders/text/fitting.ts';
import { rowsOf } from '../../orders/text/short-order.ts';
import { valueRow } from '../layout/blocks.ts';
import type { Block } from '../layout/document.ts';
import type { PaperWord, Say } from '../paper-words.ts';
import { leftOver } from './parts/continued.ts';
import { isSome, moneyOn, unsigned } from './parts/money-on.ts';

/** No order has more kinds of fees than a hand has fingers. */
const FEE_ROWS = 40;

export function sums(order: Order, say: Say, currencyDigits: CurrencyDigits): Block[] {
  const { basketTotal, feesTotal, delivery, unreadMoney } = order;
  const total = toPay(order, currencyDigits);
  return [
    ...fromLines(order, say, currencyDigits),
    { kind: 'rule', weight: 'light' },
    ...(basketTotal
      ? [amountRow(say('items-sum'), basketTotal, say, currencyDigits, 1, true)]
      : unread(say('items-sum'), unreadMoney?.basket, say)),
    ...inItemsSum(order, say, currencyDigits),
    ...(feesTotal ? [amountRow(say('fees-sum'), feesTotal, say, currencyDigits)] : unread(say('fees-sum'), unreadMoney?.fees, say)),
    ...inFees(order, say, currencyDigits),
    ...(delivery.tip
      ? [amountRow(say('courier-tip'), delivery.tip, say, currencyDigits)]
      : unread(say('courier-tip'), unreadMoney?.tip, say)),
    { kind: 'rule', weight: 'heavy' },
    total ? amountRow(say('total'), total, say, currencyDigits, 2, true) : under(say(whyNoTotal(order))),
    ...payment(order, total, say, currencyDigits),
  ];
}

/** What the service tells of between the lines and their sum. */
function fromLines(order: Order, say: Say, currencyDigits: CurrencyDigits): Block[] {
  const sum = toSum(order, currencyDigits);
  if (sum === null) return [];
  const { currency } = sum.lines;
  return [
    ...(sum.deposits === 0 ? [] : [amountRow(say('deposits'), { amount: sum.deposits, currency }, say, currencyDigits)]),
    ...(sum.discounts === 0 ? [] : [amountRow(say('discounts'), { amount: -sum.discounts, currency }, say, currencyDigits)]),
  ];
}

/** What is already in the sum of the items, and what is in it without a word. */
function inItemsSum(order: Order, say: Say, currencyDigits: CurrencyDigits): Block[] {
  const { basketTotal, discountsTotal, before, items: lines } = order;
  const sum = toSum(order, currencyDigits);
  const isAddable = basketTotal === null || lines.length === 0 || lines.some(({ total }) => total === null) || sum !== null;
  return [
    ...(isAddable ? [] : [under(say('not-added-up'))]),
    ...(sum && sum.untold !== 0 ? [under(say('lines-come-to', { amount: moneyOn(sum.lines, say, currencyDigits) }))] : []),
    // Taken off in a line of its own it needs no other word.
    ...(isSome(discountsTotal) && (sum === null || sum.discounts === 0)
      ? [
          ...(before?.basket ? [under(say('before-discounts', { amount: moneyOn(before.basket, say, currencyDigits) }))] : []),
          under(say('discounts-off', { amount: moneyOn(unsigned(discountsTotal), say, currencyDigits) })),
        ]
      : []),
  ];
}

/** The parts of the fees, and what was taken off them. */
function inFees({ fees, feesTotal, before, left: notKept }: Order, say: Say, currencyDigits: CurrencyDigits): Block[] {
  const { shown, left } = fitting(fees, ({ type }) => rowsOf(type), FEE_ROWS);
  const off = before?.feesDiscounts ?? null;
  const parts = fees.map(({ total }) => total);
  const sum = parts.reduce((all, part) => all + (part?.amount ?? 0), 0);
  const isSum = [sum, sum - Math.abs(off?.amount ?? 0)].includes(feesTotal?.amount ?? sum);
  const isAddable =
    feesTotal !== null && parts.length > 0 && !notKept?.fees && parts.every((part) => part?.currency === feesTotal.currency);
  return [
    ...shown.map(({ type, total }) => under(`${feeWords(type)} ${total === null ? say('not-told') : moneyOn(total, say, currencyDigits)}`)),
    ...leftOver(left + (notKept?.fees ?? 0), say),
    ...(isAddable && !isSum
      ? [under(say('lines-come-to', { amount: moneyOn({ amount: sum, currency: feesTotal.currency }, say, currencyDigits) }))]
      : []),
    ...(isSome(off)
      ? [
          ...(before?.fees ? [under(say('before-discounts', { amount: moneyOn(before.fees, say, currencyDigits) }))] : []),
          under(say('discounts-off', { amount: moneyOn(unsigned(off), say, currencyDigits) })),
        ]
      : []),
  ];
}

function whyNoTotal({ unreadMoney, basketTotal }: Order): PaperWord {
  if (unreadMoney) return 'no-total';
  return basketTotal === null ? 'total-not-told' : 'not-added-up';
}

/** How it is paid: the service tells of cash alone, and takes the rest itself. */
function payment({ cash, unreadMoney }: Order, total: Money | null, say: Say, currencyDigits: CurrencyDigits): Block[] {
  if (cash === null)
    return unreadMoney?.cash === undefined
      ? [valueRow(say('payment'), say('by-service'))]
      : unread(say('cash-to-collect'), unreadMoney.cash, say);
  const { collect, expect } = cash;
  const gives = expect && expect.currency === collect.currency && expect.amount > collect.amount ? expect : null;
  return [
    valueRow(say('payment'), say('in-cash')),
    amountRow(say('cash-to-collect'), collect, say, currencyDigits, 'tall', true),
    ...(total && total.currency === collect.currency && total.amount !== collect.amount ? [under(say('not-the-total'))] : []),
    ...(gives
      ? [
          amountRow(say('customer-gives'), gives, say, currencyDigits),
          amountRow(say('change'), { amount: gives.amount - collect.amount, currency: collect.currency }, say, currencyDigits),
        ]
      : []),
  ];
}

/** Money that was sent in a way nobody can read stands as it came. */
function unread(words: string, asItCame: string | undefined, say: Say): Block[] {
  return asItCame === undefined ? [] : [valueRow(words, say('not-readable')), ...(asItCame === '' ? [] : [under(asItCame)])];
}

/** "type_service_fee" is "Service fee": the list of types is open, so these words are the service's own. */
function feeWords(type: string): string {
  const words = type.replace(/^type_/, '').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function amountRow(words: string, money: Money, say: Say, currencyDigits: CurrencyDigits, size: 1 | 2 | 'tall' = 1, bold = false): Block {
  return valueRow(words, moneyOn(money, say, currencyDigits), size, bold);
}

/** Under the amount that it is in. */
function under(text: string): Block {
  return { kind: 'text', text, indent: 2 };
}
