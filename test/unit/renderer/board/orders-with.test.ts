/** Open orders with a dish, listed for staff who mark it as sold out. */
import { expect, test } from 'vitest';
import type { OrderCard } from '../../../../contract/contract.ts';
import { ordersWith } from '../../../../renderer/menu/order/orders-with.ts';
import { card } from './card.ts';

const dish = (name: string | null): OrderCard['items'][number] => ({ name, count: 1, options: [], total: null, participants: [] });
const order = (number: string, placedAt: string, more: Partial<OrderCard> = {}) =>
  card({ id: number, number, placedAt, venueId: 'harbour', items: [dish('Halloumi')], column: 'preparing', ...more });

test("the venue's open orders with the dish are listed, oldest first", () => {
  const orders = [
    order('612', '2026-11-28T10:02:00Z'),
    order('611', '2026-11-28T10:01:00Z', { column: 'new', items: [dish('Fries'), dish('Halloumi'), dish('Halloumi')] }),
    order('613', '2026-11-28T10:03:00Z', { items: [dish('Halloumi wrap')] }),
    order('614', '2026-11-28T10:04:00Z', { column: 'ended' }),
    order('615', '2026-11-28T10:05:00Z', { venueId: 'station' }),
  ];
  expect(ordersWith(orders, 'harbour', 'Halloumi')).toEqual(['611', '612']);
});

test("a dish without a name isn't found in any order", () => {
  expect(ordersWith([order('611', '2026-11-28T10:01:00Z', { items: [dish(null)] })], 'harbour', null)).toEqual([]);
});
