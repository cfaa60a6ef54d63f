/** One process per data folder: two would refresh the same token and print the same ticket. */

import { join } from 'node:path';
import Database from 'better-sqlite3';
import { english } from '../../../contract/english.ts';
import { message, type Text } from '../../../contract/message.ts';
import { idOf } from './same-file.ts';

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
 * blocks a start. Throws DataFolderInUse.
 */
export function lockDataFolder(dataDir: string): FolderLock {
  const file = join(dataDir, 'in-use.lock');
  const db = new Database(file, { timeout: 0 });
  try {
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    if (error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY') throw new DataFolderInUse(dataDir);
    throw error;
  }
  const held = idOf(file);
  return { holds: () => idOf(file) === held, leave: () => db.close() };
}
