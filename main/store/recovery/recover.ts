/**
 * Puts a damaged, missing, empty or foreign database aside, never overwriting it, and restores the best backup. What may have happened
 * since that backup is recorded in it first: see `recoveries.ts`.
 */
import { copyFileSync, existsSync, lstatSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type Database from 'better-sqlite3';
import { message } from '../../../contract/message.ts';
import { createPrivately, syncFile, syncFolder } from '../../../shared/files/private-files.ts';
import { replaceFileSync } from '../../../shared/files/replace-file.ts';
import { backupFolder, DATABASE, stamp } from '../backups/files-put-aside.ts';
import { fullness, type Generation, generationsIn } from '../backups/generations.ts';
import { migrate } from '../file/connection.ts';
import { contentsOf, type Inspection, inspectDatabase } from '../file/inspect-database.ts';
import { lockDataFolder } from '../file/lock.ts';
import { StoreError } from '../file/store-error.ts';
import { openCopy } from '../file/untrusted-copy.ts';
import { NOT_READ } from '../rows/order-rows.ts';
import { salvageNotifications } from './salvage.ts';

/** What was saved from a database whose file was taken away while Tillbridge ran: nothing is missing in it. */
const RESCUED = `${DATABASE}.rescued`;
const UNFINISHED = `${DATABASE}.restoring`;

/** `asked`: by a person, with --restore-backup. */
export type Why = 'damaged' | 'missing' | 'empty' | 'emptied' | 'foreign' | 'asked';

export interface Recovery {
  why: Why;
  /** Epoch ms of this computer's clock. */
  at: number;
  /** Under which name the file that was in use is kept in the data folder; null where there was none. */
  aside: string | null;
  /** The backup that took its place; null where there was none that could be used, and an empty database was begun. */
  source: string | null;
  /** Epoch ms of that backup. */
  backupAt: number | null;
  orders: number;
  notifications: number;
  /** Notifications that could still be read from the damaged file: their orders are read again. */
  salvaged: number;
}

/** No one restores this often: such a name is forged, and isn't counted from. */
const LARGEST_NAMED_LINE = 1_000_000;

/**
 * Looks at the database before it is opened; where it cannot be used, puts it aside and the best backup in its place. Null when all is
 * well, and where nothing was ever kept. `mustExist`: there was a database a moment ago. Throws StoreError, and the file system's errors.
 */
export function recoverIfNeeded(dataDir: string, now: number, mustExist = false): Recovery | null {
  const file = join(dataDir, DATABASE);
  // The folder of backups is made once a database is open: where it is, there was one.
  const usedBefore = mustExist || existsSync(backupFolder(dataDir));
  removeUnfinished(join(dataDir, UNFINISHED));
  takeRescued(dataDir, file, now);
  const look = inspectDatabase(file);
  // Opening it reports why it can't be used.
  if (look.is === 'out-of-reach' || look.is === 'unreleased') return null;
  if (look.is === 'ours') {
    const wasFuller = (one: Generation): boolean => fullness(one) > 0 && one.line >= look.line;
    if (fullness(look) > 0 || !generationsIn(backupFolder(dataDir)).some(wasFuller)) return null;
    const source = bestOf(dataDir, now, look.line);
    return source && fullness(source) > 0 ? putInPlace(dataDir, { source, why: 'emptied', now }) : null;
  }
  const source = bestOf(dataDir, now);
  if (!source && !usedBefore && (look.is === 'missing' || look.is === 'empty')) return null;
  return putInPlace(dataDir, { source, why: look.is, now });
}

/** Puts the database aside and this backup in its place, because a person asked for it. Throws StoreError, DataFolderInUse. */
export function restoreBackup(dataDir: string, chosen: { name: string; path: string }, now: number): Recovery {
  const lock = lockDataFolder(dataDir);
  try {
    removeUnfinished(join(dataDir, UNFINISHED));
    const look = inspectDatabase(chosen.path, { thoroughly: true, alone: true });
    if (look.is !== 'ours' || look.newer) throw notUsable(chosen.name, look);
    const at = generationOf(chosen.path)?.at ?? Math.floor(statSync(chosen.path).mtimeMs);
    return putInPlace(dataDir, { source: { ...chosen, at }, why: 'asked', now });
  } finally {
    lock.leave();
  }
}

function generationOf(path: string): Generation | null {
  return generationsIn(join(path, '..')).find(({ name }) => name === basename(path)) ?? null;
}

function notUsable(name: string, look: Inspection): StoreError {
  const text =
    look.is === 'ours'
      ? message('backup.fromNewerVersion', { name })
      : look.is === 'unreleased'
        ? message('backup.preRelease', { name })
        : look.is === 'missing'
          ? message('backup.unknown', { name })
          : look.is === 'out-of-reach'
            ? message('backup.unreadable', { name })
            : message('backup.damaged', { name });
  return new StoreError(text, message('backup.listBackups'));
}

type Source = Pick<Generation, 'name' | 'path' | 'at'>;

/**
 * The best backup that can be opened: of the newest line the fullest, and of those the newest. One that is damaged, or that holds less than
 * its name says, is put aside, so that it does not count as a backup any more: anyone can give a file a name.
 */
function bestOf(dataDir: string, now: number, fromLine = 0): (Source & { orders: number; notifications: number }) | null {
  const candidates = generationsIn(backupFolder(dataDir))
    .filter(({ line }) => line >= fromLine)
    .sort((a, b) => b.line - a.line || fullness(b) - fullness(a) || b.sequence - a.sequence);
  let outOfReach: unknown = null;
  let unusable: [string, Inspection] | null = null;
  for (const one of candidates) {
    const look = inspectDatabase(one.path, { alone: true });
    if (look.is === 'out-of-reach') outOfReach ??= look.error;
    else if (look.is === 'unreleased' || (look.is === 'ours' && look.newer)) unusable ??= [one.name, look];
    else if (look.is === 'ours' && look.line >= one.line && fullness(look) >= fullness(one)) return { ...one, ...look };
    else if (look.is !== 'missing') setDamagedAside(one.path, now);
  }
  // A backup that cannot be reached now is no reason to begin empty: the start is tried again.
  if (outOfReach !== null) {
    const hint = message('database.checkDisk');
    throw new StoreError(message('database.lostBackupsUnreadable'), hint, outOfReach);
  }
  if (unusable !== null) throw notUsable(...unusable);
  return null;
}

/** Where that cannot be done it counts as a backup until it can; the others are looked at all the same. */
function setDamagedAside(path: string, now: number): void {
  try {
    renameSync(path, `${path}.damaged-${stamp(now)}`);
  } catch (error) {
    // The file system's own, such as a right that is missing, or a name that would be too long.
    if (!(error instanceof Error && 'syscall' in error)) throw error;
  }
}

/**
 * The new database is made whole beside the old one, which is put aside only then. A crash in between leaves the old one, or none, and
 * the next start does the same again.
 */
function putInPlace(dataDir: string, { source, why, now }: { source: Source | null; why: Why; now: number }): Recovery {
  const file = join(dataDir, DATABASE);
  const unfinished = join(dataDir, UNFINISHED);
  createPrivately(unfinished);
  if (source) copyFileSync(source.path, unfinished);
  const db = openCopy(unfinished);
  let recovery: Recovery;
  let aside: string;
  try {
    db.pragma('secure_delete = ON');
    migrate(db);
    const salvaged = why === 'damaged' && source ? salvageNotifications(db, file) : 0;
    const named = generationsIn(backupFolder(dataDir)).map((one) => one.line);
    const line = Math.max(0, ...named.filter((one) => one < LARGEST_NAMED_LINE), contentsOf(db).line) + 1;
    const { orders, notifications } = contentsOf(db);
    aside = asideName(file, why, now);
    const wasThere = existsSync(file) || isLink(file);
    recovery = {
      why,
      at: now,
      aside: wasThere ? basename(aside) : null,
      source: source?.name ?? null,
      backupAt: source?.at ?? null,
      orders,
      notifications,
      salvaged,
    };
    db.transaction(() => distrust(db, line, recovery)).immediate();
  } finally {
    db.close();
  }
  syncFile(unfinished);
  putAside(file, aside);
  replaceFileSync(unfinished, file);
  syncFolder(dataDir);
  return recovery;
}

/**
 * What this database says was still to be done may have been done since: each such job counts as one whose end was lost. An order that
 * was open is read before anything is done to it.
 */
function distrust(db: Database.Database, line: number, recovery: Recovery): void {
  db.prepare(
    `INSERT INTO recovery (line, at, why, aside, source, backup_at, orders, notifications, last_print)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, (SELECT coalesce(max(id), 0) FROM print_ledger))`,
  ).run(line, recovery.at, recovery.why, recovery.aside, recovery.source, recovery.backupAt, recovery.orders, recovery.notifications);
  db.exec(`UPDATE job SET interrupted = 1 WHERE state IN ('waiting', 'leased', 'failed')`);
  db.prepare(`UPDATE orders SET read_at = ? WHERE open = 1`).run(NOT_READ);
}

/** Saves everything that is in this open database, whose file was taken away. Answers the name of the file it is in; `putBack` uses it. */
export async function rescue(db: Database.Database, dataDir: string): Promise<void> {
  const file = join(dataDir, RESCUED);
  removeUnfinished(`${file}.part`);
  createPrivately(`${file}.part`);
  await db.backup(`${file}.part`);
  const look = inspectDatabase(`${file}.part`, { thoroughly: true });
  if (look.is !== 'ours') throw new StoreError('What was in the database could not be saved whole.', 'The last backup takes its place.');
  syncFile(`${file}.part`);
  removeUnfinished(file);
  replaceFileSync(`${file}.part`, file);
  syncFolder(dataDir);
}

/** What was saved is whole and newer than any backup: nothing that it says is in doubt. */
function takeRescued(dataDir: string, file: string, now: number): void {
  const rescued = join(dataDir, RESCUED);
  removeUnfinished(`${rescued}.part`);
  const look = inspectDatabase(rescued);
  if (look.is !== 'ours') return;
  putAside(file, asideName(file, 'missing', now));
  replaceFileSync(rescued, file);
  syncFolder(dataDir);
}

/** A name that nothing has yet, whatever the clock says. */
function asideName(file: string, why: Why, now: number): string {
  const aside = `${file}.${why === 'damaged' ? 'damaged' : 'replaced'}-${stamp(now)}`;
  return existsSync(aside) ? asideName(file, why, now + 1) : aside;
}

/** With what belongs to it: a write-ahead file left behind would be taken for one of the new database. */
function putAside(file: string, aside: string): void {
  for (const part of ['', '-wal', '-shm', '-journal'])
    if (existsSync(file + part) || isLink(file + part)) replaceFileSync(file + part, aside + part);
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

function removeUnfinished(file: string): void {
  for (const part of ['', '-wal', '-shm', '-journal']) rmSync(file + part, { recursive: true, force: true });
}
