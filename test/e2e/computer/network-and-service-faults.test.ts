/** Effects of network, service and power faults on an order; each fault really happens. */

import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { message } from '../../../contract/message.ts';
import { bears } from '../../fixtures/number-on-paper.ts';
import { codesIn } from '../../setup/messages.ts';
import { type PlacedOrder, until, WEBHOOK_SECRET } from '../venue/venue.ts';
import { READ_OFTEN, reopen, venue, withVenue } from '../venue/with-venue.ts';

withVenue({ settings: READ_OFTEN });

async function arrived(kind = 'takeaway', order?: Record<string, unknown>): Promise<PlacedOrder> {
  const placed = await venue.arrived(kind, order);
  return placed;
}
const accept = (orderId: string) => venue.call('order.accept', { orderId, extraMinutes: 0 });
const fault = (order: Record<string, unknown>) => venue.control('POST', '/faults', order);
const column = (orderId: string) => venue.card(orderId).column;
const ticketsOf = (number: string) => venue.printer.papers().filter((paper) => bears(paper, number));

async function post(body: string, secret: string | null = WEBHOOK_SECRET): Promise<number> {
  const signature = secret === null ? {} : { 'service-signature': createHmac('sha256', secret).update(body).digest('hex') };
  const url = (await venue.app().receiverUrl()) ?? '';
  return (await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...signature }, body })).status;
}

test("an accept whose answer was lost isn't sent again once the order shows it", async () => {
  const { order_id: id } = await arrived();
  await fault({ match: 'PUT /orders/*/accept', drop: 'after' });
  await accept(id);
  await until('preparing', () => column(id) === 'preparing');
  expect(await venue.asked(id, 'accept')).toBe(1);
  expect(venue.card(id).trouble).toEqual([]);
});

test('an accept that never reached the service is sent again', async () => {
  const { order_id: id } = await arrived();
  await fault({ match: 'PUT /orders/*/accept', drop: 'before' });
  await accept(id);
  await until('preparing', () => column(id) === 'preparing');
  expect(await venue.asked(id, 'accept')).toBe(2);
  expect((await venue.atService(id)).history.filter(({ event }) => event === 'accepted')).toHaveLength(1);
});

test("an accept that took effect during a restart isn't sent again", async () => {
  const { order_id: id, order_number: number } = await arrived();
  await fault({ match: 'PUT /orders/*/accept', delay_ms: 1_500 });
  await accept(id);
  await until('the command on its way', () => venue.card(id).pending?.action === 'accept');
  await venue.stopApp();
  await until('the service to accept', async () => (await venue.atService(id)).state === 'production');
  await venue.startApp();
  await until('preparing', () => column(id) === 'preparing');
  await until('the ticket', () => ticketsOf(number).length === 1);
  expect(await venue.asked(id, 'accept')).toBe(1);
});

test('an accept given while the service is unreachable is sent later', async () => {
  const { order_id: id } = await arrived();
  await fault({ match: '* /*', status: 503, times: 3 });
  await fault({ match: '* /orders/*/accept', status: 503, times: 2 });
  await fault({ match: '* /v2/orders/*', status: 500, times: 2 });
  await accept(id);
  await until('words about the trouble', () => codesIn(venue.card(id).pending?.text).includes('text.tryingAgain'));
  await venue.untilLater('preparing', () => column(id) === 'preparing');
  expect((await venue.atService(id)).history.filter(({ event }) => event === 'accepted')).toHaveLength(1);
});

test('a cancellation without a notification is found by reading the order again', async () => {
  await reopen({ venue: { announces_rejection: false }, settings: READ_OFTEN });
  const { order_id: id } = await arrived();
  await venue.control('POST', `/orders/${id}/cancel`);
  await until('the end', () => column(id) === 'ended');
  expect(venue.card(id).actions).toEqual([]);
});

