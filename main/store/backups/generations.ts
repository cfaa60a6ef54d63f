/** What a backup's name says, and which backups are kept. */
import { lstatSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** One whole copy of the database, opened and counted before it got its name. */
export interface Generation {
  name: string;
  path: string;
  /** Counts up with each copy; the clock of this computer may be set back, this is not. */
  sequence: number;
  /** When the copy was taken, epoch ms of this computer's clock. */
  at: number;
  orders: number;
  notifications: number;
  /** How often the database had been put back from a copy before: a fuller copy of an older line does not undo what a person chose. */
  line: number;
  bytes: number;
}

export const BACKUP_FOLDER = 'backup';

const NAME = /^tillbridge-(\d{6,})-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-(\d+)o-(\d+)n-(\d+)r\.sqlite$/;
/** Largest number of a name, as names can be forged. Of two with the same number the later one is newer. */
const LARGEST_SEQUENCE = 999_999_999_999_999;
const MINUTE_MS = 60_000;
/** So many of the newest quarter-hours, hours and days have one each. */
const KEPT = [
  { spanMs: 15 * MINUTE_MS, count: 4 },
  { spanMs: 60 * MINUTE_MS, count: 24 },
  { spanMs: 24 * 60 * MINUTE_MS, count: 14 },
];
/** All together; but never fewer than a few. */
const LARGEST_BYTES = 2 * 1024 ** 3;
export const FEWEST = 3;

export function nameOf(generation: Pick<Generation, 'sequence' | 'at' | 'orders' | 'notifications' | 'line'>): string {
  const { sequence, at, orders, notifications, line } = generation;
  const time = `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
  return `tillbridge-${String(sequence).padStart(6, '0')}-${time}-${orders}o-${notifications}n-${line}r.sqlite`;
}

/** Null for a file that is no backup of ours, or not finished. */
export function readName(name: string): Omit<Generation, 'path' | 'bytes'> | null {
  const [, sequence, year, month, day, hour, minute, second, orders, notifications, line] = NAME.exec(name) ?? [];
  if (sequence === undefined) return null;
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(at)) return null;
  const number = (digits: string | undefined): number => Math.min(Number(digits), LARGEST_SEQUENCE);
  return { name, sequence: number(sequence), at, orders: number(orders), notifications: number(notifications), line: number(line) };
}

/** The number of the next copy in a folder, at least `least` and always a valid one. */
export function nextSequence(newestFirst: readonly Generation[], least = 1): number {
  return Math.min(Math.max(least, (newestFirst[0]?.sequence ?? 0) + 1), LARGEST_SEQUENCE);
}

/** The backups in a folder, the newest first; none where there is no such folder. */
export function generationsIn(folder: string): Generation[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(folder)
    .flatMap((name): Generation[] => {
      const parsed = readName(name);
      const path = join(folder, name);
      const stat = parsed && lstatSync(path, { throwIfNoEntry: false });
      return parsed && stat?.isFile() ? [{ ...parsed, path, bytes: stat.size }] : [];
    })
    .sort((a, b) => b.sequence - a.sequence || b.at - a.at);
}

/** How much a backup holds: orders are never deleted, so what holds less has lost something. */
export function fullness({ orders, notifications }: Pick<Generation, 'orders' | 'notifications'>): number {
  return orders + notifications;
}

/** The fullest, and of those the newest. `newestFirst` as `generationsIn` gives them. */
function fullest(newestFirst: readonly Generation[]): Generation | null {
  return newestFirst.reduce<Generation | null>((best, one) => (best === null || fullness(one) > fullness(best) ? one : best), null);
}

/**
 * Those that are kept, the most important first: the newest, the fullest, the few before the newest, then one for each quarter-hour, hour and day. Within such a
 * span the fullest counts: an emptier copy never takes the place of a fuller one. Spans are counted by the copies there are and not
 * back from now, so that a clock that jumps years ahead ends none of them.
 */
export function worthKeeping(newestFirst: readonly Generation[], largestBytes = LARGEST_BYTES): Generation[] {
  const wanted = new Set<Generation>();
  const [newest, ...others] = newestFirst;
  const best = fullest(newestFirst);
  if (newest && best) wanted.add(newest).add(best);
  // Several made within minutes are not one: the newest may turn out to be damaged.
  for (const one of others.slice(0, FEWEST - 1)) wanted.add(one);
  for (const { spanMs, count } of KEPT) {
    const spans = new Map<number, Generation[]>();
    for (const one of newestFirst) {
      const span = Math.floor(one.at / spanMs);
      spans.set(span, [...(spans.get(span) ?? []), one]);
    }
    for (const copies of [...spans.values()].slice(0, count)) wanted.add(fullest(copies) as Generation);
  }
  let bytes = 0;
  return [...wanted].filter((one, place) => {
    bytes += one.bytes;
    return place < FEWEST || bytes <= largestBytes;
  });
}

/** Removes what is not worth keeping; never `made`, which was written just now. */
export function tidy(folder: string, made: string): void {
  const all = generationsIn(folder);
  const kept = new Set(worthKeeping(all));
  for (const one of all) if (!kept.has(one) && one.name !== made) isRemoved(one.path);
}

/** Leftovers of a kill; nothing else writes here. */
export function removeUnfinished(folder: string): void {
  for (const name of readdirSync(folder)) if (/^tillbridge-.*\.part(-wal|-shm|-journal)?$/.test(name)) isRemoved(join(folder, name));
}

/** One file that cannot be removed is no reason to make no backup, nor to leave the others; the next backup tries again. */
export function isRemoved(path: string): boolean {
  try {
    rmSync(path, { recursive: true, force: true });
    return true;
  } catch {
    return false;
  }
}
