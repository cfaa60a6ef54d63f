/** Inspects a file that should be our database: valid and with how many rows, or what is wrong with it. */
import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { isUnreleased, VERSION } from './migrations.ts';
import { distrustSchema, holdsOnlyOurs } from './untrusted-copy.ts';

export interface Contents {
  orders: number;
  notifications: number;
  /** How often it was put back from a backup. */
  line: number;
}

export type Inspection =
  | ({ is: 'ours' } & Contents)
  /** `newer`, `unreleased`: another version wrote it. It is left as it is. */
  | { is: 'missing' | 'empty' | 'damaged' | 'foreign' | 'newer' | 'unreleased' }
  /** A full disk or a missing right isn't damage; opening the file reports it. */
  | { is: 'out-of-reach'; error: unknown };

/** As many faults are looked for. */
const FOUND = 10;
const TABLES = ['orders', 'notification', 'job'];
/** No other program should have it open, but a virus scanner may, for a moment. */
const BUSY_MS = 1_000;

/** `isCopy`: a complete file without writers, whose indexes are compared with their tables as well. Never throws. */
export function inspectDatabase(file: string, { isCopy = false } = {}): Inspection {
  try {
    // What leads to a place that is not there counts as missing: SQLite would begin a new database there.
    const stat = statSync(file, { throwIfNoEntry: false });
    if (!stat) return { is: 'missing' };
    if (!stat.isFile()) return { is: 'foreign' };
    if (stat.size === 0) return { is: 'empty' };
  } catch (error) {
    return { is: 'out-of-reach', error };
  }
  let db: Database.Database | null = null;
  try {
    // The database in use may have a write-ahead file that must be taken in first, and that is a write.
    db = new Database(file, { fileMustExist: true, readonly: isCopy, timeout: BUSY_MS });
    distrustSchema(db);
    // A copy may have been where others write. The database in use was always in our own folder.
    if (isCopy && !holdsOnlyOurs(db)) return { is: 'foreign' };
    return lookInto(db, isCopy);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB') return { is: 'damaged' };
    return { is: 'out-of-reach', error };
  } finally {
    db?.close();
  }
}

function lookInto(db: Database.Database, isCopy: boolean): Inspection {
  const version = Number(db.pragma('user_version', { simple: true }));
  const tables = db.prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table'`).pluck().all();
  if (version === 0 && tables.length === 0) return { is: 'empty' };
  if (version === 0 || !TABLES.every((name) => tables.includes(name))) return { is: 'foreign' };
  if (isUnreleased(version)) return { is: 'unreleased' };
  // What this version would find wrong in it says nothing.
  if (version > VERSION) return { is: 'newer' };
  return isSound(db, isCopy) ? { is: 'ours', ...contentsOf(db) } : { is: 'damaged' };
}

/** A damaged search index is no loss: it is rebuilt from History (`mendSearch`), unless it no longer knows its own format. */
function isSound(db: Database.Database, isCopy: boolean): boolean {
  try {
    const found = db.pragma(isCopy ? `integrity_check(${FOUND})` : `quick_check(${FOUND})`) as Record<string, string>[];
    const text = found.flatMap((line) => Object.values(line));
    // As long as the list is not full there is nothing else.
    return text.length < FOUND && text.every((one) => one === 'ok' || /\bhistory_words\b/.test(one));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'SQLITE_ERROR') return false;
    throw error;
  }
}

export function contentsOf(db: Database.Database): Contents {
  const one = (sql: string): number => db.prepare<[], number>(sql).pluck().get() ?? 0;
  return {
    orders: one(`SELECT count(*) FROM orders`),
    notifications: one(`SELECT count(*) FROM notification`),
    line: one(`SELECT coalesce(max(line), 0) FROM recovery`),
  };
}

export function isEmpty({ orders, notifications }: Contents): boolean {
  return orders + notifications === 0;
}
