/** Money on a receipt: the service's amounts and a computed total, omitted if an amount is unknown. */
import { expect, test } from 'vitest';
import { USUAL_TEMPLATE } from '../../../../contract/settings/paper-template.ts';
import { isoDigits } from '../../../../main/orders/money/money.ts';
import { toPay } from '../../../../main/orders/money/to-pay.ts';
import type { Order } from '../../../../main/orders/order.ts';
import { paperOf } from '../../../../main/printing/documents/paper.ts';
import { orderOf } from '../../../fixtures/orders.ts';
import { linesOf } from './orders.ts';

const eur = (amount: number) => ({ amount, currency: 'EUR' });
const BODY = {
  id: 'o',
  venue: { id: 'v', name: 'Harbour Kitchen' },
  order_number: '417',
  order_status: 'production',
  created_at: '2026-03-13T22:14:00Z',
  delivery: { type: 'homedelivery', self_delivery: true, courier_tip: eur(200) },
  items: [
    {
      name: 'Pizza',
      count: 2,
      item_price: { unit_price: eur(1190), total: eur(2130), price_breakdown: { total_discounts: eur(-250) } },
      deposit: { gross_price: eur(45), net_price: eur(36), vat_percentage: 25.5 },
    },
  ],
  basket_price: { total: eur(2130), price_breakdown: { total_before_discounts: eur(2380), total_discounts: eur(250) } },
  fees: { total: eur(439), parts: [{ type: 'type_service_fee', total: eur(439) }] },
};

const read = (change: Record<string, unknown> = {}): Order => orderOf({ ...BODY, ...change });

function receiptOf(order: Order): string {
  const context = {
    venueName: 'Harbour Kitchen',
    venueAddress: 'Quay 4, 00100 Helsinki',
    template: USUAL_TEMPLATE,
    currencyDigits: isoDigits,
    copy: { kind: 'original' },
    printedAt: '2026-03-14T11:16:00Z',
    timeZone: 'UTC',
  } as const;
  const paper = paperOf(order, { document: 'receipt', printerId: 'x', part: 0, madeAt: 0 }, [], context);
  return linesOf(paper).join('\n');
}

test('a receipt shows place, time, total and payment', () => {
  const text = receiptOf(read());
  for (const line of [
    /Quay 4, 00100 Helsinki/,
    /Ordered 13 Mar 2026 22:14/,
    /^ 2 +Pizza +21\.30 EUR$/m,
    /Discount 2\.50 EUR/,
    /Deposit 0\.45 EUR \(VAT 25\.5 %\)/,
    /Before discounts +23\.80 EUR/,
    /Items in total +21\.30 EUR/,
    /Service fee +4\.39 EUR/,
    /Tip for the courier +2\.00 EUR/,
    /TOTAL +27\.69 EUR/,
    /Payment +through the service/,
  ])
    expect(text).toMatch(line);
  expect(text).not.toMatch(/cash/i);
});

test('a receipt in cash shows the sum to collect and the change', () => {
  const text = receiptOf(read({ cash_payment: { cash_amount: eur(2769), cash_to_expect: eur(3000) } }));
  expect(text).toMatch(/Payment +cash/);
  expect(text).toMatch(/Cash to collect +27\.69 EUR/);
  expect(text).toMatch(/Customer gives +30\.00 EUR\s+Change +2\.31 EUR/);
});

test("unreadable cash is printed on the receipt as received, and the order isn't shown as paid through the service", () => {
  const order = read({ cash_payment: { cash_amount: 'a lot' } });
  expect(order.readable).toBe('part');
  expect(receiptOf(order)).not.toMatch(/Payment|through the service/);
  expect(receiptOf(order)).toMatch(/Cash to collect +not readable\s+"a lot"/);
});

test('a tip with a type is on the receipt and in its total', () => {
  const tip = { type: 'pre_delivery_courier_tip', price: eur(300) };
  const order = read({ delivery: { ...BODY.delivery, courier_tip: tip }, cash_payment: { cash_amount: eur(2869) } });
  expect(order.readable).toBe('all');
  expect(receiptOf(order)).toMatch(/Tip for the courier +3\.00 EUR[\s\S]*TOTAL +28\.69 EUR[\s\S]*Cash to collect +28\.69 EUR/);
});

