/** The monthly file of orders, in a real folder. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { VenueView } from '../../../contract/contract.ts';
import { english } from '../../../contract/english.ts';
import { isMessage, type Text } from '../../../contract/message.ts';
import { mountSmallDisk, whyNoBrokenDisk } from '../../../lab/faults/runs/break-disk.ts';
import { BY_APP } from '../../../main/features/caller.ts';
import { createHistoryCalls } from '../../../main/features/history/calls.ts';
import { keepMonthlyFiles } from '../../../main/history/keep-monthly-files.ts';
import { createMonthlyKind } from '../../../main/history/monthly-file.ts';
import { monthlyFileName } from '../../../main/history/monthly-name.ts';
import { createReportBook } from '../../../main/history/report-book.ts';
import { diagnostics } from '../../../main/monitor/diagnostics.ts';
import { isoDigits } from '../../../main/orders/money/money.ts';
import { formOfTables, openSettings, type SettingsKeeper } from '../../../main/settings/settings.ts';
import type { Store } from '../../../main/store/store.ts';
import { startWorker, type Worker } from '../../../main/store/worker.ts';
import { createFeed } from '../../../main/view/feed.ts';
import { orderBody, putOrder } from '../../fixtures/orders.ts';
import { onDefect, testFolder, testStore } from '../../setup/parts.ts';
import { type TestTime, testTime } from '../../setup/test-time.ts';

const MINUTE = 60_000;
const VENUES = ['venue-1', 'venue-2'];
const zone = process.env.TZ;

let dataDir: string;
let folder: string;
let wanted: string | null;
let store: Store;
let time: TestTime;
let worker: Worker;
let stop: () => void;
let reported: Text | null;
let sushi: string;

const at = (text: string) => new Date(text).getTime();

beforeEach(() => {
  dataDir = testFolder();
  folder = join(dataDir, 'for the bookkeeper');
  mkdirSync(folder);
  wanted = folder;
  reported = null;
  sushi = 'Sushi / 寿司';
});
afterEach(async () => {
  await stopAll();
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

const rules = () => ({ acceptWithinSeconds: 180, confirmWithinSeconds: 900, acceptIsAbout: true });

/** `isHeard`: the service's time is known at once. */
function start(now: string, isHeard = true): void {
  time = testTime(at(now));
  if (isHeard) hear(time.wall());
  store = testStore(dataDir, { time, backups: null });
  for (const id of VENUES) store.write(() => store.venues.connected(id, time.wall()));
  const settings = openSettings(dataDir);
  stop = keepMonthlyFiles({ store, time, isWanted: () => wanted !== null, onDefect });
  const kind = createMonthlyKind({
    time,
    book: createReportBook({ store, clock: time.service, settings, deadlineRules: rules }),
    folder: () => wanted,
    form: () => formOfTables(settings.get()),
    currencyDigits: isoDigits,
    fileNameOf: (month, id) =>
      monthlyFileName(month, id, [
        { id: 'venue-1', name: 'Trattoria Bellini' },
        { id: 'venue-2', name: sushi },
      ]),
    onTrouble: (trouble) => {
      reported = trouble?.text ?? null;
    },
  });
  worker = startWorker({ store, time, kinds: [kind], onDefect });
}

async function stopAll(): Promise<void> {
  stop();
  // Waits for files being written; the test's clock doesn't move meanwhile.
  await worker.stop();
  store.close();
}

const hear = (now: number) => time.service.learn(new Date(now).toUTCString(), time.monotonic(), time.monotonic());

function place(id: string, when: string, venueId = 'venue-1', stage: 'delivered' | 'preparing' = 'delivered'): void {
  const placedAt = at(when);
  const created_at = new Date(placedAt).toISOString();
  const body = orderBody('takeaway-cash', { id, venue: { id: venueId }, order_number: id, created_at });
  const endedAt = stage === 'delivered' ? placedAt + MINUTE : null;
  putOrder(store, body, { stage, noticedAt: placedAt, readAt: placedAt, endedAt });
}

function startWithOne(): void {
  start('2026-10-31T23:58:00');
  place('1', '2026-10-12T12:00:00');
}

/** The finished files; those still being written begin with a dot. */
const files = () =>
  readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .sort();
/** Moves time until this many files exist and their jobs are done. */
const written = (count: number) =>
  time.advanceUntil(() => files().length === count && store.queue.list('unfinished', 1).length === 0, 5 * MINUTE, 1_000);
const textOf = (file: string) => readFileSync(join(folder, file), 'utf8');
/** Order numbers in a file. */
const orders = (file: string) =>
  textOf(file)
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',')[0]);
const isReported = () => time.advanceUntil(() => reported !== null, 5 * MINUTE, 1_000);
const code = () => (isMessage(reported) ? reported.code : reported);

