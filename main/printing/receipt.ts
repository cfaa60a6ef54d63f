/** The customer's receipt: what was bought and what it cost, as the service states it. Nothing on it is worked out here. */
import { formatMoney } from '../orders/money.ts';
import type { Money, Order, OrderItem } from '../orders/order.ts';
import { valueRow } from './blocks.ts';
import type { Block, Document } from './document.ts';
import { dateAndTime, kindOf, marks, type PrintContext } from './ticket-words.ts';

/** Sections 2.3: prices, discounts, fees, tips, deposits, weights, cash to collect and company data. An amount in a currency whose units are not known is left out. */
export function receipt(order: Order, context: PrintContext): Document {
  return {
    title: `Receipt ${order.number}`,
    blocks: [
      ...marks(context),
      { kind: 'text', text: context.venueName, size: 2, bold: true, align: 'center', shrinkToOneLine: true },
      { kind: 'text', text: `Order ${order.number} · ${kindOf(order)}`, align: 'center' },
      ...(order.createdAt === null ? [] : [{ kind: 'text', text: dateAndTime(order.createdAt, context), align: 'center' } as const]),
      { kind: 'rule', weight: 'heavy' },
      ...order.items.flatMap(itemRows),
      { kind: 'rule', weight: 'light' },
      ...sums(order),
      ...company(order),
      { kind: 'feed', lines: 1 },
      { kind: 'text', text: 'Thank you!', align: 'center' },
      { kind: 'text', text: `Printed ${dateAndTime(context.printedAt, context)}`, align: 'center' },
      ...marks(context),
    ],
  };
}

function itemRows(item: OrderItem): Block[] {
  const weight = item.weightGrams === null ? '' : ` (${item.weightGrams} g)`;
  return [
    amountRow(`${item.count} × ${item.name}${weight}`, item.total),
    ...(item.count > 1 && item.unitPrice ? [note(`${moneyText(item.unitPrice)} each`)] : []),
    ...item.options.map(({ group, value, count, price }) => {
      const words = `${[group, value].filter((part) => part.trim() !== '').join(': ')}${count > 1 ? ` × ${count}` : ''}`;
      return note(price && price.amount !== 0 ? `${words} (${moneyText(price)})` : words);
    }),
    ...(item.deposit?.gross ? [note(`Deposit ${moneyText(item.deposit.gross)}`)] : []),
  ];
}

function sums(order: Order): Block[] {
  const { basketTotal, discountsTotal, feesTotal, fees, cash } = order;
  return [
    ...(discountsTotal && discountsTotal.amount !== 0 ? [amountRow('Discounts', discountsTotal), note('already taken off the total')] : []),
    ...(basketTotal ? [amountRow('Items in total', basketTotal, 'tall')] : []),
    ...fees.map(({ type, total }) => amountRow(feeWords(type), total)),
    ...(feesTotal ? [amountRow('Fees in total', feesTotal)] : []),
    ...(order.delivery.tip ? [amountRow('Tip for the courier', order.delivery.tip)] : []),
    ...(cash ? [amountRow('Cash to collect', cash.collect, 'tall')] : []),
  ];
}

function company({ company: { name, taxId, address } }: Order): Block[] {
  const lines = [name, taxId === null ? null : `Tax id ${taxId}`, address].filter((line) => line !== null);
  return lines.length === 0 ? [] : [{ kind: 'rule', weight: 'light' }, ...lines.map((text): Block => ({ kind: 'text', text }))];
}

/** "type_service_fee" is "Service fee"; the list of types is open. */
function feeWords(type: string): string {
  const words = type.replace(/^type_/, '').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function amountRow(words: string, money: Money | null, size: 1 | 'tall' = 1): Block {
  return valueRow(words, money === null ? '' : moneyText(money), size);
}

function note(text: string): Block {
  return { kind: 'text', text, indent: 2 };
}

function moneyText(money: Money): string {
  return formatMoney(money) ?? `see the app (${money.currency})`;
}
