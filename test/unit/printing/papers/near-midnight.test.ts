/** Printed times around midnight name the day only if needed. */
import { expect, test } from 'vitest';
import { kitchenTicket } from '../../../../main/printing/documents/kitchen-ticket.ts';
import { momentOf, timeOn } from '../../../../main/printing/documents/parts/ticket-words.ts';
import { preorderTicket } from '../../../../main/printing/documents/slips.ts';
import { context, linesOf, ownDeliveryPreOrder } from './orders.ts';

const printed = (at: string) => ({ ...context, timeZone: 'UTC', printedAt: at });

test.each([
  ['a deadline three minutes away, after midnight, has no day', '2026-11-21T23:58:00Z', '2026-11-22T00:01:00Z', '00:01'],
  ['an order of ten minutes ago, before midnight, has no day', '2026-11-22T00:04:00Z', '2026-11-21T23:54:00Z', '23:54'],
  ['a pickup later on the same day has no day', '2026-11-21T09:00:00Z', '2026-11-21T22:30:00Z', '22:30'],
  ['a pre-order for the next morning, less than half a day away, has no day', '2026-11-21T22:30:00Z', '2026-11-22T10:29:00Z', '10:29'],
  ['a pre-order for the next morning, half a day away, has its day', '2026-11-21T22:30:00Z', '2026-11-22T10:30:00Z', 'Sun 22 Nov 10:30'],
  ['an order of the evening before, half a day ago, has its day', '2026-11-22T08:00:00Z', '2026-11-21T20:00:00Z', 'Sat 21 Nov 20:00'],
  ['an order of the evening before, less than half a day ago, has no day', '2026-11-22T08:00:00Z', '2026-11-21T20:01:00Z', '20:01'],
  ['a pre-order for the evening after has its day', '2026-11-21T23:58:00Z', '2026-11-22T18:00:00Z', 'Sun 22 Nov 18:00'],
  ['a pre-order for the next week has its day', '2026-11-21T12:00:00Z', '2026-11-28T12:00:00Z', 'Sat 28 Nov 12:00'],
])('%s', (_what, printedAt, at, written) => {
  expect(timeOn(at, printed(printedAt))).toBe(written);
});

test('an unreadable time is printed as it is; if the print time is unreadable, the day is printed', () => {
  expect(momentOf('soon', printed('2026-11-21T23:58:00Z'))).toEqual({ day: null, clock: 'soon' });
  expect(timeOn('2026-11-22T00:01:00Z', printed('never'))).toBe('Sun 22 Nov 00:01');
});

test.each([
  ['a pre-order ticket', preorderTicket],
  ['a kitchen ticket', kitchenTicket],
])("%s printed on another day shows the day above the time; printed on the same day, it doesn't", (_what, paper) => {
  const texts = (printedAt: string) => linesOf(paper(ownDeliveryPreOrder, printed(printedAt))).join('\n');
  expect(texts('2026-03-12T17:00:00Z')).toMatch(/Sat 14 Mar[\s\S]*17:30/);
  expect(texts('2026-03-14T09:00:00Z')).toContain('17:30');
  expect(texts('2026-03-14T09:00:00Z')).not.toContain('Sat 14 Mar');
});