const BELLINI = 'tillbridge-2026-10-Trattoria_Bellini.csv';
const SEPTEMBER = 'tillbridge-2026-09-Trattoria_Bellini.csv';

test("in a month's first minutes each venue has a file with only its orders of the last month", async () => {
  start('2026-10-31T23:54:00');
  place('1', '2026-10-01T00:00:00');
  place('2', '2026-10-31T23:59:59.999');
  place('of-september', '2026-09-30T23:59:59.999');
  place('of-november', '2026-11-01T00:00:00');
  place('other', '2026-10-12T12:00:00', 'venue-2');
  await written(1);
  await time.advance(4 * MINUTE);
  expect(files()).toEqual([SEPTEMBER]);
  await written(3);
  expect(files()).toEqual([SEPTEMBER, 'tillbridge-2026-10-Sushi_寿司.csv', BELLINI]);
  expect(orders(SEPTEMBER)).toEqual(['of-september']);
  expect(orders(BELLINI)).toEqual(['1', '2']);
  expect(orders('tillbridge-2026-10-Sushi_寿司.csv')).toEqual(['other']);
  // A file isn't written again while its orders don't change.
  writeFileSync(join(folder, BELLINI), 'as the bookkeeper left it');
  await time.advance(10 * MINUTE);
  expect(textOf(BELLINI)).toBe('as the bookkeeper left it');
});

test('a file has no names, phones or addresses, and other users may read it', async () => {
  startWithOne();
  await written(1);
  const { consumer_name: name, consumer_phone_number: phone } = orderBody('takeaway-cash') as Record<string, string>;
  const text = textOf(BELLINI);
  expect(text).not.toContain(name);
  expect(text).not.toContain(phone);
  expect(statSync(join(folder, BELLINI)).mode & 0o444).toBe(0o444 & ~process.umask());
});

test("a file has the format spreadsheets expect in the screens' language", async () => {
  openSettings(dataDir).change((now) => ({ ...now, screen: { ...now.screen, language: 'fi' } }));
  startWithOne();
  await written(1);
  const [head, line] = textOf(BELLINI).split('\r\n');
  expect(head).toMatch(/^\u{feff}number;order_id;venue_id;/u);
  expect(line).toMatch(/;\d+,\d\d;EUR;/);
});

test('a computer off for two months writes each month once when it is on again', async () => {
  start('2026-08-31T23:58:00');
  place('august', '2026-08-12T12:00:00');
  await written(1);
  place('september', '2026-09-01T12:00:00');
  place('october', '2026-10-02T12:00:00');
  await stopAll();
  start('2026-11-07T18:00:00');
  await written(3);
  expect(files().flatMap((file) => orders(file))).toEqual(['august', 'september', 'october']);
});

test('a newly set folder gets the file of the last month and none of earlier months', async () => {
  wanted = null;
  start('2026-11-20T12:00:00');
  place('september', '2026-09-12T12:00:00');
  place('october', '2026-10-12T12:00:00');
  await time.advance(5 * MINUTE);
  expect(files()).toEqual([]);
  wanted = folder;
  await written(1);
  await time.advance(5 * MINUTE);
  expect(files()).toEqual([BELLINI]);
});

test('a missing folder is reported, and the file is written once the folder is back', async () => {
  startWithOne();
  renameSync(folder, `${folder} unplugged`);
  await isReported();
  expect(code()).toBe('monthlyFile.folderMissing');
  expect(store.queue.list('unfinished', 10).map(({ kind, key }) => [kind, key])).toContainEqual(['monthly-file', '2026-10/venue-1']);
  await time.advance(MINUTE);
  renameSync(`${folder} unplugged`, folder);
  // Waits for the other venue's file too.
  const isDone = () => reported === null && store.queue.list('unfinished', 1).length === 0;
  await time.advanceUntil(() => files().includes(BELLINI) && isDone(), 60 * MINUTE, MINUTE);
  expect(reported).toBeNull();
});

async function saveFolder(next: string | null) {
  const kept = openSettings(dataDir);
  const settings: SettingsKeeper = {
    ...kept,
    change(by) {
      wanted = by(kept.get()).reports.folder;
      return kept.get();
    },
  };
  const reportBook = createReportBook({ store, clock: time.service, settings, deadlineRules: rules });
  const calls = createHistoryCalls({ store, time, settings, currencyDigits: isoDigits, reportBook, deadlineRules: rules });
  const answer = await calls['settings.saveReports']({ reports: { folder: next, tables: 'language' } }, BY_APP);
  return answer.ok ? answer.value.blockedBy : undefined;
}

