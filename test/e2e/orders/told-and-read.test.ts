/** What staff see while the service tells one thing and shows another: an order that cannot be read, a cancel that lags, a command without effect. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { postNews } from '../venue/post-news.ts';
import { openVenue, until, type Venue } from '../venue/venue.ts';

let venue: Venue;
beforeEach(async () => {
  venue = await openVenue({ settings: { polling: { fastest_seconds: 1, slowest_seconds: 1 } } });
});
afterEach(() => venue.close());

const fault = (order: Record<string, unknown>) => venue.control('POST', '/faults', order);
const card = (id: string) => venue.card(id);
const cardOrNone = (id: string) => venue.state().orders[id];

async function preparing(kind = 'takeaway'): Promise<string> {
  const { order_id: id } = await venue.place(kind);
  await until('the card', () => venue.card(id));
  await venue.call('order.accept', { orderId: id, extraMinutes: 0 });
  await until('preparing', () => card(id).column === 'preparing');
  return id;
}

/** The same news once more, under an id of its own. */
async function tellAgain(orderId: string): Promise<void> {
  const order = { id: orderId, venue_id: venue.venueId, status: 'CANCELED', resource_url: 'https://orders.example.test/' };
  expect(await postNews(venue, { type: 'order.notification', order })).toBe(200);
}

test('an order whose details cannot be read is on the board with sound and countdown, and becomes a whole card by itself', async () => {
  await fault({ match: 'GET /v2/orders/*', status: 500, for_ms: 6_000 });
  const { order_id: id, order_number: number } = await venue.place('takeaway');
  const shown = await until('the card', () => cardOrNone(id), 5_000);
  expect(shown).toMatchObject({ unread: true, column: 'new', alerting: true, statusLabel: 'Details not readable yet', actions: [] });
  expect(shown.number).toBe(`${id.slice(0, 4)}…`);
  expect(shown.deadline?.of).toBe('accept');
  await until('why', () => card(id).trouble[0]?.says.includes('fault'));
  expect(await venue.call('order.detail', { orderId: id })).toMatchObject({ ok: false, problem: { code: 'unread' } });

  await venue.call('order.touch', { orderId: id });
  await until('silence', () => !card(id).alerting || !card(id).unread);
  const whole = await venue.untilLater('the whole card', () => !card(id).unread && card(id));
  expect(whole).toMatchObject({ number, alerting: true, column: 'new' });
  expect(whole.trouble).toEqual([]);
  expect(whole.actions.map(({ name }) => name)).toEqual(['accept', 'reject']);
});

test('an order first heard of by its courier asks for its answer as soon as it can be read, and nobody says that it is being prepared', async () => {
  await venue.control('POST', '/faults', { match: 'notification', drop: true, times: 3 });
  await fault({ match: 'GET /v2/orders/*', status: 500, for_ms: 4_000 });
  const { order_id: id } = await venue.place('instant');
  const order = { id, venue_id: venue.venueId };
  const courier_details = { courier_pickup_eta: new Date().toISOString() };
  expect(await postNews(venue, { type: 'courier.notification', order, courier_details })).toBe(200);
  const shown = await until('the card', () => cardOrNone(id), 5_000);
  expect(shown).toMatchObject({ unread: true, column: 'preparing', alerting: false, statusLabel: 'Details not readable yet' });

  const whole = await venue.untilLater('the whole card', () => !card(id).unread && card(id));
  expect(whole).toMatchObject({ alerting: true, column: 'new', statusLabel: 'Waiting for you', trouble: [] });
  expect(whole.actions.map(({ name }) => name)).toEqual(['accept', 'reject']);
});

test('an order that came while the access was revoked is seen, and the venue asks to be connected again', async () => {
  await venue.control('POST', `/venues/${venue.venueId}/revoke`);
  const { order_id: id } = await venue.place('takeaway');
  const shown = await until('the card', () => cardOrNone(id), 5_000);
  expect(shown).toMatchObject({ unread: true, alerting: true });
  await until('the venue to ask', () => venue.state().venues[venue.venueId]?.state === 'reconnect');
  const remedy = () => card(id).trouble[0]?.remedy ?? '';
  await until('what is to be done', () => remedy().startsWith('It cannot be read until this venue is connected again.'), 10_000);
  await venue.stopApp();
  await venue.startApp();
  await until('the card after a restart', () => cardOrNone(id)?.unread, 5_000);
  expect(card(id).alerting).toBe(true);
  await venue.call('venue.connect', await venue.newConnection());
  await until('the whole card', () => !card(id).unread, 20_000);
});

test('a cancel that was told is on the card at once, is checked, and ends as a STOP that only a person takes away', async () => {
  const id = await preparing();
  await venue.control('POST', `/orders/${id}/cancel`, { by: 'consumer', lag_ms: 4_000 });
  await until('the word of it', () => card(id).statusLabel === 'Cancelled according to the notification', 5_000);
  expect(card(id)).toMatchObject({ column: 'preparing', alerting: true, stopped: false });
  expect(card(id).trouble[0]?.code).toBe('told-otherwise');
  await until('the STOP', () => card(id).stopped, 15_000);
  expect(card(id)).toMatchObject({ column: 'ended', trouble: [] });
  // However often it is read, and after a restart.
  const reads = async () =>
    (await venue.log()).filter((entry) => entry.kind === 'request' && entry.order_id === id && entry.operation === 'get order v2').length;
  const before = await reads();
  await tellAgain(id);
  await until('another reading', async () => (await reads()) > before);
  await until('the queue to be done', () => card(id).pending === null);
  expect(card(id).stopped).toBe(true);
  await venue.stopApp();
  await venue.startApp();
  await until('the STOP after a restart', () => cardOrNone(id)?.stopped);
  await venue.call('order.touch', { orderId: id });
  await until('the end of the alarm', () => !card(id).stopped);
});