test.each([
  [
    'fees without a sum',
    { fees: { parts: [{ type: 'type_base_delivery', total: eur(390) }] } },
    /Fees in total +not readable\n +Base delivery 3\.90 EUR/,
  ],
  [
    'fees with an unreadable sum',
    { fees: { total: { amount: '3,90', currency: 'EUR' } } },
    /Fees in total +not readable\s+\{"amount":"3,90","currency":"EUR"\}/,
  ],
  ['fees that are no object', { fees: 'some' }, /Fees in total +not readable\s+"some"/],
  ['a tip in another form', { delivery: { ...BODY.delivery, courier_tip: 'a fiver' } }, /Tip for the courier +not readable\s+"a fiver"/],
])('%s are never silently left out of a total', (_, change, line) => {
  const order = read(change);
  expect(toPay(order, isoDigits)).toBeNull();
  expect(order.readable).toBe('part');
  const text = receiptOf(order);
  expect(text).toMatch(line);
  expect(text).toMatch(/No total: not every amount can be read\./);
  expect(text).not.toMatch(/TOTAL/);
});

test('fees that are missing, null or empty count as none', () => {
  for (const fees of [undefined, null, {}, { parts: [] }, { total: null, parts: null }]) {
    const order = read({ fees });
    expect([order.readable, toPay(order, isoDigits)]).toEqual(['all', eur(2330)]);
  }
});

test('a receipt has deposits of options and every discount of a line', () => {
  const deposit = { gross_price: eur(15), net_price: eur(12), vat_percentage: 24 };
  const options = [{ name: 'Drink', value: 'Cola can', count: 1, price: eur(200), deposit }];
  const price_breakdown = {
    subtotal_item_discounts: eur(100),
    subtotal_options_item_discounts: eur(-50),
    subtotal_basket_discounts: eur(30),
    subtotal_options_basket_discounts: eur(20),
  };
  const text = receiptOf(read({ items: [{ name: 'Menu', count: 1, options, item_price: { total: eur(1000), price_breakdown } }] }));
  for (const line of [
    /Drink: Cola can \(2\.00 EUR\)\s+Deposit 0\.15 EUR \(VAT 24 %\)/,
    /Discount on the item 1\.00 EUR/,
    /Discount on its options 0\.50 EUR/,
    /Its share of the order's discount 0\.30 EUR/,
    /Its options' share of the order's discount\s+0\.20 EUR/,
  ])
    expect(text).toMatch(line);
});

test('an order with an amount that is unreadable or in another currency has no total', () => {
  expect(toPay(read(), isoDigits)).toEqual(eur(2769));
  expect(toPay(read({ fees: null }), isoDigits)).toEqual(eur(2330));
  expect(toPay(read({ fees: { total: { amount: 1, currency: 'SEK' } } }), isoDigits)).toBeNull();
  expect(toPay(read({ fees: { total: eur(0.5) } }), isoDigits)).toBeNull();
  expect(toPay(read({ basket_price: { total: { amount: 100, currency: 'ABC' } }, fees: null, delivery: {} }), isoDigits)).toBeNull();
  expect(receiptOf(read({ fees: { total: { amount: 1, currency: 'SEK' } } }))).not.toMatch(/TOTAL/);
});

test("an items' sum that differs from its lines is printed with a hint to check", () => {
  const pizza = BODY.items[0];
  const text = receiptOf(read({ items: [pizza, { ...pizza, item_price: { total: eur(500) } }] }));
  expect(text).toMatch(/Items in total +21\.30 EUR\n +The lines add up to 26\.30 EUR: check\./);
});

test('a sum that differs by deposits, discounts or lines without an amount has no hint to check', () => {
  const pizza = { name: 'Pizza', count: 2, deposit: { gross_price: eur(45) } };
  const of = (line: number, basket: number, discounts?: number) =>
    receiptOf(
      read({
        items: [{ ...pizza, item_price: { total: eur(line) } }],
        basket_price: { total: eur(basket), ...(discounts ? { price_breakdown: { total_discounts: eur(discounts) } } : {}) },
      }),
    );
  for (const text of [of(2130, 2130), of(2130, 2175), of(2130, 2220), of(2380, 2130, 250), of(2380, 2130, -250), of(2380, 2175, 250)])
    expect(text).not.toContain('check');
  expect(receiptOf(read({ items: [pizza], basket_price: { total: eur(999) } }))).not.toContain('check');
});
