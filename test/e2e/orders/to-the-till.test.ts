/** The till gets each order once over any connection, and the service gets the result. */

import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { isSame, message, type Text } from '../../../contract/message.ts';
import { isOurRejection, mayBeOurRejection } from '../../../main/outbox/commands.ts';
import type { ClaimedJob } from '../../../main/store/queue/queue.ts';
import { createTillKind, queueTillUpdate } from '../../../main/till/hand-off.ts';
import { systemTime } from '../../../shared/time/system-time.ts';
import { orderBody, putOrder } from '../../fixtures/orders.ts';
import { isJson } from '../../setup/is-json.ts';
import { codesIn, t } from '../../setup/messages.ts';
import { testServer, testStore } from '../../setup/parts.ts';
import { type PlacedOrder, until } from '../venue/venue.ts';
import { venue, withVenue } from '../venue/with-venue.ts';

let url: string;
let taken: { key: string | undefined; body: Record<string, unknown> }[];
let answers: number[];

withVenue();
beforeEach(async () => {
  taken = [];
  answers = [];
  const { origin } = await testServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    const status = isJson(request) ? (answers.shift() ?? 201) : 415;
    if (status < 300)
      taken.push({ key: request.headers['idempotency-key'] as string, body: JSON.parse(Buffer.concat(parts).toString('utf8')) });
    response.writeHead(status).end();
  });
  url = `${origin}/orders`;
});

async function accepted(): Promise<PlacedOrder> {
  const placed = await venue.arrived();
  await venue.call('order.accept', { orderId: placed.order_id, extraMinutes: 0 });
  return placed;
}
const connectHttp = () => venue.call('settings.savePos', { pos: { kind: 'http', url } });
const reports = async (orderId: string) => (await venue.atService(orderId)).sent_to_pos.map(({ success }) => success);

test('an order with very many options is cut on the card only: screen and till get all of them', async () => {
  await connectHttp();
  const items = Array.from({ length: 30 }, (_, dish) => ({
    row_number: dish + 1,
    name: `Dish ${dish}`,
    count: 1,
    options: Array.from({ length: 90 }, (_, at) => ({ name: 'With', value: `Sauce ${at}`, count: 1 })),
  }));
  const { order_id: id } = await venue.place('takeaway', { items });
  const card = await until('the card', () => venue.card(id).isCut && venue.card(id));
  expect(card).toMatchObject({ itemCount: 30, alerting: true });
  expect(card.trouble.map(({ code }) => code)).toEqual(['partly-unreadable']);
  const detail = await venue.call('order.detail', { orderId: id });
  expect(detail.ok && detail.value.whole?.items.flatMap(({ options }) => options)).toHaveLength(2_700);
  expect((await venue.call('order.accept', { orderId: id, extraMinutes: 0 })).ok).toBe(true);
  await until('the till has it', () => taken.length === 1);
  const reported = taken[0]?.body.items as { options: unknown[] }[];
  expect(reported.flatMap(({ options }) => options)).toHaveLength(2_700);
  const ticket = await until('the ticket', () => venue.printer.papers()[0]);
  expect(ticket.text).toContain(t('printout.moreOnScreen', { count: 30 }));
  // Reading the order again finds no change, so neither till nor kitchen gets one.
  await venue.bringTo(id, 'ready');
  await venue.laterAtRest(2_000);
  expect([taken.length, venue.printer.papers().length]).toEqual([1, 1]);
});

test('a till that first refuses the order over HTTP gets it once, and the service gets the report', async () => {
  await connectHttp();
  answers.push(503, 500);
  const { order_id: id, order_number: number } = await accepted();
  await until('staff are told', () => codesIn(venue.card(id).till).includes('till.orderRefused'));
  await until('the till has it', () => taken.length === 1);
  expect(taken[0]).toMatchObject({ key: id, body: { format: 'tillbridge-order-1', order_number: number, possible_copy: true } });
  await until('the report', async () => (await reports(id)).length === 1);
  expect(await reports(id)).toEqual([true]);
  await until('the word on the card', () =>
    isSame(venue.card(id).till.text, message('cardTill.hasOrder', { reported: message('cardTill.serviceKnows') })),
  );
  expect(venue.card(id).till.state).toBe('confirmed');
});

