/** A damaged database file is put aside, never overwritten, and work goes on with the last backup. */
import { copyFileSync, existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { lockDataFolder } from './lock.ts';

export const DATABASE = 'tillbridge.sqlite';
const EVERY_MS = 15 * 60_000;

export interface Recovery {
  /** Where the file that was in use is now. */
  aside: string;
  /** Epoch ms of the backup that took its place; null where there was none, and an empty database was begun. */
  backupAt: number | null;
}

export function backupFile(dataDir: string): string {
  return join(dataDir, 'backup', DATABASE);
}

/** Looks whether the database can be read; where it cannot, puts it aside and the backup in its place. Null when all is well. */
export function recoverIfDamaged(dataDir: string, now: number): Recovery | null {
  const file = join(dataDir, DATABASE);
  if (!existsSync(file) || isSound(file)) return null;
  const aside = putAside(file, `damaged-${stamp(now)}`);
  const backup = backupFile(dataDir);
  if (!existsSync(backup) || !isSound(backup)) return { aside, backupAt: null };
  copyFileSync(backup, file);
  return { aside, backupAt: statSync(backup).mtimeMs };
}

/** Puts the database aside and the backup in its place, because a person asked for it. Null where there is no sound backup; nothing is changed then. */
export function restoreBackup(dataDir: string, now: number): Recovery | null {
  const backup = backupFile(dataDir);
  if (!existsSync(backup) || !isSound(backup)) return null;
  const unlock = lockDataFolder(dataDir);
  try {
    const aside = putAside(join(dataDir, DATABASE), `replaced-${stamp(now)}`);
    copyFileSync(backup, join(dataDir, DATABASE));
    return { aside, backupAt: statSync(backup).mtimeMs };
  } finally {
    unlock();
  }
}

function putAside(file: string, why: string): string {
  const aside = `${file}.${why}`;
  for (const part of ['', '-wal', '-shm']) if (existsSync(file + part)) renameSync(file + part, aside + part);
  return aside;
}

function stamp(now: number): string {
  return new Date(now).toISOString().replaceAll(':', '-');
}

function isSound(file: string): boolean {
  let db: Database.Database | null = null;
  try {
    db = new Database(file);
    return db.pragma('quick_check(1)', { simple: true }) === 'ok';
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    // A full disk or a missing right is no damage: whoever opens the file next says so.
    if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB') return false;
    return true;
  } finally {
    db?.close();
  }
}

/** Copies the database every quarter of an hour, whole, while work goes on. Returns the end of it. */
export function keepBackup(db: Database.Database, dataDir: string, onDefect: (error: unknown) => void, everyMs = EVERY_MS): () => void {
  mkdirSync(join(dataDir, 'backup'), { recursive: true });
  let copying = false;
  const copy = async (): Promise<void> => {
    if (copying || !db.open) return;
    copying = true;
    const unfinished = `${backupFile(dataDir)}.part`;
    try {
      await db.backup(unfinished);
      renameSync(unfinished, backupFile(dataDir));
    } finally {
      copying = false;
    }
  };
  const timer = setInterval(() => void copy().catch(onDefect), everyMs);
  return () => clearInterval(timer);
}
