/**
 * Puts a damaged, missing, empty or foreign database aside, never overwriting it, and restores the newest backup that passes. What may
 * have happened since that backup is recorded in it first: see `recoveries.ts`.
 */
import { copyFileSync, existsSync, lstatSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import Database from 'better-sqlite3';
import { message } from '../../../contract/message.ts';
import { createPrivately, syncFile, syncFolder } from '../../../shared/files/private-files.ts';
import { replaceFileSync } from '../../../shared/files/replace-file.ts';
import { backupsIn } from '../backups/backup-files.ts';
import { backupFolder, DATABASE, stamp } from '../backups/files-put-aside.ts';
import { migrate } from '../file/connection.ts';
import { type Contents, contentsOf, type Inspection, inspectDatabase, isEmpty } from '../file/inspect-database.ts';
import { lockDataFolder } from '../file/lock.ts';
import { StoreError } from '../file/store-error.ts';
import { distrustSchema } from '../file/untrusted-copy.ts';
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

/**
 * Looks at the database before it is opened; where it cannot be used, puts it aside and the newest good backup in its place. Null when all is
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
  if (look.is === 'out-of-reach' || look.is === 'unreleased' || look.is === 'newer') return null;
  if (look.is === 'ours') {
    if (!isEmpty(look)) return null;
    const { source } = newestGood(dataDir, now);
    // One that was restored since holds what a person chose.
    return source && source.line >= look.line && !isEmpty(source) ? putInPlace(dataDir, { source, why: 'emptied', now }) : null;
  }
  const { source, blockedBy } = newestGood(dataDir, now);
  if (blockedBy) throw blockedBy;
  if (!source && !usedBefore && (look.is === 'missing' || look.is === 'empty')) return null;
  return putInPlace(dataDir, { source, why: look.is, now });
}

/** Puts the database aside and this backup in its place, because a person asked for it. Throws StoreError, DataFolderInUse. */
export function restoreBackup(dataDir: string, source: Source, now: number): Recovery {
  const lock = lockDataFolder(dataDir);
  try {
    removeUnfinished(join(dataDir, UNFINISHED));
    const look = inspectDatabase(source.path, { isCopy: true });
    if (look.is !== 'ours') throw notUsable(source.name, look);
    return putInPlace(dataDir, { source, why: 'asked', now });
  } finally {
    lock.leave();
  }
}

function notUsable(name: string, look: Inspection): StoreError {
  const text =
    look.is === 'newer'
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

interface Source {
  name: string;
  path: string;
  /** When it was made, epoch ms. */
  at: number;
}

/** `blockedBy`: without a source, why the backups there are can't be used now. None is a reason to begin empty. */
function newestGood(dataDir: string, now: number): { source: (Source & Contents) | null; blockedBy: StoreError | null } {
  let blockedBy: StoreError | null = null;
  for (const one of backupsIn(backupFolder(dataDir), now)) {
    const look = inspectDatabase(one.path, { isCopy: true });
    if (look.is === 'ours') return { source: { ...one, ...look }, blockedBy: null };
    if (look.is === 'out-of-reach')
      blockedBy = new StoreError(message('database.lostBackupsUnreadable'), message('database.checkDisk'), look.error);
    else if (look.is === 'unreleased' || look.is === 'newer') blockedBy ??= notUsable(one.name, look);
  }
  return { source: null, blockedBy };
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
  const aside = asideName(file, why, now);
  const db = new Database(unfinished, { fileMustExist: true });
  let recovery: Recovery;
  try {
    distrustSchema(db);
    migrate(db);
    recovery = {
      why,
      at: now,
      aside: existsSync(file) || isLink(file) ? basename(aside) : null,
      source: source?.name ?? null,
      backupAt: source?.at ?? null,
      salvaged: why === 'damaged' && source ? salvageNotifications(db, file) : 0,
      ...contentsOf(db),
    };
    db.transaction(() => distrust(db, recovery)).immediate();
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
function distrust(db: Database.Database, recovery: Recovery): void {
  db.prepare(
    `INSERT INTO recovery (line, at, why, aside, source, backup_at, orders, notifications, last_print)
     VALUES ((SELECT coalesce(max(line), 0) + 1 FROM recovery), ?, ?, ?, ?, ?, ?, ?, (SELECT coalesce(max(id), 0) FROM print_ledger))`,
  ).run(recovery.at, recovery.why, recovery.aside, recovery.source, recovery.backupAt, recovery.orders, recovery.notifications);
  db.exec(`UPDATE job SET outcome_unknown = 1 WHERE state IN ('waiting', 'leased', 'failed')`);
  db.prepare(`UPDATE orders SET read_at = ? WHERE open = 1`).run(NOT_READ);
}

/** Saves everything that is in this open database, whose file was taken away. Answers the name of the file it is in; `putBack` uses it. */
export function rescue(db: Database.Database, dataDir: string): void {
  const file = join(dataDir, RESCUED);
  removeUnfinished(`${file}.part`);
  createPrivately(`${file}.part`);
  db.prepare('VACUUM INTO ?').run(`${file}.part`);
  const look = inspectDatabase(`${file}.part`, { isCopy: true });
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
