/** Electron as `npm start` runs it: started anew where it died of what it cannot catch itself. */
import { spawn } from 'node:child_process';
import { afterDeath, type Crashes, crashesAsWord } from '../app/keep-up/crash-reports.ts';
import { DIED_OF } from '../app/keep-up/next-start.ts';
import { diedOf } from '../app/keep-up/process-end.ts';
import { argumentsAfter } from '../hosts/electron/options.ts';
import type { Opened } from '../time/opened.ts';
import type { Time } from '../time/time.ts';

/** One that dies sooner after its first start lacks something of the system: a library, a display that answers. */
const DIED_AT_ONCE_MS = 10_000;

/**
 * Runs until it ends of itself, or `opened` is closed; then `ended` is called. `cannotRun` is called instead where it died at once and cannot
 * run here at all.
 */
export function keepElectronUp(options: {
  binary: string;
  args: string[];
  time: Time;
  opened: Opened;
  cannotRun(why: string): void;
  ended(code: number): void;
}): void {
  const { args, time, opened } = options;
  let stop = (): unknown => undefined;
  opened.defer(() => stop());

  function start(words: string[], crashes: Crashes, because: NodeJS.ProcessEnv): void {
    const began = time.monotonic();
    const child = spawn(options.binary, words, { stdio: 'inherit', env: { ...process.env, ...because } });
    stop = () => child.kill('SIGTERM');
    const comesBack = (cause: string, ranMs: number): void => {
      const { next, waitMs } = afterDeath(crashes, ranMs);
      stop = time.after(waitMs, () => start(argumentsAfter(crashesAsWord(next), args), next, { [DIED_OF]: cause }));
    };
    child.once('error', (error) => {
      if (crashes.inARow === 0) options.cannotRun(error.message);
      else comesBack(error.message, 0);
    });
    child.once('exit', (code, signal) => {
      const ranMs = time.monotonic() - began;
      const cause = diedOf(code, signal);
      const atOnce = crashes.inARow === 0 && ranMs < DIED_AT_ONCE_MS;
      if (cause === null || opened.isClosing() || (atOnce && signal === 'SIGKILL')) options.ended(code ?? 1);
      else if (atOnce) options.cannotRun(cause);
      else comesBack(cause, ranMs);
    });
  }
  start(args, { inARow: 0, rested: false }, {});
}
