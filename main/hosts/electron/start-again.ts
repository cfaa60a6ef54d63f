/** Restarts the app, also from within an AppImage. */
import { spawn } from 'node:child_process';
import { app } from 'electron';
import { programFile } from './program-file.ts';

/** `read` ends when this process does, and with it the other end of the pipe: the folder and its ports are free by then. */
const WHEN_THIS_ONE_IS_GONE = 'read -r _; exec "$@" </dev/null';

/**
 * The same app with these arguments, once this process has ended. Electron's own way runs from the running binary until then, and that of an
 * AppImage is gone with the process: there the system's shell waits, and starts the AppImage itself.
 */
export function startAgain(args: string[]): void {
  const program = app.isPackaged ? programFile() : process.execPath;
  if (program === process.execPath) return app.relaunch({ args });
  spawn('/bin/sh', ['-c', WHEN_THIS_ONE_IS_GONE, 'sh', program, ...args], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] }).unref();
}