test('readings that are refused do not end the pursuit of a cancel', async () => {
  const id = await preparing();
  await fault({ match: 'GET /v2/orders/*', status: 503, for_ms: 4_000 });
  await venue.control('POST', `/orders/${id}/cancel`, { by: 'consumer' });
  await until('the word of it', () => card(id).statusLabel === 'Cancelled according to the notification', 5_000);
  await venue.untilLater('the STOP', () => card(id).stopped);
});

test('a command that the service took without effect can be given again, and says so', async () => {
  const { order_id: id } = await venue.place('takeaway');
  await until('the card', () => venue.card(id));
  await fault({ match: 'PUT /orders/*/accept', no_effect: true });
  const accept = () => venue.call('order.accept', { orderId: id, extraMinutes: 0 });
  await accept();
  // A second touch while the effect may still come is the same command.
  await until('the service to be asked', async () => (await venue.asked(id, 'accept')) === 1);
  expect(await accept()).toMatchObject({ ok: true });
  await venue.untilLater('the buttons', () => card(id).actions.length > 0);
  expect(card(id).trouble[0]).toMatchObject({ code: 'no-effect' });
  expect(await venue.asked(id, 'accept')).toBe(1);
  await accept();
  await until('preparing', () => card(id).column === 'preparing');
  expect(await venue.asked(id, 'accept')).toBe(2);
  expect(card(id).trouble).toEqual([]);
}, 60_000);

test('a command that the service took is not sent again before the order could be read', async () => {
  const { order_id: id } = await venue.place('takeaway');
  await until('the card', () => venue.card(id));
  await fault({ match: `GET *orders/${id}`, status: 503, for_ms: 300_000 });
  const accept = () => venue.call('order.accept', { orderId: id, extraMinutes: 0 });
  await accept();
  await until('the service to take it', async () => (await venue.asked(id, 'accept')) === 1);
  await venue.untilLater('the buttons', () => card(id).pending === null && card(id).actions.length > 0);
  await accept();
  await until('it on its way', () => card(id).pending !== null);
  const readings = await venue.asked(id, 'get order v2');
  await venue.untilLater('a reading first', async () => (await venue.asked(id, 'get order v2')) > readings + 1);
  expect(await venue.asked(id, 'accept')).toBe(1);
  await venue.control('DELETE', '/faults');
  await venue.untilLater('preparing', () => card(id).column === 'preparing');
  await until('the end of it', () => card(id).pending === null);
  expect(await venue.asked(id, 'accept')).toBe(1);
}, 180_000);

test('an accept that worked although its answer was lost is never called failed, however long the readings lag', async () => {
  const { order_id: id } = await venue.place('takeaway');
  await until('the card', () => venue.card(id));
  await fault({ match: `GET *orders/${id}`, lag_ms: 18_000, for_ms: 60_000 });
  await fault({ match: 'PUT /orders/*/accept', drop: 'after' });
  const seen = new Set<string>();
  await venue.call('order.accept', { orderId: id, extraMinutes: 0 });
  await venue.untilLater('preparing', () => {
    for (const { code } of card(id).trouble) seen.add(code);
    if (card(id).pending) seen.add(card(id).pending?.says ?? '');
    return card(id).column === 'preparing';
  });
  expect(seen).not.toContain('command-failed');
  expect([...seen].some((says) => says.startsWith('Checking'))).toBe(true);
}, 60_000);

test('who rejected an order is told by our own command, also where its answer was lost', async () => {
  const ours = (await venue.place('takeaway')).order_id;
  const theirs = (await venue.place('takeaway')).order_id;
  await until('the cards', () => venue.card(ours) && venue.card(theirs));
  await fault({ match: `PUT /orders/${ours}/reject`, drop: 'after' });
  await fault({ match: `PUT /orders/${theirs}/reject`, overtaken_by: 'consumer' });
  for (const orderId of [ours, theirs]) await venue.call('order.reject', { orderId, reason: 'Sold out', code: 'GENERIC' });
  await until('both ended', () => card(ours).column === 'ended' && card(theirs).column === 'ended', 20_000);
  await until('ours', () => card(ours).statusLabel === 'Rejected here');
  await until('the other one settled', () => card(theirs).pending === null);
  await until('by whom', () => card(theirs).statusLabel === 'Cancelled by the service, the consumer or support');
}, 60_000);

test('the countdown is the one that the service tells of this venue, and about right before it did', async () => {
  const { order_id: id } = await venue.place('takeaway');
  expect((await until('the card', () => cardOrNone(id))).deadline).toMatchObject({ totalSeconds: 180, about: true });
  const told = await openVenue({
    sandbox: { venuePath: '/venues/{venue_id}' },
    venue: { accept_within_seconds: 300, tells_accept_time: true },
  });
  try {
    await told.stopApp();
    const file = join(told.dataDir, 'settings.json');
    const settings = JSON.parse(readFileSync(file, 'utf8'));
    settings.service.venue_path = '/venues/{venue_id}';
    writeFileSync(file, JSON.stringify(settings));
    await told.startApp();
    const { order_id: other } = await told.place('takeaway');
    await until('the time that was told', () => told.state().orders[other]?.deadline?.totalSeconds === 300);
    expect(told.card(other).deadline?.about).toBe(false);
    // One that stands there when the app starts is counted by it too, as soon as it is told.
    await told.stopApp();
    await told.startApp();
    await until('the time that was told again', () => told.card(other).deadline?.totalSeconds === 300);
  } finally {
    await told.close();
  }
});
