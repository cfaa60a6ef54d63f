/** Backups: which are kept, what counts as one, the second copy, and what is erased in them. */
import {
  chmodSync,
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { english } from '../../../contract/english.ts';
import { goBackTo, listBackups } from '../../../main/app/restore-backup.ts';
import { parseOrder } from '../../../main/orders/reading/parse-order.ts';
import { doTask } from '../../../main/store/backups/backup-work.ts';
import type { BackupNews } from '../../../main/store/backups/backups.ts';
import { backupFolder } from '../../../main/store/backups/files-put-aside.ts';
import { type Generation, generationsIn, nameOf, readName, worthKeeping } from '../../../main/store/backups/generations.ts';
import { outsideFolder } from '../../../main/store/backups/second-copy.ts';
import { idOf } from '../../../main/store/file/same-file.ts';
import { restoreBackup } from '../../../main/store/recovery/recover.ts';
import { openStore, type Store, StoreError } from '../../../main/store/store.ts';
import { type Body, orderBody } from '../../fixtures/orders.ts';
import { notOnWindows } from '../../setup/not-on-windows.ts';
import { type TestTime, testTime } from '../../setup/test-time.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = Date.parse('2026-11-22T12:00:00Z');
/** Each write looks at the database file, and Wine keeps open what was looked at while anything of it is locked: 20,000 of them end all tests. */
const MOST_WRITTEN = 500;

describe('which backups are kept', () => {
  /** One every quarter of an hour, oldest first in the list that is given, as `holds` says how full. */
  function backups(count: number, holds: (place: number) => number, at: (place: number) => number): Generation[] {
    return Array.from({ length: count }, (_, place): Generation => {
      const one = { sequence: place + 1, at: at(place), orders: holds(place), notifications: 0, line: 0 };
      return { ...one, name: nameOf(one), path: nameOf(one), bytes: 1_000 };
    }).reverse();
  }
  const everyQuarter = (place: number) => NOW + place * 15 * MINUTE;

  test('of a month without a break: the last four quarter-hours, twenty-four hours and fourteen days', () => {
    const all = backups(30 * 96, (place) => place, everyQuarter);
    const kept = worthKeeping(all).sort((a, b) => b.sequence - a.sequence);
    const ages = kept.map(({ at }) => (all[0]?.at ?? 0) - at);
    expect(ages.slice(0, 4)).toEqual([0, 15, 30, 45].map((minutes) => minutes * MINUTE));
    expect(kept.filter((_, place) => (ages[place] ?? 0) < DAY).length).toBeGreaterThanOrEqual(24);
    expect(Math.max(...ages)).toBeGreaterThanOrEqual(12 * DAY);
    expect(Math.max(...ages)).toBeLessThan(15 * DAY);
    expect(kept.length).toBeLessThanOrEqual(4 + 24 + 14 + 1);
  });

  test('an emptier one never takes the place of a fuller one, however many follow it', () => {
    const all = backups(60 * 96, (place) => (place < 10 ? 500 + place : 3), everyQuarter);
    const kept = worthKeeping(all);
    expect(Math.max(...kept.map(({ orders }) => orders))).toBe(509);
    expect(kept[0]).toBe(all[0]);
  });

  test('a clock that jumps years ahead and back ends none of those before', () => {
    const at = (place: number) => everyQuarter(place) + (place === 50 ? 400 * DAY : 0) - (place > 70 ? 26 * HOUR : 0);
    const all = backups(100, (place) => place, at);
    const kept = worthKeeping(all);
    expect(kept[0]?.sequence).toBe(100);
    expect(kept.length).toBeGreaterThan(10);
  });

  test('all together they stay within their size, and the best few stay whatever it is', () => {
    const all = backups(30 * 96, (place) => place, everyQuarter);
    expect(worthKeeping(all, 10_000)).toHaveLength(10);
    expect(worthKeeping(all, 1)).toHaveLength(3);
  });

  test('a name says what is in it, and other files are none of ours', () => {
    const one = { sequence: 12, at: NOW, orders: 34, notifications: 56, line: 7 };
    expect(readName(nameOf(one))).toEqual({ ...one, name: nameOf(one) });
    for (const name of ['tillbridge.sqlite', 'tillbridge-1.part', `${nameOf(one)}.damaged-2026`, 'notes.txt'])
      expect(readName(name)).toBeNull();
  });
});

let folder: string;
let store: Store;
let outside: string | null;
let news: BackupNews[];
let time: TestTime;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillbridge-backups-'));
  outside = null;
  open();
});
afterEach(async () => {
  await close();
  rmSync(folder, { recursive: true, force: true });
});