test('an unusable till folder is reported, and the order arrives once the folder exists', async () => {
  const folder = join(venue.dataDir, 'till');
  // A file instead of the folder: not even root can write into it.
  writeFileSync(folder, '');
  await venue.call('settings.savePos', { pos: { kind: 'hot-folder', folder } });
  const { order_id: id } = await accepted();
  await until('staff are told', () => codesIn(venue.card(id).till).includes('file.notFolder'));
  expect(await reports(id)).toEqual([]);
  rmSync(folder);
  mkdirSync(folder);
  const file = await until('the file', () => readdirSync(folder).find((name) => name.endsWith('.json')));
  expect(JSON.parse(readFileSync(join(folder, file), 'utf8'))).toMatchObject({ order_id: id, possible_copy: false });
  expect(readdirSync(folder)).toHaveLength(1);
});

/** The queue's kind "till" on a store of its own, for what a whole venue can't cause. */
function tillQueue(over: Partial<Parameters<typeof createTillKind>[0]> = {}) {
  const store = testStore(join(venue.dataDir, 'store-of-its-own'));
  const till = () => ({ kind: 'http', url }) as const;
  const silent = { report: () => {}, isOurRejection: () => false, onContact: () => {} };
  const kind = createTillKind({ time: systemTime, store, asPromised: ({ order }) => order, till, ...silent, ...over });
  const claimed = (of = 'till') => {
    const job = store.write(() => store.queue.claim({ [of]: 60_000 }));
    if (!job) throw new Error('Nothing is due.');
    return job;
  };
  return { store, claimed, run: (job: ClaimedJob) => kind.run(job, new AbortController().signal) };
}

test("after many failed attempts the service gets the report that the order didn't reach the till", async () => {
  const { port, server } = await testServer(() => {});
  await new Promise((resolve) => server.close(resolve));
  const refused = message('network.connectionRefused', { host: `127.0.0.1:${port}` });
  const reported: boolean[] = [];
  const troubles: (Text | null)[] = [];
  const { store, claimed, run } = tillQueue({
    till: () => ({ kind: 'http', url: `http://127.0.0.1:${port}/` }),
    report: (_, success) => reported.push(success),
    onContact: (trouble) => troubles.push(trouble),
  });
  const order = putOrder(store, orderBody('takeaway-cash'));
  store.write(() =>
    store.queue.add({ kind: 'till', key: order.id, lane: `till/${order.id}`, pool: order.venueId, orderId: order.id, payload: {} }),
  );
  const job = claimed();
  expect(await run({ ...job, attempts: 8 })).toMatchObject({ end: 'retry', error: refused });
  const outcome = await run({ ...job, attempts: 9 });
  expect(outcome.end).toBe('failed');
  expect(troubles).toEqual([refused, refused]);
  store.write(() => outcome.also?.());
  expect(reported).toEqual([false]);
});

test("a till gets an order's change and cancellation once each, with the order's ID in their keys", async () => {
  await connectHttp();
  const { order_id: id, order_number: number } = await venue.place('takeaway', {
    items: [{ row_number: 1, id: 'b', name: 'Burger', count: 3, options: [] }],
  });
  await until('the card', () => venue.card(id));
  await venue.call('order.accept', { orderId: id, extraMinutes: 0 });
  await until('the till has it', () => taken.length === 1);
  expect(taken[0]?.body.possible_copy).toBe(false);
  const changes = [{ row: 1, replacements: [{ type: 'count-change-replacement' as const, count: 1 }] }];
  const operation = { operation: 'replace-items' as const, changes, additions: [] };
  expect(await venue.call('order.operate', { orderId: id, requestId: 'fewer-of-one', operation })).toEqual({ ok: true, value: {} });
  await until('the change', () => taken.length === 2);
  expect(taken[1]?.key).toMatch(new RegExp(`^${id}/changed/`));
  expect(taken[1]?.body).toMatchObject({ format: 'tillbridge-change-1', order_id: id, order_number: number });
  const countOf = (body: unknown) =>
    (body as { items: { row_number: number; count: number }[] }).items.find((item) => item.row_number === 1)?.count;
  expect(countOf(taken[0]?.body)).toBe(3);
  expect(countOf(taken[1]?.body.order)).toBe(1);
  answers.push(503);
  await venue.control('POST', `/orders/${id}/cancel`, { by: 'consumer' });
  await until('the cancel', () => taken.length === 3);
  expect(taken[2]).toMatchObject({
    key: `${id}/cancelled`,
    body: { format: 'tillbridge-cancel-1', order_id: id, order_number: number, by_venue: false },
  });
  await until('the word on the card', () => isSame(venue.card(id).till.text, message('cardTill.knowsCancellation')));
  expect(await reports(id)).toEqual([true]);
});

