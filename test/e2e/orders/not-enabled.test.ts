/** Operations not enabled for the partner (section 4.2, rule 7) end with a text, block nothing, and don't count as lost access. */
import { beforeEach, expect, test } from 'vitest';
import type { OperationInput } from '../../../contract/contract.ts';
import { message } from '../../../contract/message.ts';
import { codesIn } from '../../setup/messages.ts';
import { until } from '../venue/venue.ts';
import { venue, withVenue } from '../venue/with-venue.ts';

const NOT_ENABLED = message('service.notEnabled');
const FAILED = message('command.failed', { action: message('operation.refund'), text: NOT_ENABLED });
const REFUND: OperationInput = { operation: 'refund-basket', amount: 100, reason: 'PRICE_DIFFERENCE', vat: 14 };
const DEPOSIT: OperationInput = { operation: 'deposits-returned', items: [{ description: 'Bottle', count: 1, total: 20, vat: 25.5 }] };
const MINUTES = 10 * 60_000;

withVenue({ venue: { invoiced_by: 'service' } });
let orderId: string;
beforeEach(async () => {
  orderId = (await venue.arrived()).order_id;
});

const delivered = () => venue.bringTo(orderId, 'ended');
const operate = async (requestId: string, operation: OperationInput) =>
  expect(await venue.call('order.operate', { orderId, requestId, operation })).toMatchObject({ ok: true });
const operated = (requestId: string) => venue.card(orderId).operated.find((one) => one.requestId === requestId);
const about = async () =>
  (await venue.ask('diagnostics.get', {})).jobs.flatMap((job) => (job.orderId === orderId && job.error ? [job.error] : []));

test.each<[string, OperationInput]>([
  ['refund-basket', REFUND],
  ['refund-items', { operation: 'refund-items', reason: 'QUALITY_ISSUES', refunds: [{ row: 1, count: 1, perUnit: 50, comment: null }] }],
])('without the right to refund, %s ends with a reason, is tried once, and later commands are sent', async (name, refund) => {
  await delivered();
  await venue.control('POST', '/partner', { refunds: false });
  await operate('request-1', refund);
  await operate('request-2', DEPOSIT);
  await until('the refusal', () => operated('request-1')?.state === 'failed');
  expect(operated('request-1')?.problem?.text).toEqual(FAILED);
  expect(await about()).toEqual([FAILED]);
  await until('the deposit', () => operated('request-2')?.state === 'taken');
  await venue.laterAtRest(MINUTES);
  expect([await venue.asked(orderId, name), await venue.asked(orderId, 'deposits-returned')]).toEqual([1, 1]);
  await venue.control('POST', '/partner', { refunds: true });
  await operate('request-3', refund);
  await until('the refund', () => operated('request-3')?.state === 'taken');
});

test('without the right to upload documents, an upload is refused at once', async () => {
  await delivered();
  await venue.control('POST', '/partner', { documents: false });
  const base64 = Buffer.from('%PDF-1.7\n').toString('base64');
  expect(await venue.call('order.uploadDocument', { orderId, type: 'RECEIPT', base64 })).toEqual({
    ok: false,
    problem: { code: 'not-enabled', text: NOT_ENABLED },
  });
});

test("a refund waits if the venue's access was revoked, instead of ending as not enabled", async () => {
  await delivered();
  await venue.control('POST', `/venues/${venue.venueId}/revoke`, { forbidden_ms: 60_000 });
  await operate('request-1', REFUND);
  await until('the words', () => operated('request-1')?.problem);
  expect(operated('request-1')).toMatchObject({
    state: 'sending',
    problem: { text: message('service.accessRefused', { status: 'none' }) },
  });
});

test("a forbidden sent-to-pos report is tried once, and doesn't block staff's answers", async () => {
  await venue.control('POST', '/faults', { match: 'PUT /orders/*/sent-to-pos', status: 403, for_ms: 3_600_000 });
  await venue.call('order.accept', { orderId, extraMinutes: 0 });
  await until('the report', async () => (await venue.asked(orderId, 'sent-to-pos')) > 0);
  await venue.bringTo(orderId, 'ready');
  await venue.laterAtRest(MINUTES);
  expect(await venue.asked(orderId, 'sent-to-pos')).toBe(1);
});

test("a forbidden accept is retried while its order waits, and doesn't count as lost access", async () => {
  await venue.control('POST', '/faults', { match: 'PUT /orders/*/accept', status: 403, times: 2 });
  await venue.call('order.accept', { orderId, extraMinutes: 0 });
  await until('the words', () => codesIn(venue.card(orderId).pending?.text).includes(NOT_ENABLED.code));
  await venue.untilLater('accepted', () => venue.card(orderId).column === 'preparing');
});
