/** Gives a finished file the name of another one, also where another program has that open for a moment. */

import { renameSync, statSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { systemTime } from '../time/system-time.ts';

/** Windows' answers while a virus scanner, a synchronising program or a viewer has the file open. */
const HELD = new Set(['EPERM', 'EACCES', 'EBUSY']);
/** Together a little more than a second: a scanner is done by then. */
const WAITS_MS = [50, 100, 150, 200, 250, 300];

/** `code`: as where the system itself says that a file is in use. */
export class FileHeld extends Error {
  readonly code = 'EBUSY';
  readonly path: string;
  constructor(path: string, cause: unknown) {
    super(`another program has ${path} open`, { cause });
    this.path = path;
  }
}

/** `rename`: another way to do it, for tests. Throws FileHeld, or the file system's error. */
export async function replaceFile(from: string, to: string, rename_: typeof rename = rename): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await rename_(from, to);
    } catch (error) {
      await systemTime.wait(nextWait(error, to, tries));
    }
  }
}

/** The same for where nothing else may happen meanwhile. */
export function replaceFileSync(from: string, to: string, rename_: typeof renameSync = renameSync): void {
  for (let tries = 0; ; tries += 1) {
    try {
      return rename_(from, to);
    } catch (error) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, nextWait(error, to, tries));
    }
  }
}

/** How long to wait before the next try, ms. Throws where there is to be none. */
function nextWait(error: unknown, to: string, tries: number): number {
  const mayBeHeld = process.platform === 'win32' && error instanceof Error && 'code' in error && HELD.has(String(error.code));
  if (!mayBeHeld || isWriteProtected(to)) throw error;
  const wait = WAITS_MS[tries];
  if (wait === undefined) throw new FileHeld(to, error);
  return wait;
}

function isWriteProtected(file: string): boolean {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat !== undefined && (stat.mode & 0o200) === 0;
}
