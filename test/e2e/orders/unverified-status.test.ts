/** Notifications and readings disagree: an order that can't be read, a cancellation not yet visible, a command without effect. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isSame, message } from '../../../contract/message.ts';
import { isJson } from '../../setup/is-json.ts';
import { codesIn, t } from '../../setup/messages.ts';
import { testServer } from '../../setup/parts.ts';
import { postNews } from '../venue/post-news.ts';
import { until, type Venue } from '../venue/venue.ts';
import { READ_OFTEN, testVenue, venue, withVenue } from '../venue/with-venue.ts';

withVenue({ settings: READ_OFTEN });

const fault = (order: Record<string, unknown>) => venue.control('POST', '/faults', order);
const card = (id: string) => venue.card(id);
const cardOrNone = (id: string) => venue.state().orders[id];

async function preparing(): Promise<string> {
  const { order_id: id } = await venue.arrived();
  await venue.bringTo(id, 'preparing');
  return id;
}

/** The service can't be read for so long. */
async function unread(ms: number, match = 'GET *orders/*') {
  await fault({ match, status: 500, for_ms: ms });
  const { order_id: id, order_number: number } = await venue.place('takeaway');
  return { id, number, shown: await venue.untilLater('the card', () => cardOrNone(id)?.unread && card(id)) };
}
const TWO_DAYS = 48 * 3_600_000;

/** `lag_ms`: how long after the notification readings still lack the cancellation. */
async function cancelled(id: string, lag_ms?: number): Promise<void> {
  await venue.control('POST', `/orders/${id}/cancel`, { by: 'consumer', lag_ms });
  await until('the alarm', () => card(id).alerting && isSame(card(id).statusLabel, message('orderStatus.cancelledUnverified')));
}
const touched = async (orderId: string, more: { cancelled?: boolean } = {}) => {
  await venue.call('order.touch', { orderId, ...more });
  await until('silence', () => !card(orderId).alerting);
};

/** Restarts a venue's app with this path of the venue's status. */
async function restartWithPath(of: Venue, venue_path: string): Promise<void> {
  await of.stopApp();
  const file = join(of.dataDir, 'settings.json');
  const settings = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...settings, service: { ...settings.service, venue_path } }));
  await of.startApp();
}

async function tellAgain(orderId: string): Promise<void> {
  const order = { id: orderId, venue_id: venue.venueId, status: 'CANCELED', resource_url: 'https://orders.example.test/' };
  expect(await postNews(venue, { type: 'order.notification', order })).toBe(200);
}

test("an order that can't be read is on the board with sound and countdown, and gets its details later", async () => {
  const { id, number, shown } = await unread(600_000, 'GET /v2/orders/*');
  expect(shown).toMatchObject({ column: 'new', alerting: true, statusLabel: message('order.detailsNotReadable'), actions: [] });
  expect(shown.number).toBe(`${id.slice(0, 4)}…`);
  expect(shown.deadline?.of).toBe('accept');
  await until('why', () => codesIn(card(id).trouble[0]?.text).includes('service.fault'));
  expect(await venue.call('order.detail', { orderId: id })).toMatchObject({ ok: false, problem: { code: 'unread' } });
  const bundle = await venue.call('diagnostics.bundle', {});
  const [reported] = bundle.ok ? JSON.parse(bundle.value.text).unread_orders : [];
  expect(reported).toMatchObject({ id, status: 'CREATED', jobs: [{ kind: 'read' }] });
  expect(reported.journal.join()).toContain('notification');

  await touched(id);
  await venue.control('DELETE', '/faults');
  const whole = await venue.untilLater('the whole card', () => !card(id).unread && card(id));
  expect(whole).toMatchObject({ number, alerting: true, column: 'new' });
  expect(whole.trouble).toEqual([]);
  expect(whole.actions.map(({ name }) => name)).toEqual(['accept', 'reject']);
});

