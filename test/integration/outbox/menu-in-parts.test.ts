/** A menu of thousands of items is parsed in a thread and written in parts. */
import { randomBytes } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { createMenuBook } from '../../../main/outbox/menu/menu-book.ts';
import { saveMenuParts } from '../../../main/outbox/menu/save-menu-parts.ts';
import type { Store } from '../../../main/store/store.ts';
import { createMenuThread } from '../../../main/view/menu/whole/menu-thread.ts';
import { workHere } from '../../setup/kept-menu.ts';
import { testFolder, testStore } from '../../setup/parts.ts';
import { testTime } from '../../setup/test-time.ts';

const NOW = Date.UTC(2026, 10, 25, 11);
const time = testTime(NOW);
let dir: string;
let store: Store;
beforeEach(() => {
  dir = testFolder();
  store = testStore(dir, { time });
});

/** No two of these parts fit into one transaction. */
const parts = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `part/${at}`, body: randomBytes(200 * 1024) }));
/** The signal of a reading whose lease is valid. */
const HELD = new AbortController().signal;
const names = () => store.menu.copies.parts('v', '').map(({ name }) => name);
function beforeEachWrite(look: () => void): Store {
  const { write } = store;
  return {
    ...store,
    write(work) {
      look();
      return write(work);
    },
  };
}
async function keep(count: number, readAt: number, on = store): Promise<void> {
  const id = await saveMenuParts(on, 'v', parts(count), HELD);
  on.write(() => on.menu.copies.switchTo('v', id, readAt));
}

test('other work runs between the parts of a menu, and the previous copy is used until the last part is written', async () => {
  await keep(2, NOW);
  const writtenIn: number[] = [];
  let turn = 0;
  let next = setImmediate(function count() {
    turn += 1;
    next = setImmediate(count);
  });
  const looking = beforeEachWrite(() => {
    writtenIn.push(turn);
    expect(names()).toEqual(['part/0', 'part/1']);
  });
  await saveMenuParts(looking, 'v', parts(8), HELD);
  clearImmediate(next);
  expect(new Set(writtenIn).size).toBeGreaterThanOrEqual(8);
});

test('a power cut between parts leaves the previous menu copy, and the next reading removes the partial one', async () => {
  await keep(2, NOW);
  let writes = 0;
  const failing = beforeEachWrite(() => {
    writes += 1;
    if (writes === 5) throw new Error('power cut');
  });
  await expect(saveMenuParts(failing, 'v', parts(8), HELD)).rejects.toThrow('power cut');
  store.close();
  store = testStore(dir, { time });
  expect([names(), store.menu.copies.get('v')?.readAt]).toEqual([['part/0', 'part/1'], NOW]);
  await keep(3, NOW + 1);
  expect([names(), store.menu.copies.get('v')?.readAt]).toEqual([['part/0', 'part/1', 'part/2'], NOW + 1]);
  expect(store.write(() => store.menu.copies.sweep('v', 1_000))).toBe(2);
});

test('a menu reading that outlives its lease while writing removes nothing of the next reading', async () => {
  const lease = new AbortController();
  let writes = 0;
  const late = beforeEachWrite(() => {
    writes += 1;
    if (writes === 3) lease.abort();
  });
  const first = saveMenuParts(late, 'v', parts(8), lease.signal);
  await expect(first).rejects.toThrow();
  const next = await saveMenuParts(store, 'v', parts(2), HELD);
  await expect(saveMenuParts(store, 'v', parts(8), lease.signal)).rejects.toThrow();
  store.write(() => store.menu.copies.switchTo('v', next, NOW));
  expect([names(), writes]).toEqual([['part/0', 'part/1'], 3]);
});

const item = (at: number) => ({
  id: `i${at}`,
  product: {
    name: [
      { lang: 'fi', value: `Ruoka ${at}` },
      { lang: 'en', value: `Dish ${at}` },
    ],
    external_id: `POS-${at}`,
    sku: `SKU-${at}`,
  },
  price: 100 + at,
});
/** A new buffer each time, as the thread takes it over. */
const answer = () =>
  Buffer.from(
    JSON.stringify({
      status: 'READY',
      menu: { id: 'm', currency: 'EUR', primary_language: 'en', items: Array.from({ length: 500 }, (_, at) => item(at)), categories: [] },
    }),
  );

test('the menu thread returns the same as parsing in this process, and can start again after a stop', async () => {
  const thread = createMenuThread(time, () => ({}));
  const given = (of = answer()) => ({ answer: new Uint8Array(of), languages: ['en', 'fi'], upload: null });
  const here = await workHere.read(given());
  const there = await thread.work.read(given());
  if (here.status !== 'ready' || there.status !== 'ready') throw new Error('not read');
  const seen = (of: typeof here) => of.parts.map(({ name, body }) => [name, Buffer.from(body).toString('base64')]);
  expect(seen(there)).toEqual(seen(here));
  expect(there.parts.every(({ body }) => body.byteLength === body.buffer.byteLength)).toBe(true);
  const unanswered = thread.work.read(given());
  await Promise.all([expect(unanswered).rejects.toThrow('stopped'), thread.stop()]);
  expect((await thread.work.read(given(Buffer.from('{"status":"PENDING"}')))).status).toBe('pending');
  expect((await thread.work.read(given(Buffer.from('<html>')))).status).toBe('unclear');
  await thread.stop();
});

test("each item is found by any ID and named in the requested language, else the menu's", async () => {
  const read = await workHere.read({ answer: answer(), languages: [], upload: null });
  if (read.status !== 'ready') throw new Error('not read');
  const book = createMenuBook(store, time);
  expect([book.has('v'), book.item('v', 'sku:SKU-3')]).toEqual([false, undefined]);
  const id = await saveMenuParts(store, 'v', read.parts, HELD);
  store.write(() => store.menu.copies.switchTo('v', id, NOW));
  for (const at of [0, 250, 499]) {
    expect(book.item('v', `external_id:POS-${at}`)).toMatchObject({ sku: `SKU-${at}`, price: 100 + at });
    expect(book.subjectOf('v', { by: 'sku', id: `SKU-${at}` })).toBe(`external_id:POS-${at}`);
  }
  expect(['fi', 'de', ''].map((language) => book.nameOf('v', 'external_id:POS-7', language))).toEqual(['Ruoka 7', 'Dish 7', 'Dish 7']);
  expect([book.has('v'), book.item('v', 'external_id:POS-500'), book.value('v', 'POS-1')]).toEqual([true, null, null]);
});
