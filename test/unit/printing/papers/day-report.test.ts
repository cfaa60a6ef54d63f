/** What the day's report says of amounts that nobody can read: they are in no sum, and that is said. */
import { expect, test } from 'vitest';
import { USUAL_TEMPLATE } from '../../../../contract/settings/paper-template.ts';
import { isoDigits } from '../../../../main/orders/money/money.ts';
import { parseOrder } from '../../../../main/orders/reading/parse-order.ts';
import { dayReport } from '../../../../main/printing/documents/day-report.ts';
import { layout } from '../../../../main/printing/layout/layout.ts';
import { textPreview } from '../../../../main/printing/layout/text-preview.ts';

function report(...bodies: Record<string, unknown>[]): string {
  const orders = bodies.map((body, at) => {
    const parsed = parseOrder({
      id: `o${at}`,
      venue: { id: 'v' },
      order_number: String(at),
      order_status: 'delivered',
      items: [{ name: 'Soup', count: 1 }],
      ...body,
    });
    if (!parsed.ok) throw new Error(parsed.why);
    return { order: parsed.order, stage: 'delivered' } as const;
  });
  const context = {
    venueName: 'Harbour Kitchen',
    template: USUAL_TEMPLATE,
    currencyDigits: isoDigits,
    printedAt: '2026-03-14T11:16:00Z',
    timeZone: 'UTC',
  };
  return textPreview(layout(dayReport(orders, context), { columns: 48 })).join('\n');
}

const eur = (amount: number) => ({ amount, currency: 'EUR' });

test('orders whose amounts cannot be read are counted where the sum stands', () => {
  const text = report(
    { basket_price: { total: eur(1000) }, fees: { total: eur(290) } },
    { basket_price: { total: 'ten euros' }, fees: { total: eur(100) }, cash_payment: { cash_amount: 'some' } },
    { basket_price: { total: [] } },
  );
  expect(text).toMatch(/Items sold +10\.00 EUR\n +not readable: 2/);
  expect(text).toMatch(/Fees +3\.90 EUR\n(?! +not readable)/);
  expect(text).toMatch(/Cash.* +not readable: 1/);
});

test('a day on which every amount can be read says nothing of it', () => {
  expect(report({ basket_price: { total: eur(1000) } })).not.toContain('not readable');
});
