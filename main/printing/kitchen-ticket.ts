/** The kitchen's ticket: what to make, by when, and what must not go wrong. Read from a metre away, in heat and noise. */
import { formatMoney } from '../orders/money.ts';
import { type Order, UNASSIGNED } from '../orders/order.ts';
import { centred, valueRow } from './blocks.ts';
import type { Block, Document } from './document.ts';
import { itemLines } from './item-lines.ts';
import { dateAndTime, isPreOrder, kindOf, marks, momentOf, type PrintContext, timeOn } from './ticket-words.ts';

export type { PrintContext, PrintCopy } from './ticket-words.ts';

/** The ticket of an order (section 2.3). Pure. It carries no line prices: the kitchen makes food, the till makes sums. */
export function kitchenTicket(order: Order, context: PrintContext): Document {
  return {
    title: `Kitchen ticket ${order.number}`,
    blocks: [
      ...marks(context),
      ...heading(order, context),
      ...times(order, context),
      ...comment(order),
      ...items(order, context),
      ...total(order, context),
      ...cash(order),
      ...wayOut(order),
      ...marks(context),
      { kind: 'text', text: context.venueName, align: 'center' },
      { kind: 'text', text: `Printed ${dateAndTime(context.printedAt, context)}`, align: 'center' },
    ],
  };
}

function heading(order: Order, context: PrintContext): Block[] {
  const chosen = order.preOrder?.time ?? null;
  const people = order.participants.filter((participant) => participant.name !== UNASSIGNED).length;
  return [
    { kind: 'text', text: kindOf(order), size: 2, bold: true, reverse: true, align: 'center', shrinkToOneLine: true },
    ...(isPreOrder(order) ? [centred(chosen === null ? 'PRE-ORDER' : `PRE-ORDER ${timeOn(chosen, context)}`, 2)] : []),
    { kind: 'feed', lines: 1 },
    { kind: 'text', text: order.number, size: 6, bold: true, align: 'center', shrinkToOneLine: true },
    ...(order.consumer.name === null ? [] : [centred(order.consumer.name, 3)]),
    ...(people > 0 ? [centred(`GROUP ORDER · ${people === 1 ? '1 person' : `${people} people`}`, 1)] : []),
  ];
}

function times(order: Order, context: PrintContext): Block[] {
  const due = dueTime(order);
  const moment = due.at === null ? null : momentOf(due.at, context);
  return [
    { kind: 'rule', weight: 'heavy' },
    ...(moment === null || moment.day === null ? [] : [centred(moment.day, 2)]),
    moment === null ? centred(`${due.word}: no time given`, 2) : centred(`${due.word} ${moment.clock}`, 3),
    ...(order.createdAt === null ? [] : [centred(`Ordered ${timeOn(order.createdAt, context)}`, 1)]),
    { kind: 'rule', weight: 'heavy' },
  ];
}

/**
 * The one time the kitchen works towards: the promised time where the venue brings the food itself, else the pickup. A
 * pre-order whose pickup is not set yet has only the time the consumer chose.
 */
function dueTime(order: Order): { word: string; at: string | null } {
  const { type, selfDelivery, time } = order.delivery;
  const chosen = order.preOrder?.time ?? null;
  if (selfDelivery) return { word: 'DELIVER', at: chosen ?? time };
  const word = type === 'homedelivery' ? 'COURIER' : type === 'eatin' ? 'SERVE' : 'PICKUP';
  if (order.pickupEta !== null) return { word, at: order.pickupEta };
  if (chosen !== null) return { word: 'FOR', at: chosen };
  return { word, at: type === 'homedelivery' ? null : time };
}

/** What the consumer wrote may be an allergy: it stands before the items, framed. */
function comment(order: Order): Block[] {
  const text = order.consumer.comment;
  if (text === null || text.trim() === '') return [];
  return [
    { kind: 'box', title: 'READ THIS: CUSTOMER NOTE', blocks: [{ kind: 'text', text, size: 2, sizeOnNarrowPaper: 'tall', bold: true }] },
  ];
}

function items(order: Order, { only }: PrintContext): Block[] {
  if (order.items.length === 0) return [centred('NO ITEMS IN THIS ORDER', 2), centred('Look at the order on the screen.', 1)];
  const own = only
    ? order.items.flatMap((item, at) => (only.items.includes(at) ? [{ item, at }] : []))
    : order.items.map((item, at) => ({ item, at }));
  return own.flatMap(({ item, at }, place): Block[] => [
    ...(place === 0 ? [] : [{ kind: 'rule', weight: 'light' } as const]),
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

function total(order: Order, { only }: PrintContext): Block[] {
  const countOf = (items: Order['items']) => items.reduce((sum, item) => sum + item.count, 0);
  const all = countOf(order.items);
  const own = only ? countOf(order.items.filter((_, at) => only.items.includes(at))) : all;
  const words = own === all ? (all === 1 ? '1 ITEM' : `${all} ITEMS`) : `${own} OF ${all} ITEMS`;
  const where = only && own < all ? [centred(`The others: ${only.elsewhere.join(', ') || 'on no printer'}`, 1)] : [];
  return [{ kind: 'rule', weight: 'heavy' }, centred(words, 2), ...where];
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
      blocks.push(valueRow('Customer gives', given, 'tall', false), valueRow('Change', change, 'tall', false));
  }
  return [{ kind: 'box', title: 'COLLECT CASH', blocks }];
}

/** Where the order goes and how, when the venue itself brings it. */
function wayOut(order: Order): Block[] {
  const { address, selfDelivery } = order.delivery;
  return [
    ...(selfDelivery || address !== null ? [{ kind: 'rule', weight: 'light' } as const] : []),
    ...(address === null ? [] : [large(address)]),
    ...(selfDelivery && order.consumer.phone !== null ? [large(`Phone ${order.consumer.phone}`)] : []),
    ...(order.noContact ? [centred('NO CONTACT: leave at the door', 2)] : []),
    ...(selfDelivery && order.cash === null ? [centred('No cash to collect', 1)] : []),
    { kind: 'feed', lines: 1 },
  ];
}

function large(text: string): Block {
  return { kind: 'text', text, size: 'tall', bold: true };
}
