/** A database restored from a backup no longer knows what was printed, refunded or ordered since. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { message } from '../../../contract/message.ts';
import { bears } from '../../fixtures/number-on-paper.ts';
import { codesIn } from '../../setup/messages.ts';
import { testFolder } from '../../setup/parts.ts';
import { courierOrder } from '../venue/courier-order.ts';
import { type PlacedOrder, until } from '../venue/venue.ts';
import { READ_OFTEN, venue, withVenue } from '../venue/with-venue.ts';

withVenue({ settings: READ_OFTEN });

const file = () => join(venue.dataDir, 'tillbridge.sqlite');
const texts = () => Object.values(venue.state().notices).map(({ text }) => text);
const tickets = ({ order_number: number }: PlacedOrder) => venue.printer.papers().filter((paper) => paper.cut && bears(paper, number));
const news = ({ order_id: id }: PlacedOrder) => venue.control('POST', `/orders/${id}/courier-arrives`);

async function arrived(): Promise<PlacedOrder> {
  const order = await venue.arrived('takeaway', { cash_payment: null });
  return order;
}
async function accepted(): Promise<PlacedOrder> {
  const order = await arrived();
  await venue.call('order.accept', { orderId: order.order_id, extraMinutes: 0 });
  await until('the ticket', () => tickets(order).length > 0);
  return order;
}
async function backUp(): Promise<void> {
  expect(await venue.call('backup.make', {})).toMatchObject({ ok: true });
}
async function lose(): Promise<void> {
  await venue.stopApp();
  for (const part of ['', '-wal', '-shm']) rmSync(file() + part, { force: true });
  await venue.startApp();
}

test('staff see which backup was restored and what may be missing, until they dismiss it', async () => {
  await accepted();
  await backUp();
  await lose();
  const [text] = texts();
  const all = ['text.sentences', 'database.wasMissing', 'text.sentences', 'database.continuesFromBackup', 'backup.ordersInIt'];
  expect(codesIn(text)).toEqual(all);
  expect(JSON.stringify(text)).toContain(JSON.stringify(message('backup.ordersInIt', { orders: 1 })));
  expect(texts()).toHaveLength(1);
  expect(Object.values(venue.state().notices)[0]?.hint).toEqual(message('database.laterOrdersReturn'));
  await venue.stopApp();
  await venue.startApp();
  expect(texts()).toHaveLength(1);
  await venue.call('notice.dismiss', { id: 'damaged' });
  await venue.stopApp();
  await venue.startApp();
  expect(texts()).toEqual([]);
});

test('after a restore, tickets printed since the backup print again, marked as a possible copy; new ones are unmarked', async () => {
  const known = await accepted();
  const half = await arrived();
  await backUp();
  const later = await accepted();
  await venue.call('order.accept', { orderId: half.order_id, extraMinutes: 0 });
  await until('the ticket', () => tickets(half).length === 1);
  await lose();
  await news(later);
  const fresh = await accepted();
  for (const order of [half, later]) {
    const again = await until('the ticket again', () => tickets(order)[1]);
    expect(again.text).toContain('POSSIBLE COPY');
  }
  expect(tickets(fresh).map(({ text }) => text.includes('POSSIBLE COPY'))).toEqual([false]);
  expect(tickets(known)).toHaveLength(1);
  for (const { order_id: id } of [known, half, later, fresh]) expect(await venue.asked(id, 'accept')).toBe(1);
});

test("after a restore, an order's first reprint is marked as a possible copy, and later ones are numbered", async () => {
  const order = await arrived();
  await backUp();
  await lose();
  const print = () => venue.call('print.again', { orderId: order.order_id, document: 'kitchen-ticket', part: null, printerId: null });
  await print();
  await until('the first', () => tickets(order).length === 1);
  await print();
  await until('the second', () => tickets(order).length === 2);
  expect(tickets(order)[0]?.text).toContain('POSSIBLE COPY');
  expect(tickets(order)[1]?.text).toContain('REPRINT');
});

test("after a restore, an order cancelled meanwhile gets a STOP ticket though its own ticket isn't known", async () => {
  const half = await arrived();
  await backUp();
  await venue.call('order.accept', { orderId: half.order_id, extraMinutes: 0 });
  const later = await accepted();
  await until('the ticket', () => tickets(half).length === 1);
  await venue.stopApp();
  for (const part of ['', '-wal', '-shm']) rmSync(file() + part, { force: true });
  for (const { order_id: id } of [half, later]) await venue.control('POST', `/orders/${id}/cancel`, { by: 'support' });
  await venue.startApp();
  // The cancellation arrived while nothing listened; the next notification reveals it.
  await news(later).catch(() => undefined);
  const stop = await until('the STOP slip', () => tickets(half).find(({ text }) => text.includes('STOP')));
  expect(stop.text).toContain('POSSIBLE COPY');
  expect(venue.card(half.order_id).cancelled).toBe('unseen');
});

test("after a restore, a refund that was being sent at the backup isn't given twice", async () => {
  const order = await accepted();
  const { order_id: id } = order;
  await venue.control('POST', `/orders/${id}/staff-ready`);
  await venue.control('POST', `/orders/${id}/pickup`);
  await venue.control('POST', `/orders/${id}/delivered`);
  await until('the end', () => venue.card(id).column === 'ended');
  await venue.control('POST', '/faults', { match: 'POST /orders/*/refund-basket', status: 503, times: 3 });
  const operation = { operation: 'refund-basket', amount: 200, reason: 'PRICE_DIFFERENCE', vat: 0 } as const;
  await venue.call('order.operate', { orderId: id, requestId: 'one-decision', operation });
  await until('a first attempt', async () => (await venue.asked(id, 'refund-basket')) > 0);
  await backUp();
  const given = async () => (await venue.atService(id)).history.filter(({ event }) => event === 'basket refunded').length;
  await venue.untilLater('the refund', async () => (await given()) === 1);
  await lose();
  const trouble = await until('words about it', () => venue.card(id).trouble[0]);
  expect(trouble.text).toMatchObject({ code: 'command.outcomeUnknown' });
  expect(await given()).toBe(1);
});

