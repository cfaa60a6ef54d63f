/** The address of the Tillbridge that already runs on a data folder, for a second start to open. */
import { readFileSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivately } from '../../shared/files/private-files.ts';

const FILE = 'counter.address';

/** The address alone lets no one in: a second start brings a code of its own. */
export function leaveAddress(dataDir: string, url: string): void {
  writePrivately(join(dataDir, FILE), url);
}

/** For whoever holds the folder from now on, and for a copy that ends. Throws the system's error where the file cannot be removed. */
export function takeAddressBack(dataDir: string): void {
  try {
    // Not `rmSync`: its errors do not say what the system said (a folder that no one may write in).
    unlinkSync(join(dataDir, FILE));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}

/** Null where the copy that runs left none: it shows its counter in a window of its own. */
export function addressOfRunning(dataDir: string): string | null {
  try {
    return readFileSync(join(dataDir, FILE), 'utf8');
  } catch {
    return null;
  }
}
