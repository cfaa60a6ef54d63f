/** The relay's data folder: locked by one process, and closed to other users. */
import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { fileText } from '../../contract/file-text.ts';
import { CannotStart } from '../settings/settings-file.ts';

/**
 * Holds the folder until it is disposed of, or the process ends however it ends: the system drops the lock with the process.
 * Throws CannotStart.
 */
export function takeDataFolder(dataDir: string): Disposable {
  try {
    const lock = locked(dataDir);
    return { [Symbol.dispose]: () => void lock.close() };
  } catch (error) {
    throw error instanceof CannotStart ? error : new CannotStart(`The data folder ${dataDir} cannot be used: ${(error as Error).message}.`);
  }
}

function locked(dataDir: string): Database.Database {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  closeToOthers(dataDir);
  const file = join(dataDir, 'in-use.lock');
  makePrivate(file);
  const lock = new Database(file, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY')
      throw new CannotStart(`A relay is already running on ${dataDir}. One folder serves one relay.`);
    throw error;
  }
  return lock;
}

/** An empty file of this user alone, where there is none yet. What SQLite puts beside it gets its rights. */
export function makePrivate(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
}

/** Also what was there before: a settings file holds webhook secrets. */
function closeToOthers(dataDir: string): void {
  if (process.platform === 'win32') return;
  chmodSync(dataDir, 0o700);
  for (const entry of readdirSync(dataDir, { withFileTypes: true })) {
    if (entry.isFile()) chmodSync(join(dataDir, entry.name), 0o600);
  }
}

/** Whole or not at all, also after a power cut. */
export function writePrivately(file: string, text: string): void {
  const unfinished = `${file}.part`;
  rmSync(unfinished, { force: true });
  const handle = openSync(unfinished, 'wx', 0o600);
  try {
    writeFileSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(unfinished, file);
}

/** The text of a file that may not be there yet; null then. */
export function readIfThere(file: string): string | null {
  try {
    return fileText(readFileSync(file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
