/** Work on backups. Runs in a thread of its own, since opening and counting a large database takes seconds. */
import { existsSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { createPrivately, makePrivateFolder, syncFile, syncFolder, writePrivately } from '../../../shared/files/private-files.ts';
import { replaceFileSync } from '../../../shared/files/replace-file.ts';
import type { WhyNot } from '../../files/folder-trouble.ts';
import { eraseFrom } from '../erase-from.ts';
import { mendSearch, migrate, standAlone } from '../file/connection.ts';
import { type Contents, contentsOf, inspectDatabase } from '../file/inspect-database.ts';
import { idOf } from '../file/same-file.ts';
import { openCopy } from '../file/untrusted-copy.ts';
import { asidesIn, backupFolder, DATABASE, stamp } from './files-put-aside.ts';
import {
  FEWEST,
  fullness,
  type Generation,
  generationsIn,
  isRemoved,
  nameOf,
  nextSequence,
  removeUnfinished,
  tidy,
  worthKeeping,
} from './generations.ts';
import { copiesOutside, copyOutside, type Outside, tryOutside } from './second-copy.ts';

/** Makes one backup. */
export interface BackupTask {
  work: 'backup';
  dataDir: string;
  /** The database file that is open: a replaced file isn't backed up. */
  database: string;
  /** Epoch ms of this computer's clock. */
  now: number;
  /** The current settings, kept beside the backups; null if not given. */
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

/** Looks whether a second copy could be written. */
export interface TryTask {
  work: 'try';
  dataDir: string;
  outside: string;
}

export type Task = BackupTask | EraseTask | TryTask;

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

/** Before each step of the work: throws BackupError 'stopped' when the app is stopping. */
type NextStep = () => void;

export function doTask(task: BackupTask, isStopped?: () => boolean): Promise<BackupMade>;
export function doTask(task: EraseTask, isStopped?: () => boolean): Promise<Erased>;
export function doTask(task: Task, isStopped?: () => boolean): Promise<BackupMade | Erased | WhyNot | null>;
export async function doTask(task: Task, isStopped = () => false): Promise<BackupMade | Erased | WhyNot | null> {
  const nextStep = (): void => {
    if (isStopped()) throw new BackupError('stopped', 'Tillbridge is stopping');
  };
  if (task.work === 'try') return tryOutside(task.outside, task.dataDir);
  return task.work === 'backup' ? makeBackup(task, nextStep) : eraseEverywhere(task, nextStep);
}

/** Pages copied before other threads of this process get a turn. */
const PAGES_AT_ONCE = 1_000;
const LARGEST_RESERVE = 64 * 1024 * 1024;
const PART = '.part';

async function makeBackup(task: BackupTask, nextStep: NextStep): Promise<BackupMade> {
  nextStep();
  const folder = backupFolder(task.dataDir);
  makePrivateFolder(folder);
  removeUnfinished(folder);
  makeSpace(folder, join(task.dataDir, DATABASE));
  const before = generationsIn(folder);
  const sequence = nextSequence(before);
  const unfinished = join(folder, `tillbridge-${sequence}${PART}`);
  let made: Omit<Generation, 'name' | 'path' | 'bytes'>;
  try {
    createPrivately(unfinished);
    made = { sequence, at: task.now, ...(await copyDatabase(task, unfinished, nextStep)) };
    standAlone(unfinished);
    nextStep();
    // It counts as a backup once it was opened for reading alone, looked through and counted.
    const look = inspectDatabase(unfinished, { thoroughly: true, alone: true });
    if (look.is === 'out-of-reach') throw look.error;
    if (look.is !== 'ours' || fullness(look) !== fullness(made)) throw new BackupError('damaged', 'the copy is not sound');
    syncFile(unfinished);
    replaceFileSync(unfinished, join(folder, nameOf(made)));
  } catch (error) {
    // Until the next try it would only be in the way of the orders on a full disk.
    removeUnfinished(folder);
    throw error;
  }
  const name = nameOf(made);
  syncFolder(folder);
  if (task.settings) keepSettings(folder, task.settings);
  tidy(folder, name);
  // What a recovery would not find is no backup, whatever was written.
  if (!generationsIn(folder).some((one) => one.name === name))
    throw new BackupError('not-found', 'the backup does not stand among the backups');
  const [last] = before;
  // After a recovery fewer rows are normal; an older line replacing a newer one was done by someone.
  const fell = last && made.line <= last.line && fullness(made) < fullness(last) ? last : null;
  const outside = task.outside === null ? null : await copyOutside(join(folder, name), made, task.outside, task.dataDir, nextStep);
  // A second copy that was given up because the app stops is no failed one: the next backup makes it.
  nextStep();
  return { ...pick({ name, ...made }), fuller: fell && pick(fell), outside };
}

function pick({ name, at, orders, notifications }: Pick<Generation, 'name' | 'at' | 'orders' | 'notifications'>) {
  return { name, at, orders, notifications };
}

/** By a connection of its own, at one moment of the database, however much is written meanwhile. */
async function copyDatabase({ dataDir, database }: BackupTask, to: string, nextStep: NextStep): Promise<Contents> {
  const file = join(dataDir, DATABASE);
  if (idOf(file) !== database) throw new BackupError('replaced', 'the database was taken away');
  const live = new Database(file, { readonly: true, fileMustExist: true });
  try {
    // Open as long as the copy takes: without it each write of the bridge would begin the copy anew.
    live.exec('BEGIN');
    const contents = contentsOf(live);
    await live.backup(to, {
      progress: () => {
        nextStep();
        return PAGES_AT_ONCE;
      },
    });
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
    isRemoved(least.path);
  }
}

function keepSettings(folder: string, { text, taken }: NonNullable<BackupTask['settings']>): void {
  writePrivately(join(folder, 'settings.json'), text);
  const marker = join(folder, 'settings-file.sha256');
  if (taken === null) rmSync(marker, { force: true });
  else writePrivately(marker, taken);
}

/** Backups and what was put aside and can still be opened: the same is erased in them. What cannot be opened goes when it is old enough. */
async function eraseEverywhere(task: EraseTask, nextStep: NextStep): Promise<Erased> {
  const result: Erased = { copies: 0, removed: 0, failed: [] };
  /** What cannot be looked into, removed or erased keeps nothing else from it. */
  const attempt = <T>(path: string, work: () => T, otherwise: T): T => {
    try {
      return work();
    } catch {
      result.failed.push(path);
      return otherwise;
    }
  };
  const folder = backupFolder(task.dataDir);
  const { outside } = task;
  const copies = attempt(folder, () => generationsIn(folder), []).map(({ path }) => path);
  if (outside !== null) copies.push(...attempt(outside, () => copiesOutside(outside, task.dataDir), []).map(({ path }) => path));
  for (const aside of attempt(task.dataDir, () => asidesIn(task.dataDir), [])) {
    const at = task.putAsideAt[aside.name.replace(/Z-(wal|shm|journal)$/, 'Z')] ?? aside.at;
    attempt(
      aside.path,
      () => {
        if (at > task.now) startItsTime(aside.path, task.now);
        else if (at < task.before) {
          rmSync(aside.path, { recursive: true, force: true });
          result.removed += 1;
        } else if (/\.replaced-[^/\\]*Z$/.test(aside.path) && inspectDatabase(aside.path).is === 'ours') copies.push(aside.path);
      },
      undefined,
    );
  }
  for (const path of copies) {
    nextStep();
    attempt(
      path,
      () => {
        if (!existsSync(path)) return;
        eraseFromFile(path, task.before);
        result.copies += 1;
      },
      undefined,
    );
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

/** Throws where it is not ours, or where something in it could not be erased. */
function eraseFromFile(path: string, before: number): void {
  const db = openCopy(path);
  try {
    db.pragma('secure_delete = ON');
    db.pragma('synchronous = FULL');
    migrate(db);
    mendSearch(db);
    const { failed } = eraseFrom(db, before);
    if (failed.length > 0) throw new Error('not everything could be erased', { cause: failed[0]?.error });
  } finally {
    db.close();
  }
}
