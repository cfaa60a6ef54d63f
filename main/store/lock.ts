/** One process per data folder: two would refresh the same token and print the same ticket. */

import { join } from 'node:path';
import Database from 'better-sqlite3';

export class DataFolderInUse extends Error {
  readonly says: string;
  readonly remedy = 'Use the window that is already open, or start this one with another --data-dir.';
  constructor(dataDir: string) {
    super(`Tillbridge is already running on ${dataDir}.`);
    this.says = this.message;
  }
}

/**
 * Holds the folder until the returned function is called, or the process ends however it ends: the operating system
 * drops the lock with the process, so no stale lock file can keep a counter shut. Throws DataFolderInUse.
 */
export function lockDataFolder(dataDir: string): () => void {
  const db = new Database(join(dataDir, 'in-use.lock'), { timeout: 0 });
  try {
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    if (error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY') throw new DataFolderInUse(dataDir);
    throw error;
  }
  return () => db.close();
}
