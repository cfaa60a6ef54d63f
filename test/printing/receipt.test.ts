/** What a receipt says of money: what the service told, the one sum that is added up here, and nothing where nobody can know. */
import { expect, test } from 'vitest';
import type { Order } from '../../main/orders/order.ts';
import { parseOrder } from '../../main/orders/parse-order.ts';
import { toPay } from '../../main/orders/to-pay.ts';
import { layout } from '../../main/printing/layout.ts';
import { paperOf } from '../../main/printing/paper.ts';
import { textPreview } from '../../main/printing/text-preview.ts';
import { USUAL_TEMPLATE } from '../../preload/paper-template.ts';

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

function read(change: Record<string, unknown> = {}): Order {
  const parsed = parseOrder({ ...BODY, ...change });
  if (!parsed.ok) throw new Error(parsed.why);
  return parsed.order;
}

function receiptOf(order: Order): string {
  const context = {
    venueName: 'Harbour Kitchen',
    venueAddress: 'Quay 4, 00100 Helsinki',
    template: USUAL_TEMPLATE,
    copy: { kind: 'original' },
    printedAt: '2026-03-14T11:16:00Z',
    timeZone: 'UTC',
  } as const;
  const paper = paperOf(order, { document: 'receipt', printerId: 'x', part: 0, madeAt: 0 }, [], context);
  return textPreview(layout(paper ?? { title: '', blocks: [] }, { columns: 48 })).join('\n');
}

test('a receipt says where, when, what it comes to and how it is paid', () => {
  const text = receiptOf(read());
  for (const line of [
    /Quay 4, 00100 Helsinki/,
    /Ordered 13 Mar 2026 22:14/,
    /2 × Pizza +21\.30 EUR/,
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

test('a receipt in cash says what to collect and the change', () => {
  const text = receiptOf(read({ cash_payment: { cash_amount: eur(2769), cash_to_expect: eur(3000) } }));
  expect(text).toMatch(/Payment +cash/);
  expect(text).toMatch(/Cash to collect +27\.69 EUR/);
  expect(text).toMatch(/Customer gives +30\.00 EUR\s+Change +2\.31 EUR/);
});

test('cash that cannot be read is not taken for none, on no paper and not on the screen', () => {
  const order = read({ cash_payment: { cash_amount: 'a lot' } });
  expect(order.readable).toBe('part');
  expect(receiptOf(order)).not.toMatch(/Payment|through the service/);
});

test('what cannot be added up has no total', () => {
  expect(toPay(read())).toEqual(eur(2769));
  expect(toPay(read({ fees: null }))).toEqual(eur(2330));
  expect(toPay(read({ fees: { total: { amount: 1, currency: 'SEK' } } }))).toBeNull();
  expect(toPay(read({ fees: { total: eur(0.5) } }))).toBeNull();
  expect(toPay(read({ basket_price: { total: { amount: 100, currency: 'ABC' } }, fees: null, delivery: {} }))).toBeNull();
  expect(receiptOf(read({ fees: { total: { amount: 1, currency: 'SEK' } } }))).not.toMatch(/TOTAL/);
});
