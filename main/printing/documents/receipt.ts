/** The customer's receipt: what was bought, what it cost and how it is paid, as the service states it. Only the total is added up here. */
import { isRightToLeft } from '../../../contract/language.ts';
import { linesBeside } from '../../orders/money/lines-sum.ts';
import { toPay } from '../../orders/money/to-pay.ts';
import type { Money, Order, OrderItem } from '../../orders/order.ts';
import { fitting, fittingOptions, itemRows } from '../../orders/text/fitting.ts';
import { rowsOf } from '../../orders/text/short-order.ts';
import { valueRow } from '../layout/blocks.ts';
import type { Block, Document } from '../layout/document.ts';
import type { Say } from '../paper-words.ts';
import { arranged } from './parts/arrange.ts';
import { leftOver } from './parts/continued.ts';
import { moneyOn } from './parts/money-on.ts';
import { itemName } from './parts/names-on.ts';
import { kindOf, type PrintContext, sayOn } from './parts/ticket-words.ts';

/** Section 2.3: prices, discounts, fees, tips, deposits, weights, cash to collect and company data. Tax stands where the service tells it. */
export function receipt(order: Order, context: PrintContext): Document {
  const say = sayOn(context);
  return {
    title: `Receipt ${order.number}`,
    rightToLeft: isRightToLeft(context.template.language),
    blocks: arranged('receipt', order, context, {
      venue: () => [
        { kind: 'text', text: context.venueName, size: 2, bold: true, align: 'center', shrinkToOneLine: true },
        ...(context.venueAddress ? [{ kind: 'text', text: context.venueAddress, align: 'center' } as const] : []),
      ],
      order: () => [{ kind: 'text', text: say('order', { number: order.number, kind: kindOf(order, say) }), align: 'center' }],
      items: () => [{ kind: 'rule', weight: 'heavy' }, ...items(order, say)],
      sums: () => [{ kind: 'rule', weight: 'light' }, ...sums(order, say)],
      company: () => company(order, say),
      thanks: () => [
        { kind: 'feed', lines: 1 },
        { kind: 'text', text: say('thank-you'), align: 'center' },
      ],
    }),
  };
}

function items(order: Order, say: Say): Block[] {
  const { shown, left } = fitting(order.items, itemRows);
  return [...shown.flatMap((item) => itemBlocks(item, say)), ...leftOver(left, say)];
}

function itemBlocks(item: OrderItem, say: Say): Block[] {
  const options = fittingOptions(item.options);
  const weight = item.weightGrams === null ? '' : ` (${item.weightGrams} g)`;
  return [
    amountRow(`${item.count} × ${itemName(item, say)}${weight}`, item.total, say),
    ...(item.count > 1 && item.unitPrice ? [note(say('each', { amount: moneyOn(item.unitPrice, say) }))] : []),
    ...options.shown.flatMap(({ group, value, count, price, deposit: of }) => {
      const words = `${[group, value].filter((part) => part.trim() !== '').join(': ')}${count > 1 ? ` × ${count}` : ''}`;
      return [note(price && price.amount !== 0 ? `${words} (${moneyOn(price, say)})` : words), ...deposit(of, say, 4)];
    }),
    ...leftOver(options.left, say),
    ...discounts(item, say),
    ...deposit(item.deposit, say, 2),
  ];
}

/** Each as the service tells it: what belongs to what is not added up here. */
function discounts({ discount, discounts: parts }: OrderItem, say: Say): Block[] {
  const told = [
    ['item-discount', discount],
    ['discount-item', parts?.item],
    ['discount-options', parts?.optionsItem],
    ['discount-basket', parts?.basket],
    ['discount-basket-options', parts?.optionsBasket],
  ] as const;
  return told.flatMap(([word, money]) => (isSome(money) ? [note(say(word, { amount: moneyOn(unsigned(money), say) }))] : []));
}

function deposit(of: OrderItem['deposit'] | undefined, say: Say, indent: number): Block[] {
  if (!of?.gross) return [];
  const amount = moneyOn(of.gross, say);
  const text = of.vatPercent === undefined ? say('deposit', { amount }) : say('deposit-vat', { amount, percent: String(of.vatPercent) });
  return [{ kind: 'text', text, indent }];
}

