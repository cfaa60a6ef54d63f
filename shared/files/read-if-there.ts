/** Files that may not be there. */
import { readFileSync } from 'node:fs';
import { fileText } from './file-text.ts';

/** The text of a file; null where there is none. Throws the file system's error for anything else. */
export function readIfThere(file: string): string | null {
  try {
    return fileText(readFileSync(file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
