import { closeSync, existsSync, openSync, readdirSync, statSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { restoreFromBackup } from '../../../main/app/restore-backup.ts';
import { backupsIn } from '../../../main/store/backups/backup-files.ts';
import { backupFolder } from '../../../main/store/backups/files-put-aside.ts';
import { openStore, type Store } from '../../../main/store/store.ts';
import { openVenue, until } from '../../e2e/venue/venue.ts';
import { codesIn } from '../../setup/messages.ts';
import { closing, testFolder, testStore } from '../../setup/parts.ts';
import { testTime } from '../../setup/test-time.ts';

let folder: string;
beforeEach(() => {
  folder = testFolder();
});

const file = () => join(folder, 'tillbridge.sqlite');
const backups = () => backupsIn(backupFolder(folder), Date.now());
const aside = () => readdirSync(folder).filter((name) => name.includes('.damaged-'));
async function backedUp(): Promise<Store> {
  const store = testStore(folder, { backupEveryMs: 50 });
  store.write(() => store.venues.connected('venue-1', 1));
  await until('a backup', () => backups().length > 0);
  return store;
}
function damage(path: string): void {
  const handle = openSync(path, 'r+');
  for (let at = 4_096; at < statSync(path).size; at += 512) writeSync(handle, Buffer.alloc(256, 0xab), 0, 256, at);
  closeSync(handle);
}

test('a damaged database is set aside and replaced by the last backup', async () => {
  const store = await backedUp();
  store.close();
  damage(file());
  const again = testStore(folder);
  expect(again.recovery).toMatchObject({ backupAt: expect.any(Number) });
  expect(again.venues.all().map(({ id }) => id)).toEqual(['venue-1']);
  expect(aside().length).toBeGreaterThan(0);
});

test('without a backup the app starts with an empty database, and the damaged file is kept', () => {
  writeFileSync(file(), 'this is no database, but it is long enough to look at'.repeat(100));
  const store = testStore(folder);
  expect(store.recovery).toMatchObject({ backupAt: null });
  expect(store.venues.all()).toEqual([]);
  expect(aside()).toHaveLength(1);
});

test("an installer's restore of a backup sets the previous database aside", async () => {
  const store = await backedUp();
  expect(() => restoreFromBackup(folder, 'newest', Date.now())).toThrow('already running');
  store.close();
  const later = testStore(folder);
  later.write(() => later.venues.connected('venue-2', 1));
  later.close();
  expect(restoreFromBackup(folder, '1', Date.now())).toContain('Restored the backup');
  expect(readdirSync(folder).filter((name) => /\.replaced-.*Z$/.test(name))).toHaveLength(1);
  const again = testStore(folder);
  expect(again.venues.all().map(({ id }) => id)).toEqual(['venue-1']);
});

test('a restore without a backup is refused and changes nothing', () => {
  openStore(folder).close();
  expect(() => restoreFromBackup(folder, 'newest', Date.now())).toThrow('There\'s no backup "newest"');
  expect(existsSync(file())).toBe(true);
});

test('an undamaged database is opened as it is', () => {
  openStore(folder).close();
  const store = testStore(folder);
  expect(store.recovery).toBeNull();
  expect(aside()).toEqual([]);
});

test('after a damaged database is replaced, staff are notified on screen, and orders continue', async () => {
  const venue = closing(await openVenue());
  await venue.stopApp();
  damage(join(venue.dataDir, 'tillbridge.sqlite'));
  await venue.startApp();
  expect(Object.values(venue.state().notices).flatMap(({ text }) => codesIn(text))).toContain('database.wasDamaged');
  const { order_id: id } = await venue.place('takeaway');
  await until('the card', () => venue.card(id));
});

test('writes are refused within a second after the WAL file is truncated, unless our own checkpoint did it', async () => {
  const time = testTime();
  const store = testStore(folder, { time });
  store.write(() => store.venues.connected('venue-1', 1));
  store.checkpoint();
  expect(statSync(`${file()}-wal`).size).toBe(0);
  store.write(() => store.venues.connected('venue-2', 1));
  const losses: string[] = [];
  store.onLoss((loss) => losses.push(loss));
  await time.advance(1_000);
  expect(losses).toEqual([]);
  truncateSync(`${file()}-wal`, 0);
  await time.advance(1_000);
  // SQLite would write on, and the next start would find nothing of that.
  expect(() => store.write(() => store.venues.connected('venue-3', 1))).toThrow('damaged');
  expect(losses).toEqual(['shrunk']);
});
