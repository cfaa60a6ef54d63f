/** Which orders a search on the board leaves visible. */
import { expect, test } from 'vitest';
import type { OrderCard } from '../../../../contract/contract.ts';
import { isFound } from '../../../../renderer/board/find/found.ts';
import { card } from './card.ts';

const option = { group: 'Sauce', value: 'Aïoli', count: 1, allergies: null };
const dish = { name: 'Halloumi wrap', count: 1, options: [option], total: null, participants: [] };
const order = (more: Partial<OrderCard> = {}) => card({ number: '417', items: [dish], comment: 'No ONION', ...more });

test.each<[find: string, isInSight: boolean]>([
  ['417', true],
  ['wrap halloumi', true],
  ['aioli', true],
  ['onion', true],
  [' ', true],
  ['fries', false],
  ['halloumi fries', false],
])('a search for "%s" leaves the order visible: %s', (find, isInSight) => {
  expect(isFound(order(), find)).toBe(isInSight);
});

test('an unseen order, or one with an unseen cancellation, stays visible in every search', () => {
  expect(isFound(order({ alerting: true }), 'fries')).toBe(true);
  expect((['unseen', 'settled', null] as const).map((cancelled) => isFound(order({ cancelled }), 'fries'))).toEqual([true, false, false]);
});
