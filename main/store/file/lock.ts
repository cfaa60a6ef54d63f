/** One process per data folder: two would refresh the same token and print the same ticket. */
import { join } from 'node:path';
import { english } from '../../../contract/english.ts';
import { message, type Text } from '../../../contract/message.ts';
import { LOCK_FILE, lockFolder, NotLocked } from '../../../shared/files/folder-lock.ts';
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
  /** False if the lock file was replaced. */
  holds(): boolean;
  leave(): void;
}

/** Locks until `leave` or the process ends. Throws DataFolderInUse, or StoreError if the drive refuses locks. */
export function lockDataFolder(dataDir: string, lock?: Parameters<typeof lockFolder>[1]): FolderLock {
  try {
    const leave = lockFolder(dataDir, lock);
    const file = join(dataDir, LOCK_FILE);
    const held = idOf(file);
    return { holds: () => idOf(file) === held, leave };
  } catch (error) {
    if (!(error instanceof NotLocked)) throw error;
    if (error.why === 'taken') throw new DataFolderInUse(dataDir);
    throw new StoreError(message('dataFolder.noLocks', { dataDir }), message('dataFolder.useLocalDisk'), error.cause);
  }
}
