/** Files and folders only this user can access, written completely or not at all. */
import { closeSync, fsyncSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { replaceFileSync } from './replace-file.ts';

export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}

/**
 * Temporary file, fsync, rename, fsync of the folder: a crash leaves the old text or the new one. Throws the file system's error; unless
 * the last fsync failed, the file is then unchanged.
 */
export function writePrivately(file: string, text: string | Buffer): void {
  const unfinished = `${file}.part`;
  // A `.part` file left by a crash has unknown rights, and may be a planted link.
  rmSync(unfinished, { force: true });
  try {
    const handle = openSync(unfinished, 'wx', 0o600);
    try {
      // `writeFileSync` repeats short writes: an almost full disk takes a part without an error.
      writeFileSync(handle, typeof text === 'string' ? Buffer.from(text) : text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    replaceFileSync(unfinished, file);
  } catch (error) {
    // On a full disk, the unfinished file would block the next try.
    rmSync(unfinished, { force: true });
    throw error;
  }
  syncFolder(dirname(file));
}

/** Makes changes in a folder durable, where the system can: not on Windows and some shares. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } catch (error) {
    unlessUnknown(error as NodeJS.ErrnoException);
  } finally {
    closeSync(handle);
  }
}

export function syncFile(file: string): void {
  const handle = openSync(file, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Throws if the name exists, even as a link. */
export function createPrivately(file: string): void {
  closeSync(openSync(file, 'wx', 0o600));
}

/** Ignores that a share doesn't support the call. */
export function unlessUnknown(error: NodeJS.ErrnoException): void {
  if (!['EINVAL', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'].includes(error.code ?? '')) throw error;
}
