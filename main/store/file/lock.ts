/** One process per data folder: two would refresh the same token and print the same ticket. */

import { randomBytes } from 'node:crypto';
import { rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { english } from '../../../contract/english.ts';
import { message, type Text } from '../../../contract/message.ts';
import { idOf } from './same-file.ts';
import { StoreError } from './store-error.ts';

export class DataFolderInUse extends Error {
  readonly text: Text;
  readonly hint = message('dataFolder.useOpenWindow');
  constructor(dataDir: string) {
    const text = message('dataFolder.alreadyRunning', { dataDir });
    super(english(text));
    this.text = text;
  }
}

export interface FolderLock {
  /** Whether the locked file is still the one that another start would lock. */
  holds(): boolean;
  leave(): void;
}

/**
 * Locks the folder until `leave`, or the end of the process: the operating system releases the lock then, so a stale lock file never
 * blocks a start. Throws DataFolderInUse, and StoreError where the drive refuses locks.
 */
export function lockDataFolder(dataDir: string, lock: typeof lockFile = lockFile): FolderLock {
  const file = join(dataDir, 'in-use.lock');
  const db = lockOrSay(dataDir, file, lock);
  const held = idOf(file);
  return { holds: () => idOf(file) === held, leave: () => db.close() };
}

function lockOrSay(dataDir: string, file: string, lock: typeof lockFile): Database.Database {
  try {
    return lock(file);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'SQLITE_BUSY') throw takesLocks(dataDir, lock) ? new DataFolderInUse(dataDir) : refusesLocks(dataDir, error);
    if (code !== 'SQLITE_NOTADB') throw error;
    // Its content says nothing, but a power cut may have left some. No one holds it, or it would not have been read.
    truncateSync(file);
    return lock(file);
  }
}

function lockFile(file: string): Database.Database {
  const db = new Database(file, { timeout: 0 });
  try {
    db.exec('BEGIN EXCLUSIVE');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Whether a file that no one else knows can be locked: SQLite says busy also where a drive has no locks to give. */
function takesLocks(dataDir: string, lock: typeof lockFile): boolean {
  const own = join(dataDir, `in-use.lock.${randomBytes(6).toString('hex')}`);
  try {
    lock(own).close();
    return true;
  } catch (error) {
    return codeOf(error) !== 'SQLITE_BUSY';
  } finally {
    rmSync(own, { force: true });
  }
}

function refusesLocks(dataDir: string, cause: unknown): StoreError {
  return new StoreError(message('dataFolder.noLocks', { dataDir }), message('dataFolder.useLocalDisk'), cause);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
