/**
 * `npm start`: runs the app in a process of its own, and restarts it after an end it can't catch itself (abort of native code, out of
 * memory). Does nothing else, so that hardly anything can end it. Without it the app still recovers from its own errors.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { systemTime as time } from '../../time/system-time.ts';
import { afterDeath, type Crashes, crashesAsWord, crashesOf } from './crash-reports.ts';
import { argumentsOfNextStart, COMES_AFTER, CRASHES, DIED_OF, isComeBack } from './next-start.ts';
import { diedOf } from './process-end.ts';

/** The app as it was built, seen from out/keep-up/keep-up.js. It has hardly anything that is short-lived to keep in memory. */
const APP = ['--max-semi-space-size=2', join(import.meta.dirname, '..', 'node', 'start.js')];
const SPAWN_AGAIN_MS = 1_000;

let stop: (signal: NodeJS.Signals) => void = () => undefined;
let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const) {
  process.on(signal, () => {
    isStopping = true;
    stop(signal);
  });
}

run(process.argv.slice(2), crashesOf(process.env[CRASHES]), {});

/** `because`: which process it comes after, and what that one died of. */
function run(args: string[], crashes: Crashes, because: NodeJS.ProcessEnv): void {
  if (isStopping) process.exit(1);
  const beganAt = time.monotonic();
  const env = { ...process.env, [CRASHES]: crashesAsWord(crashes), ...because };
  const child = spawn(process.execPath, [...process.execArgv, ...APP, ...args], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env });
  let next: Crashes | null = null;
  // Windows knows no signals: there Ctrl-C reaches both, and a kill would leave it no time to close.
  stop = (signal) => void (process.platform !== 'win32' && child.kill(signal));
  child.on('message', (received) => {
    if (isComeBack(received)) next = crashesOf(received.comesBack);
  });
  child.on('error', (error) => {
    // Where there is no room for a process now there may be in a moment.
    if (child.pid !== undefined) return;
    console.error(error.message);
    time.after(SPAWN_AGAIN_MS, () => run(args, crashes, because));
  });
  child.once('exit', (code, signal) => {
    const again = (after: Crashes, of: NodeJS.ProcessEnv): void =>
      run(argumentsOfNextStart(args), after, { [COMES_AFTER]: String(child.pid), ...of });
    const cause = diedOf(code, signal);
    if (isStopping || (next === null && cause === null)) process.exit(code ?? 1);
    if (next !== null) return again(next, {});
    const { next: after, waitMs } = afterDeath(crashes, time.monotonic() - beganAt);
    time.after(waitMs, () => again(after, { [DIED_OF]: cause ?? '' }));
  });
}
