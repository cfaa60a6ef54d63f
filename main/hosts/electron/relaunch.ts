import { spawn } from 'node:child_process';
import { app } from 'electron';
import { programFile } from './program-file.ts';

/** The pipe to `read` closes when this process has ended, so folder and ports are free. */
const WHEN_THIS_ONE_IS_GONE = 'read -r _; exec "$@" </dev/null';

/** Electron's relaunch needs the running binary, but an AppImage unmounts with its process; there a shell waits and starts it. */
export function relaunch(args: string[]): void {
  const program = app.isPackaged ? programFile() : process.execPath;
  if (program === process.execPath) return app.relaunch({ args });
  spawn('/bin/sh', ['-c', WHEN_THIS_ONE_IS_GONE, 'sh', program, ...args], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] }).unref();
}