test('all of forty open orders are read again in turn, so their cancellations are found', async () => {
  await reopen({ venue: { announces_rejection: false }, settings: READ_OFTEN });
  const placed = await Promise.all(Array.from({ length: 40 }, () => venue.place('takeaway')));
  await until('all cards', () => Object.keys(venue.state().orders).length === 40);
  for (const { order_id: id } of placed) await venue.control('POST', `/orders/${id}/cancel`);
  await venue.untilLater('all ends', () => placed.every(({ order_id: id }) => column(id) === 'ended'));
});

test("an order the service rejected as unanswered leaves the board, and can't be accepted late", async () => {
  const { order_id: id } = await arrived();
  await venue.control('POST', '/clock', { advance_seconds: 181 });
  await until('the end', () => column(id) === 'ended');
  expect(await accept(id)).toMatchObject({ ok: false });
});

test('if the service cancels an order while its accept is being sent, staff see why the accept failed', async () => {
  const { order_id: id } = await arrived();
  await fault({ match: '* /v2/orders/*', delay_ms: 3_000, times: 20 });
  await fault({ match: 'notification', drop: true, times: 5 });
  await venue.control('POST', `/orders/${id}/cancel`);
  expect(await accept(id)).toMatchObject({ ok: true });
  const trouble = await venue.untilLater('words', () => venue.card(id).trouble[0]);
  expect(codesIn(trouble.text)).toEqual(['command.failed', 'actions.accept', 'command.rejectedMeanwhile']);
  expect(venue.card(id).column).toBe('ended');
});

test('a repeated notification makes one order, one card and one ticket', async () => {
  await fault({ match: 'notification', duplicate: true, times: 10 });
  const { order_id: id, order_number: number } = await arrived();
  await accept(id);
  await until('the ticket', () => ticketsOf(number).length === 1);
  await until('preparing', () => column(id) === 'preparing');
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(Object.keys(venue.state().orders)).toHaveLength(1);
  expect(ticketsOf(number)).toHaveLength(1);
});

test('an order whose notification was missed while the app was off arrives with the next one, reported as late', async () => {
  await venue.stopApp();
  const { order_id: id } = await venue.place('instant');
  await new Promise((resolve) => setTimeout(resolve, 100));
  await venue.startApp();
  // The service retries at the receiver's old port, so only the next notification announces the order.
  await venue.control('POST', `/orders/${id}/courier-arrives`);
  await until('the card', () => venue.card(id));
  const output = () => Object.values(venue.state().notices).map(({ text }) => text);
  await venue.untilLater('words', () => output().length > 0);
  expect(output()).toMatchObject([{ code: 'order.cameLate' }]);
});

test("a notification of an order that the service doesn't know is shown in Diagnostics and retried", async () => {
  const body = { id: 'n9', type: 'order.notification', order: { id: 'nobody-knows-it', venue_id: venue.venueId, status: 'CREATED' } };
  expect(await post(JSON.stringify(body))).toBe(200);
  const job = await until('the parked job', async () => {
    const answer = await venue.call('diagnostics.get', {});
    return answer.ok && answer.value.jobs.find(({ orderId, error }) => orderId === 'nobody-knows-it' && error !== null);
  });
  expect(job.error).toEqual(message('order.webhookForUnknown'));
  await venue.untilLater('another attempt', async () => (await venue.asked('nobody-knows-it', 'get order v2')) >= 2);
});

test('after the connection was reset, staff are asked to connect again; then the waiting accept is sent', async () => {
  const { order_id: id } = await arrived();
  const reset = `${venue.sandbox.gateway_url}/integrations-middleware-service/integration-onboarding/venues/${venue.venueId}`;
  const basic = Buffer.from(`${venue.sandbox.client_id}:${venue.sandbox.client_secret}`).toString('base64');
  await fetch(reset, { method: 'DELETE', headers: { authorization: `Basic ${basic}` } });
  await accept(id);
  await until('connect again', () => venue.state().venues[venue.venueId]?.state === 'reconnect');
  expect(venue.card(id).pending?.action).toBe('accept');

  const connected = await venue.call('venue.connect', await venue.newConnection());
  expect(connected).toMatchObject({ ok: true });
  await until('the queued accept goes out', () => column(id) === 'preparing');
  expect((await venue.atService(id)).history.filter(({ event }) => event === 'accepted')).toHaveLength(1);
});
