/** The relay's data folder: locked by one process, closed to other users. */
import { chmodSync, closeSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { LOCK_FILE, lockFolder, NotLocked } from '../../shared/files/folder-lock.ts';
import { makePrivateFolder } from '../../shared/files/private-files.ts';
import { CannotStart } from '../settings/settings-file.ts';

/** Locks the folder until disposed or the process ends. Throws CannotStart. */
export function takeDataFolder(dataDir: string): Disposable {
  try {
    makePrivateFolder(dataDir);
    closeToOthers(dataDir);
    makePrivate(join(dataDir, LOCK_FILE));
    return { [Symbol.dispose]: lockFolder(dataDir) };
  } catch (error) {
    if (error instanceof NotLocked && error.why === 'taken')
      throw new CannotStart(`A relay is already running on ${dataDir}. One folder serves one relay.`);
    throw new CannotStart(`The data folder ${dataDir} cannot be used: ${(error as Error).message}.`);
  }
}

/** Creates the file if missing, for this user only. SQLite's other files inherit its permissions. */
export function makePrivate(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
}

/** Closes the folder and its existing files to other users: a settings file has webhook secrets. */
function closeToOthers(dataDir: string): void {
  if (process.platform === 'win32') return;
  chmodSync(dataDir, 0o700);
  for (const entry of readdirSync(dataDir, { withFileTypes: true })) {
    if (entry.isFile()) chmodSync(join(dataDir, entry.name), 0o600);
  }
}
