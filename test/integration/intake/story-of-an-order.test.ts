/** The story of an order holds words of the interface and none that the service made up: support reads it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { applyReading } from '../../../main/intake/reading/apply-reading.ts';
import { parseOrder } from '../../../main/orders/reading/parse-order.ts';
import type { Line } from '../../../main/store/rows/audit-log.ts';
import { openStore, type Store } from '../../../main/store/store.ts';

const notification = (count: number) => ({ kind: 'notification', type: 'status', status: String(count) }) as const;

function openEmpty(): Store {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-story-'));
  const store = openStore(folder, { backups: null });
  onTestFinished(() => {
    store.close();
    rmSync(folder, { recursive: true });
  });
  return store;
}

test('a status that the service made up is not in the story, and one of the interface is', () => {
  const store = openEmpty();
  const followers = { paper: () => {}, tillJobs: () => [], tellTill: () => {}, mayBeCooking: () => false, isDecidedHere: () => true };
  const read = (status: string) => {
    const body = { id: 'o', venue: { id: 'v' }, order_status: status, items: [{ name: 'Soup', count: 1 }] };
    const parsed = parseOrder(body);
    if (!parsed.ok) throw new Error(parsed.why);
    applyReading(store, followers, () => 1, parsed.order, body);
  };
  read('Ann Miller, 4 Elm Street');
  read('production');
  expect(store.auditLog.of('o')).toMatchObject([
    { kind: 'stage', before: null, after: 'awaiting-acceptance', status: 'another status' },
    { kind: 'stage', before: 'awaiting-acceptance', after: 'preparing', status: 'production' },
  ]);
});

test('of a story that somebody made endless the beginning and the end are read, and how many lines are left out is said', () => {
  const store = openEmpty();
  const record = (line: Line) => store.write(() => store.auditLog.record('o', line, 'Kim'));
  record({ kind: 'touch' });
  store.write(() => {
    for (let count = 1; count <= 3_000; count += 1) store.auditLog.record('o', notification(count));
  });
  record({ kind: 'command', action: 'accept', minutes: 0 });
  const story = store.auditLog.of('o');
  expect(story).toHaveLength(501);
  expect(story[99]).toMatchObject(notification(99));
  expect(story[100]).toMatchObject({ kind: 'not shown', lines: 2_502 });
  expect(story[101]).toMatchObject(notification(2_602));
  expect(story.at(-1)).toMatchObject({ kind: 'command', action: 'accept', by: 'Kim' });
  // What a reader asks for by its kind is found however much stands between.
  expect(store.auditLog.ofKind('o', 'touch', 'command').map(({ kind }) => kind)).toEqual(['touch', 'command']);
  expect(store.auditLog.of('another')).toEqual([]);
});

test('a story that just fits is whole', () => {
  const store = openEmpty();
  store.write(() => {
    for (let count = 1; count <= 10; count += 1) store.auditLog.record('o', notification(count));
  });
  expect(store.auditLog.of('o', { most: 10 })).toMatchObject(Array.from({ length: 10 }, (_, at) => notification(at + 1)));
  expect(store.auditLog.of('o', { most: 9 })).toContainEqual(expect.objectContaining({ kind: 'not shown', lines: 1 }));
});
