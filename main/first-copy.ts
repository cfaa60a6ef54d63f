/** Where the counter that already runs on a data folder can be opened: a second start hands over to it. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivately } from './private-files.ts';

const FILE = 'counter.address';

/** The address alone lets nobody in: a second start brings a code of its own. */
export function leaveAddress(dataDir: string, url: string): void {
  writePrivately(join(dataDir, FILE), url);
}

/** For a copy that shows its counter in a window of its own, or that ends. */
export function takeAddressBack(dataDir: string): void {
  rmSync(join(dataDir, FILE), { force: true });
}

/** Null where the copy that runs left none: it shows its counter in a window of its own. */
export function addressOfFirstCopy(dataDir: string): string | null {
  try {
    return readFileSync(join(dataDir, FILE), 'utf8');
  } catch {
    return null;
  }
}
