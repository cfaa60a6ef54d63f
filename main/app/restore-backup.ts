/** `--restore-backup`: lists the backups, or restores one. */
import { existsSync, statSync } from 'node:fs';
import { basename, isAbsolute, join } from 'node:path';
import { closeToOthers } from '../files/private-files.ts';
import { outsidePlace } from '../settings/settings.ts';
import { type BackupFile, backupsIn, timeIn } from '../store/backups/backup-files.ts';
import { backupFolder, setAsideFilesIn } from '../store/backups/files-put-aside.ts';
import { copiesOutside } from '../store/backups/second-copy.ts';
import { StoreError } from '../store/file/store-error.ts';
import { restoreBackup } from '../store/recovery/recover.ts';
import { secondText } from '../time/time-text.ts';
import { leaveStation } from './folder-kind.ts';

type Choice = BackupFile & { outside: boolean };

interface Choices {
  /** Newest first; those outside the data folder last. */
  found: Choice[];
  /** Why copies outside the data folder aren't listed, or null. */
  notOffered: string | null;
}

function choices(dataDir: string, now: number): Choices {
  const { copies, notOffered } = outsideOf(dataDir, now);
  const found = [
    ...backupsIn(backupFolder(dataDir), now).map((one) => ({ ...one, outside: false })),
    ...copies.map((one) => ({ ...one, outside: true })),
  ];
  return { found, notOffered };
}

/** Copies in another user's folder aren't trusted: they'd replace the venue's orders. */
function outsideOf(dataDir: string, now: number): { copies: BackupFile[]; notOffered: string | null } {
  const place = outsidePlace(dataDir);
  if (place === null || !existsSync(place) || !existsSync(dataDir)) return { copies: [], notOffered: null };
  try {
    return { copies: copiesOutside(place, dataDir, now), notOffered: null };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { copies: [], notOffered: `The copies in ${place} aren't listed: ${why}. To use one anyway, name its file.` };
  }
}

/** Allowed while Tillbridge runs. */
export function listBackups(dataDir: string, now: number): string {
  const { found, notOffered } = choices(dataDir, now);
  const asides = setAsideFilesIn(dataDir);
  const rows = found.map(({ name, path, at, bytes, outside }, place) => {
    const where = outside ? path : name;
    return `${String(place + 1).padStart(4)}  ${secondText(at)}  ${String(bytes).padStart(11)} bytes  ${where}`;
  });
  return [
    found.length === 0 ? `There's no backup in ${backupFolder(dataDir)}.` : `Backups, newest first (times in UTC):\n${rows.join('\n')}`,
    ...(found.length === 0
      ? []
      : [
          'Stop Tillbridge, then use --restore-backup with a number, a name, "newest", a time such as 2026-11-22T14:05 (the last one before it), or a file.',
        ]),
    ...(notOffered === null ? [] : [notOffered]),
    ...(asides.length === 0
      ? []
      : [
          `Set aside, and removed after privacy.keep_days:\n${asides.map(({ name, bytes }) => `      ${name}  ${bytes} bytes`).join('\n')}`,
        ]),
  ].join('\n\n');
}

/** Restores one, putting the current database aside; a station becomes a counter. Returns a sentence. Throws StoreError, DataFolderInUse, or the file system's error. */
export function restoreFromBackup(dataDir: string, wanted: string, now: number): string {
  const noLongerClosed = closeToOthers();
  try {
    const chosen = chosenBy(dataDir, wanted, now);
    const { orders, aside } = restoreBackup(dataDir, chosen, now);
    leaveStation(dataDir);
    const kept = aside === null ? '' : ` The previous database is kept as ${join(dataDir, aside)}.`;
    return `Restored the backup from ${secondText(chosen.at)} UTC with ${orders} orders.${kept}`;
  } finally {
    noLongerClosed();
  }
}

function chosenBy(dataDir: string, wanted: string, now: number): Pick<Choice, 'name' | 'path' | 'at'> {
  const { found, notOffered } = choices(dataDir, now);
  const named = found.find(({ name, path }) => name === wanted || path === wanted);
  if (named) return named;
  if (wanted === 'newest') return found[0] ?? nothing(dataDir, wanted, notOffered);
  if (/^\d{1,4}$/.test(wanted)) return found[Number(wanted) - 1] ?? nothing(dataDir, wanted, notOffered);
  if (isAbsolute(wanted) || wanted.endsWith('.sqlite')) {
    const stat = statSync(wanted, { throwIfNoEntry: false });
    const name = basename(wanted);
    return stat ? { name, path: wanted, at: timeIn(name) ?? Math.floor(stat.mtimeMs) } : nothing(dataDir, wanted, notOffered);
  }
  // "2026-11-22 14:05" is UTC, as listed, and includes that whole minute.
  const time = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d$/.test(wanted) ? Date.parse(`${wanted.replace(' ', 'T')}:59.999Z`) : Date.parse(wanted);
  const before = found.filter(({ at }) => at <= time).sort((a, b) => b.at - a.at);
  return before[0] ?? nothing(dataDir, wanted, notOffered);
}

function nothing(dataDir: string, wanted: string, notOffered: string | null): never {
  throw new StoreError(
    `There's no backup "${wanted}".`,
    [
      `Looked in ${backupFolder(dataDir)}.`,
      ...(notOffered === null ? [] : [notOffered]),
      'Nothing was changed. Use --restore-backup without a name to list the backups.',
    ].join(' '),
  );
}
