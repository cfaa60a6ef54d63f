/** Counted stock that a till sends over HTTP. */
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { english } from '../../../contract/english.ts';
import { freePort } from '../../../main/demo/venue.ts';
import { applyStock } from '../../../main/outbox/menu/apply-stock.ts';
import { createMenuBook } from '../../../main/outbox/menu/menu-book.ts';
import { queueChange } from '../../../main/outbox/menu/queue-changes.ts';
import type { Store } from '../../../main/store/store.ts';
import { listenForStock, type StockPort } from '../../../main/till/stock-http.ts';
import { keepMenu } from '../../setup/kept-menu.ts';
import { testFolder, testServer, testStore } from '../../setup/parts.ts';
import { type TestTime, testTime } from '../../setup/test-time.ts';

const MENU = JSON.parse(readFileSync(new URL('../../fixtures/menu/menu-ready.json', import.meta.url), 'utf8')).menu;
const KEY = 'a-key-of-more-than-sixteen';
const TWO = 'sku;inventory\nDR-310;12\nDR-310;11\n';
let store: Store;
let time: TestTime;
let port: number | null;
let key: string | null;
let venues: string[];
let stockPort: StockPort;
let refused: string[];
let trouble: string | null;

beforeEach(async () => {
  time = testTime(Date.UTC(2026, 10, 25, 11));
  store = testStore(testFolder(), { time });
  keepMenu(store, 'v', time.wall(), MENU);
  [port, key, venues, refused, trouble] = [await freePort(), KEY, ['v'], [], null];
  const book = createMenuBook(store, time);
  stockPort = listenForStock({
    time,
    port: () => port,
    key: async () => key,
    venueIds: () => venues,
    take: (venueId, stock, delivery) => applyStock({ store, time, book, isShop: () => true }, venueId, stock, delivery),
    onTrouble: (text) => {
      trouble = text && english(text);
    },
    onRefused: (name, mistakes) => refused.push(`${name}: ${mistakes.map(({ line }) => line).join(' ')}`),
    onDefect: (error) => expect.unreachable(String(error)),
  });
  await stockPort.settled();
});
afterEach(() => stockPort[Symbol.asyncDispose]());

const counts = () => store.menu.of('v').map(({ subject, wants, state }) => [subject, wants.inventory, state]);
const address = (path = '/stock'): string => `http://127.0.0.1:${port}${path}`;

async function give(
  body: string,
  { path = '/stock', given = KEY as string | null, named = '' } = {},
): Promise<{ status: number; body: unknown }> {
  const headers: Record<string, string> = {
    ...(given === null ? {} : { authorization: `Bearer ${given}` }),
    ...(named === '' ? {} : { 'idempotency-key': named }),
  };
  const response = await fetch(address(path), { method: 'POST', headers, body });
  return { status: response.status, body: await response.json() };
}

test('a table or JSON is imported as from a file, and the same request again has no effect', async () => {
  expect(await give(TWO)).toEqual({ status: 200, body: { taken: 1 } });
  expect(counts()).toEqual([['external_id:POS-1010', 11, 'waiting']]);
  const [word] = store.menu.of('v');
  store.write(() => store.menu.sent(word ? [word] : [], time.service.now()));
  // The answer was lost, and the till repeats it: the service may have sold some by now.
  expect(await give(TWO)).toEqual({ status: 200, body: { taken: 1 } });
  expect(counts()).toEqual([['external_id:POS-1010', 11, 'sent']]);
  expect(store.menu.notes('v', 9)).toHaveLength(1);
  await time.advance(60 * 60_000);
  expect(await give('[{"sku":"DR-310","inventory":11}]')).toEqual({ status: 200, body: { taken: 1 } });
  expect(counts()).toEqual([['external_id:POS-1010', 11, 'waiting']]);
});

