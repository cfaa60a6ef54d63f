/** How restarts after crashes are counted and spaced, and what a run passes on to the next one. */

/** Runs that crashed one after the other, each within a minute of its start. */
export interface Crashes {
  inARow: number;
  /** Whether there was a rest since the last one. */
  rested: boolean;
}

export const NO_CRASHES: Crashes = { inARow: 0, rested: false };

/** A run that lasts so long begins the count anew. */
export const LONG_ENOUGH_MS = 60_000;
/** So many are a loop, which starting again at once does not end. */
const LOOP = 3;
const FIRST_REST_MS = 2_000;
const LONGEST_REST_MS = 30_000;

/** How long only notifications are received before the app is started whole again, ms; 0 for not at all. */
export function restMs({ inARow, rested }: Crashes): number {
  return rested || inARow < LOOP ? 0 : Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** (inARow - LOOP));
}

/** After an error that no one caught, in a run of `ranMs`. */
export function afterError({ inARow }: Crashes, ranMs: number): Crashes {
  return { inARow: ranMs >= LONG_ENOUGH_MS ? 1 : inARow + 1, rested: false };
}

/** After a death (`diedOf`): the next count, and ms to wait first. A run that died in its rest isn't to rest again: nothing runs meanwhile. */
export function afterDeath(before: Crashes, ranMs: number): { next: Crashes; waitMs: number } {
  const waitMs = restMs(before);
  return { next: waitMs > 0 ? { inARow: before.inARow + 1, rested: true } : afterError(before, ranMs), waitMs };
}

/** As one word, for the next process. */
export function crashesAsWord({ inARow, rested }: Crashes): string {
  return `${inARow}${rested ? '-rested' : ''}`;
}

/** What the word says; none for anything else. */
export function crashesOf(word: unknown): Crashes {
  const [, inARow, rested] = /^(\d{1,9})(-rested)?$/.exec(typeof word === 'string' ? word : '') ?? [];
  return { inARow: Number(inARow ?? 0), rested: rested !== undefined };
}

/** The option with that word. */
export const AFTER_CRASHES = 'after-crashes';

/** The arguments of the next start, without what was meant once: orders came since a backup was restored, and the PIN was removed. */
export function argumentsAfter(crashes: Crashes, args: readonly string[]): string[] {
  return [...argumentsOfNextStart(args), `--${AFTER_CRASHES}=${crashesAsWord(crashes)}`];
}

/** The same without the count. */
export function argumentsOfNextStart(args: readonly string[]): string[] {
  const kept = args.filter((word, at) => args[at - 1] !== '--restore-backup' || word.startsWith('--'));
  return kept.filter((word) => word !== '--reset-pin' && !/^--(restore-backup|after-crashes=)/.test(word));
}

/** Environment: what the previous run died of, where it could not report that itself. */
export const DIED_OF = 'TILLBRIDGE_DIED_OF';

/** What a process that was aborted, ran out of memory or met a fault of the processor ends by. A person who stops it sends others. */
const DEADLY = new Set<NodeJS.Signals>(['SIGABRT', 'SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGTRAP', 'SIGFPE', 'SIGSYS', 'SIGKILL']);
/** The same as a shell in between reports it, and as Node's own abort does on Windows. */
const ABORTED = 134;
const SEGMENTATION = 139;
/** On Windows an exception that no one handled is the exit code (STATUS_ACCESS_VIOLATION and the like); but not the end by Ctrl-C. */
const LEAST_EXCEPTION = 0xc0000000;
const CONTROL_C = 0xc000013a;

/**
 * What a process died of that it can't catch itself, in a word; null where it ended by itself or was asked to. The system kills with SIGKILL
 * where memory is short, and no one asks the app to end that way.
 */
export function diedOf(code: number | null, signal: NodeJS.Signals | null): string | null {
  if (signal !== null) return DEADLY.has(signal) ? signal : null;
  if (code === ABORTED || code === SEGMENTATION) return `exit code ${code}`;
  return code !== null && code >= LEAST_EXCEPTION && code !== CONTROL_C ? `exit code 0x${code.toString(16)}` : null;
}
