/** Who did what, and whether it worked: not shown before it is known, and no longer than true. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { sourceOf } from '../../../contract/contract.ts';
import { isSame, message } from '../../../contract/message.ts';
import { intakeSign } from '../../../renderer/state/signs.ts';
import { codesIn, t } from '../../setup/messages.ts';
import { cancelledWhileCooked } from '../venue/cancelled.ts';
import { until } from '../venue/venue.ts';
import { READ_OFTEN, venue, withVenue } from '../venue/with-venue.ts';

withVenue({ settings: READ_OFTEN });

const fault = (order: Record<string, unknown>) => venue.control('POST', '/faults', order);
const card = (id: string) => venue.card(id);
const text = (id: string) => card(id).trouble.map(({ text }) => text);
const isChecking = (id: string) => codesIn(card(id).pending?.text).some((code) => code.startsWith('command.checking'));

const placed = async (kind = 'takeaway') => (await venue.arrived(kind)).order_id;
const accept = (orderId: string) => venue.call('order.accept', { orderId, extraMinutes: 0 });
const reject = (orderId: string) => venue.call('order.reject', { orderId, reason: 'Sold out', code: 'GENERIC' });

async function readyForDelivery(): Promise<string> {
  const id = await placed('self-delivery');
  await venue.bringTo(id, 'ready');
  return id;
}
const pickedUp = async (orderId: string, requestId = randomUUID()) =>
  expect(await venue.call('order.operate', { orderId, requestId, operation: { operation: 'pickup-completed' } })).toMatchObject({
    ok: true,
  });
const commandsOf = async (id: string) =>
  (await venue.ask('diagnostics.get', {})).jobs.filter(({ orderId, kind }) => orderId === id && isSame(kind, message('job.updateService')));
const pendingOf = async (id: string) => (await commandsOf(id)).length;
const settled = (id: string) => until('its end', async () => (await pendingOf(id)) === 0);
const events = async (id: string) => (await venue.atService(id)).history.map(({ event }) => event);

test('"Picked up" without effect is sent again at the next tap, but only once for each tap', async () => {
  const id = await readyForDelivery();
  const isSent = (times: number) => until(`${times} sent`, async () => (await venue.asked(id, 'pickup-completed')) === times);
  await fault({ match: 'PUT /orders/*/pickup-completed', no_effect: true });
  const first = randomUUID();
  await pickedUp(id, first);
  await isSent(1);
  await settled(id);
  await pickedUp(id, first);
  expect(await events(id)).not.toContain('picked up');
  await pickedUp(id);
  await until('the second', async () => (await events(id)).includes('picked up'));
  await isSent(2);
  await settled(id);
  // The service refuses a third one as already done, which isn't reported as a failure.
  await fault({ match: 'PUT /orders/*/pickup-completed', status: 409 });
  await pickedUp(id);
  await isSent(3);
  await settled(id);
  expect(text(id)).toEqual([]);
});

test('a form sent again under the same request ID is sent once; with changed content it is refused', async () => {
  const id = await readyForDelivery();
  const requestId = randomUUID();
  const eta = (minutes: number) => venue.call('order.operate', { orderId: id, requestId, operation: { operation: 'eta', minutes } });
  expect(await eta(10)).toMatchObject({ ok: true });
  expect(await eta(10)).toMatchObject({ ok: true });
  expect(await eta(25)).toMatchObject({ ok: false, problem: { code: 'asked-otherwise' } });
  await settled(id);
  expect(await venue.asked(id, 'delivery/eta')).toBe(1);
});

test.each([
  { when: 'once if only its answer was lost', drop: 'after', times: 1 },
  { when: 'again if it never arrived', drop: 'before', times: 2 },
])('"Picked up" is sent $when', async ({ drop, times }) => {
  const id = await readyForDelivery();
  await fault({ match: `PUT /orders/${id}/pickup-completed`, drop });
  await pickedUp(id);
  await until('its end', async () => (await venue.asked(id, 'pickup-completed')) >= times && (await pendingOf(id)) === 0);
  expect(await venue.asked(id, 'pickup-completed')).toBe(times);
  expect((await events(id)).filter((event) => event === 'picked up')).toHaveLength(1);
  expect(text(id)).toEqual([]);
});

