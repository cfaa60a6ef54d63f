/** How the database is opened: durably, and brought to the shape that this version knows. */

import { copyFileSync, renameSync, rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { message } from '../../../contract/message.ts';
import { createPrivately, syncFile } from '../../files/private-files.ts';
import { distrustSchema } from '../backups/copy-of-ours.ts';
import { addFactsOfLine } from './lines-into-facts.ts';
import { migrations } from './migrations.ts';
import { NewerDatabase, StoreError } from './store-error.ts';

/** An acknowledged notification must survive a power cut: FULL is not this build's default in WAL mode, so it is set and read back. */
export function makeDurable(db: Database.Database): void {
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('foreign_keys = ON');
  db.pragma('secure_delete = ON');
  distrustSchema(db);
  const synchronous = db.pragma('synchronous', { simple: true });
  if (synchronous !== 2) {
    throw new StoreError(
      message('database-does-not-write-durably-synchronous', { synchronous: String(synchronous) }),
      message('reinstall-tillbridge-orders-would-not-be'),
    );
  }
}

function versionOf(db: Database.Database): number {
  return Number(db.pragma('user_version', { simple: true }));
}

export function isNewer(db: Database.Database): boolean {
  return versionOf(db) > migrations.length;
}

export function newerDatabase(db: Database.Database): NewerDatabase {
  return new NewerDatabase(
    message('this-data-folder-was-written-by', { version: versionOf(db), known: migrations.length }),
    message('start-newer-tillbridge-or-use-another'),
  );
}

/** Throws NewerDatabase for one of a newer version; nothing is changed then. */
export function migrate(db: Database.Database): void {
  if (isNewer(db)) throw newerDatabase(db);
  const version = versionOf(db);
  addFactsOfLine(db);
  for (let next = version; next < migrations.length; next += 1) {
    db.transaction(() => {
      db.exec(migrations[next] ?? '');
      db.pragma(`user_version = ${next + 1}`);
    }).immediate();
  }
}

/** A database of an earlier version is kept beside the one that is brought up, whole and under its version: until the days of keeping are over. */
export function keepEarlier(db: Database.Database, file: string, at: string): void {
  const version = versionOf(db);
  if (version === 0 || version >= migrations.length) return;
  const aside = `${file}.version-${version}-${at}`;
  const unfinished = `${aside}.part`;
  rmSync(unfinished, { force: true });
  createPrivately(unfinished);
  try {
    db.prepare('VACUUM INTO ?').run(unfinished);
  } catch (error) {
    // A row that an index of that version cannot take any more. Nobody else writes here: once all is in the file, the file is the copy.
    if (!(error instanceof Database.SqliteError && error.code === 'SQLITE_ERROR')) throw error;
    db.pragma('wal_checkpoint(TRUNCATE)');
    copyFileSync(file, unfinished);
  }
  syncFile(unfinished);
  renameSync(unfinished, aside);
}

/** A copy that is read without anything beside it: its header names no write-ahead file any more. */
export function standAlone(file: string): void {
  const db = new Database(file, { fileMustExist: true });
  try {
    db.pragma('journal_mode = DELETE');
  } finally {
    db.close();
  }
}
