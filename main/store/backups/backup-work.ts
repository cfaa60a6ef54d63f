/** Work runs in a thread: copying and checking a large database takes seconds. */
import { existsSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { createPrivately, makePrivateFolder, syncFile, syncFolder, writePrivately } from '../../../shared/files/private-files.ts';
import { replaceFileSync } from '../../../shared/files/replace-file.ts';
import type { WhyNot } from '../../files/folder-trouble.ts';
import { inspectDatabase } from '../file/inspect-database.ts';
import { idOf } from '../file/same-file.ts';
import { backupsIn, backupsToKeep, FEWEST, isRemoved, nameOf, removeOthers, removeUnfinished } from './backup-files.ts';
import { backupFolder, DATABASE, setAsideFilesIn, stamp } from './files-put-aside.ts';
import { copiesOutside, copyOutside, type SecondCopyResult, tryOutside } from './second-copy.ts';

export interface BackupTask {
  work: 'backup';
  dataDir: string;
  /** ID of the open database file: a file that replaced it isn't backed up. */
  database: string;
  /** Epoch ms of this computer's clock. */
  now: number;
  settings: { text: string; taken: string | null } | null;
  /** Folder for a second copy. */
  outside: string | null;
}

export interface EraseTask {
  work: 'erase';
  dataDir: string;
  outside: string | null;
  /** Epoch ms. */
  before: number;
  /** Epoch ms of the service's clock. */
  now: number;
}

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
  /** Null if there is no second copy. */
  outside: SecondCopyResult | null;
}

export interface Erased {
  removed: number;
  /** Paths that couldn't be removed or read. */
  failed: string[];
}

class BackupError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Called between steps; throws BackupError 'stopped' when the app stops. */
type NextStep = () => void;

export function doTask(task: BackupTask, isStopped?: () => boolean): Promise<BackupMade>;
export function doTask(task: Task, isStopped?: () => boolean): Promise<BackupMade | Erased | WhyNot | null>;
export async function doTask(task: Task, isStopped = () => false): Promise<BackupMade | Erased | WhyNot | null> {
  if (task.work === 'try') return tryOutside(task.outside, task.dataDir);
  if (task.work === 'erase') return removeOld(task);
  return makeBackup(task, () => {
    if (isStopped()) throw new BackupError('stopped', 'Tillbridge is stopping');
  });
}

const LARGEST_RESERVE = 64 * 1024 * 1024;

async function makeBackup(task: BackupTask, nextStep: NextStep): Promise<BackupMade> {
  nextStep();
  const { dataDir, now } = task;
  const folder = backupFolder(dataDir);
  makePrivateFolder(folder);
  removeUnfinished(folder);
  makeSpace(folder, join(dataDir, DATABASE), now);
  const name = nameOf(now);
  const file = join(folder, name);
  const unfinished = `${file}.part`;
  let orders: number;
  try {
    createPrivately(unfinished);
    copyDatabase(task, unfinished);
    nextStep();
    const look = inspectDatabase(unfinished, { isCopy: true });
    if (look.is === 'out-of-reach') throw look.error;
    if (look.is !== 'ours') throw new BackupError('damaged', 'the copy is not sound');
    ({ orders } = look);
    syncFile(unfinished);
    replaceFileSync(unfinished, file);
  } catch (error) {
    // On a full disk the partial copy would take space from orders.
    removeUnfinished(folder);
    throw error;
  }
  syncFolder(folder);
  if (task.settings) keepSettings(folder, task.settings);
  removeOthers(folder, now);
  const outside = task.outside === null ? null : await copyOutside({ from: file, place: task.outside, dataDir, now, nextStep });
  // A stop doesn't count as a failed copy: the next backup makes it.
  nextStep();
  return { name, at: now, orders, outside };
}

/** Copies a snapshot, whatever is written meanwhile. */
function copyDatabase({ dataDir, database }: BackupTask, to: string): void {
  const file = join(dataDir, DATABASE);
  const isStill = (): void => {
    if (idOf(file) !== database) throw new BackupError('replaced', 'the database was taken away');
  };
  isStill();
  const live = new Database(file, { readonly: true, fileMustExist: true });
  try {
    live.prepare('VACUUM INTO ?').run(to);
  } finally {
    live.close();
  }
  isStill();
}

/** Backups must never fill the disk: deletes the oldest, down to FEWEST. */
function makeSpace(folder: string, database: string, now: number): void {
  const wanted = [database, `${database}-wal`].reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
  const kept = backupsToKeep(backupsIn(folder, now));
  for (;;) {
    const { bavail, blocks, bsize } = statfsSync(folder);
    if (bavail * bsize >= wanted + Math.min(LARGEST_RESERVE, (blocks * bsize) / 20)) return;
    const oldest = kept.length > FEWEST ? kept.pop() : undefined;
    if (!oldest) throw new BackupError('ENOSPC', 'there is no space for a backup');
    isRemoved(oldest.path);
  }
}

function keepSettings(folder: string, { text, taken }: NonNullable<BackupTask['settings']>): void {
  writePrivately(join(folder, 'settings.json'), text);
  const marker = join(folder, 'settings-file.sha256');
  if (taken === null) rmSync(marker, { force: true });
  else writePrivately(marker, taken);
}

/** Removes old files. One failure doesn't stop the rest. */
function removeOld({ dataDir, outside, before, now }: EraseTask): Erased {
  const result: Erased = { removed: 0, failed: [] };
  const attempt = (path: string, work: () => void): void => {
    try {
      work();
    } catch {
      result.failed.push(path);
    }
  };
  const remove = (path: string): void =>
    attempt(path, () => {
      rmSync(path, { recursive: true, force: true });
      result.removed += 1;
    });
  const folder = backupFolder(dataDir);
  attempt(folder, () => backupsIn(folder, now).forEach(({ at, path }) => void (at < before && remove(path))));
  if (outside !== null)
    attempt(outside, () => copiesOutside(outside, dataDir, now).forEach(({ at, path }) => void (at < before && remove(path))));
  attempt(dataDir, () => {
    for (const { path, at, changedAt } of setAsideFilesIn(dataDir)) {
      if (at > now) attempt(path, () => startItsTime(path, now));
      // A computer clock that was behind gave the file too early a name, so its change time counts, too.
      else if (at < before && (changedAt < before || changedAt > now)) remove(path);
    }
  });
  return result;
}

/** Renames a file dated in the future by a clock that was years ahead: with today's date, its days count from now. */
function startItsTime(path: string, now: number): void {
  const renamed = path.replace(/-\d{4}-\d\d-\d\dT[\d.-]+Z(?=[^/\\]*$)/, `-${stamp(now)}`);
  if (!existsSync(renamed)) renameSync(path, renamed);
}
