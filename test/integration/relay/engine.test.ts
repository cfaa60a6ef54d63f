/** The embedded engine, on a real file. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { createEmbeddedEngine } from '../../../relay/engine/embedded.ts';
import type { Engine } from '../../../relay/engine/engine.ts';
import { createKnown } from '../../../relay/engine/news/known.ts';
import { hashOf } from '../../../relay/engine/news/rows.ts';
import { openDatabase } from '../../../relay/store/database.ts';
import { systemTime } from '../../../shared/time/system-time.ts';
import { inDatabase, onDefect, testFolder } from '../../setup/parts.ts';
import { AT, order, testEngine } from './engine-rules.ts';

function opened() {
  const clock = { now: AT };
  const file = join(testFolder(), 'relay.sqlite');
  let close = async (): Promise<void> => undefined;
  function open(): Engine {
    const db = openDatabase(file);
    const engine = createEmbeddedEngine(db, { ...systemTime, wall: () => clock.now }, onDefect);
    close = async () => {
      await engine[Symbol.asyncDispose]();
      db[Symbol.dispose]();
    };
    return engine;
  }
  onTestFinished(() => close());
  return {
    engine: open(),
    file,
    clock,
    async again() {
      await close();
      return open();
    },
  };
}

testEngine(async () => opened());

test('recent notifications are still recognized after a restart; older ones are forgotten', () => {
  const db = openDatabase(join(testFolder(), 'relay.sqlite'));
  const hash = (id: number) => hashOf(order('v1', 'a', `n${id}`));
  const known = createKnown(db, 1_000);
  for (let id = 0; id < 2_500; id += 1) expect(known.add(hash(id))).toBe(true);
  const again = createKnown(db, 1_000);
  for (const { add } of [known, again]) expect([add(hash(2_499)), add(hash(1_600))]).toEqual([false, false]);
  expect(db.prepare('SELECT count(*) FROM known').pluck().get()).toBeLessThan(1_010);
  expect([known.add(hash(0)), again.add(hash(1))]).toEqual([true, true]);
  db[Symbol.dispose]();
});

test("a notification that couldn't be stored isn't taken for a repeat when it is sent again", async () => {
  const { engine, file } = opened();
  const other = new Database(file);
  other.exec(`CREATE TRIGGER no_news BEFORE INSERT ON news BEGIN SELECT RAISE(ABORT, 'disk trouble'); END`);
  await expect(engine.append(order('v1', 'a', 'n1'))).rejects.toThrow('disk trouble');
  other.exec('DROP TRIGGER no_news');
  other.close();
  expect((await engine.append(order('v1', 'a', 'n1'))).kept).toBe('venue');
});

test('a database file of an unknown version is refused with a text and stays unchanged', () => {
  const file = join(testFolder(), 'relay.sqlite');
  for (const [version, why] of [
    [7, 'by a relay from before the first release'],
    [99, 'by a newer relay'],
  ] as const) {
    inDatabase(file, (db) => db.pragma(`user_version = ${version}`));
    expect(() => openDatabase(file)).toThrow(why);
    const stored = (db: Database.Database) => [
      db.pragma('user_version', { simple: true }),
      db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get(),
    ];
    expect(inDatabase(file, stored)).toEqual([version, 0]);
  }
});
