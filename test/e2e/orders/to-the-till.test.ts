/** The till gets each order once over any connection, and the service gets the result. */

import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { isSame, message, type Text } from '../../../contract/message.ts';
import { parseOrder } from '../../../main/orders/reading/parse-order.ts';
import { isOurRejection, mayBeOurRejection } from '../../../main/outbox/commands.ts';
import { openStore } from '../../../main/store/store.ts';
import { createTillKind, queueTillUpdate, tillJobs } from '../../../main/till/hand-off.ts';
import { systemTime } from '../../../shared/time/system-time.ts';
import { orderBody } from '../../fixtures/orders.ts';
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
  const card = await until('the card', () => venue.state().orders[id]);
  expect(card).toMatchObject({ isCut: true, itemCount: 30, alerting: true });
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

test("after many failed attempts the service gets the report that the order didn't reach the till", async () => {
  const folder = join(venue.dataDir, 'store-of-its-own');
  mkdirSync(folder);
  const store = openStore(folder);
  const parsed = parseOrder(orderBody('takeaway-cash'));
  if (!parsed.ok) throw new Error(parsed.why);
  const { order } = parsed;
  const row = {
    order,
    stage: 'preparing' as const,
    open: true,
    noticedAt: 0,
    readAt: 0,
    initialPickupEta: null,
    alerting: false,
    endedAt: null,
  };
  store.write(() => {
    store.orders.save(row, orderBody('takeaway-cash'));
    store.queue.add({ kind: 'till', key: order.id, lane: `till/${order.id}`, pool: order.venueId, orderId: order.id, payload: {} });
  });
  const reported: boolean[] = [];
  const troubles: (Text | null)[] = [];
  const nobody = createServer();
  await new Promise<void>((resolve) => nobody.listen(0, '127.0.0.1', resolve));
  const { port } = nobody.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/`;
  const refused = message('network.connectionRefused', { host: `127.0.0.1:${port}` });
  await new Promise((resolve) => nobody.close(resolve));
  const kind = createTillKind({
    time: systemTime,
    store,
    asPromised: ({ order }) => order,
    till: () => ({ kind: 'http', url }),
    report: (_, success) => reported.push(success),
    isOurRejection: () => false,
    onContact: (trouble) => troubles.push(trouble),
  });
  const job = store.write(() => store.queue.claim({ till: 60_000 }));
  if (!job) throw new Error('Nothing to claim.');
  expect(await kind.run({ ...job, attempts: 8 }, new AbortController().signal)).toMatchObject({
    end: 'retry',
    error: refused,
  });
  const outcome = await kind.run({ ...job, attempts: 9 }, new AbortController().signal);
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

test("a till gets each change under its own key, even if the service doesn't give the time of changes", async () => {
  const store = testStore(join(venue.dataDir, 'store-of-its-own'));
  const keys: string[] = [];
  const kind = createTillKind({
    time: systemTime,
    store,
    asPromised: ({ order }) => order,
    till: () => ({ kind: 'http', url }),
    report: () => {},
    isOurRejection: () => false,
    onContact: () => {},
  });
  const order = (count: number) => {
    const items = (orderBody('takeaway-cash').items as Record<string, unknown>[]).map((item, place) =>
      place === 0 ? { ...item, count } : item,
    );
    const parsed = parseOrder(orderBody('takeaway-cash', { order_status: 'production', modified_at: null, items }));
    if (!parsed.ok) throw new Error(parsed.why);
    return parsed.order;
  };
  const save = (count: number) => {
    const times = { noticedAt: 0, readAt: 0, initialPickupEta: null, alerting: false, endedAt: null };
    store.orders.save({ order: order(count), stage: 'preparing', open: true, ...times }, {});
  };
  const work = async () => {
    const job = store.write(() => store.queue.claim({ till: 60_000 }));
    if (!job) throw new Error('Nothing is due.');
    expect((await kind.run(job, new AbortController().signal)).end).toBe('done');
    store.write(() => store.queue.complete(job));
    keys.push(String(taken.at(-1)?.key));
  };
  store.write(() => {
    save(1);
    for (const job of tillJobs({ kind: 'http', url }, order(1))) store.queue.add(job);
  });
  await work();
  for (const [before, after] of [
    [1, 2],
    [2, 3],
    [3, 2],
    [2, 3],
  ] as const) {
    store.write(() => {
      save(after);
      queueTillUpdate(store, order(before), order(after), false);
    });
    await work();
  }
  expect(new Set(keys).size).toBe(5);
});

test("the till learns of a rejection only once it's known who rejected the order", async () => {
  const store = testStore(join(venue.dataDir, 'store-of-its-own'));
  const kind = createTillKind({
    time: systemTime,
    store,
    asPromised: ({ order }) => order,
    till: () => ({ kind: 'http', url }),
    report: () => {},
    isOurRejection,
    mayBeOurRejection,
    onContact: () => {},
  });
  const parsed = parseOrder(orderBody('takeaway-cash', { order_status: 'rejected' }));
  if (!parsed.ok) throw new Error(parsed.why);
  const { order } = parsed;
  const work = async () => {
    const job = store.write(() => store.queue.claim({ till: 60_000 }));
    if (!job) throw new Error('Nothing is due.');
    const outcome = await kind.run(job, new AbortController().signal);
    store.write(() =>
      outcome.end === 'retry' ? store.queue.retry(job, { error: outcome.error, notBefore: 0, blameless: true }) : store.queue.complete(job),
    );
    return outcome;
  };
  const lane = `order/${order.id}`;
  const command = { action: 'reject', reason: 'Sold out', code: 'GENERIC' };
  const payload = { venueId: order.venueId, command, selfDelivery: false, shiftedTime: null };
  store.write(() => {
    const times = { noticedAt: 0, readAt: 0, initialPickupEta: null, alerting: false, endedAt: 0 };
    store.orders.save({ order, stage: 'rejected', open: false, ...times }, {});
    store.queue.add({ kind: 'till', key: order.id, lane: `till/${order.id}`, pool: 'v', orderId: order.id, payload: {} });
    const had = store.queue.claim({ till: 60_000 });
    if (had) store.queue.complete(had);
    queueTillUpdate(store, order, order, true);
    store.queue.add({ kind: 'command', key: `${order.id}/reject`, lane, pool: 'v', orderId: order.id, payload });
    const lost = store.queue.claim({ command: 60_000 });
    if (lost) store.queue.retry(lost, { error: 'The answer was lost.', notBefore: 0, outcome: 'unknown' });
  });
  expect(await work()).toMatchObject({ end: 'retry', error: message('till.checkingWhoRejected') });
  expect(taken).toEqual([]);
  store.write(() => {
    const found = store.queue.claim({ command: 60_000 });
    if (found) store.queue.complete(found, { outcome: 'confirmed-by-read' });
  });
  expect(await work()).toMatchObject({ end: 'done' });
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