test("the till learns of a rejection only once it's known who rejected the order", async () => {
  const { store, claimed, run } = tillQueue({ isOurRejection, mayBeOurRejection });
  const order = putOrder(store, orderBody('takeaway-cash', { order_status: 'rejected' }), { stage: 'rejected', open: false, endedAt: 0 });
  const ofOrder = { pool: order.venueId, orderId: order.id };
  const command = { action: 'reject', reason: 'Sold out', code: 'GENERIC' };
  const payload = { venueId: order.venueId, command, selfDelivery: false, shiftedTime: null };
  store.write(() => {
    store.queue.add({ ...ofOrder, kind: 'till', key: order.id, lane: `till/${order.id}`, payload: {} });
    store.queue.add({ ...ofOrder, kind: 'command', key: `${order.id}/reject`, lane: `order/${order.id}`, payload });
  });
  const [handed, lost] = [claimed(), claimed('command')];
  store.write(() => {
    store.queue.complete(handed);
    queueTillUpdate(store, order, order, true);
    store.queue.retry(lost, { error: 'The answer was lost.', notBefore: 0, outcome: 'unknown' });
  });
  const unsettled = claimed();
  const outcome = await run(unsettled);
  expect(outcome).toMatchObject({ end: 'retry', error: message('till.checkingWhoRejected') });
  expect(taken).toEqual([]);
  store.write(() => store.queue.retry(unsettled, { error: message('till.checkingWhoRejected'), notBefore: 0, blameless: true }));
  const found = claimed('command');
  store.write(() => store.queue.complete(found, { outcome: 'confirmed-by-read' }));
  expect(await run(claimed())).toMatchObject({ end: 'done' });
  expect(taken.map(({ body }) => body.by_venue)).toEqual([true]);
});

test('in a watched folder, a cancellation is a file with the ending .cancelled', async () => {
  const folder = join(venue.dataDir, 'till');
  await venue.call('settings.savePos', { pos: { kind: 'hot-folder', folder } });
  const { order_id: id, order_number: number } = await accepted();
  await until('the order', () => readdirSync(folder).includes(`${number}-${id}.json`));
  await venue.control('POST', `/orders/${id}/cancel`, { by: 'consumer' });
  await until('the cancel', () => readdirSync(folder).includes(`${number}-${id}.cancelled`));
  expect(JSON.parse(readFileSync(join(folder, `${number}-${id}.cancelled`), 'utf8'))).toMatchObject({
    format: 'tillbridge-cancel-1',
    order_id: id,
  });
  expect(readdirSync(folder).filter((name) => name.endsWith('.json'))).toHaveLength(1);
});

test('an order cancelled before its hand-off never reaches the till', async () => {
  await connectHttp();
  const { order_id: id } = await venue.arrived();
  await venue.call('order.reject', { orderId: id, reason: 'Sold out', code: 'GENERIC' });
  await until('the end', () => venue.card(id).column === 'ended');
  const other = await accepted();
  await until('the next one', () => taken.length === 1);
  expect(taken[0]?.key).toBe(other.order_id);
});

test.skipIf(process.platform === 'win32')(
  "links planted in the till's folder can't make the app overwrite or open other files",
  async () => {
    const folder = join(venue.dataDir, 'till');
    const key = join(venue.dataDir, 'some-key');
    const KEY = 'a key that nobody else may read';
    mkdirSync(folder);
    writeFileSync(key, KEY);
    chmodSync(key, 0o600);
    const link = (name: string) => symlinkSync(key, join(folder, name));
    const isWhole = () => expect([readFileSync(key, 'utf8'), statSync(key).mode & 0o777]).toEqual([KEY, 0o600]);
    await venue.call('settings.savePos', { pos: { kind: 'hot-folder', folder } });

    link('.tillbridge-self-test');
    const drill = await venue.call('selfTest.run', {});
    expect(codesIn(drill)).toContain('till.folderWritable');
    isWhole();

    const { order_id: id, order_number: number } = await venue.arrived();
    for (const ending of ['json', 'changed', 'cancelled']) link(`.${number}-${id}.${ending}.part`);
    // One link has the final file's name: it is replaced, never followed.
    link(`${number}-${id}.json`);
    await venue.call('order.accept', { orderId: id, extraMinutes: 0 });
    const read = () => JSON.parse(readFileSync(join(folder, `${number}-${id}.json`), 'utf8'));
    await until('the order', () => !readFileSync(join(folder, `${number}-${id}.json`), 'utf8').startsWith(KEY));
    expect(read()).toMatchObject({ order_id: id });
    await venue.control('POST', `/orders/${id}/cancel`, {});
    await until('the cancel', () => readdirSync(folder).includes(`${number}-${id}.cancelled`));
    isWhole();
  },
);
