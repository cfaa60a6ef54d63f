/** An order's courier and kitchen tickets agree on time, cash and the hint on unreadable parts. */
import { expect, test } from 'vitest';
import { courierTicket } from '../../../../main/printing/documents/courier-ticket.ts';
import { kitchenTicket } from '../../../../main/printing/documents/kitchen-ticket.ts';
import { layout } from '../../../../main/printing/layout/layout.ts';
import { textPreview } from '../../../../main/printing/layout/text-preview.ts';
import { orderOf } from '../../../fixtures/orders.ts';
import { context } from './orders.ts';

const eur = (amount: number) => ({ amount, currency: 'EUR' });

function papers(change: Record<string, unknown>): { slip: string; ticket: string } {
  const order = orderOf({
    id: 'o',
    venue: { id: 'v' },
    order_number: '512',
    order_status: 'production',
    delivery: { type: 'homedelivery', self_delivery: true },
    items: [{ name: 'Pizza', count: 1 }],
    basket_price: { total: eur(1000) },
    ...change,
  });
  const text = (of: typeof courierTicket) => textPreview(layout(of(order, { ...context, timeZone: 'UTC' }), { columns: 48 })).join('\n');
  return { slip: text(courierTicket), ticket: text(kitchenTicket) };
}

test('the courier ticket has the same promised time as the kitchen, not the pickup time', () => {
  const delivery = { type: 'homedelivery', self_delivery: true, time: '2026-03-14T12:10:00Z' };
  const { slip, ticket } = papers({ pickup_eta: '2026-03-14T11:30:00Z', delivery });
  expect(ticket).toContain('DELIVER 12:10');
  expect(slip).toContain('DELIVER 12:10');
  expect(slip).not.toContain('11:30');
});

test('a pre-order the venue delivers itself shows its requested time', () => {
  const { slip, ticket } = papers({
    type: 'preorder',
    pre_order: { preorder_time: '2026-03-14T19:00:00Z', pre_order_status: 'confirmed' },
  });
  expect(ticket).toContain('DELIVER 19:00');
  expect(slip).toContain('DELIVER 19:00');
});

test('without any time, the courier ticket says that no time was given', () => {
  expect(papers({}).slip).toContain('DELIVER no time given');
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
