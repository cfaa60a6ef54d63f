/** What is done with backups, apart from the bridge: it runs in a thread of its own, since opening and counting a large database takes seconds. */
import { createHash } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  createReadStream,
  existsSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join, sep } from 'node:path';
import Database from 'better-sqlite3';
import { createPrivately, makePrivateFolder, syncFolder, writePrivately } from '../private-files.ts';
import { migrate, standAlone } from './connection.ts';
import { eraseFrom } from './erase-from.ts';
import { FEWEST, fullness, type Generation, generationsIn, nameOf, worthKeeping } from './generations.ts';
import { type Contents, contentsOf, lookAtFile } from './look-at-file.ts';
import { asidesIn, backupFolder, DATABASE, stamp } from './recover.ts';
import { idOf } from './same-file.ts';

/** Makes one backup. */
export interface BackupTask {
  work: 'backup';
  dataDir: string;
  /** Which file the bridge has open: one that somebody put in its place is not backed up. */
  database: string;
  /** Epoch ms of this computer's clock. */
  now: number;
  /** The settings as they hold now, kept beside the backups; null where nobody gave them. */
  settings: { text: string; taken: string | null } | null;
  /** A folder outside the data folder, for a second copy; null for none. */
  outside: string | null;
}

/** Takes persons out of every backup, as out of the database. */
export interface EraseTask {
  work: 'erase';
  dataDir: string;
  outside: string | null;
  /** Epoch ms: what ended before. */
  before: number;
  /** Epoch ms of the service's clock. */
  now: number;
  /** When something was put aside on the service's clock, by name, where that is known: this computer's may have been wrong then. */
  putAsideAt: Record<string, number>;
}

export type Task = BackupTask | EraseTask;

export interface BackupMade {
  name: string;
  at: number;
  orders: number;
  notifications: number;
  /** The backup that holds more than this one, although nothing was put back since; null as it should be. */
  fuller: { name: string; at: number; orders: number; notifications: number } | null;
  /** What became of the copy outside; null where none is asked for. */
  outside: Outside | null;
}

/** `open`: others may read that folder, or its disk keeps no rights. `same-disk`: it does not outlive the data folder's. */
export type Outside = { is: 'written'; but: 'open' | 'same-disk' | null } | { is: 'failed'; code: string };

export interface Erased {
  /** Copies that were gone through. */
  copies: number;
  /** Files that were put aside and are removed now. */
  removed: number;
  /** Copies that could not be opened for it, by name. */
  failed: string[];
}

/** A backup that was not made. `code` is the file system's or SQLite's, or 'damaged'. */
class BackupError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export function carryOut(task: BackupTask): Promise<BackupMade>;
export function carryOut(task: EraseTask): Promise<Erased>;
export function carryOut(task: Task): Promise<BackupMade | Erased>;
export async function carryOut(task: Task): Promise<BackupMade | Erased> {
  return task.work === 'backup' ? makeBackup(task) : eraseEverywhere(task);
}

/** Pages copied before other threads of this process get a turn. */
const PAGES_AT_ONCE = 1_000;
const LARGEST_RESERVE = 64 * 1024 * 1024;
const PART = '.part';

async function makeBackup(task: BackupTask): Promise<BackupMade> {
  const folder = backupFolder(task.dataDir);
  makePrivateFolder(folder);
  removeUnfinished(folder);
  makeSpace(folder, join(task.dataDir, DATABASE));
  const before = generationsIn(folder);
  const sequence = (before[0]?.sequence ?? 0) + 1;
  const unfinished = join(folder, `tillbridge-${sequence}${PART}`);
  createPrivately(unfinished);
  const contents = await copyDatabase(task, unfinished);
  standAlone(unfinished);
  // It counts as a backup once it was opened for reading alone, looked through and counted.
  const look = lookAtFile(unfinished, { thoroughly: true, alone: true });
  if (look.is === 'out-of-reach') throw look.error;
  if (look.is !== 'ours' || fullness(look) !== fullness(contents)) throw new BackupError('damaged', 'the copy is not sound');
  syncFile(unfinished);
  const name = nameOf({ sequence, at: task.now, ...contents });
  renameSync(unfinished, join(folder, name));
  syncFolder(folder);
  if (task.settings) keepSettings(folder, task.settings);
  tidy(folder);
  const [last] = before;
  // After a recovery less is as it should be; an older line in the place of a newer one is somebody's doing.
  const fell = last && contents.line <= last.line && fullness(contents) < fullness(last) ? last : null;
  const outside = task.outside === null ? null : await copyOutside(join(folder, name), name, task.outside, task.dataDir);
  const { orders, notifications } = contents;
  return { name, at: task.now, orders, notifications, fuller: fell && pick(fell), outside };
}

function pick({ name, at, orders, notifications }: Generation) {
  return { name, at, orders, notifications };
}

/** By a connection of its own, at one moment of the database, however much is written meanwhile. */
async function copyDatabase({ dataDir, database }: BackupTask, to: string): Promise<Contents> {
  const file = join(dataDir, DATABASE);
  if (idOf(file) !== database) throw new BackupError('replaced', 'the database was taken away');
  const live = new Database(file, { readonly: true, fileMustExist: true });
  try {
    // Open as long as the copy takes: without it each write of the bridge would begin the copy anew.
    live.exec('BEGIN');
    const contents = contentsOf(live);
    await live.backup(to, { progress: () => PAGES_AT_ONCE });
    if (idOf(file) !== database) throw new BackupError('replaced', 'the database was taken away');
    return contents;
  } finally {
    live.close();
  }
}

