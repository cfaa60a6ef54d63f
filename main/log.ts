/** The log: a file in the data folder that names orders, never consumers, and never a secret. */
import { mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pino, { type Logger } from 'pino';
import { redact } from './redaction/redact.ts';

export type Log = Pick<Logger, 'info' | 'warn' | 'error'>;

const LARGEST_LOG = 2 * 1024 * 1024;
const KEPT = 3;
const LOOK_EVERY_MS = 60_000;

/** `silent` is for tests that read other evidence. */
export function openLog(dataDir: string, level: 'info' | 'silent' = 'info'): Log {
  if (level === 'silent') return pino({ level: 'silent' });
  const folder = join(dataDir, 'log');
  mkdirSync(folder, { recursive: true });
  // pino.destination and no transport: transports are threads that cannot be loaded from inside a packaged app.
  const file = join(folder, 'tillbridge.log');
  rotate(file);
  const destination = pino.destination({ dest: file, sync: false });
  // A log that cannot be written must not end the app; the store tells staff about the disk.
  destination.on('error', () => undefined);
  // The timer keeps no process alive that has nothing else to do.
  setInterval(() => rotate(file) && destination.reopen(), LOOK_EVERY_MS).unref();
  // A whole line at a time: what a library puts into an error is cleaned as well.
  return pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime, hooks: { streamWrite: redact } }, destination);
}

/** A full file becomes `.1`, the one before it `.2`; older ones go. True when the file was moved away. */
function rotate(file: string): boolean {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size < LARGEST_LOG) return false;
  rmSync(`${file}.${KEPT}`, { force: true });
  for (let number = KEPT - 1; number >= 1; number -= 1) {
    if (statSync(`${file}.${number}`, { throwIfNoEntry: false })) renameSync(`${file}.${number}`, `${file}.${number + 1}`);
  }
  renameSync(file, `${file}.1`);
  return true;
}
