/** Pairing codes: in memory, or in private files if a second start makes them. */
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeFrom, keyOfCode } from '../../../contract/entry.ts';
import { makePrivateFolder } from '../../../shared/files/private-files.ts';
import { systemTime } from '../../../shared/time/system-time.ts';

/** Letters of a code, 5 bits each. Codes for the main screen aren't typed; those for tablets can be, and still can't be guessed. */
const COUNTER_LETTERS = 32;
const TABLET_LETTERS = 16;
/** Validity: for the browser being opened, and for a link copied from the terminal. */
export const OPENING_MS = 60_000;
export const PRINTED_MS = 10 * 60_000;
const FOLDER = 'ways-in';
const LONGEST_MS = 15 * 60_000;
const MOST = 20;

export interface Codes<About> {
  make(about: About, validMs: number): string;
  /** Spends the code with this ID; null if unknown, expired or not `isFor` this place, where it isn't spent. */
  take(id: string, isFor?: (about: About) => boolean): { secret: string; about: About } | null;
  clear(): void;
}

/** `now`: monotonic, ms. */
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
    take(id, isFor = () => true) {
      const found = codes.get(id);
      if (found && !isFor(found.about)) return null;
      codes.delete(id);
      return found && found.until >= now() ? found : null;
    },
    clear: () => codes.clear(),
  };
}

export const createTabletCodes = <About>(now: () => number): Codes<About> => createCodes<About>(now, TABLET_LETTERS);

/** Leaves a code for the app running on this data folder: write access to the folder permits pairing. Throws the system's error. */
export function writePairingCode(dataDir: string, validMs: number, now = systemTime.wall): string {
  const folder = join(dataDir, FOLDER);
  makePrivateFolder(folder);
  sweep(folder, now());
  const code = codeFrom(randomBytes(COUNTER_LETTERS));
  const secret = code.replaceAll('-', '');
  writeFileSync(join(folder, keyOfCode(secret).id), JSON.stringify({ secret, until: now() + validMs }), { mode: 0o600, flag: 'wx' });
  return code;
}

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

/** Removes codes by the time in them, as a network folder's clock may differ. */
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
    // An incomplete or foreign file: its age decides.
    return now - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) > LONGEST_MS;
  }
}

function readLeft(file: string): { secret: unknown; until: unknown } {
  return JSON.parse(readFileSync(file, 'utf8')) as { secret: unknown; until: unknown };
}

/** A clock set back must not extend a code. */
function isValid(until: unknown, now: number): boolean {
  const left = Number(until) - now;
  return left > 0 && left <= LONGEST_MS;
}
