/** The log for support: Tillbridge's own texts, and of errors type, code, message and location. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const CHARACTERS = 400_000;
const OWN = [
  'code',
  'kind',
  'job',
  'mode',
  'vault',
  'library',
  'call',
  'reason',
  'version',
  'aheadMs',
  'crashedAt',
  'at',
  'inARow',
  'restMs',
  'loss',
  'why',
  'is',
  'failed',
  'orders',
  'notifications',
  'places',
  'name',
  'aside',
  'backupAt',
  'copyAt',
];

/** Oldest lines first; of a long log, only the newest. */
export function logForSupport(folder: string): unknown[] {
  const text = textsIn(folder, 'tillbridge.log')
    .map(({ text: one }) => one)
    .join('')
    .slice(-CHARACTERS);
  return text.split('\n').flatMap((line) => {
    const entry = parse(line);
    return entry ? [lineOf(entry)] : [];
  });
}

function lineOf(entry: Record<string, unknown>): Record<string, unknown> {
  const own = OWN.filter((name) => ['string', 'number'].includes(typeof entry[name]) || name === 'places').map((name) => [
    name,
    entry[name],
  ]);
  const kept = Object.fromEntries(own.filter(([, value]) => value !== undefined));
  const error = entry.err as Record<string, unknown> | undefined;
  return { time: entry.time, level: entry.level, msg: entry.msg, ...kept, ...(error ? { error: errorOf(error) } : {}) };
}

/** Keeps function names and lines of the stack, without folders. */
function errorOf({ type, code, message, stack }: Record<string, unknown>): Record<string, unknown> {
  const frames = String(stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim().replaceAll(/[^\s(]+/g, (word) => word.slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1)));
  return { type, ...(code === undefined ? {} : { code }), message, frames };
}

function parse(line: string): Record<string, unknown> | null {
  try {
    const entry: unknown = JSON.parse(line);
    return typeof entry === 'object' && entry !== null ? (entry as Record<string, unknown>) : null;
  } catch {
    // The first line may be cut off.
    return null;
  }
}

/** Oldest first: "tillbridge.log.1" precedes "tillbridge.log". */
export function textsIn(folder: string, startsWith: string): { name: string; text: string }[] {
  const names = statSync(folder, { throwIfNoEntry: false }) ? readdirSync(folder).filter((name) => name.startsWith(startsWith)) : [];
  return names
    .sort()
    .reverse()
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
}