test('a count sent again under the same name is imported once; under another name it is a new count, even if equal', async () => {
  const sent = () => store.write(() => store.menu.sent(store.menu.of('v'), time.service.now()));
  await give(TWO, { named: 'count-1' });
  sent();
  await time.advance(60 * 60_000);
  expect(await give(TWO, { named: 'count-1' })).toEqual({ status: 200, body: { taken: 1 } });
  expect(counts()).toEqual([['external_id:POS-1010', 11, 'sent']]);
  expect(await give(TWO, { named: 'count-2' })).toEqual({ status: 200, body: { taken: 1 } });
  expect(counts()).toEqual([['external_id:POS-1010', 11, 'waiting']]);
});

test('a manual stock count survives a till that repeats its older count', async () => {
  await give(TWO);
  store.write(() => store.menu.sent(store.menu.of('v'), time.service.now()));
  await time.advance(30_000);
  queueChange(store, time, { venueId: 'v', endpoint: 'inventory', subject: 'external_id:POS-1010', wants: { inventory: 7 }, by: 'Alex' });
  expect(await give(TWO)).toEqual({ status: 200, body: { taken: 1 } });
  expect(counts()).toEqual([['external_id:POS-1010', 7, 'waiting']]);
  expect(await give('sku,inventory\nDR-310,7\n')).toEqual({ status: 200, body: { taken: 1 } });
  expect(store.menu.notes('v', 9)).toHaveLength(2);
});

test('any mistake in a request refuses the whole request, with each line and reason', async () => {
  expect(await give('sku,inventory\nDR-310,12\nNOTHING,3\n')).toEqual({
    status: 422,
    body: { error: 'mistakes', mistakes: [{ line: 3, text: "sku:NOTHING isn't in the menu that was last loaded." }] },
  });
  expect((await give('{"data":[{"sku":"DR-310","inventory":-1},{"inventory":2}]}')).body).toMatchObject({
    mistakes: [
      { line: 1, text: 'inventory must be a whole number from 0 to 1000000.' },
      { line: 2, text: 'Exactly one of external_id, gtin and sku must name the item.' },
    ],
  });
  expect((await give('')).status).toBe(422);
  expect(counts()).toEqual([]);
  expect(refused).toEqual(['HTTP: 3', 'HTTP: 1 2', 'HTTP: 1']);
});

test("counts without a valid key, or before a key exists, aren't imported", async () => {
  expect((await give(TWO, { given: null })).status).toBe(401);
  expect((await give(TWO, { given: `${KEY}x` })).status).toBe(401);
  key = null;
  expect((await give(TWO, { given: '' })).status).toBe(503);
  expect((await give(TWO, { given: 'null' })).status).toBe(503);
  expect(counts()).toEqual([]);
});

test("counts from a DNS rebinding page aren't imported, whatever key it has", async () => {
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const headers = { host: `rebound.example:${port}`, authorization: `Bearer ${KEY}` };
    const asked = request(address(), { method: 'POST', headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    asked.on('error', reject);
    asked.end(TWO);
  });
  expect(status).toBe(421);
  expect(counts()).toEqual([]);
});

test('with several venues a till must name the venue of its counts', async () => {
  venues = ['v', 'other'];
  expect(await give(TWO)).toMatchObject({ status: 404, body: { venues: ['v', 'other'] } });
  expect((await give(TWO, { path: '/stock/nobody' })).status).toBe(404);
  expect((await give(TWO, { path: '/elsewhere' })).status).toBe(404);
  expect((await give(TWO, { path: '/stock/v' })).status).toBe(200);
  const read = await fetch(address('/stock/v'), { headers: { authorization: `Bearer ${KEY}` } });
  expect([read.status, read.headers.get('allow')]).toEqual([405, 'POST']);
});

test('a changed port applies at once; a port in use is reported and retried; no port turns the endpoint off', async () => {
  const { port: taken, server: other } = await testServer(() => undefined);
  port = taken;
  stockPort.settingsChanged();
  await stockPort.settled();
  expect(trouble).toBe(`Another program uses port ${taken}, so a till can't send counted stock by HTTP.`);
  await new Promise((resolve) => other.close(resolve));
  await time.advance(3_000);
  await stockPort.settled();
  expect(trouble).toBeNull();
  expect((await give(TWO)).status).toBe(200);
  const before = address();
  port = null;
  stockPort.settingsChanged();
  await stockPort.settled();
  await expect(fetch(before)).rejects.toThrow('fetch failed');
});
