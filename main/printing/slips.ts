/** Short papers about an order that the kitchen or the courier already knows of: change, STOP, pre-order, courier. */
import type { ItemChange } from '../orders/changes.ts';
import { formatMoney } from '../orders/money.ts';
import type { Order, OrderItem } from '../orders/order.ts';
import { centred } from './blocks.ts';
import type { Block, Document } from './document.ts';
import { itemLines } from './item-lines.ts';
import { dateAndTime, kindOf, marks, momentOf, type PrintContext, timeOn } from './ticket-words.ts';

/** Only what is different: the ticket of before hangs in the kitchen. */
export function changeSlip(order: Order, changes: readonly ItemChange[], context: PrintContext): Document {
  return slip(order, context, 'CHANGE', [
    { kind: 'text', text: 'This order has changed. Its ticket holds, but for this:', align: 'center' },
    { kind: 'rule', weight: 'heavy' },
    ...changes.flatMap((change, at): Block[] => [
      ...(at === 0 ? [] : [{ kind: 'rule', weight: 'light' } as const]),
      ...changeLines(change),
    ]),
  ]);
}

/** The order was cancelled after its ticket was printed. */
export function stopSlip(order: Order, context: PrintContext): Document {
  const count = order.items.reduce((sum, item) => sum + item.count, 0);
  return slip(order, context, 'STOP', [
    { kind: 'text', text: 'CANCELLED', size: 3, bold: true, align: 'center', shrinkToOneLine: true },
    { kind: 'text', text: 'Do not make it. Take its ticket down.', bold: true, align: 'center' },
    { kind: 'rule', weight: 'heavy' },
    ...order.items.map((item): Block => row(`${item.count}×`, item.name, 'tall')),
    { kind: 'text', text: count === 1 ? '1 item' : `${count} items`, align: 'center' },
  ]);
}

/** When a pre-order was confirmed: so that the kitchen can plan. Its ticket follows when its preparation starts. */
export function preorderSlip(order: Order, context: PrintContext): Document {
  const chosen = order.preOrder?.time ?? null;
  const moment = chosen === null ? null : momentOf(chosen, context);
  return slip(order, context, 'PRE-ORDER', [
    ...(moment?.day ? [centred(moment.day, 2)] : []),
    centred(moment === null ? 'No time given' : `FOR ${moment.clock}`, 3),
    centred('Not yet: its ticket prints when it is time.', 1),
    { kind: 'rule', weight: 'heavy' },
    ...order.items.flatMap((item) => itemLines(item, item.count, null)),
  ]);
}

/** For the bag: what the courier needs, and nothing about the kitchen. */
export function courierSlip(order: Order, context: PrintContext): Document {
  const { address, selfDelivery } = order.delivery;
  const count = order.items.reduce((sum, item) => sum + item.count, 0);
  const due = order.pickupEta ?? order.delivery.time;
  const cash = order.cash === null ? null : (formatMoney(order.cash.collect) ?? 'see the screen');
  return slip(order, context, kindOf(order), [
    ...(order.consumer.name === null ? [] : [centred(order.consumer.name, 3)]),
    ...(due === null ? [] : [centred(`${selfDelivery ? 'DELIVER' : 'COURIER'} ${timeOn(due, context)}`, 2)]),
    { kind: 'rule', weight: 'heavy' },
    ...(selfDelivery && address !== null ? [{ kind: 'text', text: address, size: 'tall', bold: true } as const] : []),
    ...(selfDelivery && order.consumer.phone !== null ? [row('Phone', order.consumer.phone, 'tall')] : []),
    ...(order.noContact ? [centred('NO CONTACT: leave at the door', 2)] : []),
    ...(cash === null ? [] : [row('Collect cash', cash, 'tall')]),
    ...order.items.map((item): Block => row(`${item.count}×`, item.name, 1)),
    centred(count === 1 ? '1 ITEM' : `${count} ITEMS`, 2),
  ]);
}

function changeLines({ kind, before, after }: ItemChange): Block[] {
  if (before !== null && after === null) return [band('DO NOT MAKE'), ...itemLines(before, before.count, null)];
  if (after === null) return [];
  if (before === null) return [band('MAKE ALSO'), ...itemLines(after, after.count, null)];
  if (kind === 'options') return [band('MAKE DIFFERENTLY'), ...itemLines(after, after.count, null)];
  return [band(`NOW ${amountOf(after)}, NOT ${amountOf(before)}`), ...itemLines(after, after.count, null)];
}

function amountOf({ count, weightGrams }: OrderItem): string {
  return weightGrams === null ? `${count}×` : `${count}× ${weightGrams} g`;
}

function slip(order: Order, context: PrintContext, title: string, blocks: Block[]): Document {
  return {
    title: `${title} ${order.number}`,
    blocks: [
      ...marks(context),
      { kind: 'text', text: title, size: 4, bold: true, reverse: true, align: 'center', shrinkToOneLine: true },
      { kind: 'text', text: order.number, size: 6, bold: true, align: 'center', shrinkToOneLine: true },
      ...blocks,
      { kind: 'feed', lines: 1 },
      { kind: 'text', text: context.venueName, align: 'center' },
      { kind: 'text', text: `Printed ${dateAndTime(context.printedAt, context)}`, align: 'center' },
      ...marks(context),
    ],
  };
}

function band(text: string): Block {
  return { kind: 'text', text, size: 2, bold: true, reverse: true, shrinkToOneLine: true };
}

function row(left: string, right: string, size: 1 | 'tall'): Block {
  return {
    kind: 'row',
    size,
    bold: size === 'tall',
    cells: [
      { text: left, width: 'fit' },
      { text: right, width: 'rest' },
    ],
  };
}