test("after a restore, a courier that was being ordered at the backup isn't ordered twice", async () => {
  const merchant = await venue.control('POST', '/merchants');
  const { merchant_id: merchantId, merchant_key: key } = merchant as { merchant_id: string; merchant_key: string };
  expect(await venue.call('settings.saveMerchant', { merchantId, key, webhookSecret: null })).toMatchObject({ ok: true });
  const { venueId } = venue;
  const address = { street: 'Harbour street 5', city: 'Helsinki', postCode: '00100', place: null };
  const offer = await venue.ask('courier.offer', { venueId, address, scheduledTime: null, parcels: [], minPreparationMinutes: 20 });
  await venue.control('POST', '/faults', { match: 'POST /v1/venues/*/deliveries', status: 503, times: 3 });
  const answer = await venue.call('courier.order', courierOrder('one-decision', venueId, offer.id));
  expect(answer).toMatchObject({ ok: true });
  await backUp();
  const sent = async () => ((await venue.control('GET', '/deliveries')).deliveries as unknown[]).length;
  await venue.untilLater('the courier', async () => (await sent()) === 1);
  await lose();
  await until('what is known of him', () => Object.values(venue.state().deliveries)[0]?.state === 'uncertain');
  expect(await sent()).toBe(1);
});

test('after a restore, the till is informed that it may already have the order', async () => {
  const folder = testFolder();
  await venue.call('settings.savePos', { pos: { kind: 'hot-folder', folder } });
  const handed = (order: PlacedOrder) => {
    const name = readdirSync(folder).find((one) => one.includes(order.order_id) && one.endsWith('.json'));
    return name === undefined ? null : (JSON.parse(readFileSync(join(folder, name), 'utf8')) as { possible_copy: boolean });
  };
  const half = await arrived();
  await backUp();
  await venue.call('order.accept', { orderId: half.order_id, extraMinutes: 0 });
  expect((await until('the hand-off', () => handed(half))).possible_copy).toBe(false);
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
  await lose();
  expect((await until('it again', () => handed(half))).possible_copy).toBe(true);
  const fresh = await accepted();
  expect((await until('the next order', () => handed(fresh))).possible_copy).toBe(false);
});

test('a database deleted under the running app is restored within seconds, and nothing is lost', async () => {
  const before = await accepted();
  // A ticket not yet confirmed would print again, marked as a possible copy.
  await until('nothing to be under way', async () => {
    const answer = await venue.call('diagnostics.get', {});
    return answer.ok && answer.value.jobs.length === 0;
  });
  for (const part of ['', '-wal', '-shm']) rmSync(file() + part, { force: true });
  await until('the message', () => codesIn(texts()).includes('database.removedAndRestored'));
  expect(existsSync(file())).toBe(true);
  expect(venue.card(before.order_id).column).toBe('preparing');
  await venue.control('POST', '/webhooks', { url: await venue.app().receiverUrl(), secret: 'a-webhook-secret-of-many-bits' });
  const after = await accepted();
  expect(tickets(before)).toHaveLength(1);
  expect(tickets(after).map(({ text }) => text.includes('POSSIBLE COPY'))).toEqual([false]);
  await venue.stopApp();
  await venue.startApp();
  for (const { order_id: id } of [before, after]) expect(venue.card(id).column).toBe('preparing');
  expect(texts()).toEqual([]);
});

test.each([
  ['is removed', 1],
  ['is removed again and again while it is restored', 120],
])('if the whole data folder %s, secrets, settings and orders are restored', async (_, times) => {
  const before = await accepted();
  for (let time = 0; time < times; time += 1) {
    rmSync(venue.dataDir, { recursive: true, force: true });
    if (times > 1) await new Promise((resolve) => setTimeout(resolve, 25));
  }
  await until('the message', () => codesIn(texts()).includes('database.removedAndRestored'), 30_000);
  await venue.control('POST', '/webhooks', { url: await venue.app().receiverUrl(), secret: 'a-webhook-secret-of-many-bits' });
  await accepted();
  expect(venue.card(before.order_id).column).toBe('preparing');
  for (const name of ['tillbridge.sqlite', 'settings.json', 'vault.enc', 'vault.key', 'vault-place.json', 'in-use.lock'])
    expect(existsSync(join(venue.dataDir, name)), name).toBe(true);
  expect(Object.values(venue.state().venues).map(({ state }) => state)).toEqual(['connected']);
});