/** Backups must never be what fills the disk: the least important go first, and with little space there are only the best few. */
function makeSpace(folder: string, database: string): void {
  const wanted = [database, `${database}-wal`].reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
  const kept = worthKeeping(generationsIn(folder));
  for (;;) {
    const { bavail, blocks, bsize } = statfsSync(folder);
    if (bavail * bsize >= wanted + Math.min(LARGEST_RESERVE, (blocks * bsize) / 20)) return;
    const least = kept.length > FEWEST ? kept.pop() : undefined;
    if (!least) throw new BackupError('ENOSPC', 'there is no space for a backup');
    rmSync(least.path, { force: true });
  }
}

function tidy(folder: string): void {
  const all = generationsIn(folder);
  const kept = new Set(worthKeeping(all));
  for (const one of all) if (!kept.has(one)) rmSync(one.path, { force: true });
}

/** What a kill left behind; nobody else writes here. */
function removeUnfinished(folder: string): void {
  for (const name of readdirSync(folder))
    if (/^tillbridge-.*\.part(-wal|-shm|-journal)?$/.test(name)) rmSync(join(folder, name), { force: true });
}

function keepSettings(folder: string, { text, taken }: NonNullable<BackupTask['settings']>): void {
  writePrivately(join(folder, 'settings.json'), text);
  const marker = join(folder, 'settings-file.sha256');
  if (taken === null) rmSync(marker, { force: true });
  else writePrivately(marker, taken);
}

/** Read back from there before it gets its name. Never rejects: the backup itself stands, and why there is no second copy is told. */
async function copyOutside(from: string, name: string, place: string, dataDir: string): Promise<Outside> {
  try {
    // A folder that is not there is a disk that is not there: it is not made on another one.
    const disk = statSync(place).dev;
    if (isWithin(realpathSync(place), realpathSync(dataDir))) return { is: 'failed', code: 'inside' };
    const folder = outsideFolder(place, dataDir);
    makePrivateFolder(folder);
    if (isSomebodyElses(folder)) return { is: 'failed', code: 'foreign' };
    removeUnfinished(folder);
    const unfinished = join(folder, `${name}${PART}`);
    createPrivately(unfinished);
    copyFileSync(from, unfinished);
    syncFile(unfinished);
    if ((await hashOf(unfinished)) !== (await hashOf(from))) return { is: 'failed', code: 'different' };
    renameSync(unfinished, join(folder, name));
    syncFolder(folder);
    tidy(folder);
    return { is: 'written', but: isOpen(folder) ? 'open' : disk === statSync(dataDir).dev ? 'same-disk' : null };
  } catch (error) {
    return { is: 'failed', code: error instanceof Error && 'code' in error ? String(error.code) : 'unknown' };
  }
}

/** Several computers may share a place: each has a folder of its own there, which a person knows by the computer's name. */
export function outsideFolder(place: string, dataDir: string): string {
  const which = createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 8);
  return join(place, `tillbridge-${hostname().replaceAll(/[^A-Za-z0-9-]/g, '_')}-${which}`);
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder + sep);
}

/** Made by another user in a place where everybody may write, or a link to where he likes. A disk that knows no users is root's. */
function isSomebodyElses(folder: string): boolean {
  const stat = lstatSync(folder);
  const me = process.getuid?.();
  return !stat.isDirectory() || (me !== undefined && stat.uid !== me && stat.uid !== 0);
}

function isOpen(folder: string): boolean {
  if (process.platform === 'win32') return false;
  return (statSync(folder).mode & 0o077) !== 0;
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(file)) hash.update(part);
  return hash.digest('hex');
}

/** Backups and what was put aside and can still be opened: the same is erased in them. What cannot be opened goes when it is old enough. */
async function eraseEverywhere(task: EraseTask): Promise<Erased> {
  const result: Erased = { copies: 0, removed: 0, failed: [] };
  const folders = [backupFolder(task.dataDir), ...(task.outside === null ? [] : [outsideFolder(task.outside, task.dataDir)])];
  const copies = folders.flatMap((folder) => generationsIn(folder)).map(({ path }) => path);
  for (const aside of asidesIn(task.dataDir)) {
    const at = task.putAsideAt[aside.name.replace(/Z-(wal|shm|journal)$/, 'Z')] ?? aside.at;
    if (at > task.now) startItsTime(aside.path, task.now);
    else if (at < task.before) {
      rmSync(aside.path, { recursive: true, force: true });
      result.removed += 1;
    } else if (/\.replaced-[^/\\]*Z$/.test(aside.path) && lookAtFile(aside.path).is === 'ours') copies.push(aside.path);
  }
  for (const path of copies) {
    try {
      if (!existsSync(path)) continue;
      eraseFromFile(path, task.before);
      result.copies += 1;
    } catch {
      result.failed.push(path);
    }
    // Others have their turn.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return result;
}

/** A clock that was years ahead wrote a time that has not come yet: its days are counted from now. */
function startItsTime(path: string, now: number): void {
  const renamed = path.replace(/-\d{4}-\d\d-\d\dT[\d.-]+Z(?=[^/\\]*$)/, `-${stamp(now)}`);
  if (!existsSync(renamed)) renameSync(path, renamed);
}

function eraseFromFile(path: string, before: number): void {
  const db = new Database(path, { fileMustExist: true });
  try {
    db.pragma('secure_delete = ON');
    db.pragma('synchronous = FULL');
    migrate(db);
    eraseFrom(db, before);
  } finally {
    db.close();
  }
}

function syncFile(file: string): void {
  const handle = openSync(file, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
