/** The day's report excludes unreadable amounts from sums and counts them. */
import { expect, test } from 'vitest';
import { USUAL_TEMPLATE } from '../../../../contract/settings/paper-template.ts';
import { isoDigits } from '../../../../main/orders/money/money.ts';
import type { Order } from '../../../../main/orders/order.ts';
import { type DaysOrder, type DayTimes, dayReport } from '../../../../main/printing/documents/day-report.ts';
import { orderOf } from '../../../fixtures/orders.ts';
import { linesOf } from './orders.ts';

function delivered(body: Record<string, unknown>, at = 0): Order {
  return orderOf({
    ...{ id: `o${at}`, venue: { id: 'v' }, order_number: String(at), order_status: 'delivered', items: [{ name: 'Soup', count: 1 }] },
    ...body,
  });
}

function print(orders: DaysOrder[], times: DayTimes | null = null): string {
  const context = {
    venueName: 'Harbour Kitchen',
    template: USUAL_TEMPLATE,
    currencyDigits: isoDigits,
    printedAt: '2026-03-14T11:16:00Z',
    timeZone: 'UTC',
  };
  return linesOf(dayReport(orders, context, times)).join('\n');
}

const report = (...bodies: Record<string, unknown>[]): string =>
  print(bodies.map((body, at) => ({ order: delivered(body, at), stage: 'delivered' })));

const eur = (amount: number) => ({ amount, currency: 'EUR' });

test('orders with unreadable amounts are counted next to the sum', () => {
  const text = report(
    { basket_price: { total: eur(1000) }, fees: { total: eur(290) } },
    { basket_price: { total: 'ten euros' }, fees: { total: eur(100) }, cash_payment: { cash_amount: 'some' } },
    { basket_price: { total: [] } },
  );
  expect(text).toMatch(/Items sold +10\.00 EUR\n +not readable: 2/);
  expect(text).toMatch(/Fees +3\.90 EUR\n(?! +not readable)/);
  expect(text).toMatch(/Cash.* +not readable: 1/);
});

test('missed orders and their lost sales have a row apart from rejected orders', () => {
  const times = { unread: 0, cancelled: 0, rejectsBy: [], refunds: [], toAccept: null, toReady: null, late: { count: 0, of: 0 } };
  const rest = {
    papers: { confirmed: 0, reported: 0, seen: 0, sent: 0, uncertain: 0 },
    couriers: { ordered: 0, cost: [], tips: [] },
    missed: { count: 1, sums: [eur(1250), { amount: 700, currency: 'JPY' }] },
  };
  const text = print([{ order: delivered({}), stage: 'rejected' }], { ...times, ...rest });
  expect(text).toMatch(/Missed: not answered in time +1\n +Sales missed +12\.50 EUR\n +Sales missed +700 JPY\nRejected or cancelled +0/);
});

test('a day with only readable amounts has no line for unreadable ones', () => {
  expect(report({ basket_price: { total: eur(1000) } })).not.toContain('not readable');
});
