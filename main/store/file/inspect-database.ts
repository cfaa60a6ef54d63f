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
  | ({ is: 'ours'; newer: boolean } & Contents)
  /** `unreleased`: a Tillbridge of before the first release wrote it. It is left as it is. */
  | { is: 'missing' | 'empty' | 'damaged' | 'foreign' | 'unreleased' }
  /** A full disk or a missing right isn't damage; opening the file reports it. */
  | { is: 'out-of-reach'; error: unknown };

/** A number beyond is damage: nothing could be counted on from it. */
const LARGEST_LINE = 1_000_000_000;
/** As many faults are looked for. */
const FOUND = 10;
const TABLES = ['orders', 'notification', 'job'];
/** No other program should have it open, but a virus scanner may, for a moment. */
const BUSY_MS = 1_000;

/** `thoroughly` also compares every index with its table; `alone`: a complete copy without writers. Never throws. */
export function inspectDatabase(file: string, { thoroughly = false, alone = false } = {}): Inspection {
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
    db = new Database(file, { fileMustExist: true, readonly: alone, timeout: BUSY_MS });
    distrustSchema(db);
    // A copy may have been where others write. The database in use was always in our own folder.
    if (alone && !holdsOnlyOurs(db)) return { is: 'foreign' };
    return lookInto(db, thoroughly);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB') return { is: 'damaged' };
    return { is: 'out-of-reach', error };
  } finally {
    db?.close();
  }
}

function lookInto(db: Database.Database, thoroughly: boolean): Inspection {
  const version = Number(db.pragma('user_version', { simple: true }));
  const newer = version > VERSION;
  // That of a newer version is opened for reading, whatever this one would find in it.
  if (!newer && !isSound(db, thoroughly)) return { is: 'damaged' };
  const tables = db.prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table'`).pluck().all();
  if (version === 0 && tables.length === 0) return { is: 'empty' };
  if (version === 0 || !TABLES.every((name) => tables.includes(name))) return { is: 'foreign' };
  if (isUnreleased(version)) return { is: 'unreleased' };
  return { is: 'ours', newer, ...contentsOf(db) };
}

/** A damaged search index is no loss: it is rebuilt from History (`mendSearch`), unless it no longer knows its own format. */
function isSound(db: Database.Database, thoroughly: boolean): boolean {
  try {
    const found = db.pragma(thoroughly ? `integrity_check(${FOUND})` : `quick_check(${FOUND})`) as Record<string, string>[];
    const text = found.flatMap((line) => Object.values(line));
    // As long as the list is not full there is nothing else.
    return text.length < FOUND && text.every((one) => one === 'ok' || /\bhistory_words\b/.test(one));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'SQLITE_ERROR') return false;
    throw error;
  }
}

export function contentsOf(db: Database.Database): Contents {
  const count = (table: string): number => db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0;
  return { orders: count('orders'), notifications: count('notification'), line: lineOf(db) };
}

function lineOf(db: Database.Database): number {
  const isKept = db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'recovery'`).get() !== undefined;
  return isKept
    ? (db.prepare<[], number | null>(`SELECT max(line) FROM recovery WHERE line BETWEEN 0 AND ${LARGEST_LINE}`).pluck().get() ?? 0)
    : 0;
}
