/** The kitchen's tablet gets every warning the main screen has. */
import { expect, test } from 'vitest';
import type { KitchenOrder, OrderCard } from '../../../contract/contract.ts';
import { kitchenOrder } from '../../../main/hosts/displays/display-views.ts';
import { soundFor } from '../../../renderer/sound/sound-for.ts';
import { card } from '../../unit/renderer/board/card.ts';

function onTablet(order: OrderCard): KitchenOrder {
  const shown = kitchenOrder(order);
  if (shown === null) throw new Error('The kitchen does not get this order.');
  return shown;
}

test('an order whose cancel a notification reports rings in the kitchen and says to stop', () => {
  const reported = {
    code: 'contradicted',
    text: 'A notification says this order was cancelled.',
    hint: 'Stop preparing it until this is clear.',
  };
  const shown = onTablet(card({ column: 'preparing', alerting: true, trouble: [reported] }));
  expect(shown.trouble).toEqual([reported]);
  expect(shown.alerting).toBe(true);
  expect(soundFor({ [shown.id]: shown }, {})).not.toBeNull();
});

test('the kitchen tablet shows that an order is partly unreadable', () => {
  const part = { code: 'partly-unreadable', text: "Some of this order can't be read." };
  expect(onTablet(card({ column: 'preparing', trouble: [part] })).trouble).toEqual([part]);
});

test("an allergy is marked on the kitchen tablet, in the order's note and at the dish", () => {
  const allergies = { words: ['nuts'], ranges: [{ start: 12, end: 16 }] };
  const options = [{ group: 'Allergies', value: 'nuts', count: 1, allergies: { words: ['nuts'], ranges: [{ start: 0, end: 4 }] } }];
  const soup = { name: 'Soup', count: 1, options, participants: [] };
  const order = card({ column: 'preparing', comment: 'Allergic to nuts', allergies, items: [{ ...soup, total: null }] });
  expect(onTablet(order)).toMatchObject({ allergies, items: [soup] });
});

test("the kitchen's taps carry the revision of the card", () => {
  expect(onTablet(card({ column: 'preparing', revision: 'as shown' })).revision).toBe('as shown');
});

test("an order without trouble doesn't ring in the kitchen", () => {
  expect(onTablet(card({ column: 'preparing' }))).toMatchObject({ trouble: [], alerting: false });
});
