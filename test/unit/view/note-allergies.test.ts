/** Allergy words in a card's note and choices, with their positions in the shown note. */
import { expect, test } from 'vitest';
import type { AllergyView } from '../../../contract/contract.ts';
import { isoDigits } from '../../../main/orders/money/money.ts';
import type { Order } from '../../../main/orders/order.ts';
import { shown } from '../../../main/orders/text/shown-text.ts';
import { wholeItems, wholeOrder } from '../../../main/view/card/fit-card.ts';
import { item, option, order } from '../printing/papers/orders.ts';
import { cardOf } from './card-context.ts';

const NOW = Date.parse('2026-03-14T11:15:00Z');

const card = (of: Order) => cardOf(of, NOW);

const noted = (comment: string | null) => order({ consumer: { name: null, phone: null, comment } });
const marked = (text: string, of: AllergyView | null) => of?.ranges.map(({ start, end }) => shown(text).slice(start, end));
test('a note that names an allergy is shown whole, with the words and their positions', () => {
  const { comment, allergies } = card(noted('Ring twice. Allergic to nuts and milk!'));
  expect(comment).toBe('Ring twice. Allergic to nuts and milk!');
  expect(allergies?.words).toEqual(['nuts', 'milk']);
  expect(marked(comment ?? '', allergies)).toEqual(['Allergic', 'nuts', 'milk']);
});

test.each([null, '', 'Ring twice', 'No allergies'])('in "%s" nothing is marked', (comment) => {
  expect(card(noted(comment)).allergies).toBeNull();
});

test.each([
  ['No nuts please', ['nuts']],
  ['No nut allergy', ['nut', 'allergy']],
  ['No allergies, ring twice', ['allergies']],
])('in "%s" %j is marked: the sentence isn\'t interpreted', (comment, words) => {
  expect(marked(comment, card(noted(comment)).allergies)).toEqual(words);
});

test('positions are those in the shown text, after cleaning', () => {
  const text = '\u202eRing\u0000 \u2066twice\u2069,\r\n a\u200bllergic\u200b to nu\u00adts';
  expect(marked(text, card(noted(text)).allergies)).toEqual(['allergic', 'nuts']);
});

test('a word cut from the card is still listed, and marked in the whole note', async () => {
  const long = noted(`${'Ring twice, please. '.repeat(80)}Allergic to celery.`);
  const { comment, allergies, isCut } = card(long);
  expect(isCut).toBe(true);
  expect(comment).not.toContain('celery');
  expect(allergies).toEqual({ words: ['celery'], ranges: [] });
  const whole = await wholeOrder(long, long, isoDigits);
  expect(marked(whole?.comment ?? '', whole?.allergies ?? null)).toEqual(['Allergic', 'celery']);
});

test("a choice is read with its group's name, and marked in the chosen value", () => {
  const [dish] = card(order({ items: [item('Soup', 1, [option('Allergies', 'Hazelnut, milk')])] })).items;
  const allergies = dish?.options[0]?.allergies ?? null;
  expect(allergies?.words).toEqual(['Hazelnut', 'milk']);
  expect(marked('Hazelnut, milk', allergies)).toEqual(['Hazelnut', 'milk']);
});

test('other work gets turns while ten thousand choices are searched', async () => {
  const options = Array.from({ length: 10_000 }, (_, at) => option('With', `Allergic to nuts, ${at}`));
  let turns = 0;
  let over = false;
  const other = (): void => {
    turns += 1;
    if (!over) setImmediate(other);
  };
  setImmediate(other);
  const [bowl] = await wholeItems(order({ items: [item('Bowl', 1, options)] }), isoDigits);
  over = true;
  // More than the one turn at the end of every dish.
  expect(turns).toBeGreaterThan(1);
  expect(bowl?.options).toHaveLength(10_000);
  expect(bowl?.options.at(-1)?.allergies?.words).toEqual(['nuts']);
});
