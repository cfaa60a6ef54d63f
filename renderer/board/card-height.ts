/** Estimates the height of an order's card, so that the next one goes into the emptiest column. Pure. */
import type { OrderCard } from '../../contract/contract.ts';

/** Lengths in CSS pixels at the usual size, as in order-card.css. */
const HEAD = 60;
const STRIP = 28;
const DISH = 26;
const OPTIONS = 18;
const NOTE = 19;
const TROUBLE = 62;
const SUM = 24;
const ACTIONS = 58;
const DISH_LETTER = 9.4;
const SMALL_LETTER = 7;
/** What a dish has beside its name, and a note beside its words. */
const BESIDE_DISH = 60;
const BESIDE_NOTE = 66;
const BRIEF = 84;
const BRIEF_LINE = 18;

/** Dishes that a card shows before it says how many more there are. */
export const MOST_DISHES = 8;

/** CSS pixels at the usual size, for a card of this width. */
export function cardHeight(order: OrderCard, width: number): number {
  const lines = (text: string, letter: number, beside: number) => Math.max(1, Math.ceil((text.length * letter) / (width - beside)));
  if (order.column === 'ready' || order.column === 'scheduled') {
    const text = order.items.map(({ count, name }) => `${count} ${name ?? ''}`).join(', ');
    return HEAD + Math.max(BRIEF - HEAD + 30, lines(text, SMALL_LETTER, 150) * BRIEF_LINE + 16);
  }
  const dishes = order.items.slice(0, MOST_DISHES).map(({ name, options }) => {
    const choices = options.map(({ value }) => value).join(', ');
    return lines(name ?? '', DISH_LETTER, BESIDE_DISH) * DISH + (choices === '' ? 0 : lines(choices, SMALL_LETTER, BESIDE_DISH) * OPTIONS);
  });
  const note = order.comment === null ? 0 : lines(order.comment, SMALL_LETTER, BESIDE_NOTE) * NOTE + 20;
  const marks = order.courier === null && !order.noContact ? 0 : STRIP;
  const foot = order.column === 'new' ? SUM + ACTIONS : ACTIONS;
  return HEAD + sum(dishes) + 8 + note + marks + order.trouble.length * TROUBLE + foot;
}

function sum(all: readonly number[]): number {
  return all.reduce((total, one) => total + one, 0);
}