test("an order never read is found by ID and in no total; once read it's one order with its number", async () => {
  const { id, number } = await unread(TWO_DAYS);
  const day = (iso: string) => new Date(iso).toLocaleDateString('sv');
  const search = async (typed: string) => (await venue.ask('history.search', { typed, before: null })).orders;
  const [first] = await search(id.split('-')[0] ?? '');
  expect(first).toMatchObject({
    unread: true,
    number: `${id.slice(0, 4)}…`,
    total: null,
    statusShort: message('order.detailsNotReadable'),
  });
  await venue.stopApp();
  await venue.later(13 * 3_600_000);
  await venue.startApp();
  expect(cardOrNone(id)).toBeUndefined();
  const [row] = await search(id);
  expect(row?.statusShort).toEqual(message('order.detailsUnread'));
  const last = message('order.lastWebhookStatus', { status: 'CREATED' });
  expect(row?.statusLabel).toEqual(message('text.list', { first: message('order.detailsUnread'), next: last }));
  expect(row?.venueName).not.toBe('');
  const activity = await venue.ask('history.order', { orderId: id });
  expect(activity).toMatchObject({ unread: { venueName: row?.venueName }, noticedAt: expect.any(String), items: [] });
  expect(activity.timeline.map(({ kind }) => kind)).toContain('notification');
  const placed = day(row?.placedAt ?? '');
  const report = async () => (await venue.ask('history.report', { span: { firstDay: placed, lastDay: placed }, against: null })).report;
  expect(await report()).toMatchObject({ orders: 1, unread: 1, taken: 0, rejected: 0, sales: [], money: [] });
  expect(await venue.call('print.dayReport', { printerId: 'kitchen', day: placed })).toMatchObject({ ok: true });
  await until('the paper', () => venue.printer.papers().some(({ text }) => /Details not read, not in totals\s+1/.test(text)));

  await venue.control('DELETE', '/faults');
  await tellAgain(id);
  await until('its reading', async () => (await search(number)).length === 1);
  expect(await search('')).toMatchObject([{ id, number, unread: false }]);
  expect(await report()).toMatchObject({ orders: 1, unread: 0 });
});

test('an order whose readings always fail is requested only every few minutes', async () => {
  const { id } = await unread(TWO_DAYS);
  const asked = () => venue.asked(id, 'get order v2');
  const closely = await asked();
  await venue.later(11 * 60_000);
  await until('the next reading', async () => (await asked()) > closely);
  await venue.laterAtRest(2_000);
  const before = await asked();
  for (let seconds = 0; seconds < 240; seconds += 20) await venue.laterAtRest(20_000);
  expect((await asked()) - before).toBeLessThanOrEqual(1);
  expect(codesIn(card(id).trouble[0]?.hint)).toContain('order.reloads');
});

test('an unread order raises the same alerts as others; a cancelled one raises none', async () => {
  const reported: Record<string, unknown>[] = [];
  const { origin } = await testServer((request, response) => {
    request.on('data', (chunk) => isJson(request) && reported.push(JSON.parse(String(chunk))));
    request.on('end', () => response.writeHead(isJson(request) ? 204 : 415).end());
  });
  const webhook_url = `${origin}/light`;
  expect((await venue.call('settings.saveAlerts', { alerts: { webhook_url, webhook_after_seconds: 60 } })).ok).toBe(true);
  await fault({ match: 'GET *orders/*', status: 500, for_ms: 900_000 });
  const { order_id: id } = await venue.place('takeaway');
  const { order_id: cancelled } = await venue.place('takeaway');
  for (const one of [id, cancelled]) await venue.untilLater('the card', () => cardOrNone(one)?.unread);
  await tellAgain(cancelled);
  await venue.later(125_000);
  await until('the call', () => reported.length > 0);
  expect(reported).toMatchObject([{ event: 'order.unanswered', order_id: id, order_number: card(id).number, answer_by_is_about: true }]);
  const slip = await until('the slip', () => venue.printer.papers()[0]);
  expect(slip.text).toContain('UNANSWERED ORDER');
  expect(slip.text).toContain(id.slice(0, 4));
  expect(slip.text).toContain(t('printout.checkScreen'));
  expect(slip.text).not.toContain('0 items');
  await venue.laterAtRest(5_000);
  expect(venue.printer.papers()).toHaveLength(1);
  expect(reported).toHaveLength(1);
});

test('an order unknown to the service is shown as unknown; after a minute it no longer rings, and never prints', async () => {
  const order = { id: '5f2a51e07c9d2f4b18e6a302', venue_id: venue.venueId, status: 'CREATED' };
  expect(await postNews(venue, { type: 'order.notification', order, created_at: new Date().toISOString() })).toBe(200);
  await venue.untilLater('the card', () => cardOrNone(order.id)?.alerting);
  await until('the answer of the service', () =>
    codesIn(card(order.id).trouble[0]?.text).some((code) => code === 'service.orderUnknown' || code === 'order.webhookForUnknown'),
  );
  await venue.laterAtRest(61_000);
  await until('quiet', () => !card(order.id).alerting);
  expect(card(order.id)).toMatchObject({ unread: true, deadline: null, statusLabel: message('service.orderUnknown') });
  await venue.laterAtRest(125_000);
  expect(card(order.id).alerting).toBe(false);
  expect(venue.printer.papers()).toEqual([]);
});

