/** The kitchen's marks of an order are saved, reported and removed with it. */
import { beforeEach, expect, test } from 'vitest';
import type { Stage } from '../../../main/orders/stage.ts';
import { erasePersons } from '../../../main/store/erase-persons.ts';
import type { Store } from '../../../main/store/store.ts';
import { orderBody, putOrder } from '../../fixtures/orders.ts';
import { testFolder, testStore } from '../../setup/parts.ts';
import { testTime } from '../../setup/test-time.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const DAY = 24 * 3_600_000;

let folder: string;
let store: Store;
let time: ReturnType<typeof testTime>;
beforeEach(() => {
  folder = testFolder();
  time = testTime(NOW);
  store = testStore(folder, { time });
});

function keep(id: string, stage: Stage, endedAt: number | null = null): void {
  putOrder(store, orderBody('takeaway-cash', { id }), { stage, noticedAt: NOW, readAt: NOW, endedAt });
}
const kinds = (id: string) => store.kitchen.of(id).map(({ kind }) => kind);

test('the time at which the kitchen began an order stays that of its first reading in preparation', () => {
  keep('one', 'scheduled');
  expect(kinds('one')).toEqual([]);
  keep('one', 'preparing');
  const [began] = store.kitchen.of('one');
  expect(began).toMatchObject({ kind: 'began', at: NOW });
  time.advance(60_000);
  keep('one', 'ready');
  expect(store.kitchen.of('one')).toEqual([began]);
});

test('a kitchen mark is set once, survives a restart, and is removed without the others', () => {
  keep('one', 'preparing');
  const dish = { kind: 'dish', station: '', line: 'soup' } as const;
  store.write(() => {
    store.kitchen.set('one', dish);
    store.kitchen.set('one', dish);
    store.kitchen.set('one', { ...dish, line: 'bread' });
    store.kitchen.set('one', { kind: 'ticket', station: 'grill', line: 'soup' });
  });
  store.close();
  store = testStore(folder, { time });
  expect(kinds('one')).toEqual(['began', 'dish', 'dish', 'ticket']);
  store.write(() => store.kitchen.unset('one', 'dish', { line: 'soup' }));
  expect(store.kitchen.of('one').flatMap(({ kind, line }) => (kind === 'dish' ? [line] : []))).toEqual(['bread']);
});

test("a change of a kitchen mark is reported as a change of its order; setting it again isn't", () => {
  keep('one', 'preparing');
  const reported: string[] = [];
  store.onCommit(({ orders }) => reported.push([...orders].join()));
  const mark = { kind: 'priority', station: '', line: '' } as const;
  for (let times = 0; times < 2; times += 1) store.write(() => store.kitchen.set('one', mark));
  for (let times = 0; times < 2; times += 1) store.write(() => store.kitchen.unset('one', 'priority'));
  expect(reported).toEqual(['one', 'one']);
});

test("a station's last orders are newest first, without those of earlier days", async () => {
  for (const id of ['a', 'b', 'c']) {
    keep(id, 'preparing');
    store.write(() => store.kitchen.set(id, { kind: 'ticket', station: 'grill', line: 'x' }));
    await time.advance(1_000);
  }
  expect(store.kitchen.lastDone('grill', NOW, 2).map(({ orderId }) => orderId)).toEqual(['c', 'b']);
  expect(store.kitchen.lastDone('grill', time.wall(), 20)).toEqual([]);
  expect(store.kitchen.lastDone('cold', NOW, 20)).toEqual([]);
});

test('kitchen marks are erased with their order', () => {
  keep('old', 'preparing');
  keep('old', 'delivered', NOW - 31 * DAY);
  keep('new', 'preparing');
  keep('new', 'delivered', NOW - DAY);
  erasePersons(store, NOW - 30 * DAY);
  expect(kinds('old')).toEqual([]);
  expect(kinds('new')).toEqual(['began']);
});
