/** The database damaged, deleted, emptied, cut short, replaced; killed in mid-backup; a full disk; a clock set back: are the orders of the newest good backup there, is it told, and does every second copy stand that is said to be written. */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { until } from '../../../e2e/venue/venue.ts';
import { mountSmallDisk, type SmallDisk, whyNoBrokenDisk } from '../../runs/break-disk.ts';
import { anotherClock } from '../../runs/clock.ts';
import type { Chance } from '../../seeded.ts';
import { openVenueProcess, type VenueProcess } from '../../venue-process.ts';
import type { Attack, Force, Outcome } from '../attack.ts';
import { comesUp } from '../watch/comes-up.ts';
import { type CounterView, viewCounter } from '../watch/counter-view.ts';

const PARTS = ['', '-wal', '-shm'];

/** What each fault does; `told`: what the counter must say of it then. */
interface Fault {
  /** To the files of an app that was switched off, or is running. */
  while: 'off' | 'on';
  told: RegExp | null;
  /** May answer what it reached already. */
  cause(about: Round): unknown;
}

interface Round {
  app: VenueProcess;
  view: CounterView;
  chance: Chance;
  disk: SmallDisk | null;
  file: string;
  folder: string;
}

const FAULTS: Record<string, Fault> = {
  damage: { while: 'off', told: /was damaged.*backup of/, cause: ({ file, chance }) => scratch(file, chance) },
  deletion: {
    while: 'off',
    told: /was missing.*backup of/,
    cause: ({ file }) => replaced(file),
  },
  'deletion, its log left': { while: 'off', told: /was missing.*backup of/, cause: ({ file }) => rmSync(file) },
  emptying: { while: 'off', told: /was empty.*backup of/, cause: ({ file }) => truncateSync(file, 0) },
  'rows deleted': { while: 'off', told: /All orders were gone.*backup of/, cause: ({ file }) => deleteRows(file) },
  truncation: {
    while: 'off',
    told: /was (damaged|empty).*backup of/,
    cause({ file, chance }) {
      rmSync(`${file}-wal`, { force: true });
      truncateSync(file, chance.below(statSync(file).size - 4_096));
    },
  },
  'a foreign database': { while: 'off', told: /not ours.*backup of/, cause: ({ file }) => putForeign(file) },
  'a foreign file': {
    while: 'off',
    told: /was damaged.*backup of/,
    cause({ file }) {
      replaced(file);
      writeFileSync(file, 'holiday pictures, page '.repeat(2_000));
    },
  },
  'a folder in its place': {
    while: 'off',
    told: /not ours.*backup of/,
    cause({ file }) {
      replaced(file);
      mkdirSync(join(file, 'inside'), { recursive: true });
    },
  },
  'damage, and of the newest backup as well': {
    while: 'off',
    told: /was damaged.*backup of/,
    cause({ file, folder, chance }) {
      scratch(file, chance);
      const [newest] = backupsIn(folder);
      if (newest && backupsIn(folder).length > 1) scratch(join(folder, newest), chance);
    },
  },
  'kill in mid-backup': {
    while: 'on',
    told: null,
    async cause({ app, view, chance }) {
      view.call('backup.make', {}).catch(() => undefined);
      await wait(chance.below(120));
      await app.switchOff();
    },
  },
  'kill in mid-backup, then deletion': {
    while: 'on',
    told: /was missing.*backup of/,
    async cause({ app, view, chance, file }) {
      view.call('backup.make', {}).catch(() => undefined);
      await wait(chance.below(120));
      await app.switchOff();
      for (const part of PARTS) rmSync(file + part, { force: true });
    },
  },
  'a full disk during backup': {
    while: 'on',
    told: null,
    async cause({ view, disk }) {
      const mend = disk?.fill();
      const answer = await view.call('backup.make', {}).catch(() => null);
      const told = await until('the message', () => view.notices().some((says) => /No backup of the database/.test(says))).catch(
        () => false,
      );
      mend?.();
      if (answer?.ok) return 'a backup was said to be made on a full disk';
      return told ? undefined : 'a backup that was not made was not told';
    },
  },
  'deletion under the running app': {
    while: 'on',
    told: /put back/,
    cause: ({ file }) => replaced(file),
  },
  'another database under the running app': {
    while: 'on',
    told: /put back/,
    cause({ file }) {
      putForeign(`${file}.new`);
      renameSync(`${file}.new`, file);
    },
  },
  'emptying under the running app': { while: 'on', told: /was (damaged|empty).*backup of/, cause: ({ file }) => truncateSync(file, 0) },
  'rm -rf of the data folder under the running app': {
    while: 'on',
    told: /put back/,
    cause: ({ app }) => rmSync(app.venue.dataDir, { recursive: true, force: true, maxRetries: 50, retryDelay: 10 }),
  },
};
const ON_A_SMALL_DISK = 'a full disk during backup';
const CLOCK_BACK = 'the clock set back, then damage';

