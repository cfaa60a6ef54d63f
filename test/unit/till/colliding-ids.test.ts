/** Orders with similar IDs, or IDs like our own keys, have their own file and key at the till. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Order } from '../../../main/orders/order.ts';
import { queueTillUpdate, tillJobs } from '../../../main/till/hand-off.ts';
import { writeToHotFolder } from '../../../main/till/hot-folder.ts';
import { tillOrder } from '../../../main/till/till-order.ts';
import { systemTime } from '../../../shared/time/system-time.ts';
import { testFolder, testStore } from '../../setup/parts.ts';
import { order } from '../printing/papers/orders.ts';

test("orders whose IDs differ only in characters that file names can't have get their own files", async () => {
  const folder = testFolder();
  const long = 'a'.repeat(80);
  const given = [
    ['17', 'abc.1'],
    ['17', 'abc:1'],
    ['17', 'abc_1'],
    ['17', 'ABC_1'],
    ['17', `${long}1`],
    ['17', `${long}2`],
    // Number and ID of these two give the same joined text.
    ['17', 'b-c'],
    ['17-b', 'c'],
    ['..', '../x'],
  ] as const;
  for (const [number, id] of given) await writeToHotFolder(systemTime, folder, tillOrder(order({ id, number }), false));
  const files = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')).order_id);
  expect(files.sort()).toEqual(given.map(([, id]) => id).sort());
  // The names also differ on a disk that ignores case.
  expect(new Set(readdirSync(folder).map((name) => name.toLowerCase())).size).toBe(given.length);
  await writeToHotFolder(systemTime, folder, tillOrder(order({ id: '66f0a1b2c3d4e5f601234567', number: '42' }), false));
  expect(readdirSync(folder)).toContain('42-66f0a1b2c3d4e5f601234567.json');
});

test("an order's updates never collide with an order of a similar name", () => {
  const store = testStore(testFolder());
  const till = { kind: 'http', url: 'http://127.0.0.1:9/' } as const;
  const of = (id: string, more: Partial<Order> = {}): Order => order({ id, ...more });
  store.write(() => {
    for (const id of ['X', 'X/cancelled', 'X/changed', 'X%2Fcancelled', 'Ж 1']) {
      for (const job of tillJobs(till, of(id))) store.queue.add(job);
      queueTillUpdate(store, of(id), of(id, { number: 'another' }), false);
      queueTillUpdate(store, of(id), of(id), true);
    }
  });
  for (const id of ['X', 'X/cancelled', 'X/changed', 'X%2Fcancelled', 'Ж 1']) expect(store.queue.ofOrder(id)).toHaveLength(3);
  const keys = store.queue.list('unfinished', 100).map(({ key }) => key);
  expect(new Set(keys).size).toBe(15);
  // Each key is a valid header value.
  for (const key of keys) expect(() => new Headers({ 'idempotency-key': key })).not.toThrow();
});
