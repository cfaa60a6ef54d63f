import { lstatSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

export interface BackupFile {
  name: string;
  path: string;
  /** Epoch ms of this computer's clock. */
  at: number;
  bytes: number;
}

/** Earlier versions put a number before the time and counts after it. */
const NAME = /^tillbridge-(?:\d+-)?(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z(?:-\d+o-\d+n-\d+r)?\.sqlite$/;
const DAY_MS = 24 * 3_600_000;
const NEWEST = 10;
const DAYS = 14;
/** Limit for all backups together; the newest FEWEST stay regardless. */
const LARGEST_BYTES = 2 * 1024 ** 3;
export const FEWEST = 3;

export function nameOf(at: number): string {
  return `tillbridge-${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z.sqlite`;
}

/** A backup's time, epoch ms; null for an unfinished or foreign file. */
export function timeIn(name: string): number | null {
  const [, year, month, day, hour, minute, second] = NAME.exec(name) ?? [];
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(at) ? null : at;
}

/** Newest first; those dated after `now` come last. Empty without the folder. */
export function backupsIn(folder: string, now: number): BackupFile[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(folder)
    .flatMap((name): BackupFile[] => {
      const at = timeIn(name);
      const path = join(folder, name);
      const stat = at === null ? undefined : lstatSync(path, { throwIfNoEntry: false });
      return at !== null && stat?.isFile() ? [{ name, path, at, bytes: stat.size }] : [];
    })
    .sort((a, b) => Number(a.at > now) - Number(b.at > now) || b.at - a.at);
}

/** The newest, and one per recent day. `newestFirst`: from `backupsIn`. */
export function backupsToKeep(newestFirst: readonly BackupFile[], largestBytes = LARGEST_BYTES): BackupFile[] {
  const days = new Set<number>();
  let bytes = 0;
  return newestFirst
    .filter(({ at }, place) => {
      const day = Math.floor(at / DAY_MS);
      const isFirst = !days.has(day) && days.size < DAYS;
      if (isFirst) days.add(day);
      return isFirst || place < NEWEST;
    })
    .filter((one, place) => {
      bytes += one.bytes;
      return place < FEWEST || bytes <= largestBytes;
    });
}

export function removeOthers(folder: string, now: number): void {
  const all = backupsIn(folder, now);
  const kept = new Set(backupsToKeep(all));
  for (const one of all) if (!kept.has(one)) isRemoved(one.path);
}

/** Removes partial backups of a killed process; nothing else writes them. */
export function removeUnfinished(folder: string): void {
  for (const name of readdirSync(folder)) if (/^tillbridge-.*\.part(-wal|-shm|-journal)?$/.test(name)) isRemoved(join(folder, name));
}

/** One undeletable file must not prevent a backup; the next one tries again. */
export function isRemoved(path: string): boolean {
  try {
    rmSync(path, { recursive: true, force: true });
    return true;
  } catch {
    return false;
  }
}
