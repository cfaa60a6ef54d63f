/** All that lies in the files of an app's database, as text of single bytes: what was stored stands in it to the letter. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export function storedBytes(dataDir: string): string {
  return readdirSync(dataDir)
    .filter((name) => name.startsWith('tillbridge.sqlite'))
    .map((name) => readFileSync(join(dataDir, name), 'latin1'))
    .join('');
}
