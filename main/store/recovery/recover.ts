/** Puts an unusable database aside, never overwriting it, and restores the newest good backup. */
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
import { disableTrustedSchema } from '../file/untrusted-copy.ts';
import { NOT_READ } from '../rows/order-rows.ts';
import { salvageNotifications } from './salvage.ts';

/** The content of a database whose file was deleted while Tillbridge ran. */
const RESCUED = `${DATABASE}.rescued`;
const UNFINISHED = `${DATABASE}.restoring`;

/** Why a backup was restored. `asked`: by --restore-backup. */
export type Why = 'damaged' | 'missing' | 'empty' | 'emptied' | 'foreign' | 'asked';

export interface Recovery {
  why: Why;
  /** Epoch ms of this computer's clock. */
  at: number;
  /** The old file's new name; null if there was none. */
  aside: string | null;
  /** The restored backup; null for a new, empty database. */
  source: string | null;
  /** Epoch ms. */
  backupAt: number | null;
  orders: number;
  notifications: number;
  /** Notifications saved from the damaged file; their orders are read again. */
  salvaged: number;
}

/**
 * Replaces an unusable database before it is opened. Null if all is well or on first use. `mustExist`: there was one a moment ago. Throws
 * StoreError and file system errors.
 */
export function recoverIfNeeded(dataDir: string, now: number, mustExist = false): Recovery | null {
  const file = join(dataDir, DATABASE);
  // This folder exists once a database was open.
  const usedBefore = mustExist || existsSync(backupFolder(dataDir));
  removeUnfinished(join(dataDir, UNFINISHED));
  takeRescued(dataDir, file, now);
  const look = inspectDatabase(file);
  // Opening the database afterwards reports why it can't be used.
  if (look.is === 'out-of-reach' || look.is === 'unreleased' || look.is === 'newer') return null;
  if (look.is === 'ours') {
    if (!isEmpty(look)) return null;
    const { source } = newestGood(dataDir, now);
    // `line`: number of the last restore in the database. A backup with a lower number is from before a restore that left this database
    // empty on purpose.
    return source && source.line >= look.line && !isEmpty(source) ? putInPlace(dataDir, { source, why: 'emptied', now }) : null;
  }
  const { source, blockedBy } = newestGood(dataDir, now);
  if (blockedBy) throw blockedBy;
  if (!source && !usedBefore && (look.is === 'missing' || look.is === 'empty')) return null;
  return putInPlace(dataDir, { source, why: look.is, now });
}

/** Throws StoreError, DataFolderInUse. */
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
  /** Epoch ms. */
  at: number;
}

/** `blockedBy`: why existing backups can't be used now. */
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

/** The old database is put aside last, so that after a crash the next start repeats this. */
function putInPlace(dataDir: string, { source, why, now }: { source: Source | null; why: Why; now: number }): Recovery {
  const file = join(dataDir, DATABASE);
  const unfinished = join(dataDir, UNFINISHED);
  createPrivately(unfinished);
  if (source) copyFileSync(source.path, unfinished);
  const aside = asideName(file, why, now);
  const db = new Database(unfinished, { fileMustExist: true });
  let recovery: Recovery;
  try {
    disableTrustedSchema(db);
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

/** Unfinished jobs may have been done since the backup, so their outcome is unknown; open orders are read first. */
function distrust(db: Database.Database, recovery: Recovery): void {
  db.prepare(
    `INSERT INTO recovery (line, at, why, aside, source, backup_at, orders, notifications, last_print)
     VALUES ((SELECT coalesce(max(line), 0) + 1 FROM recovery), ?, ?, ?, ?, ?, ?, ?, (SELECT coalesce(max(id), 0) FROM print_ledger))`,
  ).run(recovery.at, recovery.why, recovery.aside, recovery.source, recovery.backupAt, recovery.orders, recovery.notifications);
  db.exec(`UPDATE job SET outcome_unknown = 1 WHERE state IN ('waiting', 'leased', 'failed')`);
  db.prepare(`UPDATE orders SET read_at = ? WHERE open = 1`).run(NOT_READ);
}

/** Saves an open database whose file was deleted (see `takeRescued`). Throws StoreError. */
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

/** Uses a database saved by `rescue`. It is complete, so its jobs and orders aren't marked as uncertain. */
function takeRescued(dataDir: string, file: string, now: number): void {
  const rescued = join(dataDir, RESCUED);
  removeUnfinished(`${rescued}.part`);
  const look = inspectDatabase(rescued);
  if (look.is !== 'ours') return;
  putAside(file, asideName(file, 'missing', now));
  replaceFileSync(rescued, file);
  syncFolder(dataDir);
}

function asideName(file: string, why: Why, now: number): string {
  const aside = `${file}.${why === 'damaged' ? 'damaged' : 'replaced'}-${stamp(now)}`;
  return existsSync(aside) ? asideName(file, why, now + 1) : aside;
}

/** With companion files: a leftover write-ahead log would be applied to the new database. */
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
