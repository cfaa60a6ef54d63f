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
  /** Whether the file that is held is the one that another start would find. */
  holds(): boolean;
  leave(): void;
}

/**
 * Holds the folder until it is left, or the process ends however it ends: the operating system drops the lock with the process,
 * so no stale lock file can keep a counter shut. Throws DataFolderInUse.
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
