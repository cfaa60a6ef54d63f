/** An allergy in any choice of a first or last dish is marked on card and kitchen ticket. */
import { expect, test } from 'vitest';
import { mentionsAllergy } from '../../../main/orders/allergies/mentions-allergy.ts';
import { kitchenTicket } from '../../../main/printing/documents/kitchen-ticket.ts';
import { context, item, linesOf, option, order } from '../printing/papers/orders.ts';
import { cardOf } from '../view/card-context.ts';

const NOW = Date.parse('2026-03-14T11:15:00Z');
const PLAIN = [option('Size', 'Family'), option('Base', 'Thin'), option('Sauce', 'Tomato')];

test.each([
  [0, 0],
  [0, 1],
  [0, 2],
  [1, 1],
  [1, 2],
])('the allergy is in dish %i, choice %i (counted from 0)', (dish, at) => {
  const options = PLAIN.toSpliced(at, 1, option('Allergies', 'hazelnut'));
  const items = [0, 1].map((one) => item(`Dish ${one}`, 1, one === dish ? options : PLAIN));
  const of = order({ items });
  expect(mentionsAllergy(of)).toBe(true);
  const shown = cardOf(of, NOW).items[dish]?.options ?? [];
  expect(shown.map(({ allergies }) => allergies?.words ?? [])).toEqual([0, 1, 2].map((one) => (one === at ? ['hazelnut'] : [])));
  const paper = linesOf(kitchenTicket(of, context));
  const line = paper.findIndex((text) => text.includes('ALLERGY: hazelnut'));
  expect(line).toBeGreaterThan(paper.findIndex((text) => text.includes(`Dish ${dish}`)));
  if (dish === 0) expect(line).toBeLessThan(paper.findIndex((text) => text.includes('Dish 1')));
});
