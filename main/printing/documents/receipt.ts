/** Items, sums and payment, as the service states them. */
import { isRightToLeft } from '../../../contract/language.ts';
import type { Translate } from '../../../contract/words.ts';
import type { CurrencyDigits } from '../../orders/money/money.ts';
import type { Order, OrderItem } from '../../orders/order.ts';
import { fitting, fittingOptions, itemRows } from '../../orders/text/fitting.ts';
import type { Block, Document, LetterBlock } from '../layout/document.ts';
import { arranged } from './parts/arrange.ts';
import { leftOver } from './parts/continued.ts';
import { detail, digitsOf } from './parts/item-lines.ts';
import { isSome, moneyOn, unsigned } from './parts/money-on.ts';
import { itemName } from './parts/names-on.ts';
import { kindOf, type PrintContext, tOn } from './parts/ticket-words.ts';
import { sums } from './receipt-sums.ts';

/** Section 2.3. Tax only where the service states it. */
export function receipt(order: Order, context: PrintContext): Document {
  const t = tOn(context);
  const { currencyDigits } = context;
  return {
    title: `Receipt ${order.number}`,
    rightToLeft: isRightToLeft(context.template.language),
    blocks: arranged('receipt', order, context, {
      venue: () => [
        { kind: 'text', text: context.venueName, size: 2, bold: true, align: 'center', shrinkToOneLine: true },
        ...(context.venueAddress ? [{ kind: 'text', text: context.venueAddress, align: 'center' } as const] : []),
      ],
      order: () => [
        {
          kind: 'text',
          text: t('printout.orderOfType', { number: order.number, kind: kindOf(order, t) }),
          size: 'tall',
          bold: true,
          align: 'center',
        },
      ],
      items: () => [{ kind: 'rule', weight: 'heavy' }, ...items(order, t, currencyDigits)],
      sums: () => sums(order, t, currencyDigits),
      company: () => company(order, t),
      thanks: () => [
        { kind: 'feed', lines: 1 },
        { kind: 'text', text: t('printout.thankYou'), align: 'center' },
      ],
    }),
  };
}

function items(order: Order, t: Translate, currencyDigits: CurrencyDigits): Block[] {
  const { shown, left } = fitting(order.items, itemRows);
  return [...shown.map((item) => line(item, digitsOf(shown), t, currencyDigits)), ...leftOver(left + (order.left?.items ?? 0), t)];
}

/** The item's amount already includes the amounts of its details. */
function line(item: OrderItem, digits: number, t: Translate, currencyDigits: CurrencyDigits): Block {
  const options = fittingOptions(item.options);
  const weight = item.weightGrams === null ? '' : ` (${item.weightGrams} g)`;
  const details: LetterBlock[] = [
    ...options.shown.flatMap(({ group, value, count, price, deposit: of }) => {
      const words = `${[group, value].filter((part) => part.trim() !== '').join(': ')}${count > 1 ? ` × ${count}` : ''}`;
      return [
        detail('+', price && price.amount !== 0 ? `${words} (${moneyOn(price, t, currencyDigits)})` : words, 1),
        ...deposit(of, t, currencyDigits).map((block) => ({ ...block, indent: 2 })),
      ];
    }),
    ...leftOver(options.left + (item.left?.options ?? 0), t),
    ...(item.count > 1 && item.unitPrice ? [note(t('printout.eachCosts', { amount: moneyOn(item.unitPrice, t, currencyDigits) }))] : []),
    ...discounts(item, t, currencyDigits),
    ...deposit(item.deposit, t, currencyDigits),
  ];
  const amount = item.total === null ? t('printout.notGiven') : moneyOn(item.total, t, currencyDigits);
  return { kind: 'item', count: item.count, digits, name: `${itemName(item, t)}${weight}`, amount, details };
}

function discounts({ discount, discounts: parts }: OrderItem, t: Translate, currencyDigits: CurrencyDigits): TextBlock[] {
  const stated = [
    ['printout.itemDiscount', discount],
    ['printout.discountItem', parts?.item],
    ['printout.discountOptions', parts?.optionsItem],
    ['printout.discountBasket', parts?.basket],
    ['printout.discountBasketOptions', parts?.optionsBasket],
  ] as const;
  return stated.flatMap(([word, money]) => (isSome(money) ? [note(t(word, { amount: moneyOn(unsigned(money), t, currencyDigits) }))] : []));
}

function deposit(of: OrderItem['deposit'] | undefined, t: Translate, currencyDigits: CurrencyDigits): TextBlock[] {
  if (!of?.gross) return [];
  const amount = moneyOn(of.gross, t, currencyDigits);
  return [
    note(
      of.vatPercent === undefined
        ? t('printout.deposit', { amount })
        : t('printout.depositVat', { amount, percent: String(of.vatPercent) }),
    ),
  ];
}

function company({ company: { name, taxId, address } }: Order, t: Translate): Block[] {
  const lines = [name, taxId === null ? null : t('printout.taxId', { id: taxId }), address].filter((line) => line !== null);
  return lines.length === 0 ? [] : [{ kind: 'rule', weight: 'light' }, ...lines.map((text): Block => ({ kind: 'text', text }))];
}

type TextBlock = Extract<LetterBlock, { kind: 'text' }>;

function note(text: string): TextBlock {
  return { kind: 'text', text };
}