/** No order has more kinds of fees than a hand has fingers. */
const FEE_ROWS = 40;

function sums(order: Order, say: Say): Block[] {
  const { basketTotal, discountsTotal, feesTotal, fees, before, unreadMoney } = order;
  const shownFees = fitting(fees, ({ type }) => rowsOf(type), FEE_ROWS);
  const total = toPay(order);
  const lines = linesBeside(order);
  return [
    ...(isSome(discountsTotal)
      ? [
          ...(before?.basket ? [amountRow(say('before-discounts'), before.basket, say)] : []),
          amountRow(say('discounts'), discountsTotal, say),
          note(say('already-off')),
        ]
      : []),
    ...(basketTotal ? [amountRow(say('items-sum'), basketTotal, say)] : unread(say('items-sum'), unreadMoney?.basket, say)),
    ...(lines ? [note(say('lines-come-to', { amount: moneyOn(lines, say) }))] : []),
    ...shownFees.shown.map(({ type, total: fee }) => amountRow(feeWords(type), fee, say)),
    ...leftOver(shownFees.left, say),
    ...(isSome(before?.feesDiscounts)
      ? [
          ...(before?.fees ? [amountRow(say('fees-before'), before.fees, say)] : []),
          amountRow(say('fees-discounts'), before?.feesDiscounts ?? null, say),
          note(say('already-off')),
        ]
      : []),
    ...(feesTotal ? [amountRow(say('fees-sum'), feesTotal, say)] : unread(say('fees-sum'), unreadMoney?.fees, say)),
    ...(order.delivery.tip ? [amountRow(say('courier-tip'), order.delivery.tip, say)] : unread(say('courier-tip'), unreadMoney?.tip, say)),
    ...(total ? [{ kind: 'rule', weight: 'heavy' } as const, amountRow(say('total'), total, say, 'tall')] : []),
    ...(total === null && unreadMoney ? [{ kind: 'rule', weight: 'heavy' } as const, note(say('no-total'))] : []),
    ...payment(order, say),
  ];
}

/** How it is paid: the service tells of cash alone, and takes the rest itself. */
function payment({ cash, unreadMoney }: Order, say: Say): Block[] {
  if (cash === null)
    return unreadMoney?.cash === undefined
      ? [valueRow(say('payment'), say('by-service'))]
      : unread(say('cash-to-collect'), unreadMoney.cash, say);
  const { collect, expect } = cash;
  const gives = expect && expect.currency === collect.currency && expect.amount > collect.amount ? expect : null;
  return [
    valueRow(say('payment'), say('in-cash')),
    amountRow(say('cash-to-collect'), collect, say, 'tall'),
    ...(gives
      ? [
          amountRow(say('customer-gives'), gives, say),
          amountRow(say('change'), { amount: gives.amount - collect.amount, currency: collect.currency }, say),
        ]
      : []),
  ];
}

/** Money that was sent in a way nobody can read stands as it came. */
function unread(words: string, asItCame: string | undefined, say: Say): Block[] {
  return asItCame === undefined ? [] : [valueRow(words, say('not-readable')), ...(asItCame === '' ? [] : [note(asItCame)])];
}

function isSome(money: Money | null | undefined): money is Money {
  return money !== null && money !== undefined && money.amount !== 0;
}

/** Discounts come with either sign. */
function unsigned({ amount, currency }: Money): Money {
  return { amount: Math.abs(amount), currency };
}

function company({ company: { name, taxId, address } }: Order, say: Say): Block[] {
  const lines = [name, taxId === null ? null : say('tax-id', { id: taxId }), address].filter((line) => line !== null);
  return lines.length === 0 ? [] : [{ kind: 'rule', weight: 'light' }, ...lines.map((text): Block => ({ kind: 'text', text }))];
}

/** "type_service_fee" is "Service fee": the list of types is open, so these words are the service's own. */
function feeWords(type: string): string {
  const words = type.replace(/^type_/, '').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function amountRow(words: string, money: Money | null, say: Say, size: 1 | 'tall' = 1): Block {
  return valueRow(words, money === null ? '' : moneyOn(money, say), size);
}

function note(text: string): Block {
  return { kind: 'text', text, indent: 2 };
}