test('a command whose check staff gave up in Diagnostics is sent at the next tap', async () => {
  const id = await placed();
  await fault({ match: 'PUT /orders/*/accept', status: 409 });
  await accept(id);
  await until('the check', () => isChecking(id));
  await until('the end of the check', async () => {
    const [job] = await commandsOf(id);
    return job && (await venue.call('job.giveUp', { id: job.id, reason: 'not-needed' })).ok;
  });
  await until('the buttons', () => card(id).actions.length > 0);
  expect(await venue.asked(id, 'accept')).toBe(1);
  await accept(id);
  await until('the second', async () => (await venue.asked(id, 'accept')) === 2);
  await until('preparing', () => card(id).column === 'preparing');
});

test('an unread cancelled order rings until tapped; once read as accepted, it becomes a STOP', async () => {
  await fault({ match: 'GET /v2/orders/*', status: 500, for_ms: 600_000 });
  const place = async () => (await venue.place('takeaway')).order_id;
  const [touched, accepted, waiting] = [await place(), await place(), await place()];
  const all = [touched, accepted, waiting];
  await venue.untilLater('the cards', () => all.every((id) => card(id).alerting));
  for (const id of [touched, accepted]) await venue.control('POST', `/orders/${id}/staff-accept`);
  for (const id of all) await venue.control('POST', `/orders/${id}/cancel`, { by: 'consumer' });
  for (const id of all) {
    await until('the word of it', () => isSame(card(id).statusLabel, message('orderStatus.cancelledUnverified')));
    expect(card(id)).toMatchObject({ column: 'ended', alerting: true, unread: true });
  }
  await venue.call('order.touch', { orderId: touched });
  await until('silence', () => !card(touched).alerting);
  expect(card(accepted).alerting).toBe(true);
  await venue.control('DELETE', '/faults');
  await venue.untilLater('all read', () => all.every((id) => !card(id).unread));
  for (const id of [touched, waiting]) expect(card(id)).toMatchObject({ column: 'ended', cancelled: 'settled', alerting: false });
  expect(card(accepted)).toMatchObject({ column: 'ended', cancelled: 'unseen' });
  await venue.call('order.touch', { orderId: accepted });
  await until('the end of the STOP', () => card(accepted).cancelled !== 'unseen');
});

test("an unread order of a venue that accepts in the merchant app doesn't ring here", async () => {
  await venue.call('venue.setFlavour', { venueId: venue.venueId, flavour: 'advanced' });
  await fault({ match: 'GET /v2/orders/*', status: 500, for_ms: 600_000 });
  const { order_id: id } = await venue.place('takeaway');
  const shown = await venue.untilLater('the card', () => venue.state().orders[id]);
  expect(shown).toMatchObject({ unread: true, alerting: false, deadline: null });
});

test('without a connected venue, an old last contact with the service is no alarm; the bar says to reconnect', async () => {
  const id = await placed();
  await reject(id);
  await until('the end', () => card(id).column === 'ended');
  await venue.control('POST', `/venues/${venue.venueId}/revoke`);
  await venue.place('takeaway');
  await until('the venue to ask', () => venue.state().venues[venue.venueId]?.state === 'reconnect', 30_000);
  const service = await until('the word', () => {
    const source = sourceOf(venue.state().app.app, 'poller');
    return codesIn(source?.text).includes('venue.nothingUntilReconnect') && source;
  });
  const later = Date.parse(service.lastHeardAt ?? '') + 200_000;
  expect(intakeSign(service, later)).toMatchObject({
    mood: 'quiet',
    text: t('venue.nothingUntilReconnect'),
  });
});

test("a tap made before the STOP was on screen doesn't confirm it", async () => {
  const id = await cancelledWhileCooked(venue);
  await venue.call('order.touch', { orderId: id, cancelled: false });
  expect(venue.card(id).cancelled).toBe('unseen');
  await venue.call('order.touch', { orderId: id, cancelled: true });
  await until('its end', () => venue.card(id).cancelled !== 'unseen');
});
