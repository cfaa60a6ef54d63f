/** Renames a finished file over another, even while programs briefly have the other one open. */

import { renameSync, statSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { systemTime } from '../time/system-time.ts';

/** Windows' errors while another program has the file open. */
const HELD = new Set(['EPERM', 'EACCES', 'EBUSY']);
/** Over a second in total: virus scanners are done by then. */
const WAITS_MS = [50, 100, 150, 200, 250, 300];

/** `code`: as for the system's own "file in use". */
export class FileHeld extends Error {
  readonly code = 'EBUSY';
  readonly path: string;
  constructor(path: string, cause: unknown) {
    super(`another program has ${path} open`, { cause });
    this.path = path;
  }
}

/** Throws FileHeld, or the file system's error. `rename`: replaced in tests. */
export async function replaceFile(from: string, to: string, rename_: typeof rename = rename): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await rename_(from, to);
    } catch (error) {
      await systemTime.wait(nextWait(error, to, tries));
    }
  }
}

/** `replaceFile`, blocking. */
export function replaceFileSync(from: string, to: string, rename_: typeof renameSync = renameSync): void {
  for (let tries = 0; ; tries += 1) {
    try {
      return rename_(from, to);
    } catch (error) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, nextWait(error, to, tries));
    }
  }
}

/** Ms before the next try. Throws when retrying is pointless. */
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
