/** The right column adds up to the total; other amounts are in words. */

import type { MessageCode } from '../../../contract/message.ts';
import type { Translate } from '../../../contract/words.ts';
import { toSum } from '../../orders/money/lines-sum.ts';
import type { CurrencyDigits } from '../../orders/money/money.ts';
import { toPay } from '../../orders/money/to-pay.ts';
import type { Money, Order } from '../../orders/order.ts';
import { fitting } from '../../orders/text/fitting.ts';
import { rowsOf } from '../../orders/text/short-order.ts';
import { valueRow } from '../layout/blocks.ts';
import type { Block } from '../layout/document.ts';
import { leftOver } from './parts/continued.ts';
import { isSome, moneyOn, unsigned } from './parts/money-on.ts';

/** Most fees printed; far above any real order. */
const FEE_ROWS = 40;

export function sums(order: Order, t: Translate, currencyDigits: CurrencyDigits): Block[] {
  const { basketTotal, feesTotal, delivery, unreadMoney } = order;
  const total = toPay(order, currencyDigits);
  return [
    ...fromLines(order, t, currencyDigits),
    { kind: 'rule', weight: 'light' },
    ...(basketTotal
      ? [amountRow(t('printout.itemsSum'), basketTotal, t, currencyDigits, 1, true)]
      : unread(t('printout.itemsSum'), unreadMoney?.basket, t)),
    ...inItemsSum(order, t, currencyDigits),
    ...(feesTotal ? [amountRow(t('printout.feesSum'), feesTotal, t, currencyDigits)] : unread(t('printout.feesSum'), unreadMoney?.fees, t)),
    ...inFees(order, t, currencyDigits),
    ...(delivery.tip
      ? [amountRow(t('printout.courierTip'), delivery.tip, t, currencyDigits)]
      : unread(t('printout.courierTip'), unreadMoney?.tip, t)),
    { kind: 'rule', weight: 'heavy' },
    total ? amountRow(t('printout.total'), total, t, currencyDigits, 2, true) : under(t(whyNoTotal(order))),
    ...payment(order, total, t, currencyDigits),
  ];
}

function fromLines(order: Order, t: Translate, currencyDigits: CurrencyDigits): Block[] {
  const sum = toSum(order, currencyDigits);
  if (sum === null) return [];
  const { currency } = sum.lines;
  return [
    ...(sum.deposits === 0 ? [] : [amountRow(t('printout.deposits'), { amount: sum.deposits, currency }, t, currencyDigits)]),
    ...(sum.discounts === 0 ? [] : [amountRow(t('printout.discounts'), { amount: -sum.discounts, currency }, t, currencyDigits)]),
  ];
}

function inItemsSum(order: Order, t: Translate, currencyDigits: CurrencyDigits): Block[] {
  const { basketTotal, discountsTotal, before, items: lines } = order;
  const sum = toSum(order, currencyDigits);
  const isAddable = basketTotal === null || lines.length === 0 || lines.some(({ total }) => total === null) || sum !== null;
  return [
    ...(isAddable ? [] : [under(t('printout.notAddedUp'))]),
    ...(sum && sum.unexplained !== 0 ? [under(t('printout.linesAddUpTo', { amount: moneyOn(sum.lines, t, currencyDigits) }))] : []),
    // `fromLines` already shows these discounts.
    ...(isSome(discountsTotal) && (sum === null || sum.discounts === 0)
      ? [
          ...(before?.basket ? [under(t('printout.beforeDiscounts', { amount: moneyOn(before.basket, t, currencyDigits) }))] : []),
          under(t('printout.discountsOff', { amount: moneyOn(unsigned(discountsTotal), t, currencyDigits) })),
        ]
      : []),
  ];
}

function inFees({ fees, feesTotal, before, left: notKept }: Order, t: Translate, currencyDigits: CurrencyDigits): Block[] {
  const { shown, left } = fitting(fees, ({ type }) => rowsOf(type), FEE_ROWS);
  const off = before?.feesDiscounts ?? null;
  const parts = fees.map(({ total }) => total);
  const sum = parts.reduce((all, part) => all + (part?.amount ?? 0), 0);
  const isSum = [sum, sum - Math.abs(off?.amount ?? 0)].includes(feesTotal?.amount ?? sum);
  const isAddable =
    feesTotal !== null && parts.length > 0 && !notKept?.fees && parts.every((part) => part?.currency === feesTotal.currency);
  return [
    ...shown.map(({ type, total }) =>
      under(`${feeWords(type)} ${total === null ? t('printout.notGiven') : moneyOn(total, t, currencyDigits)}`),
    ),
    ...leftOver(left + (notKept?.fees ?? 0), t),
    ...(isAddable && !isSum
      ? [under(t('printout.linesAddUpTo', { amount: moneyOn({ amount: sum, currency: feesTotal.currency }, t, currencyDigits) }))]
      : []),
    ...(isSome(off)
      ? [
          ...(before?.fees ? [under(t('printout.beforeDiscounts', { amount: moneyOn(before.fees, t, currencyDigits) }))] : []),
          under(t('printout.discountsOff', { amount: moneyOn(unsigned(off), t, currencyDigits) })),
        ]
      : []),
  ];
}

function whyNoTotal({ unreadMoney, basketTotal }: Order): MessageCode {
  if (unreadMoney) return 'printout.noTotal';
  return basketTotal === null ? 'printout.totalNotGiven' : 'printout.notAddedUp';
}

/** The service states only cash; it collects other payments itself. */
function payment({ cash, unreadMoney }: Order, total: Money | null, t: Translate, currencyDigits: CurrencyDigits): Block[] {
  if (cash === null)
    return unreadMoney?.cash === undefined
      ? [valueRow(t('printout.payment'), t('printout.byService'))]
      : unread(t('printout.cashToCollect'), unreadMoney.cash, t);
  const { collect, expect } = cash;
  const gives = expect && expect.currency === collect.currency && expect.amount > collect.amount ? expect : null;
  return [
    valueRow(t('printout.payment'), t('printout.inCash')),
    amountRow(t('printout.cashToCollect'), collect, t, currencyDigits, 'tall', true),
    ...(total && total.currency === collect.currency && total.amount !== collect.amount ? [under(t('printout.notTheTotal'))] : []),
    ...(gives
      ? [
          amountRow(t('printout.customerGives'), gives, t, currencyDigits),
          amountRow(t('printout.change'), { amount: gives.amount - collect.amount, currency: collect.currency }, t, currencyDigits),
        ]
      : []),
  ];
}

/** Unreadable amounts are printed as the service sent them. */
function unread(words: string, asItCame: string | undefined, t: Translate): Block[] {
  return asItCame === undefined ? [] : [valueRow(words, t('printout.notReadable')), ...(asItCame === '' ? [] : [under(asItCame)])];
}

/** Fee types are an open set, so the service's word is shown. */
function feeWords(type: string): string {
  const words = type.replace(/^type_/, '').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function amountRow(
  words: string,
  money: Money,
  t: Translate,
  currencyDigits: CurrencyDigits,
  size: 1 | 2 | 'tall' = 1,
  bold = false,
): Block {
  return valueRow(words, moneyOn(money, t, currencyDigits), size, bold);
}

function under(text: string): Block {
  return { kind: 'text', text, indent: 2 };
}
