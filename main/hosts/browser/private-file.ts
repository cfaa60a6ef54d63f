/** Small files that only this user may read, written whole. */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** A file that was left with another mode, or is a link to somewhere else, is replaced and not written into. Throws the system's error. */
export function writePrivately(file: string, text: string): void {
  const unfinished = `${file}.part`;
  rmSync(unfinished, { force: true });
  writeFileSync(unfinished, text, { mode: 0o600, flag: 'wx' });
  renameSync(unfinished, file);
}

/** What a file holds as JSON; null where there is none, or where it cannot be read. */
export function readPrivately(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
