/** Where the counter that already runs on a data folder can be opened: a second start hands over to it. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = 'counter.address';

/** The address carries the launch key, so only this user may read it. Returns its removal. */
export function leaveAddress(dataDir: string, url: string): () => void {
  const file = join(dataDir, FILE);
  writeFileSync(file, url, { mode: 0o600 });
  return () => rmSync(file, { force: true });
}

/** Null where the copy that runs left none: it shows its counter in a window of its own. */
export function addressOfFirstCopy(dataDir: string): string | null {
  try {
    return readFileSync(join(dataDir, FILE), 'utf8');
  } catch {
    return null;
  }
}
