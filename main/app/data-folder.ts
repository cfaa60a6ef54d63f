/** Locks the data folder before anything in it is read, and closes it to other users. */

import { english } from '../../contract/english.ts';
import { message, type Text } from '../../contract/message.ts';
import { isReachableOnWindows } from '../../shared/files/full-path.ts';
import { makePrivateFolder } from '../../shared/files/private-files.ts';
import { closeDataFolder, closeToOthers, type Exposure } from '../files/private-files.ts';
import { closeDataFolderOnWindows } from '../files/windows-rights.ts';
import { DataFolderInUse, type FolderLock, lockDataFolder } from '../store/file/lock.ts';
import { storageTroubleOf } from '../store/file/storage-trouble.ts';
import { reclaimAddress } from './running-instance.ts';

export interface DataFolder {
  lock(): FolderLock;
  readonly exposures: readonly Exposure[];
  /** Recreates and relocks a removed folder. Throws DataFolderInUse if another start was faster. */
  stand(): Promise<void>;
  leave(): void;
}

/** The folder's name is impossible, so waiting won't help. */
export class NoDataFolder extends Error {
  readonly text: Text;
  readonly hint = message('dataFolder.useAnother');
  constructor(dataDir: string, cause: unknown) {
    const text = message('dataFolder.cannotCreate', { dataDir });
    super(english(text), { cause });
    this.text = text;
  }
}

/** Throws DataFolderInUse, NoDataFolder or StorageTrouble; then nothing in the folder was changed. */
export async function takeDataFolder(dataDir: string): Promise<DataFolder> {
  if (!isReachableOnWindows(dataDir)) throw new NoDataFolder(dataDir, 'Windows keeps a name in it for itself');
  const noLongerClosed = closeToOthers();
  try {
    return await taken(dataDir, noLongerClosed);
  } catch (error) {
    noLongerClosed();
    throw error;
  }
}

async function taken(dataDir: string, noLongerClosed: () => void): Promise<DataFolder> {
  let lock = take(dataDir);
  let exposures: Exposure[];
  try {
    exposures = await closed(dataDir);
  } catch (error) {
    lock.leave();
    throw storageTroubleOf(error) ?? error;
  }
  return {
    lock: () => lock,
    exposures,
    async stand() {
      if (lock.holds()) return;
      const again = take(dataDir);
      lock.leave();
      lock = again;
      await closed(dataDir);
    },
    leave() {
      lock.leave();
      noLongerClosed();
    },
  };
}

/** Also removes the previous owner's address, whose port another program may have now. Throws DataFolderInUse or StorageTrouble. */
export function lockFolder(dataDir: string): FolderLock {
  const lock = lockDataFolder(dataDir);
  try {
    reclaimAddress(dataDir);
  } catch (error) {
    lock.leave();
    throw storageTroubleOf(error) ?? error;
  }
  return lock;
}

function take(dataDir: string): FolderLock {
  try {
    makePrivateFolder(dataDir);
  } catch (error) {
    throw storageTroubleOf(error) ?? new NoDataFolder(dataDir, error);
  }
  try {
    return lockFolder(dataDir);
  } catch (error) {
    if (error instanceof DataFolderInUse) throw error;
    throw storageTroubleOf(error) ?? error;
  }
}

function closed(dataDir: string): Promise<Exposure[]> {
  return process.platform === 'win32' ? closeDataFolderOnWindows(dataDir) : Promise.resolve(closeDataFolder(dataDir));
}
