/** Watches small files by reading them, because file system events can be missed. */
import { readFileSync } from 'node:fs';
import type { Cancel, Time } from '../../shared/time/time.ts';

const EVERY_MS = 1_000;

/** The first check also calls `onChange`, for earlier changes. Returns a function that stops watching. */
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

function textOf(file: string): string {
  try {
    return readFileSync(file, 'base64');
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  }
}
