/** Counts and spaces restarts after crashes, and passes the count to the next run. */

/** Consecutive runs that crashed within a minute of starting. */
export interface Crashes {
  inARow: number;
  /** Whether only the receiver ran for a while after the last crash. */
  rested: boolean;
}

export const NO_CRASHES: Crashes = { inARow: 0, rested: false };

/** A run of this length resets the count. */
export const LONG_ENOUGH_MS = 60_000;
/** So many crashes in a row count as a loop. */
const LOOP = 3;
const FIRST_REST_MS = 2_000;
const LONGEST_REST_MS = 30_000;

/** Ms of only receiving before the next full start; 0 for none. */
export function restMs({ inARow, rested }: Crashes): number {
  return rested || inARow < LOOP ? 0 : Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** (inARow - LOOP));
}

export function afterError({ inARow }: Crashes, ranMs: number): Crashes {
  return { inARow: ranMs >= LONG_ENOUGH_MS ? 1 : inARow + 1, rested: false };
}

/**
 * After a death (`diedOf`): the next count, and ms to wait. A death while only receiving waits here, and the next start doesn't rest again.
 */
export function afterDeath(before: Crashes, ranMs: number): { next: Crashes; waitMs: number } {
  const waitMs = restMs(before);
  return { next: waitMs > 0 ? { inARow: before.inARow + 1, rested: true } : afterError(before, ranMs), waitMs };
}

export function crashesAsWord({ inARow, rested }: Crashes): string {
  return `${inARow}${rested ? '-rested' : ''}`;
}

/** No crashes for an invalid word. */
export function crashesOf(word: unknown): Crashes {
  const [, inARow, rested] = /^(\d{1,9})(-rested)?$/.exec(typeof word === 'string' ? word : '') ?? [];
  return { inARow: Number(inARow ?? 0), rested: rested !== undefined };
}

export const AFTER_CRASHES = 'after-crashes';

/** Arguments without one-time options: orders have arrived since a backup was restored or the PIN removed. */
export function argumentsAfter(crashes: Crashes, args: readonly string[]): string[] {
  return [...argumentsOfNextStart(args), `--${AFTER_CRASHES}=${crashesAsWord(crashes)}`];
}

export function argumentsOfNextStart(args: readonly string[]): string[] {
  const kept = args.filter((word, at) => args[at - 1] !== '--restore-backup' || word.startsWith('--'));
  return kept.filter((word) => word !== '--reset-pin' && !/^--(restore-backup|after-crashes=)/.test(word));
}

/** Environment variable: what the previous run died of, if it couldn't report it. */
export const DIED_OF = 'TILLBRIDGE_DIED_OF';

/** Aborts, memory shortage and processor faults. People send the other signals. */
const DEADLY = new Set<NodeJS.Signals>(['SIGABRT', 'SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGTRAP', 'SIGFPE', 'SIGSYS', 'SIGKILL']);
/** Exit codes of such deaths, from a shell in between or Node's abort on Windows. */
const ABORTED = 134;
const SEGMENTATION = 139;
/** Windows uses unhandled exceptions as exit codes (STATUS_ACCESS_VIOLATION and others), but also Ctrl-C. */
const LEAST_EXCEPTION = 0xc0000000;
const CONTROL_C = 0xc000013a;

/** The cause; null if it ended normally or on request. SIGKILL counts: the system sends it when memory is short. */
export function diedOf(code: number | null, signal: NodeJS.Signals | null): string | null {
  if (signal !== null) return DEADLY.has(signal) ? signal : null;
  if (code === ABORTED || code === SEGMENTATION) return `exit code ${code}`;
  return code !== null && code >= LEAST_EXCEPTION && code !== CONTROL_C ? `exit code 0x${code.toString(16)}` : null;
}
