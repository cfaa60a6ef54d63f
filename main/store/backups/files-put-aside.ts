/** The database, its backups and files put aside in the data folder. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

export const DATABASE = 'tillbridge.sqlite';

export function backupFolder(dataDir: string): string {
  return join(dataDir, 'backup');
}

export function stamp(now: number): string {
  return new Date(now).toISOString().replaceAll(':', '-');
}

/** `at`: epoch ms of this computer's clock. */
export interface Aside {
  name: string;
  path: string;
  at: number;
  /** Content last written, epoch ms. */
  changedAt: number;
  bytes: number;
}

const ASIDE = /\.(?:damaged|replaced)-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d(?:\.\d+)?)Z(?:-wal|-shm|-journal)?$/;

/** Files in the data folder and among the backups. */
export function setAsideFilesIn(dataDir: string): Aside[] {
  return [dataDir, backupFolder(dataDir)].flatMap((folder) =>
    (existsSync(folder) ? readdirSync(folder) : []).flatMap((name): Aside[] => {
      const [, day, hour, minute, second] = ASIDE.exec(name) ?? [];
      const path = join(folder, name);
      const stat = day === undefined ? undefined : statSync(path, { throwIfNoEntry: false });
      return stat ? [{ name, path, at: Date.parse(`${day}T${hour}:${minute}:${second}Z`), changedAt: stat.mtimeMs, bytes: stat.size }] : [];
    }),
  );
}
