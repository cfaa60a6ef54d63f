/** Who did what, and whether it worked: not shown before it is known, and no longer than true. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { sourceOf } from '../../../contract/contract.ts';
import { isSame, message } from '../../../contract/message.ts';
import { intakeSign } from '../../../renderer/state/signs.ts';
import { codesIn, t } from '../../setup/messages.ts';
import { cancelledWhileCooked } from '../venue/cancelled.ts';
import { postNews } from '../venue/post-news.ts';
import { until } from '../venue/venue.ts';
import { READ_OFTEN, venue, withVenue } from '../venue/with-venue.ts';

withVenue({ settings: READ_OFTEN });

const fault = (order: Record<string, unknown>) => venue.control('POST', '/faults', order);
const card = (id: string) => venue.card(id);
const text = (id: string) => card(id).trouble.map(({ text }) => text);
const isChecking = (id: string) => codesIn(card(id).pending?.text).some((code) => code.startsWith('command.checking'));

async function placed(kind = 'takeaway'): Promise<string> {
  const { order_id: id } = await venue.arrived(kind);
  return id;
}
const accept = (orderId: string) => venue.call('order.accept', { orderId, extraMinutes: 0 });
const reject = (orderId: string) => venue.call('order.reject', { orderId, reason: 'Sold out', code: 'GENERIC' });

async function readyForDelivery(): Promise<string> {
  const id = await placed('self-delivery');
  await accept(id);
  await until('preparing', () => card(id).column === 'preparing');
  await venue.bringTo(id, 'ready');
  return id;
}

test('"Picked up" without effect is sent again at the next tap, but only once for each tap', async () => {
  const id = await readyForDelivery();
  const pickedUp = (requestId: string) =>
    venue.call('order.operate', { orderId: id, requestId, operation: { operation: 'pickup-completed' } });
  const sent = () => venue.asked(id, 'pickup-completed');
  const events = async () => (await venue.atService(id)).history.map(({ event }) => event);
  await fault({ match: 'PUT /orders/*/pickup-completed', no_effect: true });
  const first = randomUUID();
  expect(await pickedUp(first)).toMatchObject({ ok: true });
  await until('the first', async () => (await sent()) === 1);
  await until('its end', async () => (await pendingOf(id)) === 0);
  expect(await pickedUp(first)).toMatchObject({ ok: true });
  expect(await events()).not.toContain('picked up');
  expect(await pickedUp(randomUUID())).toMatchObject({ ok: true });
  await until('the second', async () => (await events()).includes('picked up'));
  expect(await sent()).toBe(2);
  await until('its end', async () => (await pendingOf(id)) === 0);
  // The service refuses a third one as already done, which isn't reported as a failure.
  await fault({ match: 'PUT /orders/*/pickup-completed', status: 409 });
  expect(await pickedUp(randomUUID())).toMatchObject({ ok: true });
  await until('the third', async () => (await sent()) === 3);
  await until('its end', async () => (await pendingOf(id)) === 0);
  expect(text(id)).toEqual([]);
});

test('a form sent again under the same request ID is sent once; with changed content it is refused', async () => {
  const id = await readyForDelivery();
  const requestId = randomUUID();
  const eta = (minutes: number) => venue.call('order.operate', { orderId: id, requestId, operation: { operation: 'eta', minutes } });
  expect(await eta(10)).toMatchObject({ ok: true });
  expect(await eta(10)).toMatchObject({ ok: true });
  expect(await eta(25)).toMatchObject({ ok: false, problem: { code: 'asked-otherwise' } });
  await until('its end', async () => (await pendingOf(id)) === 0);
  expect(await venue.asked(id, 'delivery/eta')).toBe(1);
});

