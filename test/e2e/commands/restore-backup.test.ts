/** `--restore-backup` in the terminal: the list, a restore, and refusals. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { beforeEach, expect, test } from 'vitest';
import { backupsIn } from '../../../main/store/backups/backup-files.ts';
import { backupFolder } from '../../../main/store/backups/files-put-aside.ts';
import { lockDataFolder } from '../../../main/store/file/lock.ts';
import { openStore } from '../../../main/store/store.ts';
import { testFolder } from '../../setup/parts.ts';
import { testTime } from '../../setup/test-time.ts';
import { until } from '../venue/venue.ts';

const START = fileURLToPath(new URL('../../../out/node/start.js', import.meta.url));
const NOON = Date.parse('2026-11-22T12:00:00Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let dataDir: string;
beforeEach(async () => {
  dataDir = testFolder();
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ receiver: { port: 0 }, counter: { port: 0 } }));
  for (const hour of [0, 1]) {
    const store = openStore(dataDir, { time: testTime(NOON + hour * HOUR) });
    store.write(() => store.venues.connected(`venue-${hour}`, 1));
    await store.backups.make();
    await store.backups.stop();
    store.close();
  }
  const store = openStore(dataDir);
  store.write(() => store.venues.connected('venue-of-now', 1));
  await store.backups.stop();
  store.close();
});

/** Runs the command until it ends; if the app starts, stops it then. */
async function run(...args: string[]): Promise<{ output: string; code: number | null }> {
  const child = spawn(process.execPath, [START, '--data-dir', dataDir, '--vault', 'file', '--host', 'browser', '--no-open', ...args]);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const up = until('the counter', () => /^Receiver:/m.test(output), 30_000).then(
    () => child.kill('SIGTERM'),
    () => child.kill('SIGKILL'),
  );
  const code = await ended;
  await Promise.race([up, Promise.resolve()]);
  return { output, code };
}
async function venues(): Promise<string[]> {
  const store = openStore(dataDir);
  const ids = store.venues.all().map(({ id }) => id);
  await store.backups.stop();
  store.close();
  return ids.sort();
}
const hashes = () =>
  readdirSync(dataDir, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      [
        entry.name,
        createHash('sha256')
          .update(readFileSync(join(entry.parentPath, entry.name)))
          .digest('hex'),
      ].join(' '),
    )
    .sort();
const asides = () => readdirSync(dataDir).filter((name) => /\.replaced-.*Z$/.test(name));

test('--restore-backup without a name lists backups, newest first, and changes nothing', async () => {
  const before = hashes();
  const lock = lockDataFolder(dataDir);
  const { output, code } = await run('--restore-backup');
  lock.leave();
  expect(code).toBe(0);
  const [newest, first] = backupsIn(backupFolder(dataDir), NOON + DAY).map(({ name }) => name);
  expect(output).toMatch(new RegExp(`   1  2026-11-22 13:00:00 +\\d+ bytes  ${newest}\n   2  2026-11-22 12:00:00 +\\d+ bytes  ${first}`));
  expect(output).not.toContain('Counter:');
  expect(hashes()).toEqual(before);
});

test.each([
  ['its number', () => '2', ['venue-0']],
  ['its name', () => backupsIn(backupFolder(dataDir), NOON + DAY)[1]?.name ?? '', ['venue-0']],
  ['its file', () => backupsIn(backupFolder(dataDir), NOON + DAY)[1]?.path ?? '', ['venue-0']],
  ['"newest"', () => 'newest', ['venue-0', 'venue-1']],
  ['a time, for the last one before it', () => '2026-11-22T12:59', ['venue-0']],
  ['a time of that very minute', () => '2026-11-22 13:00', ['venue-0', 'venue-1']],
])(
  '--restore-backup restores a backup by %s, keeps the old database, and starts',
  async (_, which, expected) => {
    const { output } = await run('--restore-backup', which());
    expect(output).toMatch(/Restored the backup from 2026-11-22 1[23]:00:00 UTC with 0 orders\. The previous database is kept as /);
    expect(output).toContain('Counter:');
    expect(asides()).toHaveLength(1);
    expect(await venues()).toEqual(expected);
  },
  60_000,
);

test.each([
  ['of another name', 'last-week', 'There\'s no backup "last-week"'],
  ['of a number too high', '9', 'There\'s no backup "9"'],
  ['from before the first', '2020-01-01T00:00', "There's no backup"],
  ['that is none', '/etc/hostname', "is damaged or isn't a backup"],
])(
  '--restore-backup refuses a backup %s; nothing is changed or started',
  async (_, which, text) => {
    const before = hashes();
    const { output, code } = await run('--restore-backup', which);
    expect(code).toBe(1);
    expect(output).toContain(text);
    expect(output).not.toContain('Counter:');
    expect(hashes().filter((line) => !line.startsWith('in-use.lock'))).toEqual(before.filter((line) => !line.startsWith('in-use.lock')));
  },
  60_000,
);

test('--restore-backup restores nothing while Tillbridge runs', async () => {
  const lock = lockDataFolder(dataDir);
  const { output, code } = await run('--restore-backup', 'newest');
  lock.leave();
  expect(code).toBe(1);
  expect(output).toContain('already running');
  expect(await venues()).toContain('venue-of-now');
});

test("an older Tillbridge refuses a newer Tillbridge's database, and restores an older copy of it", async () => {
  const before = await venues();
  const file = join(dataDir, 'tillbridge.sqlite');
  const db = new Database(file);
  const version = Number(db.pragma('user_version', { simple: true }));
  const kept = `${file}.copy`;
  db.prepare('VACUUM INTO ?').run(kept);
  db.exec("INSERT INTO venue (id, state, connected_at) VALUES ('venue-of-the-newer', 'connected', 1)");
  db.pragma(`user_version = ${version + 1}`);
  db.close();
  const older = await run();
  expect(older.output).toContain("This computer's database is from a newer Tillbridge.");
  const back = await run('--restore-backup', kept);
  expect(back.output).toContain('Restored the backup');
  expect(back.code).toBe(0);
  expect(await venues()).toEqual(before);
  const [aside = ''] = asides();
  const newer = new Database(join(dataDir, aside), { readonly: true });
  expect(newer.prepare('SELECT id FROM venue').pluck().all()).toContain('venue-of-the-newer');
  newer.close();
}, 120_000);
