/** Backups: which are kept, which files count, the second copy, and erasure in them. */
import {
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { english } from '../../../contract/english.ts';
import { listBackups, restoreFromBackup } from '../../../main/app/restore-backup.ts';
import { type BackupFile, backupsIn, backupsToKeep, nameOf, timeIn } from '../../../main/store/backups/backup-files.ts';
import { doTask } from '../../../main/store/backups/backup-work.ts';
import type { BackupEvent } from '../../../main/store/backups/backups.ts';
import { backupFolder } from '../../../main/store/backups/files-put-aside.ts';
import { outsideFolder } from '../../../main/store/backups/second-copy.ts';
import { idOf } from '../../../main/store/file/same-file.ts';
import { restoreBackup } from '../../../main/store/recovery/recover.ts';
import { type Store, StoreError } from '../../../main/store/store.ts';
import { type Body, orderBody, putOrder } from '../../fixtures/orders.ts';
import { notOnWindows } from '../../setup/not-on-windows.ts';
import { inDatabase, testFolder, testStore } from '../../setup/parts.ts';
import { type TestTime, testTime } from '../../setup/test-time.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = Date.parse('2026-11-22T12:00:00Z');
/** Each write checks the database file; Wine leaves each check's file open during the backup, and ends at 20,000. */
const MOST_WRITTEN = 500;

describe('which backups are kept', () => {
  function backups(count: number): BackupFile[] {
    return Array.from({ length: count }, (_, place): BackupFile => {
      const at = NOW - place * 15 * MINUTE;
      return { at, name: nameOf(at), path: nameOf(at), bytes: 1_000 };
    });
  }

  test('after a month, the ten newest backups and one of each of fourteen days are kept', () => {
    const ages = backupsToKeep(backups(30 * 96)).map(({ at }) => NOW - at);
    expect(ages.slice(0, 10)).toEqual(Array.from({ length: 10 }, (_, place) => place * 15 * MINUTE));
    expect(new Set(ages.map((age) => Math.floor((NOW - age) / DAY))).size).toBe(14);
    expect(ages).toHaveLength(10 + 13);
  });

  test('all backups together stay within their size limit, but the newest three are always kept', () => {
    expect(backupsToKeep(backups(96), 5_000)).toHaveLength(5);
    expect(backupsToKeep(backups(96), 1)).toHaveLength(3);
  });

  test("a backup's time is read from its name, also of earlier versions, and other files are ignored", () => {
    expect(nameOf(NOW)).toBe('tillbridge-20261122T120000Z.sqlite');
    expect(timeIn(nameOf(NOW))).toBe(NOW);
    expect(timeIn('tillbridge-000412-20261122T120000Z-3120o-9871n-0r.sqlite')).toBe(NOW);
    for (const name of ['tillbridge.sqlite', `${nameOf(NOW)}.part`, `${nameOf(NOW)}.damaged-2026`, 'tillbridge-20269922T120000Z.sqlite'])
      expect(timeIn(name)).toBeNull();
  });
});

let folder: string;
let store: Store;
let outside: string | null;
let news: BackupEvent[];
let time: TestTime;
beforeEach(() => {
  folder = testFolder();
  outside = null;
  open();
});
afterEach(async () => {
  await close();
});

function open(): void {
  news = [];
  time = testTime(NOW);
  store = testStore(folder, { time, backups: { outside: () => outside, settings: () => ({ text: '{}\n', taken: 'abc' }) } });
  store.backups.onEvent((one) => news.push(one));
}
async function close(): Promise<void> {
  await store.backups.stop();
  store.close();
}
const kept = () => backupsIn(backupFolder(folder), time.wall());
const copiesIn = (place: string | null) => backupsIn(outsideFolder(place ?? '', folder), time.wall());
const task = () => ({ work: 'backup', dataDir: folder, database: idOf(file()) ?? '', now: NOW, settings: null, outside }) as const;
function backUp(id: string) {
  keep(id);
  return store.backups.make();
}
/** A minute later: two in one second would have the same name. */
function backUpNext(id: string) {
  time.sleep(MINUTE);
  return backUp(id);
}
const keep = (id: string, more: Body = {}) => putOrder(store, orderBody('group', { ...more, id }));
const file = () => join(folder, 'tillbridge.sqlite');
const readIn = (path: string | undefined, sql: string) => inDatabase(path ?? '', (db) => db.prepare(sql).pluck().all(), { readonly: true });
const ordersIn = (path: string | undefined) => readIn(path, 'SELECT id FROM orders ORDER BY id');
test('a backup is whole, self-contained, and has the settings next to it', async () => {
  const made = await backUp('a');
  expect(made).toMatchObject({ orders: 1, outside: null });
  const [one] = kept();
  expect(ordersIn(one?.path)).toEqual(['a']);
  expect(readdirSync(backupFolder(folder)).sort()).toEqual(['settings-file.sha256', 'settings.json', one?.name]);
});

test("a backup requested during another shares that one, which writes meanwhile don't disturb", async () => {
  for (let count = 0; count < 200; count += 1) keep(`before-${count}`);
  const first = store.backups.make();
  expect(store.backups.make()).toBe(first);
  let written = 0;
  const writing = setInterval(() => {
    if (written === MOST_WRITTEN) return;
    written += 1;
    keep(`meanwhile-${written}`);
  }, 1);
  const made = await first;
  clearInterval(writing);
  expect(made.orders).toBeGreaterThanOrEqual(200);
  expect(ordersIn(kept()[0]?.path)).toHaveLength(made.orders);
});

test("the next backup waits three times the last one's duration, ten seconds at most; stopping doesn't wait", async () => {
  keep('a');
  const takes = async (ms: number) => {
    const made = store.backups.make();
    await new Promise(setImmediate);
    time.sleep(ms);
    await made;
  };
  await takes(2_000);
  await time.advance(0);
  const pending = time.pending();
  const second = store.backups.make();
  await time.advance(5_999);
  expect(time.pending()).toBe(pending + 1);
  expect(kept()).toHaveLength(1);
  await time.advance(1);
  expect(time.pending()).toBe(pending);
  await second;
  expect(kept()).toHaveLength(2);
  // After a long backup the next one waits ten seconds at most.
  await takes(60_000);
  const fourth = store.backups.make();
  await time.advance(10_000);
  await fourth;
  await takes(60_000);
  const last = store.backups.make().catch(({ code }) => code);
  await new Promise(setImmediate);
  await store.backups.stop();
  expect(await last).toBe('stopped');
});

test('backups named by an earlier version are listed, restored and deleted like the others', async () => {
  await backUp('a');
  const [made] = kept();
  const old = (days: number): string =>
    `tillbridge-${String(900 - days).padStart(6, '0')}${nameOf(NOW - days * DAY).slice(10, -7)}-1o-0n-0r.sqlite`;
  for (let days = 1; days < 30; days += 1) copyFileSync(made?.path ?? '', join(backupFolder(folder), old(days)));
  const { name } = await backUpNext('a');
  expect(kept().map((one) => one.name)).toEqual([name, made?.name, ...Array.from({ length: 13 }, (_, place) => old(place + 1))]);
  expect(listBackups(folder, NOW)).toContain(old(13));
  await close();
  expect(restoreFromBackup(folder, old(2), NOW)).toContain('Restored the backup from 2026-11-20 12:00:00 UTC with 1 orders.');
  open();
  expect(store.orders.count()).toBe(1);
});

test("a backup dated in the future, from a wrong clock, doesn't count as the newest", async () => {
  await backUp('a');
  const [made] = kept();
  const ahead = nameOf(NOW + 400 * DAY);
  copyFileSync(made?.path ?? '', join(backupFolder(folder), ahead));
  const { name } = await backUpNext('b');
  expect(kept().map((one) => one.name)).toEqual([name, made?.name, ahead]);
});

test("a damaged database isn't backed up, and the last good backup stays", async () => {
  for (let count = 0; count < 50; count += 1) keep(`order-${count}`);
  await store.backups.make();
  store.checkpoint();
  const bytes = readFileSync(file());
  for (let at = bytes.length - 60_000; at < bytes.length; at += 700) bytes.fill(0xab, at, Math.min(at + 300, bytes.length));
  const handle = openSync(file(), 'r+');
  writeSync(handle, bytes, 0, bytes.length, 0);
  closeSync(handle);
  await expect(store.backups.make()).rejects.toMatchObject({ code: expect.stringMatching(/damaged|SQLITE_CORRUPT/) });
  expect(news.at(-1)).toMatchObject({ is: 'failed' });
  expect(kept()).toHaveLength(1);
});

test('another file in place of the database is never backed up', async ({ skip }) => {
  notOnWindows(skip, 'Windows moves no file that is open');
  await backUp('a');
  renameSync(file(), `${file()}.moved`);
  copyFileSync(`${file()}.moved`, file());
  await expect(store.backups.make()).rejects.toMatchObject({ code: 'replaced' });
  expect(kept()).toHaveLength(1);
});

describe('the second copy', () => {
  test('is verified, private if possible, and made in addition to the backup in the data folder', async () => {
    outside = testFolder();
    writeFileSync(join(outside, 'holiday.jpg'), 'not ours');
    const made = await backUp('a');
    expect(made.outside).toEqual({ is: 'written', but: 'same-disk' });
    const there = outsideFolder(outside, folder);
    expect(ordersIn(copiesIn(outside)[0]?.path)).toEqual(['a']);
    expect(statSync(there).mode & 0o077).toBe(0);
    expect(kept()).toHaveLength(1);
    expect(readFileSync(join(outside, 'holiday.jpg'), 'utf8')).toBe('not ours');
    // The copy has no secrets and no settings, whose addresses may hold passwords.
    expect(readdirSync(there)).toEqual([kept()[0]?.name]);
    writeFileSync(join(folder, 'settings.json'), JSON.stringify({ backup: { folder: outside } }));
    expect(listBackups(folder, NOW)).toContain(there);
  });

  test.each([
    ["a disk that isn't plugged in", () => join(folder, '..', 'tillbridge-no-such-disk'), 'ENOENT'],
    ['a folder inside the data folder', () => join(folder, 'backup'), 'inside'],
    ['a file', () => join(folder, 'in-use.lock'), 'inside'],
  ])('%s is reported, and the backup in the data folder is still made', async (_, place, code) => {
    outside = place();
    const made = await backUp('a');
    expect(made.outside).toEqual({ is: 'failed', code, at: outside });
    expect(kept()).toHaveLength(1);
    expect(existsSync(join(folder, '..', 'tillbridge-no-such-disk'))).toBe(false);
  });
});

describe('an app that stops during a backup', () => {
  /** Enough for several parts: 3 MB. */
  const fill = () => {
    for (let each = 0; each < 15; each += 1) keep(`order-${each}`, { comment: 'x'.repeat(200_000) });
  };
  const unfinished = (place: string) => readdirSync(place, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.part'));

  test('asks the backup thread to end and waits, as terminating it inside SQLite kills the process', async () => {
    fill();
    const terminated = vi.spyOn(Worker.prototype, 'terminate');
    const ended: string[] = [];
    const making = store.backups.make().catch(({ code }) => ended.push(code));
    await new Promise(setImmediate);
    await store.backups.stop();
    await making;
    expect(ended).toEqual(['stopped']);
    expect(terminated).not.toHaveBeenCalled();
    terminated.mockRestore();
    expect(unfinished(folder)).toEqual([]);
    expect(kept()).toEqual([]);
    expect(news).toEqual([]);
  });

  test('may stop at any step: the previous backup stays, and the new one is whole or absent', async () => {
    outside = testFolder();
    await backUp('before');
    fill();
    const all = task();
    let stops = 0;
    for (let steps = 0; ; steps += 1 + Math.floor(steps / 8)) {
      let left = steps;
      const made = await doTask({ ...all, now: NOW + (steps + 1) * 1_000 }, () => left-- <= 0).catch((error: unknown) => error);
      if (!(made instanceof Error)) break;
      stops += 1;
      expect(made).toMatchObject({ code: 'stopped' });
      for (const place of [backupFolder(folder), outsideFolder(outside, folder)]) {
        expect(unfinished(place)).toEqual([]);
        const counts = backupsIn(place, NOW + DAY).map(({ path }) => ordersIn(path).length);
        expect(counts).toContain(1);
        for (const count of counts) expect([1, 16]).toContain(count);
      }
      // A file for each step would fill the test's disk.
      for (const { path, at } of backupsIn(backupFolder(folder), NOW + DAY)) if (at > NOW) rmSync(path);
    }
    // The stops are before the start, after copying, and ever later in the second copy.
    expect(stops).toBeGreaterThan(20);
  }, 60_000);
});

describe('the second copy among others', () => {
  beforeEach(() => {
    outside = testFolder();
  });

  test('of a new data folder is the newest, and copies of the lost folder stay', async () => {
    for (let count = 0; count < 5; count += 1) keep(`lost-${count}`);
    await store.backups.make();
    await close();
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
    open();
    expect((await backUpNext('new')).outside).toMatchObject({ is: 'written' });
    expect(copiesIn(outside).map(({ path }) => ordersIn(path).length)).toEqual([1, 5]);
  });

  test("is written even if an old file there can't be removed", async () => {
    await backUp('a');
    mkdirSync(join(outsideFolder(outside ?? '', folder), 'tillbridge-000009.sqlite.part', 'deep'), { recursive: true });
    expect((await backUpNext('b')).outside).toMatchObject({ is: 'written' });
    expect(ordersIn(copiesIn(outside)[0]?.path)).toEqual(['a', 'b']);
  });

  test.skipIf(process.platform === 'win32')(
    "on Windows is closed to other users, and reported as open if Windows doesn't confirm that",
    async () => {
      const sid = 'S-1-5-21-1004336348-1177238915-682003330-1001';
      const root = testFolder();
      mkdirSync(join(root, 'System32'));
      const program = (name: string, script: string) =>
        writeFileSync(join(root, 'System32', name), `#!/bin/sh\n${script}`, { mode: 0o755 });
      program('whoami.exe', `echo '"shop\\anna","${sid}"'`);
      program('icacls.exe', `case "$2" in /save) cp ${join(root, 'rights')} "$3";; esac`);
      const platform = Object.getOwnPropertyDescriptor(process, 'platform') as PropertyDescriptor;
      await backUp('a');
      const made = task();
      const madeWith = async (rights: string) => {
        writeFileSync(join(root, 'rights'), rights, 'utf16le');
        return (await doTask(made)).outside;
      };
      try {
        process.env.SystemRoot = root;
        Object.defineProperty(process, 'platform', { value: 'win32' });
        expect(await madeWith(`usb\r\nD:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;${sid})\r\n`)).toEqual({ is: 'written', but: 'same-disk' });
        expect(await madeWith('usb\r\nD:NO_ACCESS_CONTROL\r\n')).toEqual({ is: 'written', but: 'open' });
        rmSync(join(root, 'System32', 'icacls.exe'));
        expect(await madeWith(`usb\r\nD:PAI(A;OICI;FA;;;${sid})\r\n`)).toEqual({ is: 'written', but: 'open' });
      } finally {
        Object.defineProperty(process, 'platform', platform);
        delete process.env.SystemRoot;
      }
    },
  );
});

test("the check of a folder for second copies writes there, cleans up, and doesn't create a missing folder", async () => {
  const place = testFolder();
  expect(await store.backups.tryOutside(place)).toBeNull();
  const own = outsideFolder(place, folder);
  expect(readdirSync(own)).toEqual([]);
  // The folder can be created and read, but accepts no file.
  rmSync(own, { recursive: true });
  mkdirSync(join(own, 'tillbridge-trial.part', 'in-the-way'), { recursive: true });
  expect(await store.backups.tryOutside(place)).not.toBeNull();
  rmSync(place, { recursive: true });
  expect(await store.backups.tryOutside(place)).toMatchObject({ code: 'ENOENT', at: place });
  expect(existsSync(place)).toBe(false);
});

describe('a harmful database among the backups', () => {
  const HARM = [
    ['a trigger', `CREATE TRIGGER harm AFTER UPDATE ON orders BEGIN INSERT INTO tally VALUES ('harm', 1, 1, NULL); END`],
    ['a view in the place of a table', `ALTER TABLE tally RENAME TO tally_; CREATE VIEW tally AS SELECT * FROM tally_`],
    ['a virtual table', `CREATE VIRTUAL TABLE harm USING fts5 (words)`],
  ] as const;

  test.each(HARM)("with %s isn't restored, automatically or on request", async (_, sql) => {
    await backUp('a');
    await backUpNext('b');
    const [planted, other] = kept();
    inDatabase(planted?.path ?? '', (db) => db.exec(sql));
    await close();
    expect(() => restoreBackup(folder, planted as BackupFile, NOW)).toThrow(/damaged or isn't a backup/);
    rmSync(file());
    open();
    expect(store.recovery).toMatchObject({ source: other?.name, orders: 1 });
    expect(readIn(planted?.path, `SELECT name FROM tally WHERE name = 'harm'`)).toEqual([]);
  });

  test("behind a link to another folder isn't deleted, and doesn't keep others from being deleted", async ({ skip }) => {
    notOnWindows(skip, 'links need a right of their own on Windows');
    outside = testFolder();
    await backUp('old');
    const there = outsideFolder(outside, folder);
    renameSync(there, `${there}.elsewhere`);
    symlinkSync(`${there}.elsewhere`, there);
    await store.backups.erase(NOW + 1, NOW + MINUTE);
    expect(news.at(-1)).toEqual({ is: 'erased', failed: 1 });
    expect(backupsIn(`${there}.elsewhere`, NOW)).toHaveLength(1);
    expect(kept()).toEqual([]);
  });

  test('with an extra index or table that an administrator added is still backed up', async () => {
    inDatabase(file(), (db) => db.exec('CREATE INDEX by_hand ON orders (number); CREATE TABLE notes (says TEXT); ANALYZE'));
    expect(await backUp('a')).toMatchObject({ orders: 1 });
  });
});

test.each(['', 'no database, but long enough to be looked at as one. '.repeat(100)])(
  "a newer file that is a backup only by its name doesn't keep a good backup from being restored",
  async (content) => {
    const { name } = await backUp('a');
    writeFileSync(join(backupFolder(folder), nameOf(NOW + MINUTE)), content);
    await close();
    rmSync(file());
    time.sleep(HOUR);
    store = testStore(folder, { time, backups: { outside: () => null, settings: () => ({ text: '{}\n', taken: null }) } });
    expect(store.recovery).toMatchObject({ why: 'missing', source: name, orders: 1 });
  },
);

describe("second copies in another user's folder", () => {
  test('are neither listed nor restored, and the text says why', async ({ skip }) => {
    notOnWindows(skip, 'whose a folder is Windows says in its rights');
    outside = testFolder();
    await backUp('a');
    writeFileSync(join(folder, 'settings.json'), JSON.stringify({ backup: { folder: outside } }));
    const there = outsideFolder(outside, folder);
    const [copy] = copiesIn(outside);
    expect(listBackups(folder, NOW)).toContain(join(there, copy?.name ?? 'none'));
    await close();
    // As root the folder gets another owner; otherwise a link has the same effect.
    if (process.getuid?.() === 0) chownSync(there, 12_345, 12_345);
    else {
      renameSync(there, `${there}.elsewhere`);
      symlinkSync(`${there}.elsewhere`, there);
    }
    rmSync(backupFolder(folder), { recursive: true });
    expect(listBackups(folder, NOW)).not.toContain(copy?.name);
    expect(listBackups(folder, NOW)).toMatch(/aren't listed: .*another user/);
    for (const wanted of ['newest', '1', '2030-01-01', copy?.name ?? '']) {
      let text = '';
      try {
        restoreFromBackup(folder, wanted, NOW);
      } catch (error) {
        text = error instanceof StoreError ? `${english(error.text)} ${english(error.hint)}` : String(error);
      }
      expect(text).toMatch(/There's no backup .*aren't listed/);
    }
    open();
  });
});

describe('personal data', () => {
  test('is erased by deleting each old backup, its second copy, and old databases set aside', async () => {
    outside = testFolder();
    await backUp('old');
    const at = (days: number) => new Date(NOW + days * DAY).toISOString().replaceAll(':', '-');
    for (const days of [-1, 1, 500]) {
      for (const name of [`${file()}.damaged-${at(days)}`, `${file()}.replaced-${at(days)}`]) {
        writeFileSync(name, 'put aside');
        utimesSync(name, NOW / 1_000, NOW / 1_000 - DAY / 1_000);
      }
    }
    // Set aside under a clock years behind, and written today.
    writeFileSync(`${file()}.damaged-${at(-9_000)}`, 'put aside');
    utimesSync(`${file()}.damaged-${at(-9_000)}`, NOW / 1_000, NOW / 1_000 + 1);
    time.sleep(2 * DAY);
    const { name } = await store.backups.make();
    await store.backups.erase(NOW + 1, NOW + 2 * DAY);
    expect(news.at(-1)).toEqual({ is: 'erased', failed: 0 });
    for (const left of [kept(), copiesIn(outside)]) expect(left.map((one) => one.name)).toEqual([name]);
    // Files dated in the future count as from now.
    const days = [-9_000, 1, 2];
    expect(asides()).toEqual([...days.map((day) => `damaged-${at(day)}`), `replaced-${at(1)}`, `replaced-${at(2)}`].sort());
  });

  const asides = () =>
    readdirSync(folder)
      .flatMap((name) => /(?:damaged|replaced)-.*Z$/.exec(name)?.[0] ?? [])
      .sort();

  test("that can't be erased in an unreadable folder is reported", async ({ skip }) => {
    notOnWindows(skip, 'a folder below a file counts as missing on Windows');
    await store.backups.make();
    rmSync(backupFolder(folder), { recursive: true });
    writeFileSync(join(folder, 'stick'), '');
    outside = join(folder, 'stick', 'deeper');
    await store.backups.erase(NOW - 30 * DAY, NOW);
    expect(news.at(-1)).toEqual({ is: 'erased', failed: 1 });
  });
});