function open(): void {
  news = [];
  time = testTime(NOW);
  store = openStore(folder, {
    time,
    backups: { outside: () => outside, settings: () => ({ text: '{}\n', taken: 'abc' }) },
  });
  store.backups.onNews((one) => news.push(one));
}
async function close(): Promise<void> {
  await store.backups.stop();
  store.close();
}
const kept = () => generationsIn(backupFolder(folder));
function keep(id: string, more: Body = {}, endedAt: number | null = null): void {
  const body = { ...orderBody('group'), ...more, id };
  const parsed = parseOrder(body);
  if (!parsed.ok) throw new Error(parsed.why);
  const row = { order: parsed.order, noticedAt: 0, readAt: 1, initialPickupEta: null, alerting: false, endedAt };
  store.write(() => store.orders.save({ ...row, stage: endedAt === null ? 'preparing' : 'delivered', open: endedAt === null }, body));
}
function ordersIn(path: string): string[] {
  const db = new Database(path, { readonly: true });
  const ids = db.prepare<[], string>('SELECT id FROM orders ORDER BY id').pluck().all();
  db.close();
  return ids;
}

test('a backup is whole, stands alone, and has the settings beside it', async () => {
  keep('a');
  const made = await store.backups.make();
  expect(made).toMatchObject({ orders: 1, fuller: null, outside: null });
  const [one] = kept();
  expect(ordersIn(one?.path ?? '')).toEqual(['a']);
  expect(readdirSync(backupFolder(folder)).sort()).toEqual(['settings-file.sha256', 'settings.json', one?.name]);
});

test('one that is asked for while another is made is the same one; what is written meanwhile does not disturb it', async () => {
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
  expect(ordersIn(kept()[0]?.path ?? '')).toHaveLength(made.orders);
});

