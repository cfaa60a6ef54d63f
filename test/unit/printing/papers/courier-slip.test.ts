/** An order's courier and kitchen tickets agree on time, cash and the hint on unreadable parts. */
import { expect, test } from 'vitest';
import { courierTicket } from '../../../../main/printing/documents/courier-ticket.ts';
import { kitchenTicket } from '../../../../main/printing/documents/kitchen-ticket.ts';
import { orderOf } from '../../../fixtures/orders.ts';
import { context, linesOf } from './orders.ts';

const OWN = { type: 'homedelivery', self_delivery: true };
const eur = (amount: number) => ({ amount, currency: 'EUR' });

function papers(change: Record<string, unknown>): { slip: string; ticket: string } {
  const order = orderOf({
    id: 'o',
    venue: { id: 'v' },
    order_number: '512',
    order_status: 'production',
    delivery: OWN,
    items: [{ name: 'Pizza', count: 1 }],
    basket_price: { total: eur(1000) },
    ...change,
  });
  const text = (of: typeof courierTicket) => linesOf(of(order, { ...context, timeZone: 'UTC' })).join('\n');
  return { slip: text(courierTicket), ticket: text(kitchenTicket) };
}

const REQUESTED = { type: 'preorder', pre_order: { preorder_time: '2026-03-14T19:00:00Z', pre_order_status: 'confirmed' } };

test.each([
  [
    'the promised time, not the pickup time',
    { pickup_eta: '2026-03-14T11:30:00Z', delivery: { ...OWN, time: '2026-03-14T12:10:00Z' } },
    'DELIVER 12:10',
  ],
  ['the requested time of a pre-order', REQUESTED, 'DELIVER 19:00'],
  ['that no time was given', {}, 'DELIVER no time given'],
])('courier and kitchen ticket of a self-delivery show %s', (_, change, time) => {
  for (const paper of Object.values(papers(change))) expect(paper).toContain(time);
  expect(papers(change).slip).not.toContain('11:30');
});

test("the courier ticket shows the customer's cash and the change", () => {
  const { slip } = papers({ cash_payment: { cash_amount: eur(1500), cash_to_expect: eur(5000) } });
  expect(slip).toMatch(/COLLECT CASH[\s\S]*15\.00 EUR[\s\S]*Customer gives +50\.00 EUR[\s\S]*Change +35\.00 EUR/);
});

test('unreadable cash is printed as received on courier and kitchen ticket, with a hint to the screen', () => {
  for (const paper of Object.values(papers({ cash_payment: { cash_amount: '12.00' } })))
    expect(paper).toMatch(/COLLECT CASH[\s\S]*"12\.00"[\s\S]*Check the order on the screen\./);
});

test('the courier ticket of a partly unreadable order refers to the screen', () => {
  expect(papers({ items: [{ name: 'Pizza', count: 'two?' }] }).slip).toContain('Check the order on the screen.');
  expect(papers({}).slip).not.toContain('Check the order');
});

test('only a no-contact order is marked, for the courier and the kitchen', () => {
  for (const paper of Object.values(papers({ is_no_contact_delivery: true }))) expect(paper).toContain('NO CONTACT');
  for (const paper of Object.values(papers({ is_no_contact_delivery: false }))) expect(paper).not.toContain('NO CONTACT');
});
