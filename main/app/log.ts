/** The log: a file in the data folder with order numbers, never customers or secrets. */
import { renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pino, { type Logger } from 'pino';
import { makePrivateFolder } from '../../shared/files/private-files.ts';
import { systemTime } from '../../shared/time/system-time.ts';
import { redact } from '../redaction/redact.ts';

export type Log = Pick<Logger, 'info' | 'warn' | 'error'>;

const FOLDER = 'log';
const NAME = 'tillbridge.log';
export const LOG_FILE = join(FOLDER, NAME);
const LARGEST_LOG = 2 * 1024 * 1024;
const KEPT = 3;
const LOOK_EVERY_MS = 10_000;

/** `silent`: for tests. Lines after disposal are dropped. */
export function openLog(dataDir: string, level: 'info' | 'silent' = 'info'): Log & Disposable {
  if (level === 'silent') return silent();
  const folder = join(dataDir, FOLDER);
  const file = join(folder, NAME);
  // A log that can't be written must not end the app.
  const unlessItFails = <T>(work: () => T): T | null => {
    try {
      return work();
    } catch {
      return null;
    }
  };
  unlessItFails(() => makePrivateFolder(folder));
  unlessItFails(() => rotate(file));
  // Not a pino transport: its thread can't be loaded inside a packaged app.
  // Synchronous: support needs the last lines before a crash.
  const destination = unlessItFails(() => pino.destination({ dest: file, sync: true, mode: 0o600 }));
  if (destination === null) return silent();
  destination.on('error', () => undefined);
  // The timer must not keep the process alive.
  const look = (): unknown => unlessItFails(() => (rotate(file) || wasRemoved(folder, file)) && destination.reopen());
  const stopLooking = systemTime.every(LOOK_EVERY_MS, look, undefined, { keepsAlive: false });
  let isOver = false;
  // Redacts whole lines, including libraries' errors.
  const log = pino(
    { base: null, timestamp: pino.stdTimeFunctions.isoTime, hooks: { streamWrite: (line) => shortened(redact(line)) } },
    { write: (line) => isOver || destination.write(line) },
  );
  return Object.assign(log, {
    [Symbol.dispose]() {
      isOver = true;
      stopLooking();
      destination.destroy();
    },
  });
}

function silent(): Log & Disposable {
  return Object.assign(pino({ level: 'silent' }), { [Symbol.dispose]: () => undefined });
}

const LONGEST_LINE = 16_384;
const LONGEST_TEXT = 2_000;
const MOST_ENTRIES = 50;
const DEEPEST = 6;

function shortened(line: string): string {
  if (line.length <= LONGEST_LINE) return line;
  const entry = JSON.parse(line);
  const cut = JSON.stringify({ ...(cutDown(entry, DEEPEST) as object), cut: line.length });
  const { level, time, msg } = entry;
  return `${cut.length <= LONGEST_LINE ? cut : JSON.stringify({ level, time, msg: cutDown(msg, 1), cut: line.length })}\n`;
}

function cutDown(value: unknown, levels: number): unknown {
  if (typeof value === 'string') return value.slice(0, LONGEST_TEXT);
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return '…';
  if (Array.isArray(value)) return value.slice(0, MOST_ENTRIES).map((entry) => cutDown(entry, levels - 1));
  const fields = Object.entries(value).slice(0, MOST_ENTRIES);
  return Object.fromEntries(fields.map(([name, entry]) => [name.slice(0, LONGEST_TEXT), cutDown(entry, levels - 1)]));
}

/** Whether the log was deleted; recreates its folder for reopening. */
function wasRemoved(folder: string, file: string): boolean {
  if (statSync(file, { throwIfNoEntry: false })) return false;
  try {
    makePrivateFolder(folder);
    return true;
  } catch {
    // The store reports disk problems.
    return false;
  }
}

/** Renames a full file to `.1`, that to `.2`, and so on. Returns whether it did. */
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
