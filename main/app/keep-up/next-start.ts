/** What a start after a crash receives from the crashed run or its supervisor. */

/** Environment: the process id of the run that crashed, how many crashed in a row, and what it died of where it could not say so. */
export const COMES_AFTER = 'TILLBRIDGE_COMES_AFTER';
export const CRASHES = 'TILLBRIDGE_CRASHES';
export const DIED_OF = 'TILLBRIDGE_DIED_OF';

/** What the run before this one died of, where it could not say so itself; of no interest to the run after this one. */
export function takeDiedOf(): string | undefined {
  const cause = process.env[DIED_OF];
  delete process.env[DIED_OF];
  return cause;
}

/** The same arguments without what was meant once: orders came since a backup was gone back to, and the PIN was taken away. */
export function argumentsOfNextStart(args: readonly string[]): string[] {
  const at = args.indexOf('--restore-backup');
  const kept = at < 0 ? args : args.toSpliced(at, args[at + 1]?.startsWith('--') ? 1 : 2);
  return kept.filter((word) => !word.startsWith('--restore-backup=') && word !== '--reset-pin');
}

/** What an app says that wants to be started again by whoever watches over it: its crashes, as a word. */
export interface ComeBack {
  comesBack: string;
}

export function isComeBack(received: unknown): received is ComeBack {
  return typeof received === 'object' && received !== null && 'comesBack' in received && typeof received.comesBack === 'string';
}