test('an order first known from a courier update asks for an answer once it can be read', async () => {
  await venue.control('POST', '/faults', { match: 'notification', drop: true, times: 3 });
  await fault({ match: 'GET /v2/orders/*', status: 500, for_ms: 600_000 });
  const { order_id: id } = await venue.place('instant');
  const order = { id, venue_id: venue.venueId };
  const courier_details = { courier_pickup_eta: new Date().toISOString() };
  expect(await postNews(venue, { type: 'courier.notification', order, courier_details })).toBe(200);
  const shown = await venue.untilLater('the card', () => cardOrNone(id));
  expect(shown).toMatchObject({ unread: true, column: 'preparing', alerting: false, deadline: null });
  expect(shown.statusLabel).toEqual(message('order.detailsNotReadable'));

  await venue.control('DELETE', '/faults');
  const whole = await venue.untilLater('the whole card', () => !card(id).unread && card(id));
  expect(whole).toMatchObject({ alerting: true, column: 'new', statusLabel: message('orderStatus.waitingForYou'), trouble: [] });
  expect(whole.actions.map(({ name }) => name)).toEqual(['accept', 'reject']);
});

test('an order that arrived while access was revoked is shown and rings; its details load after reconnecting', async () => {
  await venue.control('POST', `/venues/${venue.venueId}/revoke`);
  const { order_id: id } = await venue.place('takeaway');
  const shown = await venue.untilLater('the card', () => cardOrNone(id));
  expect(shown).toMatchObject({ unread: true, alerting: true });
  await until('the venue to ask', () => venue.state().venues[venue.venueId]?.state === 'reconnect');
  await until('what is to be done', () => codesIn(card(id).trouble[0]?.hint)[0] === 'order.loadsAfterReconnect');
  await venue.stopApp();
  await venue.startApp();
  await until('the card after a restart', () => cardOrNone(id)?.unread);
  expect(card(id).alerting).toBe(true);
  await venue.call('venue.connect', await venue.newConnection());
  await until('the whole card', () => !card(id).unread);
});

test('a notified cancellation is on the card at once, is checked, and becomes a STOP that staff must confirm', async () => {
  const id = await preparing();
  await cancelled(id, 4_000);
  expect(card(id)).toMatchObject({ column: 'preparing', cancelled: 'claimed' });
  expect(card(id).trouble[0]?.code).toBe('contradicted');
  await venue.untilLater('the STOP', () => card(id).cancelled === 'unseen');
  expect(card(id)).toMatchObject({ column: 'ended', trouble: [] });
  const reads = () => venue.asked(id, 'get order v2');
  const before = await reads();
  await tellAgain(id);
  await until('another reading', async () => (await reads()) > before);
  await until('the queue to be done', () => card(id).pending === null);
  expect(card(id).cancelled).toBe('unseen');
  await venue.stopApp();
  await venue.startApp();
  await until('the STOP after a restart', () => cardOrNone(id)?.cancelled === 'unseen');
  await venue.call('order.touch', { orderId: id });
  await until('the end of the alarm', () => card(id).cancelled !== 'unseen');
});

test("a command sent while the order is being cancelled doesn't silence the cancellation's alarm", async () => {
  const id = await preparing();
  await cancelled(id, 60_000);
  expect(await venue.call('order.ready', { orderId: id })).toMatchObject({ ok: true });
  await until('the command on the card', () => card(id).pending !== null || card(id).trouble.length > 1 || card(id).column === 'ready');
  expect(card(id).alerting).toBe(true);
  await touched(id);
});

test("a tap made before the cancellation was on screen doesn't silence its alarm", async () => {
  const id = await preparing();
  await cancelled(id, 60_000);
  await venue.call('order.touch', { orderId: id, cancelled: false });
  expect(card(id).alerting).toBe(true);
  await touched(id, { cancelled: true });
});

test("failed readings don't end the check of a notified cancellation", async () => {
  const id = await preparing();
  await fault({ match: 'GET /v2/orders/*', status: 503, for_ms: 600_000 });
  await cancelled(id);
  await venue.control('DELETE', '/faults');
  await venue.untilLater('the STOP', () => card(id).cancelled === 'unseen');
});

test("the countdown uses the venue's time to answer from the service; before it is known, it's approximate", async () => {
  const { order_id: id } = await venue.place('takeaway');
  expect((await until('the card', () => cardOrNone(id))).deadline).toMatchObject({ totalSeconds: 180, about: true });
  const reported = await testVenue({
    sandbox: { venuePath: '/venues/{venue_id}' },
    venue: { accept_within_seconds: 300, tells_accept_time: true },
  });
  await restartWithPath(reported, '/venues/{venue_id}');
  const { order_id: other } = await reported.place('takeaway');
  await until('the time that was told', () => reported.state().orders[other]?.deadline?.totalSeconds === 300);
  expect(reported.card(other).deadline?.about).toBe(false);
  await reported.stopApp();
  await reported.startApp();
  await until('the time that was told again', () => reported.card(other).deadline?.totalSeconds === 300);
});

test("if the service refuses the venue's status, staff see what to check", async () => {
  await restartWithPath(venue, '/elsewhere/{venue_id}');
  const notice = await until('the word of it', () => venue.state().notices['venue-refused']);
  expect(notice.text).toEqual(message('venue.statusRefused'));
  expect(codesIn(notice.hint)).toContain('venue.checkPath');
});
