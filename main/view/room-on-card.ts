/** What a card has room for, and the whole of it for whoever opens the order. Cards go to every screen with each change: they stay small. */
import type { ItemView, MoneyView, PersonView, WholeOrder } from '../../contract/contract.ts';
import { formatMoney } from '../orders/money/money.ts';
import { type Money, type Order, type OrderItem, type Participant, UNASSIGNED } from '../orders/order.ts';
import { fitting, fittingOptions, itemRows } from '../orders/text/fitting.ts';
import { shortOrder } from '../orders/text/short-order.ts';

/** People that a card names, and names beside one item. */
const PEOPLE_MOST = 300;
const NAMES_MOST = 12;
const ENDS = { comment: '…', text: '…' };

export interface OnCard {
  /** The order with texts as long as a card has room for. */
  order: Order;
  items: ItemView[];
  participants: PersonView[];
  /** There is more of the order than this. */
  isCut: boolean;
}

export function roomOnCard(whole: Order): OnCard {
  const { order, isCut } = shortOrder(whole, ENDS);
  const lines = fitting(order.items, itemRows);
  const whose = namesByItem(order);
  let someLeft = isCut || lines.left > 0 || order.participants.length > PEOPLE_MOST;
  const items = lines.shown.map((item, at) => {
    const options = fittingOptions(item.options);
    const names = whose.get(at) ?? [];
    someLeft ||= options.left > 0 || names.length > NAMES_MOST;
    return itemView({ ...item, options: [...options.shown] }, names.slice(0, NAMES_MOST));
  });
  return { order, items, participants: order.participants.slice(0, PEOPLE_MOST).map(personView), isCut: someLeft };
}

/** Every word; null where the card has it all. */
export function wholeOrder(order: Order): WholeOrder | null {
  if (!roomOnCard(order).isCut) return null;
  const whose = namesByItem(order);
  return {
    customer: order.consumer.name,
    phone: order.consumer.phone,
    address: order.delivery.address,
    comment: order.consumer.comment,
    items: order.items.map((item, at) => itemView(item, whose.get(at) ?? [])),
    participants: order.participants.map(personView),
  };
}

/** The screen has words of its own for whoever has no name. */
function personView({ name }: Participant, at: number): PersonView {
  return name === UNASSIGNED ? { guest: null } : (name ?? { guest: at + 1 });
}

/** A group order's people beside each item; empty outside group orders. */
function namesByItem({ participants }: Order): Map<number, PersonView[]> {
  const names = new Map<number, PersonView[]>();
  for (const [at, { name, lines }] of participants.entries()) {
    for (const item of new Set(lines.map((line) => line.item))) {
      const known = names.get(item) ?? [];
      known.push(personView({ name, lines }, at));
      names.set(item, known);
    }
  }
  return names;
}

function itemView({ name, count, options, total }: OrderItem, participants: PersonView[]): ItemView {
  return {
    name,
    count,
    options: options.map(({ group, value, count: times }) => ({ group, value, count: times })),
    total: money(total),
    participants,
  };
}

/** An amount for the screen; null only where the service said none. */
export function money(value: Money | null): MoneyView | null {
  return value && { ...value, text: formatMoney(value) };
}
