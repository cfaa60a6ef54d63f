/** All bytes of an app's database files as text, in which stored text can be found. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export function storedBytes(dataDir: string): string {
  return readdirSync(dataDir)
    .filter((name) => name.startsWith('tillbridge.sqlite'))
    .map((name) => readFileSync(join(dataDir, name), 'latin1'))
    .join('');
}
