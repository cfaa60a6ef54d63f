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
/** In the data folder. */
export const LOG_FILE = join(FOLDER, NAME);
const LARGEST_LOG = 2 * 1024 * 1024;
const KEPT = 3;
const LOOK_EVERY_MS = 10_000;

/** `silent` is for tests that read other evidence. What is logged after its end is dropped. */
export function openLog(dataDir: string, level: 'info' | 'silent' = 'info'): Log & Disposable {
  if (level === 'silent') return silent();
  const folder = join(dataDir, FOLDER);
  const file = join(folder, NAME);
  // A log that cannot be written, or that another program has open, must not end the app; the store tells staff about the disk.
  const unlessItFails = <T>(work: () => T): T | null => {
    try {
      return work();
    } catch {
      return null;
    }
  };
  unlessItFails(() => makePrivateFolder(folder));
  unlessItFails(() => rotate(file));
  // pino.destination and no transport: transports are threads that cannot be loaded from inside a packaged app.
  // Written at once: what is said last before a crash is what support looks for.
  const destination = unlessItFails(() => pino.destination({ dest: file, sync: true, mode: 0o600 }));
  if (destination === null) return silent();
  destination.on('error', () => undefined);
  // The timer keeps no process alive that has nothing else to do.
  const look = (): unknown => unlessItFails(() => (rotate(file) || wasRemoved(folder, file)) && destination.reopen());
  const stopLooking = systemTime.every(LOOK_EVERY_MS, look, undefined, { keepsAlive: false });
  let isOver = false;
  // A whole line at a time: what a library puts into an error is cleaned as well.
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

/** A line that someone else's text made longer than anything that is worth reading: the same with its texts and lists cut. */
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

/** What is written to a file that no one finds any more is no log. */
function wasRemoved(folder: string, file: string): boolean {
  if (statSync(file, { throwIfNoEntry: false })) return false;
  try {
    makePrivateFolder(folder);
    return true;
  } catch {
    // The store tells staff about the disk.
    return false;
  }
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
