/** Tables of features are created after the kernel's, with a version count per feature. */
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { openStore, type Store } from '../../../main/store/store.ts';
import { inDatabase, testFolder, testStore } from '../../setup/parts.ts';

const FIRST = 'CREATE TABLE IF NOT EXISTS note (id TEXT PRIMARY KEY) STRICT;';
const SECOND = 'ALTER TABLE note ADD COLUMN text TEXT; INSERT INTO note (id, text) SELECT id, number FROM orders;';

let dir: string;
let store: Store | undefined;
beforeEach(() => {
  dir = testFolder();
  store = undefined;
});

function open(...migrations: string[]): Store {
  store?.close();
  store = testStore(dir, { backups: null, features: [{ name: 'notes', migrations }] });
  return store;
}
function openWithNote(): Store {
  const first = open(FIRST);
  first.write(() => first.prepare("INSERT INTO note (id) VALUES ('a')").run());
  return first;
}
const ids = (given: Store): unknown[] => given.prepare<[], { id: string }>('SELECT id FROM note ORDER BY id').all();

test("an older database gets the feature's tables, and each later version is applied once", () => {
  openStore(dir, { backups: null }).close();
  openWithNote();
  expect(ids(open(FIRST, SECOND))).toEqual([{ id: 'a' }]);
  expect(ids(open(FIRST, SECOND))).toEqual([{ id: 'a' }]);
});

test("a version of a feature's tables that fails changes nothing and is tried again", () => {
  open(FIRST);
  expect(() => open(FIRST, `${SECOND} INSERT INTO no_such_table VALUES (1);`)).toThrow('no_such_table');
  expect(ids(open(FIRST, SECOND))).toEqual([]);
});

test("a feature's tables of a newer version are read but not changed", () => {
  open(FIRST, SECOND);
  const older = open(FIRST);
  expect(older.readOnly).toMatchObject({ code: 'database-newer' });
  expect(ids(older)).toEqual([]);
  expect(open(FIRST, SECOND).readOnly).toBeNull();
});

test('tables of a feature that the app no longer has stay unchanged', () => {
  const first = openWithNote();
  first.close();
  store = testStore(dir, { backups: null, features: [{ name: 'other', migrations: [] }] });
  expect(store.readOnly).toBeNull();
  expect(ids(open(FIRST))).toEqual([{ id: 'a' }]);
});

test("a feature's tables stay as they are if the record of their version is damaged", () => {
  const first = openWithNote();
  first.close();
  store = undefined;
  inDatabase(join(dir, 'tillbridge.sqlite'), (db) => db.exec(`UPDATE feature_migration SET version = 'x'`));
  expect(ids(open(FIRST))).toEqual([{ id: 'a' }]);
});
