/** The address of the Tillbridge running on a data folder, for a second start to open. */
import { readFileSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivately } from '../../shared/files/private-files.ts';

const FILE = 'counter.address';

/** Saves the address. It grants no access: a second start brings its own code. */
export function leaveAddress(dataDir: string, url: string): void {
  writePrivately(join(dataDir, FILE), url);
}

/** Throws the system's error if the file can't be removed. */
export function reclaimAddress(dataDir: string): void {
  try {
    // Not `rmSync`: its errors hide the system's error for a read-only folder.
    unlinkSync(join(dataDir, FILE));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}

/** Null if there is no such file: a Tillbridge with a desktop window leaves none. */
export function addressOfRunning(dataDir: string): string | null {
  try {
    return readFileSync(join(dataDir, FILE), 'utf8');
  } catch {
    return null;
  }
}