test('whoever asks for one after the other gets each after a rest, three times as long as the last took; nothing waits for it when Tillbridge stops', async () => {
  keep('a');
  const takes = async (ms: number) => {
    const made = store.backups.make();
    await new Promise(setImmediate);
    time.sleep(ms);
    await made;
  };
  await takes(2_000);
  // What became due meanwhile is done.
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
  // A large one is no reason to keep a person waiting for long.
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

test('a database that lost orders is told, and the fuller backup stays', async () => {
  for (const id of ['a', 'b', 'c']) keep(id);
  await store.backups.make();
  const db = new Database(join(folder, 'tillbridge.sqlite'));
  db.exec(`DELETE FROM orders WHERE id <> 'a'`);
  db.close();
  const made = await store.backups.make();
  expect(made.fuller).toMatchObject({ orders: 3 });
  expect(kept().map(({ orders }) => orders)).toEqual([1, 3]);
  // Told once; the next one has no less than the one before it.
  expect((await store.backups.make()).fuller).toBeNull();
  expect(kept().map(({ orders }) => orders)).toContain(3);
});

test('a damaged database makes no backup, and the good one stays', async () => {
  for (let count = 0; count < 50; count += 1) keep(`order-${count}`);
  await store.backups.make();
  store.checkpoint();
  const file = join(folder, 'tillbridge.sqlite');
  const bytes = readFileSync(file);
  for (let at = bytes.length - 60_000; at < bytes.length; at += 700) bytes.fill(0xab, at, Math.min(at + 300, bytes.length));
  const handle = openSync(file, 'r+');
  writeSync(handle, bytes, 0, bytes.length, 0);
  closeSync(handle);
  await expect(store.backups.make()).rejects.toMatchObject({ code: expect.stringMatching(/damaged|SQLITE_CORRUPT/) });
  expect(news.at(-1)).toMatchObject({ is: 'failed' });
  expect(kept()).toHaveLength(1);
});

test('a file in the place of the database is never backed up', async ({ skip }) => {
  notOnWindows(skip, 'Windows moves no file that is open');
  keep('a');
  await store.backups.make();
  const file = join(folder, 'tillbridge.sqlite');
  renameSync(file, `${file}.moved`);
  copyFileSync(`${file}.moved`, file);
  await expect(store.backups.make()).rejects.toMatchObject({ code: 'replaced' });
  expect(kept()).toHaveLength(1);
});

describe('the second copy', () => {
  test('is read back, is closed to others where that can be, and is never the only one', async () => {
    outside = mkdtempSync(join(tmpdir(), 'tillbridge-stick-'));
    writeFileSync(join(outside, 'holiday.jpg'), 'not ours');
    keep('a');
    const made = await store.backups.make();
    expect(made.outside).toEqual({ is: 'written', but: 'same-disk' });
    const there = outsideFolder(outside, folder);
    expect(ordersIn(generationsIn(there)[0]?.path ?? '')).toEqual(['a']);
    expect(statSync(there).mode & 0o077).toBe(0);
    expect(kept()).toHaveLength(1);
    expect(readFileSync(join(outside, 'holiday.jpg'), 'utf8')).toBe('not ours');
    // No secrets, and no settings: addresses may hold passwords.
    expect(readdirSync(there)).toEqual([kept()[0]?.name]);
    writeFileSync(join(folder, 'settings.json'), JSON.stringify({ backup: { folder: outside } }));
    expect(listBackups(folder)).toContain(there);
    rmSync(outside, { recursive: true });
  });

  test.each([
    ['a disk that is not plugged in', () => join(folder, '..', 'tillbridge-no-such-disk'), 'ENOENT'],
    ['a folder inside the data folder', () => join(folder, 'backup'), 'inside'],
    ['a file', () => join(folder, 'in-use.lock'), 'inside'],
  ])('%s is told, and the backup in the data folder is made all the same', async (_, place, code) => {
    outside = place();
    keep('a');
    const made = await store.backups.make();
    expect(made.outside).toEqual({ is: 'failed', code, at: outside });
    expect(kept()).toHaveLength(1);
    expect(existsSync(join(folder, '..', 'tillbridge-no-such-disk'))).toBe(false);
  });
});

describe('an app that stops while a backup is made', () => {
  /** Enough for several parts: 3 MB. */
  const fill = () => {
    for (let each = 0; each < 15; each += 1) keep(`order-${each}`, { comment: 'x'.repeat(200_000) });
  };
  const unfinished = (place: string) => readdirSync(place, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.part'));

  test('tells the thread to end and waits for it: one that is cut off inside the database library takes the process with it', async () => {
    fill();
    const terminated = vi.spyOn(Worker.prototype, 'terminate');
    const ended: string[] = [];
    const making = store.backups.make().catch(({ code }) => ended.push(code));
    // The thread has been started, and has done nothing yet.
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

  test('may stop at any step: the backup of before stays, the new one is whole or is not there', async () => {
    outside = mkdtempSync(join(tmpdir(), 'tillbridge-stick-'));
    keep('before');
    await store.backups.make();
    fill();
    const task = {
      work: 'backup',
      dataDir: folder,
      database: idOf(join(folder, 'tillbridge.sqlite')) ?? '',
      settings: null,
      outside,
    } as const;
    let stops = 0;
    for (let steps = 0; ; steps += 1 + Math.floor(steps / 8)) {
      let left = steps;
      const made = await doTask({ ...task, now: NOW + steps }, () => left-- <= 0).catch((error: unknown) => error);
      if (!(made instanceof Error)) break;
      stops += 1;
      expect(made).toMatchObject({ code: 'stopped' });
      for (const place of [backupFolder(folder), outsideFolder(outside, folder)]) {
        expect(unfinished(place)).toEqual([]);
        for (const { path, orders } of generationsIn(place)) expect(ordersIn(path)).toHaveLength(orders);
        expect(generationsIn(place).map(({ orders }) => orders)).toContain(1);
      }
      // A file of each step would fill the disk of the test.
      for (const { path, orders } of kept()) if (orders > 1) rmSync(path);
    }
    // Before it begins, at each part of the copy, and later and later in the second copy.
    expect(stops).toBeGreaterThan(20);
    rmSync(outside, { recursive: true });
  }, 60_000);
});

describe('the second copy beside those of a data folder that was lost', () => {
  const there = (): Generation[] => generationsIn(outsideFolder(outside ?? '', folder));
  /** The same name on a new disk. */
  async function replaceFolder(): Promise<void> {
    await close();
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
    open();
  }
  beforeEach(() => {
    outside = mkdtempSync(join(tmpdir(), 'tillbridge-stick-'));
  });
  afterEach(() => rmSync(outside ?? '', { recursive: true, force: true }));

  test('is there when it is said to be written, each time, and those of before stay', async () => {
    for (let count = 0; count < 40; count += 1) keep(`lost-${count}`);
    const first = await store.backups.make();
    const [copy] = there();
    // As weeks of work leave it: the same file under the names that the rotation gives.
    for (let place = 1; place < 14 * 96; place += place % 96 === 0 || place > 14 * 96 - 8 ? 1 : 95) {
      const name = nameOf({ ...first, sequence: place + 1, at: NOW - 14 * DAY + place * 15 * MINUTE, line: 0 });
      copyFileSync(copy?.path ?? '', join(copy?.path ?? '', '..', name));
    }
    await replaceFolder();
    for (let count = 0; count < 8; count += 1) {
      keep(`new-${count}`);
      const made = await store.backups.make();
      expect(made.outside).toMatchObject({ is: 'written' });
      const [newest] = there();
      expect(ordersIn(newest?.path ?? '')).toEqual(ordersIn(kept()[0]?.path ?? ''));
      expect(newest?.orders).toBe(count + 1);
    }
    expect(there().some(({ orders }) => orders === 40)).toBe(true);
    expect(listBackupsOutside()[0]).toContain(there()[0]?.name);
  });

  /** Those outside as --restore-backup lists them. */
  function listBackupsOutside(): string[] {
    writeFileSync(join(folder, 'settings.json'), JSON.stringify({ backup: { folder: outside } }));
    return listBackups(folder)
      .split('\n')
      .filter((line) => line.includes(outside ?? ''));
  }

  test('one file there that cannot be removed, and a name with a number beyond all counting, end nothing', async () => {
    keep('a');
    await store.backups.make();
    const at = outsideFolder(outside ?? '', folder);
    mkdirSync(join(at, 'tillbridge-000009.sqlite.part', 'deep'), { recursive: true });
    for (const sequence of ['9'.repeat(15), '9'.repeat(22)])
      writeFileSync(join(at, `tillbridge-${sequence}-20200101T000000Z-0o-0n-0r.sqlite`), 'no database');
    for (let count = 0; count < 6; count += 1) {
      keep(`b-${count}`);
      expect((await store.backups.make()).outside).toMatchObject({ is: 'written' });
      expect(Math.max(...there().map(({ orders }) => orders))).toBe(count + 2);
    }
  });

  test.skipIf(process.platform === 'win32')(
    'on Windows is closed with the rights of that system, and told where that cannot be proved',
    async () => {
      const sid = 'S-1-5-21-1004336348-1177238915-682003330-1001';
      const root = mkdtempSync(join(tmpdir(), 'tillbridge-windows-'));
      mkdirSync(join(root, 'System32'));
      const program = (name: string, script: string) =>
        writeFileSync(join(root, 'System32', name), `#!/bin/sh\n${script}`, { mode: 0o755 });
      program('whoami.exe', `echo '"shop\\anna","${sid}"'`);
      program('icacls.exe', `case "$2" in /save) cp ${join(root, 'rights')} "$3";; esac`);
      const platform = Object.getOwnPropertyDescriptor(process, 'platform') as PropertyDescriptor;
      keep('a');
      await store.backups.make();
      const task = {
        work: 'backup',
        dataDir: folder,
        database: idOf(join(folder, 'tillbridge.sqlite')) ?? '',
        now: NOW,
        settings: null,
        outside,
      } as const;
      const madeWith = async (rights: string) => {
        writeFileSync(join(root, 'rights'), rights, 'utf16le');
        return (await doTask(task)).outside;
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
        rmSync(root, { recursive: true });
      }
    },
  );
});

test('the check of a folder for second copies writes there, leaves nothing, and makes no folder in the place of one that is gone', async () => {
  const place = mkdtempSync(join(tmpdir(), 'tillbridge-stick-'));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  expect(await store.backups.tryOutside(place)).toBeNull();
  const own = outsideFolder(place, folder);
  expect(readdirSync(own)).toEqual([]);
  // It lets itself be made and looked into, and takes no file.
  rmSync(own, { recursive: true });
  mkdirSync(join(own, 'tillbridge-trial.part', 'in-the-way'), { recursive: true });
  expect(await store.backups.tryOutside(place)).not.toBeNull();
  rmSync(place, { recursive: true });
  expect(await store.backups.tryOutside(place)).toMatchObject({ code: 'ENOENT', at: place });
  expect(existsSync(place)).toBe(false);
});

describe('a database that somebody put among the copies', () => {
  const HARM = [
    ['a trigger', `CREATE TRIGGER harm AFTER UPDATE ON orders BEGIN INSERT INTO tally VALUES ('harm', 1, 1, NULL); END`],
    ['a view in the place of a table', `ALTER TABLE tally RENAME TO tally_; CREATE VIEW tally AS SELECT * FROM tally_`],
    ['a virtual table', `CREATE VIRTUAL TABLE harm USING fts5 (words)`],
  ] as const;
  const harmIn = (path: string): unknown => {
    const db = new Database(path, { readonly: true });
    const found = db.prepare(`SELECT count(*) FROM tally WHERE name = 'harm'`).pluck().get();
    db.close();
    return found;
  };

  test.each(HARM)('with %s is not erased in, and told', async (_, sql) => {
    outside = mkdtempSync(join(tmpdir(), 'tillbridge-stick-'));
    keep('old', {}, NOW - 31 * DAY);
    await store.backups.make();
    await store.backups.make();
    const [planted, other] = generationsIn(outsideFolder(outside, folder));
    const db = new Database(planted?.path ?? '');
    db.exec(sql);
    db.close();
    await store.backups.erase(NOW - 30 * DAY, NOW);
    expect(news.at(-1)).toEqual({ is: 'erased', failed: 1 });
    expect(harmIn(planted?.path ?? '')).toBe(0);
    // The one beside it is erased as ever.
    expect(readFileSync(other?.path ?? '', 'latin1')).not.toContain('Mikael S');
    await close();
    expect(() => restoreBackup(folder, planted as Generation, NOW)).toThrow(/damaged or isn't a backup/);
    open();
    rmSync(outside, { recursive: true });
  });

  test('of a folder that is somebody else’s is not even opened; one that may not be looked into keeps no other copy from it', async ({
    skip,
  }) => {
    notOnWindows(skip, 'links need a right of their own on Windows');
    outside = mkdtempSync(join(tmpdir(), 'tillbridge-stick-'));
    keep('old', {}, NOW - 31 * DAY);
    await store.backups.make();
    const there = outsideFolder(outside, folder);
    renameSync(there, `${there}.elsewhere`);
    symlinkSync(`${there}.elsewhere`, there);
    const [copy] = generationsIn(`${there}.elsewhere`);
    const before = readFileSync(copy?.path ?? '');
    await store.backups.erase(NOW - 30 * DAY, NOW);
    expect(news.at(-1)).toEqual({ is: 'erased', failed: 1 });
    expect(readFileSync(copy?.path ?? '').equals(before)).toBe(true);
    expect(readFileSync(kept()[0]?.path ?? '', 'latin1')).not.toContain('Mikael S');
    rmSync(outside, { recursive: true });
  });

  test('with an index or a table of somebody who looked after this computer is still one of ours', async () => {
    const db = new Database(join(folder, 'tillbridge.sqlite'));
    db.exec('CREATE INDEX by_hand ON orders (number); CREATE TABLE notes (says TEXT); ANALYZE');
    db.close();
    keep('old', {}, NOW - 31 * DAY);
    await store.backups.make();
    await store.backups.erase(NOW - 30 * DAY, NOW);
    expect(news.at(-1)).toEqual({ is: 'erased', failed: 0 });
  });
});

describe('a file that somebody gave the name of a backup', () => {
  const LONG = '9'.repeat(120);

  test.each([
    `tillbridge-${LONG}-20201122T134718Z-0o-0n-0r.sqlite`,
    `tillbridge-000001-20201122T134718Z-0o-0n-${LONG}r.sqlite`,
    `tillbridge-000001-99991122T134718Z-${LONG}o-9n-0r.sqlite`,
    `tillbridge-${'9'.repeat(15)}-99991231T235959Z-${'9'.repeat(15)}o-0n-${'9'.repeat(15)}r.sqlite`,
  ])('hides no good one, neither from the next nor from a recovery: %s', async (name) => {
    keep('a');
    await store.backups.make();
    const file = join(folder, 'tillbridge.sqlite');
    for (const planted of ['', 'an empty database']) {
      const path = join(backupFolder(folder), name);
      if (planted === '') writeFileSync(path, '');
      else anotherDatabase(path);
      for (let count = 0; count < 3; count += 1) {
        keep(`b-${planted.length}-${count}`);
        const made = await store.backups.make();
        expect(kept().map((one) => one.name)).toContain(made.name);
      }
      await close();
      for (const part of ['', '-wal', '-shm']) rmSync(file + part, { force: true });
      open();
      expect(store.recovery).toMatchObject({ why: 'missing', orders: store.orders.count() });
      expect(store.orders.count()).toBe(planted === '' ? 4 : 7);
      // And what is made then is found again as well.
      const { name: next } = await store.backups.make();
      expect(kept().map((one) => one.name)).toContain(next);
    }
  });

  /** Ours in every way, with nothing in it. */
  function anotherDatabase(path: string): void {
    const elsewhere = mkdtempSync(join(tmpdir(), 'tillbridge-planted-'));
    openStore(elsewhere, { backups: null }).close();
    copyFileSync(join(elsewhere, 'tillbridge.sqlite'), path);
    const db = new Database(path);
    db.pragma('journal_mode = DELETE');
    db.close();
    rmSync(elsewhere, { recursive: true });
  }
});

describe('copies in a folder of somebody else', () => {
  test('are neither listed nor gone back to by a word, and it is said why', async ({ skip }) => {
    notOnWindows(skip, 'whose a folder is Windows says in its rights');
    outside = mkdtempSync(join(tmpdir(), 'tillbridge-stick-'));
    keep('a');
    await store.backups.make();
    writeFileSync(join(folder, 'settings.json'), JSON.stringify({ backup: { folder: outside } }));
    const there = outsideFolder(outside, folder);
    const [copy] = generationsIn(there);
    expect(listBackups(folder)).toContain(join(there, copy?.name ?? 'none'));
    await close();
    // As root, the folder gets another owner; as anybody else a link shows the same: both are not ours.
    if (process.getuid?.() === 0) chownSync(there, 12_345, 12_345);
    else {
      renameSync(there, `${there}.elsewhere`);
      symlinkSync(`${there}.elsewhere`, there);
    }
    rmSync(backupFolder(folder), { recursive: true });
    expect(listBackups(folder)).not.toContain(copy?.name);
    expect(listBackups(folder)).toMatch(/aren't listed: .*another user/);
    for (const wanted of ['newest', '1', '2030-01-01', copy?.name ?? '']) {
      let text = '';
      try {
        goBackTo(folder, wanted, NOW);
      } catch (error) {
        text = error instanceof StoreError ? `${english(error.text)} ${english(error.hint)}` : String(error);
      }
      expect(text).toMatch(/There's no backup .*aren't listed/);
    }
    open();
    rmSync(outside, { recursive: true });
  });
});

describe('personal data', () => {
  const PERSON = { consumer_name: 'Zxqname', consumer_phone_number: '+358777666555', consumer_comment: 'Zxqcomment' };
  const NAMES = ['Zxqname', '+358777666555', 'Zxqcomment'];
  const bytesOf = (...folders: string[]) =>
    folders
      .flatMap((one) => readdirSync(one, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
      .join('');

  test('is erased from every backup and from the second copy on the same days as from the database', async () => {
    outside = mkdtempSync(join(tmpdir(), 'tillbridge-stick-'));
    keep('old', PERSON, NOW - 31 * DAY);
    await store.backups.make();
    await store.backups.make();
    const all = () => bytesOf(backupFolder(folder), outside ?? '');
    for (const name of NAMES) expect(all(), name).toContain(name);
    await store.backups.erase(NOW - 30 * DAY, NOW);
    for (const name of NAMES) expect(all(), name).not.toContain(name);
    expect(news.at(-1)).toEqual({ is: 'erased', failed: 0 });
    for (const one of [...kept(), ...generationsIn(outsideFolder(outside, folder))]) expect(ordersIn(one.path)).toEqual(['old']);
    rmSync(outside, { recursive: true });
  });

  test('is erased from a database that was put aside whole, and a damaged one goes after as many days', async () => {
    keep('old', PERSON, NOW - 31 * DAY);
    await store.backups.make();
    await close();
    const file = join(folder, 'tillbridge.sqlite');
    const at = (days: number) => new Date(NOW - days * DAY).toISOString().replaceAll(':', '-');
    copyFileSync(file, `${file}.replaced-${at(1)}`);
    for (const days of [29, 31, -400]) writeFileSync(`${file}.damaged-${at(days)}`, 'Zxqname in a damaged file');
    writeFileSync(`${file}.damaged-${at(31)}-wal`, 'Zxqname');
    open();
    expect(listBackups(folder)).toContain(`tillbridge.sqlite.damaged-${at(29)}`);
    await store.backups.erase(NOW - 30 * DAY, NOW);
    const left = readdirSync(folder).filter((name) => /\.(damaged|replaced)-/.test(name));
    // The one of a clock that was ahead is counted from now.
    expect(left.sort()).toEqual(
      [`tillbridge.sqlite.damaged-${at(29)}`, `tillbridge.sqlite.damaged-${at(0)}`, `tillbridge.sqlite.replaced-${at(1)}`].sort(),
    );
    for (const name of NAMES) expect(readFileSync(`${file}.replaced-${at(1)}`, 'latin1')).not.toContain(name);
  });

  test('what cannot be erased is told', async () => {
    keep('old', PERSON, NOW - 31 * DAY);
    await store.backups.make();
    const path = kept()[0]?.path ?? '';
    rmSync(path);
    mkdirSync(join(path, 'not a database'), { recursive: true });
    chmodSync(path, 0o700);
    writeFileSync(path.replace('000001', '000002'), 'no database either, but long enough to be looked at as one. '.repeat(100));
    await store.backups.erase(NOW - 30 * DAY, NOW);
    expect(news.at(-1)).toEqual({ is: 'erased', failed: 1 });
  });
});