test('"Picked up" is sent once if only its answer was lost, and again if it never arrived', async () => {
  const pickedUp = (orderId: string) =>
    venue.call('order.operate', { orderId, requestId: randomUUID(), operation: { operation: 'pickup-completed' } });
  for (const [drop, times] of [
    ['after', 1],
    ['before', 2],
  ] as const) {
    const id = await readyForDelivery();
    await fault({ match: `PUT /orders/${id}/pickup-completed`, drop });
    expect(await pickedUp(id)).toMatchObject({ ok: true });
    await until('its end', async () => (await venue.asked(id, 'pickup-completed')) >= times && (await pendingOf(id)) === 0);
    expect(await venue.asked(id, 'pickup-completed')).toBe(times);
    expect((await venue.atService(id)).history.filter(({ event }) => event === 'picked up')).toHaveLength(1);
    expect(text(id)).toEqual([]);
  }
});

test('an accept that failed is no longer reported once the order was accepted in the merchant app', async () => {
  const id = await placed();
  await fault({ match: 'PUT /orders/*/accept', status: 400 });
  await accept(id);
  await until('the refusal', () => codesIn(text(id)[0])[0] === 'command.failed');
  await venue.control('POST', `/orders/${id}/staff-accept`);
  await until('preparing', () => card(id).column === 'preparing');
  expect(text(id)).toEqual([]);
});

test('a command whose check staff gave up in Diagnostics is sent at the next tap', async () => {
  const id = await placed();
  await fault({ match: 'PUT /orders/*/accept', status: 409 });
  await accept(id);
  await until('the check', () => isChecking(id));
  const given = await until('the end of the check', async () => {
    const answer = await venue.call('diagnostics.get', {});
    const job = answer.ok
      ? answer.value.jobs.find(({ orderId, kind }) => orderId === id && isSame(kind, message('job.updateService')))
      : undefined;
    return job && (await venue.call('job.giveUp', { id: job.id, reason: 'not-needed' })).ok;
  });
  expect(given).toBe(true);
  await until('the buttons', () => card(id).actions.length > 0);
  expect(await venue.asked(id, 'accept')).toBe(1);
  await accept(id);
  await until('the second', async () => (await venue.asked(id, 'accept')) === 2);
  await until('preparing', () => card(id).column === 'preparing');
});

test("a rejection that the service refused isn't shown as ours, though the order couldn't be read for a while", async () => {
  const id = await placed();
  await fault({ match: `PUT /orders/${id}/reject`, overtaken_by: 'consumer' });
  await fault({ match: `GET *orders/${id}`, status: 503, for_ms: 2_500 });
  await reject(id);
  await until('the check', () => isChecking(id) || card(id).column === 'ended');
  await venue.untilLater('the end', () => card(id).column === 'ended');
  await venue.untilLater('the rejection settled', async () => (await pendingOf(id)) === 0);
  await until('by whom', () => isSame(card(id).statusLabel, message('orderStatus.cancelledElsewhere')));
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

test('an unread order known from a courier update asks for no answer', async () => {
  const order = { id: '5f2a51e07c9d2f4b18e6a301', venue_id: venue.venueId };
  const courier_details = { courier_pickup_eta: new Date().toISOString() };
  expect(await postNews(venue, { type: 'courier.notification', order, courier_details })).toBe(200);
  const shown = await venue.untilLater('the card', () => venue.state().orders[order.id]);
  expect(shown).toMatchObject({ unread: true, column: 'preparing', alerting: false, deadline: null });
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

async function pendingOf(id: string): Promise<number> {
  const answer = await venue.call('diagnostics.get', {});
  return answer.ok
    ? answer.value.jobs.filter(({ orderId, kind }) => orderId === id && isSame(kind, message('job.updateService'))).length
    : -1;
}

test("a tap made before the STOP was on screen doesn't confirm it", async () => {
  const id = await cancelledWhileCooked(venue);
  await venue.call('order.touch', { orderId: id, cancelled: false });
  expect(venue.card(id).cancelled).toBe('unseen');
  await venue.call('order.touch', { orderId: id, cancelled: true });
  await until('its end', () => venue.card(id).cancelled !== 'unseen');
});
