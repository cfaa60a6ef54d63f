/** The menu on screen: its rows, search while typing, sold-out items, and visible rows. */
import { expect, test } from 'vitest';
import type { MenuItemView, MenuOptionView, MenuView, PendingView } from '../../../contract/contract.ts';
import { firstAt, placesOf } from '../../../renderer/menu/list/places.ts';
import { changesOf, prepare, soldOutOf } from '../../../renderer/menu/list/prepared.ts';
import { createSearch, createTexts } from '../../../renderer/menu/list/search.ts';
import { MENU_READ, menuItem, menuValue, pendingView } from '../../fixtures/menu-views.ts';

const NOW = Date.parse('2026-11-25T12:00:00Z');
const item = (id: string, name: string, over: Partial<MenuItemView> = {}) => menuItem(id, { name, ...over });
const toppings: MenuOptionView = {
  key: 'toppings',
  name: 'Toppings',
  values: [menuValue('MOZ', { key: 'moz', name: 'Mozzarella', price: 200 })],
};
const asked = (over: Partial<PendingView>) => pendingView('2026-11-25T11:00:00Z', over);
const menuOf = (...items: MenuItemView[]): MenuView => ({
  ...MENU_READ,
  currency: 'EUR',
  minorDigits: 2,
  categories: [
    { key: 'a', name: 'Pasta', items: ['1', '2'], subcategories: [] },
    { key: 'b', name: 'Favourites', items: ['1'], subcategories: [{ key: 'c', name: 'Soups', items: ['3'], subcategories: [] }] },
  ],
  items,
  options: [toppings],
});
const NAMED = { otherItems: 'Other items', options: 'Options' };
const ITEMS = [item('1', 'Ragù'), item('2', 'Pizza', { options: ['toppings'] }), item('3', 'Borscht'), item('4', 'Water')];
const prepared = (...items: MenuItemView[]) => prepare(menuOf(...(items.length > 0 ? items : ITEMS)), NAMED);
const names = (rows: readonly { kind: string; name?: string; of?: { name: string } }[]) =>
  rows.map((row) => row.of?.name ?? `# ${row.name}`);

test('the menu lists categories, then items without a category, then options with their values', () => {
  const { rows, heads } = prepared();
  const categories = '# Pasta, Ragù, Pizza, # Favourites, Ragù, # Soups, Borscht';
  expect(names(rows).join(', ')).toBe(`${categories}, # Other items, Water, # Options, # Toppings, Mozzarella`);
  expect(heads).toEqual([
    { name: 'Pasta', at: 0 },
    { name: 'Favourites', at: 3 },
    { name: 'Other items', at: 7 },
    { name: 'Options', at: 9 },
  ]);
});

test.each([
  ['ragu', ['# Pasta', 'Ragù', '# Favourites', 'Ragù']],
  ['pos-3', ['# Favourites', '# Soups', 'Borscht']],
  ['MOZZ', ['# Pasta', 'Pizza', '# Options', '# Toppings', 'Mozzarella']],
  ['topp pizza', ['# Pasta', 'Pizza']],
  ['nothing', []],
])('a search for "%s" compares name, ID and options, ignoring accents, and finds %j', (typed, found) => {
  const menu = prepared();
  expect(names(createSearch(menu, createTexts(menu))(typed))).toEqual(found);
});

test('typing on, deleting or retyping finds the same as a fresh search', () => {
  const menu = prepared();
  const texts = createTexts(menu);
  const search = createSearch(menu, texts);
  for (const typed of ['p', 'pi', 'piz', 'pi', 'piz moz', 'piz mozz', 'orsch', 'bo', '', 'o', 'os pi'])
    expect(names(search(typed)), typed).toEqual(names(createSearch(menu, texts)(typed)));
});

test("an item in two categories is sold out once; a refused or expired change doesn't count", () => {
  const until = '2026-11-25T13:00:00Z';
  const out = (pending: PendingView, over: Partial<MenuItemView> = {}) =>
    soldOutOf(prepared(item('1', 'Ragù', { pending, ...over })), NOW).length;
  expect(out(asked({ onSale: false, until }))).toBe(1);
  expect(out(asked({ onSale: false, until, state: 'refused' }))).toBe(0);
  expect(out(asked({ onSale: false, until: '2026-11-25T11:30:00Z', state: 'sent' }))).toBe(0);
  expect(out(asked({ onSale: false, until, state: 'seen' }), { state: 'sold-out' })).toBe(1);
  // The service still reports the item as sold out, so it counts as sold out.
  expect(out(asked({ onSale: true, state: 'sent' }), { state: 'sold-out' })).toBe(1);
});

test('refused and unconfirmed changes are first in the list of changes', () => {
  const changes = changesOf(
    prepared(
      item('1', 'Ragù', { pending: asked({ price: 1_100 }) }),
      item('2', 'Pizza', { stock: asked({ count: 3, state: 'refused' }) }),
      item('3', 'Borscht'),
    ),
  );
  expect(names(changes)).toEqual(['Pizza', 'Ragù']);
});

test('the first visible row is found at any scroll position', () => {
  const places = placesOf(['head', 'row', 'row'], (row) => (row === 'head' ? 50 : 70));
  expect([...places]).toEqual([0, 50, 120, 190]);
  expect([0, 49, 50, 119, 120, 1_000].map((top) => firstAt(places, top))).toEqual([0, 0, 1, 1, 2, 2]);
  const none = placesOf([], () => 1);
  expect(firstAt(none, 10)).toBe(0);
});