export const backups: Attack = {
  wants:
    'A lost database takes the orders of its backup with it, or nobody hears of it, or a second copy is gone that was said to be written',
  async run(force) {
    const total = force.tries(200);
    const noDisk = whyNoBrokenDisk();
    const names = [...Object.keys(FAULTS), CLOCK_BACK].filter((name) => noDisk === null || name !== ON_A_SMALL_DISK);
    if (noDisk) force.say(`without a full disk: ${noDisk}`);
    const start = force.chance.below(names.length);
    const outcome: Outcome & { rounds: Record<string, number> } = { tried: 0, reached: [], rounds: {} };
    const disk = noDisk === null ? mountSmallDisk(96) : null;
    const place = mkdtempSync(join(tmpdir(), 'tillbridge-backups-'));
    const app = await openVenueProcess({ robot: false, dataDir: join(disk?.dir ?? place, 'data') });
    const clock = anotherClock(place);
    const outside = join(place, 'stick');
    mkdirSync(outside);
    const settings = join(app.venue.dataDir, 'settings.json');
    writeFileSync(settings, JSON.stringify({ ...JSON.parse(readFileSync(settings, 'utf8')), backup: { folder: outside } }));
    try {
      for (let round = 0; round < total; round += 1) {
        const name = names[(start + round * 7) % names.length] ?? 'damage';
        outcome.rounds[name] = (outcome.rounds[name] ?? 0) + 1;
        outcome.tried += 1;
        const reached = await oneRound({ name, app, disk, force, clock, outside }).catch((error: unknown) => [String(error)]);
        for (const what of reached) {
          force.say(`round ${round}, ${name}: ${what}`);
          outcome.reached.push(`round ${round}, ${name}: ${what}`);
        }
        if (round % 20 === 19) force.say(`${round + 1} rounds, reached ${outcome.reached.length}`);
      }
      const replaced = force.tries(20);
      for (let time = 0; time < replaced; time += 1) outcome.reached.push(...(await anotherFolder(app, outside)));
      outcome.tried += replaced;
      outcome.rounds['another data folder of the same name'] = replaced;
    } finally {
      await app.close();
      disk?.remove();
      rmSync(place, { recursive: true, force: true });
    }
    return { ...outcome, figures: `${total} rounds: ${JSON.stringify(outcome.rounds)}` };
  },
};

async function oneRound(given: {
  name: string;
  app: VenueProcess;
  disk: SmallDisk | null;
  force: Force;
  clock: ReturnType<typeof anotherClock>;
  outside: string;
}): Promise<string[]> {
  const { name, app, disk, clock, outside } = given;
  const { chance } = given.force;
  const reached: string[] = [];
  const file = join(app.venue.dataDir, 'tillbridge.sqlite');
  const folder = join(app.venue.dataDir, 'backup');
  const fault: Fault = FAULTS[name] ?? {
    while: 'off',
    told: /was damaged.*backup of/,
    cause: (about) => scratch(about.file, about.chance),
  };

  if (!app.isOn()) await app.switchOn([], name === CLOCK_BACK ? clock.env : {});
  let view = await viewCounter(app.counterUrl());
  await read(view);
  for (let count = 1 + chance.below(3); count > 0; count -= 1) await orderTaken(app, view);
  const made = await view.call('backup.make', {});
  if (!made.ok) reached.push(`no backup was made: ${made.problem.says}`);
  else reached.push(...secondCopyGone(folder, outside));
  if (name === CLOCK_BACK) {
    clock.set('-26h');
    await orderTaken(app, view);
    await view.call('backup.make', {});
  }
  // Some rounds have orders that are in no backup.
  if (chance.below(2) === 0) await orderTaken(app, view);

  if (fault.while === 'off') {
    view.close();
    await app.switchOff();
  }
  const before = new Set(backupsIn(folder));
  const ordersBefore = ordersIn(file);
  const reachedAtOnce = await fault.cause({ app, view, chance, disk, file, folder });
  if (typeof reachedAtOnce === 'string') reached.push(reachedAtOnce);
  if (fault.while === 'on' && /running app/.test(name)) {
    await until(`the counter to tell of ${name}`, () => told(view, fault.told), 15_000).catch(() =>
      reached.push('it was not told within 15 s'),
    );
    const held = name.startsWith('emptying') ? newestGood(folder) : ordersBefore;
    if (ordersIn(file) < held) reached.push(`${ordersIn(file)} orders of ${held} are left`);
  }
  if (app.isOn()) {
    view.close();
    await app.switchOff();
  }
  const held = newestGood(folder);
  for (const gone of [...before].filter((one) => !backupsIn(folder).includes(one)))
    if (name.startsWith('kill in mid-backup') && held < ordersOf(gone))
      reached.push(`the backup ${gone} is gone and no fuller one is there`);

  if (!(await comesUp(app))) {
    // Out of its way, so that the next round can begin.
    for (const part of PARTS) rmSync(file + part, { recursive: true, force: true });
    return [...reached, 'the app did not come up any more'];
  }
  view = await viewCounter(app.counterUrl());
  await read(view);
  if (fault.while === 'off' || /then deletion/.test(name)) {
    await until('the message', () => told(view, fault.told), 5_000).catch(() =>
      reached.push(`it was not told; the counter said ${JSON.stringify(view.notices())}`),
    );
  }
  if (ordersIn(file) < held) reached.push(`${ordersIn(file)} orders are left, the newest good backup held ${held}`);
  for (const id of Object.keys(view.state().notices)) await view.call('notice.dismiss', { id });
  // A later backup has at least what the best one had.
  await view.call('backup.make', {});
  if (newestGood(folder) < held) reached.push(`the fullest backup holds ${newestGood(folder)} orders, before it was ${held}`);
  view.close();
  return reached;
}

