/** Codes that pair one page, once and briefly: in memory for the app, and in private files for a second start of it. */
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeFrom, keyOfCode } from '../../../contract/entry.ts';
import { makePrivateFolder } from '../../../shared/files/private-files.ts';
import { systemTime } from '../../../shared/time/system-time.ts';

/** Letters of 5 bits each: no one types the counter's; a tablet's can be typed, and is out of reach of guessing all the same. */
const COUNTER_LETTERS = 32;
const TABLET_LETTERS = 16;
/** For the browser that is being opened, and for an address that someone copies from the terminal. */
export const OPENING_MS = 60_000;
export const PRINTED_MS = 10 * 60_000;
const FOLDER = 'ways-in';
const LONGEST_MS = 15 * 60_000;
/** More at once than anyone has a use for. */
const MOST = 20;

export interface Codes<About> {
  /** Answers with a new code. */
  make(about: About, validMs: number): string;
  /** The code with this id, which is spent by that; null where there is none, or not any more. */
  take(id: string): { secret: string; about: About } | null;
  /** Makes every code void. */
  clear(): void;
}

/** `now`: a clock that no one can set, ms. */
export function createCodes<About>(now: () => number, letters = COUNTER_LETTERS): Codes<About> {
  const codes = new Map<string, { secret: string; about: About; until: number }>();
  return {
    make(about, validMs) {
      for (const [id, { until }] of codes) if (until < now() || codes.size >= MOST) codes.delete(id);
      const code = codeFrom(randomBytes(letters));
      const secret = code.replaceAll('-', '');
      codes.set(keyOfCode(secret).id, { secret, about, until: now() + validMs });
      return code;
    },
    take(id) {
      const found = codes.get(id);
      codes.delete(id);
      return found && found.until >= now() ? found : null;
    },
    clear: () => codes.clear(),
  };
}

export const createTabletCodes = <About>(now: () => number): Codes<About> => createCodes<About>(now, TABLET_LETTERS);

/**
 * Leaves a code for the counter that runs on this data folder, and answers with it: whoever may write into the folder may come in.
 * Throws the system's error.
 */
export function leaveCode(dataDir: string, validMs: number, now = systemTime.wall): string {
  const folder = join(dataDir, FOLDER);
  makePrivateFolder(folder);
  sweep(folder, now());
  const code = codeFrom(randomBytes(COUNTER_LETTERS));
  const secret = code.replaceAll('-', '');
  writeFileSync(join(folder, keyOfCode(secret).id), JSON.stringify({ secret, until: now() + validMs }), { mode: 0o600, flag: 'wx' });
  return code;
}

/** The secret of a code that was left, which is spent by that; null where there is none, or not any more. */
export function takeLeftCode(dataDir: string, id: string, now: () => number): string | null {
  if (!/^[0-9a-f]{32}$/.test(id)) return null;
  const file = join(dataDir, FOLDER, id);
  try {
    const { secret, until } = readLeft(file);
    rmSync(file);
    return typeof secret === 'string' && isValid(until, now()) ? secret : null;
  } catch {
    return null;
  }
}

/** Codes that no one used in time do not stay. Their own time counts: a folder on another computer has that one's clock. */
function sweep(folder: string, now: number): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (isOver(file, now)) rmSync(file, { force: true });
  }
}

function isOver(file: string, now: number): boolean {
  try {
    return !isValid(readLeft(file).until, now);
  } catch {
    // It is being written, or is none.
    return now - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) > LONGEST_MS;
  }
}

function readLeft(file: string): { secret: unknown; until: unknown } {
  return JSON.parse(readFileSync(file, 'utf8')) as { secret: unknown; until: unknown };
}

/** A clock that was set back must not make it last. */
function isValid(until: unknown, now: number): boolean {
  const left = Number(until) - now;
  return left > 0 && left <= LONGEST_MS;
}
