/** The kitchen's ticket: what to make, by when, and what must not go wrong. Read from a metre away, in heat and noise. */
import { formatMoney } from '../orders/money.ts';
import { type Order, UNASSIGNED } from '../orders/order.ts';
import type { Block, Document } from './document.ts';
import { itemLines } from './item-lines.ts';
import { copyMark, dateAndTime, isPreOrder, kindOf, type PrintContext, timeOn } from './ticket-words.ts';

/** The ticket of an order (section 2.3). Pure. It carries no line prices: the kitchen makes food, the till makes sums. */
export function kitchenTicket(order: Order, context: PrintContext): Document {
  return {
    title: `Kitchen ticket ${order.number}`,
    blocks: [
      ...copyMark(context.copy),
      ...heading(order),
      ...times(order, context),
      ...comment(order),
      ...items(order),
      ...total(order),
      ...cash(order),
      ...wayOut(order),
      ...copyMark(context.copy),
      { kind: 'text', text: `${context.venueName} · Printed ${dateAndTime(context.printedAt, context)}`, align: 'center' },
    ],
  };
}

function heading(order: Order): Block[] {
  const people = order.participants.filter((participant) => participant.name !== UNASSIGNED).length;
  return [
    { kind: 'text', text: kindOf(order), size: 2, bold: true, reverse: true, align: 'center', shrinkToOneLine: true },
    ...(isPreOrder(order) ? [centred('PRE-ORDER', 2)] : []),
    { kind: 'feed', lines: 1 },
    { kind: 'text', text: order.number, size: 6, bold: true, align: 'center', shrinkToOneLine: true },
    ...(order.consumer.name === null ? [] : [centred(order.consumer.name, 3)]),
    ...(people > 0 ? [centred(`GROUP ORDER · ${people === 1 ? '1 person' : `${people} people`}`, 1)] : []),
  ];
}

function times(order: Order, context: PrintContext): Block[] {
  const due = dueTime(order);
  return [
    { kind: 'rule', weight: 'heavy' },
    due.at === null ? centred(`${due.word}: no time given`, 2) : centred(`${due.word} ${timeOn(due.at, context)}`, 3),
    ...(order.createdAt === null ? [] : [centred(`Ordered ${timeOn(order.createdAt, context)}`, 1)]),
    { kind: 'rule', weight: 'heavy' },
  ];
}

/** The one time the kitchen works towards: a pre-order's own time, else the drop-off of an own delivery, else the pickup. */
function dueTime(order: Order): { word: string; at: string | null } {
  if (order.delivery.selfDelivery) return { word: 'DELIVER', at: order.preOrder?.time ?? order.delivery.time };
  const at = order.preOrder?.time ?? order.pickupEta ?? (order.delivery.type === 'homedelivery' ? null : order.delivery.time);
  return { word: order.delivery.type === 'homedelivery' ? 'COURIER' : order.delivery.type === 'eatin' ? 'SERVE' : 'PICKUP', at };
}

/** What the consumer wrote may be an allergy: it stands before the items, framed. */
function comment(order: Order): Block[] {
  const text = order.consumer.comment;
  if (text === null || text.trim() === '') return [];
  return [
    { kind: 'box', title: 'READ THIS: CUSTOMER NOTE', blocks: [{ kind: 'text', text, size: 2, sizeOnNarrowPaper: 'tall', bold: true }] },
  ];
}

function items(order: Order): Block[] {
  if (order.items.length === 0) return [centred('NO ITEMS IN THIS ORDER', 2), centred('Look at the order on the screen.', 1)];
  return order.items.flatMap((item, at): Block[] => [
    ...(at === 0 ? [] : [{ kind: 'rule', weight: 'light' } as const]),
    ...itemLines(item, item.count, forWhom(order, at)),
  ]);
}

/** "for Aino K", or "for Aino K (1), Lea P (2)" where a line is shared; null when this is no group order. */
function forWhom(order: Order, item: number): string | null {
  const claims = order.participants.flatMap((participant) =>
    participant.lines.filter((line) => line.item === item).map((line) => ({ name: participant.name, count: line.count })),
  );
  if (claims.length === 0) return null;
  const only = claims.length === 1 ? claims[0] : undefined;
  return `for ${only ? only.name : claims.map(({ name, count }) => `${name} (${count})`).join(', ')}`;
}

function total(order: Order): Block[] {
  const count = order.items.reduce((sum, item) => sum + item.count, 0);
  return [{ kind: 'rule', weight: 'heavy' }, centred(count === 1 ? '1 ITEM' : `${count} ITEMS`, 2)];
}

function cash(order: Order): Block[] {
  if (order.cash === null) return [];
  const { collect, expect } = order.cash;
  const amount = formatMoney(collect);
  const blocks: Block[] = [
    amount === null
      ? { kind: 'text', text: `See the screen for the amount (${collect.currency}).`, bold: true, align: 'center' }
      : { kind: 'text', text: amount, size: 3, bold: true, align: 'center', shrinkToOneLine: true },
  ];
  if (expect && expect.currency === collect.currency && expect.amount > collect.amount) {
    const change = formatMoney({ amount: expect.amount - collect.amount, currency: collect.currency });
    const given = formatMoney(expect);
    if (given !== null && change !== null)
      blocks.push({ kind: 'text', text: `Customer pays with ${given}, change ${change}`, align: 'center' });
  }
  return [{ kind: 'box', title: 'COLLECT CASH', blocks }];
}

/** Where the order goes and how, when the venue itself brings it. */
function wayOut(order: Order): Block[] {
  const { address, selfDelivery } = order.delivery;
  return [
    ...(address === null ? [] : [large(address)]),
    ...(selfDelivery && order.consumer.phone !== null ? [large(`Phone ${order.consumer.phone}`)] : []),
    ...(order.noContact ? [centred('NO CONTACT: leave at the door', 2)] : []),
    ...(selfDelivery && order.cash === null ? [centred('No cash to collect', 1)] : []),
    { kind: 'feed', lines: 1 },
  ];
}

function centred(text: string, size: 1 | 2 | 3): Block {
  return { kind: 'text', text, size, bold: size > 1, align: 'center', shrinkToOneLine: size > 1 };
}

function large(text: string): Block {
  return { kind: 'text', text, size: 'tall', bold: true };
}