test.each([
  ['after a missing folder, another one that staff set is written to at once', true],
  ['after a missing folder, turning the files off ends the report', false],
])('%s', async (_, isOther) => {
  startWithOne();
  wanted = join(dataDir, 'nowhere');
  const isHalfAnHourAway = () => store.queue.list('unfinished', 9).some(({ attempts, state }) => state === 'waiting' && attempts >= 8);
  await time.advanceUntil(isHalfAnHourAway, 60 * MINUTE, MINUTE);
  expect(code()).toBe('monthlyFile.folderMissing');
  expect(await saveFolder(isOther ? folder : null)).toBeNull();
  await time.advanceUntil(() => reported === null && store.queue.list('unfinished', 1).length === 0, 5 * MINUTE, 1_000);
  expect(files()).toEqual(isOther ? [BELLINI] : []);
});

test('setting a missing folder is reported at once; the check of a folder leaves no file there', async () => {
  start('2026-10-12T12:00:00');
  const text = (await saveFolder(join(dataDir, 'nowhere')))?.text;
  expect(isMessage(text) && text.code).toBe('monthlyFile.folderMissing');
  expect(wanted).toBe(join(dataDir, 'nowhere'));
  expect(await saveFolder(folder)).toBeNull();
  expect(readdirSync(folder)).toEqual([]);
});

test("an existing file with more orders isn't replaced but reported; the new one is written once staff move it", async () => {
  startWithOne();
  const fuller = 'number\r\n1\r\n2\r\n3\r\n';
  writeFileSync(join(folder, BELLINI), fuller);
  await isReported();
  expect(code()).toBe('monthlyFile.hasMoreOrders');
  expect(isMessage(reported) && reported.values).toMatchObject({ file: BELLINI, had: 3, orders: 1 });
  await time.advance(10 * MINUTE);
  expect(textOf(BELLINI)).toBe(fuller);
  const [job] = store.queue.list('failed', 10);
  const feed = createFeed();
  feed.set('venues', 'venue-1', { id: 'venue-1', name: 'Bellini' } as VenueView);
  const [shown] = diagnostics({ store, feed, clock: time.service, currencyDigits: isoDigits }).jobs;
  expect(shown && english(shown.about)).toBe('Bellini, 2026-10');
  renameSync(join(folder, BELLINI), join(dataDir, 'kept.csv'));
  store.write(() => store.queue.tryNow(job?.id ?? 0));
  await written(1);
  expect(orders(BELLINI)).toEqual(['1']);
  expect(reported).toBeNull();
});

function ofATerabyte(path: string): void {
  writeFileSync(path, '');
  truncateSync(path, 2 ** 40);
}

test.skipIf(process.platform === 'win32').each([
  ['a pipe without a writer', (path: string) => execFileSync('mkfifo', [path])],
  ['a link to a device without an end', (path: string) => symlinkSync('/dev/zero', path)],
  ['a link to a pipe', (path: string) => symlinkSync(`${path}.pipe`, path)],
  ['a folder', (path: string) => mkdirSync(path)],
  ['a file of a terabyte', ofATerabyte],
])('%s in place of the file is reported and blocks nothing; once it is removed, the file is written', async (what, put) => {
  startWithOne();
  if (what.endsWith('to a pipe')) execFileSync('mkfifo', [join(folder, `${BELLINI}.pipe`)]);
  put(join(folder, BELLINI));
  const waits = () => store.queue.list('unfinished', 10).some(({ key, state }) => key === '2026-10/venue-1' && state === 'waiting');
  await time.advanceUntil(() => reported !== null && waits(), 5 * MINUTE, 1_000);
  expect(english(reported ?? '')).toBe(`The monthly file wasn't written. Something else is named ${join(folder, BELLINI)}.`);
  rmSync(join(folder, BELLINI), { recursive: true });
  await time.advanceUntil(() => reported === null, 60 * MINUTE, MINUTE);
  expect(orders(BELLINI)).toEqual(['1']);
});

test("an order in preparation at the month's end is in the file, which is written again when the order has ended", async () => {
  start('2026-10-31T23:58:00');
  place('late', '2026-10-31T23:55:00', 'venue-1', 'preparing');
  await written(1);
  expect(textOf(BELLINI)).toContain(',preparing,');
  await time.advance(10 * MINUTE);
  expect(textOf(BELLINI)).toContain(',preparing,');
  place('late', '2026-10-31T23:55:00');
  await time.advanceUntil(() => textOf(BELLINI).includes(',delivered,'), 5 * MINUTE, 1_000);
});

