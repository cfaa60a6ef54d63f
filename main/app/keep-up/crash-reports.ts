/** Records crashes, and how the app restarts after them: an unnoticed crash would lose an evening of orders. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateFolder } from '../../files/private-files.ts';
import { LEFT_OUT, redact } from '../../redaction/redact.ts';
import { systemTime } from '../../time/system-time.ts';
import { VERSION } from '../version.ts';

export const CRASH_FOLDER = 'crash';
const KEPT = 10;
const MARKER = 'unreported';

/** Runs that crashed one after the other, each within a minute of its start. */
export interface Crashes {
  inARow: number;
  /** Whether there was a rest since the last one. */
  rested: boolean;
}

/** A run that lasts so long begins the count anew. */
export const LONG_ENOUGH_MS = 60_000;
/** So many are a loop, which starting again at once does not end. */
const LOOP = 3;
const FIRST_REST_MS = 2_000;
const LONGEST_REST_MS = 30_000;
/** While it rests: an error that comes all the time does not write all the time. */
const REPORT_EVERY_MS = 1_000;

/** How long to rest before the app is started whole again, ms; 0 for at once. */
export function restMs({ inARow, rested }: Crashes): number {
  return rested || inARow < LOOP ? 0 : Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** (inARow - LOOP));
}

function countAfter(before: Crashes, ranMs: number): number {
  return ranMs >= LONG_ENOUGH_MS ? 1 : before.inARow + 1;
}

/**
 * After a run that died without a word (`diedOf`), as whoever watched over it counts it. One that was to rest and died in its rest rests no
 * more: nothing runs meanwhile, `waitMs` long.
 */
export function afterDeath(before: Crashes, ranMs: number): { next: Crashes; waitMs: number } {
  const waitMs = restMs(before);
  return { next: { inARow: waitMs > 0 ? before.inARow + 1 : countAfter(before, ranMs), rested: waitMs > 0 }, waitMs };
}

/** As one word, for the process that comes after this one. */
export function crashesAsWord({ inARow, rested }: Crashes): string {
  return `${inARow}${rested ? '-rested' : ''}`;
}

/** What the word says; none for anything else. */
export function crashesOf(word: string | undefined): Crashes {
  const [, inARow, rested] = /^(\d{1,9})(-rested)?$/.exec(word ?? '') ?? [];
  return { inARow: Number(inARow ?? 0), rested: rested !== undefined };
}

/**
 * From now on an error that no one caught is written into the data folder; then `comeBack` ends this process and starts the app again. A
 * run that is to rest first (`restMs`) goes on instead: so little runs in it that going on is safer than another start. So it never stays
 * down. Nothing acknowledged is lost: it is in the database. Answers with what is called for an error that was caught and ends the run.
 * `diedOf`: what the run before this one died of, where that could write nothing itself.
 */
export function keepCrashReports(
  dataDir: string,
  before: Crashes,
  comeBack: (next: Crashes) => void,
  diedOf: string | undefined,
): (error: unknown) => void {
  if (diedOf !== undefined) {
    const error = new Error(`Tillbridge died of ${diedOf} and starts again`);
    writeReport(dataDir, error, before.inARow);
    console.error(error.message);
  }
  const beganAt = systemTime.monotonic();
  const rests = restMs(before) > 0;
  let leaving = false;
  let reportedAt = Number.NEGATIVE_INFINITY;
  const crashed = (error: unknown): void => {
    const now = systemTime.monotonic();
    if (leaving || (rests && now - reportedAt < REPORT_EVERY_MS)) return;
    reportedAt = now;
    const inARow = rests ? before.inARow : countAfter(before, now - beganAt);
    writeReport(dataDir, error, inARow);
    console.error(describe(error));
    if (rests) return;
    leaving = true;
    comeBack({ inARow, rested: false });
  };
  process.on('uncaughtException', crashed);
  process.on('unhandledRejection', crashed);
  return crashed;
}

/** When the run before this one crashed (ISO UTC), and the how-manieth in a row it was; null when it ended otherwise. Tells of each only once. */
export function lastCrash(dataDir: string): { at: string; inARow: number } | null {
  const marker = join(dataDir, CRASH_FOLDER, MARKER);
  if (!existsSync(marker)) return null;
  const [at = '', inARow = '1'] = readFileSync(marker, 'utf8').split('\n');
  rmSync(marker, { force: true });
  return { at, inARow: Number(inARow) };
}

function writeReport(dataDir: string, error: unknown, inARow: number): void {
  try {
    const folder = join(dataDir, CRASH_FOLDER);
    makePrivateFolder(folder);
    const at = new Date(systemTime.wall()).toISOString();
    const report = {
      at,
      inARow,
      version: VERSION,
      node: process.versions.node,
      platform: process.platform,
      error: describe(error),
    };
    writeFileSync(join(folder, `${at.replaceAll(':', '-')}.json`), JSON.stringify(report, null, 2), { mode: 0o600 });
    writeFileSync(join(folder, MARKER), `${at}\n${inARow}`, { mode: 0o600 });
    const reports = readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .sort();
    for (const name of reports.splice(0, Math.max(0, reports.length - KEPT))) rmSync(join(folder, name), { force: true });
  } catch {
    // On a full disk there is no report; coming back matters more.
  }
}

/** The message without long runs of letters and digits (no error of this app carries a secret, one of a package might); of the stack, names and lines. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return withoutSecrets(String(error));
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const cause = error.cause ? [`caused by ${describe(error.cause)}`] : [];
  return [`${error.name}: ${withoutSecrets(error.message)}`, ...frames.map(withoutFolder), ...cause].join('\n');
}

function withoutSecrets(text: string): string {
  return redact(text).replaceAll(/[A-Za-z0-9+/_=.-]{20,}/g, LEFT_OUT);
}

function withoutFolder(frame: string): string {
  return frame.replaceAll(/(file:\/\/)?[^\s(]*[\\/]/g, '');
}
