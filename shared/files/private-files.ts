/** Files and folders of this user alone, whole or not at all: a crash or a power cut leaves the old text or the new one. */
import { closeSync, fsyncSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { replaceFileSync } from './replace-file.ts';

/** Makes the folder, and those above it that are missing. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}

/**
 * Temporary file, fsync, rename, fsync of the folder: a crash leaves the old text or the new one, whole, and others never see either.
 * Throws the file system's error; the file is as it was then, and nothing of the new text is left.
 */
export function writePrivately(file: string, text: string | Buffer): void {
  const unfinished = `${file}.part`;
  // One that was left over from a crash has the rights it had, and may be a link that someone put there.
  rmSync(unfinished, { force: true });
  try {
    const handle = openSync(unfinished, 'wx', 0o600);
    try {
      // Goes on until all of it is written: a disk that is nearly full takes a part of it and reports no error.
      writeFileSync(handle, typeof text === 'string' ? Buffer.from(text) : text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    replaceFileSync(unfinished, file);
  } catch (error) {
    // On a full disk the part that was written would be in the way of the next try.
    rmSync(unfinished, { force: true });
    throw error;
  }
  syncFolder(dirname(file));
}

/** Makes what was created, renamed or removed in a folder durable, where its disk can do that: Windows has no such call, nor have some shares. */
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

/** Makes what is in a file durable. */
export function syncFile(file: string): void {
  const handle = openSync(file, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** An empty file that is this user's alone before anything is written into it. Throws where there is one, or a link. */
export function createPrivately(file: string): void {
  closeSync(openSync(file, 'wx', 0o600));
}

/** A share that knows no such call has written what it could. */
export function unlessUnknown(error: NodeJS.ErrnoException): void {
  if (!['EINVAL', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'].includes(error.code ?? '')) throw error;
}
