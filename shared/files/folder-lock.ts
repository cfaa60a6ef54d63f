/** Locks a folder for one process. The system releases the lock with the process, so a stale file never blocks a start. */
import { randomBytes } from 'node:crypto';
import { rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';

export const LOCK_FILE = 'in-use.lock';

/** `taken`: another process has the lock. `no-locks`: the drive doesn't support file locks. */
export class NotLocked extends Error {
  readonly why: 'taken' | 'no-locks';
  constructor(why: 'taken' | 'no-locks', cause: unknown) {
    super(why === 'taken' ? 'another process has the folder' : 'the drive refuses file locks', { cause });
    this.why = why;
  }
}

/** Returns the function that releases the lock. Throws NotLocked or SQLite's error. `lock`: replaced in tests. */
export function lockFolder(folder: string, lock: typeof lockFile = lockFile): () => void {
  const file = join(folder, LOCK_FILE);
  try {
    return lock(file);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'SQLITE_BUSY') throw new NotLocked(takesLocks(folder, lock) ? 'taken' : 'no-locks', error);
    if (code !== 'SQLITE_NOTADB') throw error;
    // A power cut may have left garbage in the lock file. SQLite could read the file, so no process has locked it.
    truncateSync(file);
    return lock(file);
  }
}

function lockFile(file: string): () => void {
  const db = new Database(file, { timeout: 0 });
  try {
    db.exec('BEGIN EXCLUSIVE');
    return () => void db.close();
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Whether a new file can be locked: SQLite reports busy also on drives without locks. */
function takesLocks(folder: string, lock: typeof lockFile): boolean {
  const own = join(folder, `${LOCK_FILE}.${randomBytes(6).toString('hex')}`);
  try {
    lock(own)();
    return true;
  } catch (error) {
    return codeOf(error) !== 'SQLITE_BUSY';
  } finally {
    rmSync(own, { force: true });
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
