/** Item changes: rules of section 4.3, merging, and whether a menu shows a change. */
import { expect, test } from 'vitest';
import { repriced } from '../../../contract/menu/menu-prices.ts';
import { type ItemChange, isItemChangeSeen, joined, rowOf, saleOfItem, whatIsWrongWith } from '../../../main/menu/changes.ts';
import { readStock } from '../../../main/menu/files/stock-file.ts';
import type { MenuItem } from '../../../main/menu/model.ts';

const NOW = Date.UTC(2030, 4, 1, 12);
const wrong = (change: ItemChange, kind: 'restaurant' | 'full-assortment' = 'restaurant') =>
  whatIsWrongWith(change, kind, NOW)?.code ?? null;
const ITEM = { enabled: true, inventoryMode: null, quantity: null, price: 1190, disabledUntil: null } as MenuItem;

test("a discount needs a higher price; its schedule lasts at least ten minutes and isn't over", () => {
  const discount = { price: 450, discounted_price: 360 };
  const schedule = (starts_at: string | undefined, ends_at: string | undefined) =>
    wrong({ ...discount, scheduled_discount: { ...(starts_at ? { starts_at } : {}), ...(ends_at ? { ends_at } : {}) } });
  expect(wrong(discount)).toBeNull();
  expect(wrong({ discounted_price: 360 })).toBe('menu.discountNeedsPrice');
  expect(wrong({ price: 360, discounted_price: 360 })).toBe('menu.discountNotLower');
  expect(wrong({ price: 360, scheduled_discount: { ends_at: '2030-05-02T00:00:00Z' } })).toBe('menu.scheduleNeedsDiscount');
  expect(schedule(undefined, undefined)).toBe('menu.scheduleNeedsTime');
  expect(schedule('2030-05-01T13:00:00Z', '2030-05-01T13:09:00Z')).toBe('menu.scheduleTooShort');
  expect(schedule('2030-05-01T13:00:00Z', '2030-05-01T13:10:00Z')).toBeNull();
  expect(schedule('2030-05-01T14:00:00Z', '2030-05-01T13:00:00Z')).toBe('menu.scheduleReversed');
  expect(schedule(undefined, '2030-05-01T11:00:00Z')).toBe('menu.scheduleOver');
  expect(schedule('2030-05-01T13:00:00+02:00', undefined)).toBe('menuFile.time');
});

test('an item\'s "sold out" must end in the future', () => {
  expect(wrong({ disabled_until: '2030-05-01T11:59:00Z' })).toBe('menu.endInPast');
  expect(wrong({ disabled_until: '2030-05-01T12:01:00Z' })).toBeNull();
});

test('an item change for a full-assortment venue may have neither a tax rate nor an end time', () => {
  expect(wrong({ price: 450, vat_percentage: 14 }, 'full-assortment')).toBe('menu.notInFullAssortment');
  expect(wrong({ disabled_until: '2030-05-02T00:00:00Z' }, 'full-assortment')).toBe('menu.notInFullAssortment');
  expect(wrong({ price: 450, in_stock: false }, 'full-assortment')).toBeNull();
});

test('"sold out" is sent in the fields that the kind of venue requires', () => {
  expect(saleOfItem(false, '2030-05-02T00:00:00Z', 'restaurant')).toEqual({ disabled_until: '2030-05-02T00:00:00Z' });
  expect(saleOfItem(false, null, 'restaurant')).toEqual({ enabled: false, disabled_until: null });
  expect(saleOfItem(true, null, 'restaurant')).toEqual({ enabled: true, disabled_until: null });
  expect(saleOfItem(false, '2030-05-02T00:00:00Z', 'retail')).toEqual({ in_stock: false });
});

test('a newer availability replaces only the earlier availability, and a newer price only the price', () => {
  const soldOut = joined<ItemChange>({ price: 450, discounted_price: 360 }, { disabled_until: '2030-05-02T00:00:00Z' });
  expect(soldOut).toEqual({ price: 450, discounted_price: 360, disabled_until: '2030-05-02T00:00:00Z' });
  expect(joined<ItemChange>(soldOut, { enabled: false })).toEqual({ price: 450, discounted_price: 360, enabled: false });
  expect(joined<ItemChange>(soldOut, { price: 500 })).toEqual({ price: 500, disabled_until: '2030-05-02T00:00:00Z' });
  expect(rowOf('sku:DR:310', { price: 500 })).toEqual({ sku: 'DR:310', price: 500 });
});

test('a change counts as confirmed when the menu that is read shows all of it', () => {
  expect(isItemChangeSeen(ITEM, { price: 1190 }, NOW)).toBe(true);
  expect(isItemChangeSeen(ITEM, { price: 1190, enabled: false }, NOW)).toBe(false);
  expect(isItemChangeSeen({ ...ITEM, enabled: false }, { disabled_until: '2030-05-02T00:00:00Z' }, NOW)).toBe(true);
  expect(isItemChangeSeen(ITEM, { disabled_until: '2030-05-02T00:00:00Z' }, NOW)).toBe(false);
  expect(isItemChangeSeen({ ...ITEM, inventoryMode: 'FORCED_OUT_OF_STOCK' }, { in_stock: false }, NOW)).toBe(true);
  expect(isItemChangeSeen(ITEM, { vat_percentage: 14 }, NOW)).toBeNull();
  // If the menu reports a return time, it must be the requested one.
  const back = { ...ITEM, enabled: false, disabledUntil: '2030-05-02T00:00:00Z' };
  expect(isItemChangeSeen(back, { disabled_until: '2030-05-02T00:00:00.000Z' }, NOW)).toBe(true);
  expect(isItemChangeSeen(back, { disabled_until: '2030-05-03T00:00:00Z' }, NOW)).toBe(false);
  expect(isItemChangeSeen(back, { enabled: false, disabled_until: null }, NOW)).toBe(false);
});

test('a price changed by percent or amount is rounded to the chosen step and never falls below 0', () => {
  const step = { percent: 5, plus: 0, roundTo: 50, how: 'nearest' } as const;
  expect([1190, 1250, 380, 0].map((price) => repriced(price, step))).toEqual([1250, 1300, 400, 0]);
  expect(repriced(1050, { percent: 5, plus: 0, roundTo: 1, how: 'nearest' })).toBe(1103);
  expect(repriced(1000, { percent: 10, plus: 0, roundTo: 50, how: 'up' })).toBe(1100);
  expect(repriced(100, { percent: 0, plus: -200, roundTo: 1, how: 'down' })).toBe(0);
});

test("a till's stock file is accepted whole, or refused with the line of each mistake", () => {
  expect(readStock('sku,inventory\n310077,48\n310077,47\n')).toEqual({
    ok: true,
    stock: [{ by: 'sku', id: '310077', inventory: 47, line: 3 }],
  });
  expect(readStock('{"data":[{"gtin":"6400000120931","inventory":0}]}')).toEqual({
    ok: true,
    stock: [{ by: 'gtin', id: '6400000120931', inventory: 0, line: 1 }],
  });
  const refused = readStock('sku;gtin;inventory\nA;;5\nA;B;5\nC;;-1\nD;;\n');
  expect(refused.ok ? [] : refused.mistakes.map(({ line, text }) => [line, text.code])).toEqual([
    [3, 'stock.oneId'],
    [4, 'stock.wholeNumber'],
    [5, 'stock.wholeNumber'],
  ]);
  expect(readStock('[{"sku":"A","inventory":null}]').ok).toBe(false);
  expect(readStock('name,count\n').ok).toBe(false);
});
