/** The story of an order holds words of the interface and none that the service made up: support reads it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { applyReading } from '../../../main/intake/apply-reading.ts';
import { parseOrder } from '../../../main/orders/reading/parse-order.ts';
import { NOT_SHOWN } from '../../../main/store/rows/journal.ts';
import { openStore, type Store } from '../../../main/store/store.ts';

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
  expect(store.journal.of('o').map(({ says }) => says)).toEqual([
    'first seen: awaiting-acceptance (another status)',
    'awaiting-acceptance -> preparing (production)',
  ]);
});

test('of a story that somebody made endless the beginning and the end are read, and how many lines are left out is said', () => {
  const store = openEmpty();
  const note = (kind: string, says: string) => store.write(() => store.journal.note('o', kind, says, 'Kim'));
  note('touch', '');
  store.write(() => {
    for (let count = 1; count <= 3_000; count += 1) store.journal.note('o', 'notification', `status ${count}`);
  });
  note('command', 'accept');
  const story = store.journal.of('o');
  expect(story).toHaveLength(501);
  expect(story[99]?.says).toBe('status 99');
  expect(story[100]).toMatchObject({ kind: NOT_SHOWN, says: '2502' });
  expect(story[101]?.says).toBe('status 2602');
  expect(story.at(-1)).toMatchObject({ kind: 'command', says: 'accept', by: 'Kim' });
  // What a reader asks for by its kind is found however much stands between.
  expect(store.journal.of('o', { kinds: ['touch', 'command'] }).map(({ kind }) => kind)).toEqual(['touch', 'command']);
  expect(store.journal.of('another')).toEqual([]);
});

test('a story that just fits is whole', () => {
  const store = openEmpty();
  store.write(() => {
    for (let count = 1; count <= 10; count += 1) store.journal.note('o', 'notification', `status ${count}`);
  });
  expect(store.journal.of('o', { most: 10 }).map(({ says }) => says)).toEqual(Array.from({ length: 10 }, (_, at) => `status ${at + 1}`));
  expect(store.journal.of('o', { most: 9 }).map(({ says }) => says)).toContain('1');
});
