import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { isUnreleased, VERSION } from './migrations.ts';
import { disableTrustedSchema, holdsOnlyOurs } from './untrusted-copy.ts';

export interface Contents {
  orders: number;
  notifications: number;
  line: number;
}

export type Inspection =
  | ({ is: 'ours' } & Contents)
  /** `newer` and `unreleased`: another version's database, which stays unchanged. */
  | { is: 'missing' | 'empty' | 'damaged' | 'foreign' | 'newer' | 'unreleased' }
  /** Not readable now: a full disk or missing permission isn't damage. */
  | { is: 'out-of-reach'; error: unknown };

const FOUND = 10;
const TABLES = ['orders', 'notification', 'job'];
/** A virus scanner may briefly hold the file. */
const BUSY_MS = 1_000;

/** `isCopy`: complete, and no program writes to it, so indexes are checked too. Never throws. */
export function inspectDatabase(file: string, { isCopy = false } = {}): Inspection {
  try {
    // A dangling link counts as missing: SQLite would create a database at its target.
    const stat = statSync(file, { throwIfNoEntry: false });
    if (!stat) return { is: 'missing' };
    if (!stat.isFile()) return { is: 'foreign' };
    if (stat.size === 0) return { is: 'empty' };
  } catch (error) {
    return { is: 'out-of-reach', error };
  }
  let db: Database.Database | null = null;
  try {
    // Opened for writing, to merge its write-ahead log.
    db = new Database(file, { fileMustExist: true, readonly: isCopy, timeout: BUSY_MS });
    disableTrustedSchema(db);
    // Others may have written to a copy; the database in use was always in our folder.
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
  // This version can't judge newer contents.
  if (version > VERSION) return { is: 'newer' };
  return isSound(db, isCopy) ? { is: 'ours', ...contentsOf(db) } : { is: 'damaged' };
}

/** Damage to the search index doesn't count, unless its format is lost: `mendSearch` rebuilds it. */
function isSound(db: Database.Database, isCopy: boolean): boolean {
  try {
    const found = db.pragma(isCopy ? `integrity_check(${FOUND})` : `quick_check(${FOUND})`) as Record<string, string>[];
    const text = found.flatMap((line) => Object.values(line));
    // A list of FOUND faults may hide others.
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
