/** Reads files that may not exist. */
import { readFileSync } from 'node:fs';
import { fileText } from './file-text.ts';

/** Null if missing. Throws the file system's other errors. */
export function readIfThere(file: string): string | null {
  try {
    return fileText(readFileSync(file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