test("no file is written while the service's time is unknown or differs from this computer's by over a day", async () => {
  start('2026-11-01T00:01:00', false);
  place('1', '2026-10-12T12:00:00');
  await time.advance(10 * MINUTE);
  expect(files()).toEqual([]);
  hear(at('2026-10-20T12:00:00'));
  await time.advance(10 * MINUTE);
  expect(files()).toEqual([]);
  hear(time.wall());
  await written(1);
});

test.each([
  ['Europe/Helsinki', '2026-03', '2026-03-29T03:30:00+03:00'],
  ['Europe/Helsinki', '2026-10', '2026-10-25T03:30:00+02:00'],
  ['America/Los_Angeles', '2026-11', '2026-11-01T01:30:00-08:00'],
  ['Australia/Lord_Howe', '2026-04', '2026-04-05T01:45:00+10:30'],
])('in %s the file of %s, a month with a clock change, has exactly the orders of that month', async (place_, month, changing) => {
  process.env.TZ = place_;
  const [year = 0, number = 0] = month.split('-').map(Number);
  const [from, to] = [new Date(year, number - 1, 1).getTime(), new Date(year, number, 1).getTime()];
  const iso = (ms: number) => new Date(ms).toISOString();
  start(iso(to - 6 * MINUTE));
  place('before', iso(from - 1));
  place('first', iso(from));
  place('changing', changing);
  place('last', iso(to - 1));
  place('after', iso(to));
  await written(1);
  await time.advance(MINUTE);
  expect(orders(files()[0] ?? '')).toEqual(['before']);
  await written(2);
  expect(orders(`tillbridge-${month}-Trattoria_Bellini.csv`)).toEqual(['first', 'changing', 'last']);
});

test('read-only and full disks are distinguished, and the whole file is written later', async (context) => {
  const left = whyNoBrokenDisk();
  if (left !== null) return context.skip(left);
  const disk = mountSmallDisk(1);
  onTestFinished(() => disk.remove());
  folder = disk.dir;
  wanted = disk.dir;
  startWithOne();
  const unlock = disk.lock();
  await isReported();
  expect(english(reported ?? '')).toContain('is read-only');
  unlock();
  const empty = disk.fill();
  await time.advanceUntil(() => english(reported ?? '').includes('is full'), 5 * MINUTE, 1_000);
  expect(files()).toEqual(['filler']);
  empty();
  await time.advanceUntil(() => files().includes(BELLINI) && reported === null, 60 * MINUTE, MINUTE);
  expect(orders(BELLINI)).toEqual(['1']);
});

test("two venues of one name have separate files, and no venue's name leads out of the folder", () => {
  const alike = [
    { id: 'aaaa-11112222', name: 'Bellini' },
    { id: 'aaaa-33334444', name: 'BELLINI' },
  ];
  const names = alike.map(({ id }) => monthlyFileName('2026-10', id, alike).toLowerCase());
  expect(new Set(names).size).toBe(2);
  for (const name of ['../../etc/passwd', '..', '/', 'a\\b', 'CON', '\u0000', ''])
    expect(monthlyFileName('2026-10', 'v', [{ id: 'v', name }])).toMatch(/^tillbridge-2026-10-[\w-]+\.csv$/);
});

test.each([
  ['with letters of four bytes', '𠮷'.repeat(60)],
  ['in Japanese', '寿司と天ぷらの店'.repeat(20)],
  ['in Hebrew with its marks', 'מִסְעָדָה'.repeat(25)],
  ['of one letter with hundreds of marks', `a${'\u0301'.repeat(300)}`],
])("a long name %s is shortened to the file system's limit", async (_, name) => {
  sushi = name;
  start('2026-10-31T23:58:00');
  place('1', '2026-10-12T12:00:00', 'venue-2');
  await written(1);
  const [file = ''] = files();
  expect(reported).toBeNull();
  expect(orders(file)).toEqual(['1']);
  // While it is written its name is longer, and encrypted folders allow 143 bytes.
  expect(Buffer.byteLength(`.${file}.part`)).toBeLessThanOrEqual(143);
  expect(file).toMatch(/^tillbridge-2026-10-.+-[\da-f]{8}\.csv$/u);
});

test('a shortened file name ends with a whole letter, differs per venue, and is the same each month', () => {
  const families = ['क्षि'.repeat(80), 'क्षि'.repeat(80)].map((name, at) => ({ id: `venue-${at}-00000000`, name }));
  const [one = '', other = ''] = families.map(({ id }) => monthlyFileName('2026-10', id, families));
  expect(one).not.toBe(other);
  expect(one).toMatch(/^tillbridge-2026-10-(क्षि)+-[\da-f]{8}\.csv$/u);
  expect(monthlyFileName('2026-11', 'venue-0-00000000', families.slice(0, 1))).toBe(one.replace('2026-10', '2026-11'));
});
