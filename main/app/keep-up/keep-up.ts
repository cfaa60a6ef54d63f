/** `npm start`: watches the app in a process of its own, and does nothing else, so that hardly anything can end it. */
import { join } from 'node:path';
import { systemTime as time } from '../../../shared/time/system-time.ts';
import { watchProcess } from './watch-process.ts';

/** The app as it was built, seen from out/keep-up/keep-up.js. It has hardly anything that is short-lived to keep in memory. */
const APP = ['--max-semi-space-size=2', join(import.meta.dirname, '..', 'node', 'start.js')];

// Windows knows no signals: there Ctrl-C reaches both, and a kill would leave the app no time to close.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const)
  process.on(signal, () => stop(process.platform === 'win32' ? null : signal));

const stop = watchProcess({
  file: process.execPath,
  args: [...process.execArgv, ...APP, ...process.argv.slice(2)],
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  time,
  ended: (code) => process.exit(code),
});
