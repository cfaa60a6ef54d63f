/** Watches a few small files for changes by their content, because file system events can be missed. */
import { readFileSync } from 'node:fs';
import type { Cancel, Time } from '../../shared/time/time.ts';

const EVERY_MS = 1_000;

/** `onChange` is called at the first look as well, for what changed since the files were read. Answers with what ends it. */
export function followFiles(
  files: readonly string[],
  time: Pick<Time, 'every'>,
  onChange: () => void,
  onDefect: (error: unknown) => void,
): Cancel {
  let before: string | null = null;
  const look = (): void => {
    const now = JSON.stringify(files.map(textOf));
    if (now === before) return;
    before = now;
    onChange();
  };
  return time.every(EVERY_MS, look, onDefect);
}

/** Why it cannot be read, where it cannot. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'base64');
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  }
}
