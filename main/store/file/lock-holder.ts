import { readFileSync, statSync } from 'node:fs';

/** Byte of WAL_WRITE_LOCK in the -shm file. */
const WRITE_LOCK = 120;
/** A program that locks the whole database locks from this byte on. */
const OWN_LOCK = 0x4000_0000;

/** The program with the write lock, such as "sqlite3, PID 417"; null if unknown, as outside Linux. Never throws. */
export function lockHolder(database: string): string | null {
  try {
    const inodes = { shared: inodeOf(`${database}-shm`), own: inodeOf(database) };
    for (const line of readFileSync('/proc/locks', 'utf8').split('\n')) {
      const pid = holderIn(line, inodes);
      if (pid !== null && pid !== process.pid) return `${nameOf(pid)}, PID ${pid}`;
    }
  } catch {
    // Another system, or no permission.
  }
  return null;
}

/** PID from a line such as `1: POSIX ADVISORY WRITE 417 08:01:5678 120 120`; null for another file's or a waiting lock. */
function holderIn(line: string, { shared, own }: { shared: number | null; own: number | null }): number | null {
  const [, , , kind, pid, file = '', from, to] = line.trim().split(/\s+/);
  if (kind !== 'WRITE' || Number(pid) <= 0) return null;
  const inode = Number(file.split(':')[2]);
  const end = to === 'EOF' ? Number.POSITIVE_INFINITY : Number(to);
  const isWriter = inode === shared && Number(from) <= WRITE_LOCK && end >= WRITE_LOCK;
  return isWriter || (inode === own && end >= OWN_LOCK) ? Number(pid) : null;
}

function inodeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.ino ?? null;
}

function nameOf(pid: number): string {
  return readFileSync(`/proc/${pid}/comm`, 'utf8').replaceAll(/\p{Cc}/gu, '');
}
