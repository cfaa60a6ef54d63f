/** `npm start`: watches the app from a separate process that does nothing else. */
import { join } from 'node:path';
import { systemTime as time } from '../../../shared/time/system-time.ts';
import { watchProcess } from './watch-process.ts';

/** Relative to out/keep-up/keep-up.js. A small semi-space suffices: it has few short-lived objects. */
const APP = ['--max-semi-space-size=2', join(import.meta.dirname, '..', 'node', 'start.js')];

// Windows has no signals: Ctrl-C reaches both processes, and a kill would leave the app no time to close.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const)
  process.on(signal, () => stop(process.platform === 'win32' ? null : signal));

const stop = watchProcess({
  file: process.execPath,
  args: [...process.execArgv, ...APP, ...process.argv.slice(2)],
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  time,
  ended: (code) => process.exit(code),
});
