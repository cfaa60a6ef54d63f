/** Cuts an order to a card, which goes to every screen on each change, so it stays small. */
import type { ItemView, MoneyView, PersonView, WholeOrder } from '../../../contract/contract.ts';
import { type CurrencyDigits, inUnits } from '../../orders/money/money.ts';
import { type ItemOption, type Money, type Order, type Participant, UNASSIGNED } from '../../orders/order.ts';
import { fitting, fittingOptions, itemRows } from '../../orders/text/fitting.ts';
import { shortOrder } from '../../orders/text/short-order.ts';
import { timeSlice } from '../../time/yielding.ts';
import { choiceAllergies, noteAllergies } from './allergies.ts';

const PEOPLE_MOST = 300;
const NAMES_MOST = 12;
const ENDS = { comment: '…', text: '…' };

export interface OnCard {
  /** With shortened texts. */
  order: Order;
  items: ItemView[];
  participants: PersonView[];
  /** Whether the order has more than the card shows. */
  isCut: boolean;
}

/** Caches the search for allergies across redraws. */
const made = new WeakMap<Order, ReturnType<typeof withoutAmounts>>();

/** `whole` must not change afterwards. */
export function fitCard(whole: Order, currencyDigits: CurrencyDigits): OnCard {
  const known = made.get(whole) ?? withoutAmounts(whole);
  made.set(whole, known);
  // The currency digits are a setting, so amounts aren't cached.
  return { ...known, items: known.items.map(({ total, ...item }) => ({ ...item, total: money(total, currencyDigits) })) };
}

function withoutAmounts(whole: Order) {
  const { order, isCut } = shortOrder(whole, ENDS);
  const lines = fitting(order.items, itemRows);
  const whose = namesByItem(order);
  let someLeft = isCut || whole.left !== undefined || lines.left > 0 || order.participants.length > PEOPLE_MOST;
  const items = lines.shown.map((item, at) => {
    const options = fittingOptions(item.options);
    const names = whose.get(at) ?? [];
    someLeft ||= options.left > 0 || names.length > NAMES_MOST;
    const { name, count, total } = item;
    return { name, count, options: options.shown.map(optionView), participants: names.slice(0, NAMES_MOST), total };
  });
  return { order, items, participants: order.participants.slice(0, PEOPLE_MOST).map(personView), isCut: someLeft };
}

/** The full texts of `whole`, or null if the card of `order` shows all. */
export async function wholeOrder(order: Order, whole: Order, currencyDigits: CurrencyDigits): Promise<WholeOrder | null> {
  if (!fitCard(order, currencyDigits).isCut) return null;
  return {
    customer: whole.consumer.name,
    phone: whole.consumer.phone,
    address: whole.delivery.address,
    comment: whole.consumer.comment,
    allergies: noteAllergies(whole.consumer.comment, whole.consumer.comment),
    items: await wholeItems(whole, currencyDigits),
    participants: whole.participants.map(personView),
  };
}

/** Yields in between: allergies may be searched in megabytes of text. */
export async function wholeItems(order: Order, currencyDigits: CurrencyDigits): Promise<ItemView[]> {
  const whose = namesByItem(order);
  const items: ItemView[] = [];
  const own = timeSlice();
  for (const [at, { name, count, options, total }] of order.items.entries()) {
    const chosen: ItemView['options'] = [];
    for (const option of options) {
      chosen.push(optionView(option));
      if (own.isOver()) await own.next();
    }
    items.push({ name, count, options: chosen, participants: whose.get(at) ?? [], total: money(total, currencyDigits) });
    if (own.isOver()) await own.next();
  }
  return items;
}

/** Without a name, the screen makes the person's text. */
function personView({ name }: Participant, at: number): PersonView {
  return name === UNASSIGNED ? { guest: null } : (name ?? { guest: at + 1 });
}

/** Who ordered each item; empty outside group orders. */
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

function optionView({ group, value, count }: ItemOption): ItemView['options'][number] {
  return { group, value, count, allergies: choiceAllergies(group, value) };
}

/** Null only without an amount. */
export function money(value: Money | null, currencyDigits: CurrencyDigits): MoneyView | null {
  return value && inUnits(value, currencyDigits);
}
