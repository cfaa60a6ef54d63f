/** Money in the order sent to the till: the service's amounts, and which are unreadable. */
import { expect, test } from 'vitest';
import { tillOrder } from '../../../main/till/till-order.ts';
import { orderOf } from '../../fixtures/orders.ts';

const eur = (amount: number) => ({ amount, currency: 'EUR' });
const BODY = {
  id: 'o',
  venue: { id: 'v' },
  order_number: '417',
  order_status: 'production',
  delivery: { type: 'homedelivery', courier_tip: eur(200) },
  items: [
    {
      name: 'Cola',
      count: 2,
      item_price: { total: eur(500), price_breakdown: { total_discounts: eur(-50) } },
      deposit: { gross_price: eur(15), net_price: eur(12), vat_percentage: 25.5 },
      options: [{ name: 'With', value: 'Glass', count: 1, price: eur(0), deposit: { gross_price: eur(100) } }],
    },
  ],
  basket_price: { total: eur(500), price_breakdown: { total_discounts: eur(50) } },
  fees: { total: eur(290) },
};

const asTillReads = (change: Record<string, unknown> = {}) => tillOrder(orderOf({ ...BODY, ...change }), false);

test('the till gets the tip, discounts and deposits', () => {
  expect(asTillReads()).toMatchObject({
    basket_total: eur(500),
    discounts_total: eur(50),
    fees_total: eur(290),
    courier_tip: eur(200),
    unreadable: [],
    items: [
      {
        total: eur(500),
        discount: eur(-50),
        deposit: { gross: eur(15), net: eur(12), vat_percentage: 25.5 },
        options: [{ value: 'Glass', deposit: { gross: eur(100), net: null, vat_percentage: null } }],
      },
    ],
  });
});

test('an unreadable amount is named to the till, not sent as nothing', () => {
  const order = asTillReads({
    basket_price: { total: 'much' },
    cash_payment: { cash_amount: 'some' },
    delivery: { type: 'homedelivery', courier_tip: 'a lot' },
  });
  expect(order).toMatchObject({ basket_total: null, courier_tip: null, cash_to_collect: null, unreadable: ['basket', 'tip', 'cash'] });
});

test("an option's count is sent to the till as the service gives it, not multiplied by the dish's", () => {
  const options = [
    { name: 'With', value: 'Glass', count: 3, price: eur(10) },
    { name: 'With', value: 'Straw', count: 1, price: eur(0) },
  ];
  const [item] = asTillReads({ items: [{ ...BODY.items[0], options }] }).items;
  expect([item?.count, item?.options.map(({ value, count }) => [value, count])]).toEqual([
    2,
    [
      ['Glass', 3],
      ['Straw', 1],
    ],
  ]);
});