/** The computer's disk died: the same place holds a data folder that begins anew, and outside stand the copies of the one before. */
async function anotherFolder(app: VenueProcess, outside: string): Promise<string[]> {
  const { dataDir } = app.venue;
  if (app.isOn()) await app.switchOff();
  replaced(join(dataDir, 'tillbridge.sqlite'));
  rmSync(join(dataDir, 'backup'), { recursive: true, force: true });
  const fullestBefore = Math.max(0, ...backupsIn(copiesAt(outside)).map(ordersOf));
  await app.switchOn();
  const view = await viewCounter(app.counterUrl());
  const reached: string[] = [];
  try {
    await read(view);
    for (let count = 0; count < 4; count += 1) {
      const made = await view.call('backup.make', {});
      if (!made.ok) reached.push(`no backup was made: ${made.problem.says}`);
      else reached.push(...secondCopyGone(join(dataDir, 'backup'), outside));
    }
  } finally {
    view.close();
  }
  if (Math.max(0, ...backupsIn(copiesAt(outside)).map(ordersOf)) < fullestBefore)
    reached.push('the fullest copy of the lost folder is gone');
  return reached.map((what) => `another data folder of the same name: ${what}`);
}

/** Nobody told of trouble with it, so what was just backed up must stand outside as well, byte for byte. */
function secondCopyGone(folder: string, outside: string): string[] {
  const [newest] = backupsIn(folder);
  if (newest === undefined) return ['a backup was said to be made, and there is none'];
  const bytes = readFileSync(join(folder, newest));
  const stands = backupsIn(copiesAt(outside)).some((name) => readFileSync(join(copiesAt(outside), name)).equals(bytes));
  return stands ? [] : ['the second copy that was said to be written is not there'];
}

function copiesAt(outside: string): string {
  return join(outside, readdirSync(outside)[0] ?? 'none');
}

const told = (view: CounterView, words: RegExp | null): boolean => words === null || view.notices().some((says) => words.test(says));

/** The counter has been read to its end. */
async function read(view: CounterView): Promise<void> {
  await view.call('diagnostics.get', {});
}

async function orderTaken(app: VenueProcess, view: CounterView): Promise<void> {
  const id = await app.place('takeaway');
  await until('the order on the board', () => view.state().orders[id] !== undefined, 15_000);
}

/** Newest first. */
function backupsIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => /^tillbridge.*\.sqlite$/.test(name))
      .sort()
      .reverse();
  } catch {
    return [];
  }
}

/** The most orders that any backup holds that can be opened: they are never deleted, so the newest good one is the fullest. */
function newestGood(folder: string): number {
  return Math.max(0, ...backupsIn(folder).map((name) => ordersIn(join(folder, name))));
}

function ordersOf(name: string): number {
  return Number(/-(\d+)o-/.exec(name)?.[1] ?? 0);
}

/** By a reader of its own; 0 for what cannot be read. Of a copy, so that the look itself changes nothing. */
function ordersIn(file: string): number {
  const copy = mkdtempSync(join(tmpdir(), 'tillbridge-look-'));
  try {
    for (const part of ['', '-wal']) cpSync(file + part, join(copy, `db${part}`), { force: true, errorOnExist: false });
  } catch {
    // Without a log beside it.
  }
  try {
    const db = new Database(join(copy, 'db'), { fileMustExist: true });
    const sound = db.pragma('integrity_check', { simple: true }) === 'ok';
    const count = Number(db.prepare('SELECT count(*) FROM orders').pluck().get());
    db.close();
    return sound ? count : 0;
  } catch {
    return 0;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function scratch(file: string, chance: Chance): void {
  rmSync(`${file}-wal`, { force: true });
  const bytes = readFileSync(file);
  for (let at = 4_096 + chance.below(400); at < bytes.length; at += 600 + chance.below(200))
    bytes.fill(0xab, at, Math.min(at + 200, bytes.length));
  writeFileSync(file, bytes);
}

function deleteRows(file: string): void {
  const db = new Database(file);
  for (const table of ['orders', 'notification', 'job', 'print_ledger', 'journal']) db.exec(`DELETE FROM ${table}`);
  db.close();
}

function replaced(file: string): void {
  for (const part of PARTS) rmSync(file + part, { force: true });
}

function putForeign(file: string): void {
  replaced(file);
  const db = new Database(file);
  db.exec('CREATE TABLE bookmarks (url TEXT); INSERT INTO bookmarks VALUES (1)');
  db.close();
}
