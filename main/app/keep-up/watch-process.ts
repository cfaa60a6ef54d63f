/** Runs a program, and restarts it after a death it can't catch: native abort, out of memory. */
import { type StdioOptions, spawn } from 'node:child_process';
import type { Time } from '../../../shared/time/time.ts';
import { afterDeath, argumentsAfter, type Crashes, crashesOf, DIED_OF, diedOf, NO_CRASHES } from './restarts.ts';

const SPAWN_AGAIN_MS = 1_000;
/** A first run that dies sooner lacks something: a library, a responding display. */
const DIED_AT_ONCE_MS = 10_000;

/**
 * `ended`: normally or on request. `cannotRun`: the first run died at once or couldn't start; without `cannotRun`, both count as a crash.
 * Over an IPC channel, a child requests a restart by sending `crashesAsWord`. The returned function stops the child with a signal, or waits
 * for it with null.
 */
export function watchProcess(options: {
  file: string;
  args: string[];
  stdio: StdioOptions;
  time: Time;
  cannotRun?: (why: string) => void;
  ended(code: number): void;
}): (signal: NodeJS.Signals | null) => void {
  const { file, args, stdio, time, cannotRun, ended } = options;
  let isStopping = false;
  let stop: (signal: NodeJS.Signals | null) => void;

  function start(crashes: Crashes, because: NodeJS.ProcessEnv): void {
    const isFirst = crashes.inARow === 0;
    const beganAt = time.monotonic();
    const child = spawn(file, isFirst ? args : argumentsAfter(crashes, args), { stdio, env: { ...process.env, ...because } });
    let asked = NO_CRASHES;
    stop = (signal) => void (signal && child.kill(signal));
    child.on('message', (received) => {
      asked = crashesOf(received);
    });
    child.on('error', (error) => {
      if (child.pid !== undefined) return;
      if (isFirst && cannotRun) return cannotRun(error.message);
      // A lack of memory or process slots may pass.
      console.error(error.message);
      startIn(SPAWN_AGAIN_MS, crashes, because);
    });
    child.once('exit', (code, signal) => {
      const ranMs = time.monotonic() - beganAt;
      const cause = diedOf(code, signal);
      const isUnable = isFirst && cannotRun && ranMs < DIED_AT_ONCE_MS;
      if (!isStopping && asked.inARow > 0) start(asked, {});
      else if (isStopping || cause === null || (isUnable && signal === 'SIGKILL')) ended(code ?? 1);
      else if (isUnable) cannotRun(cause);
      else {
        const { next, waitMs } = afterDeath(crashes, ranMs);
        startIn(waitMs, next, { [DIED_OF]: cause });
      }
    });
  }

  function startIn(ms: number, crashes: Crashes, because: NodeJS.ProcessEnv): void {
    const cancel = time.after(ms, () => start(crashes, because));
    stop = () => {
      cancel();
      ended(1);
    };
  }

  start(NO_CRASHES, {});
  return (signal) => {
    isStopping = true;
    stop(signal);
  };
}
