/** Detects that the open database was deleted, replaced or truncated. */
import { statSync } from 'node:fs';

/** Device and inode; null without the file. */
export function idOf(path: string): string | null {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat ? `${stat.dev}/${stat.ino}` : null;
}

/** `gone`: deleted or replaced; the open handle still has everything. `shrunk`: truncated by another program. */
export type Loss = 'gone' | 'shrunk';

export interface FileWatch {
  /** Null if nothing happened. Takes microseconds. */
  check(): Loss | null;
  /** Call after emptying the write-ahead log on purpose. */
  emptied(): void;
}

/** Watches an open database in WAL mode. */
export function watchFile(database: string): FileWatch {
  const opened = idOf(database);
  let size = 0;
  /** Log size. A truncated log accepts no more data, though no write fails. */
  let aheadSize = 0;
  const ahead = `${database}-wal`;
  const companions = new Map<string, string>();

  /** The -wal and -shm files appear with the first write and stay while the database is open. */
  function isGone(path: string): boolean {
    const is = idOf(path);
    const was = companions.get(path);
    if (is !== null && was === undefined) companions.set(path, is);
    return was !== undefined && is !== was;
  }

  return {
    check() {
      const stat = statSync(database, { bigint: true, throwIfNoEntry: false });
      if (!stat || `${stat.dev}/${stat.ino}` !== opened) return 'gone';
      if (isGone(ahead) || isGone(`${database}-shm`)) return 'gone';
      const is = Number(stat.size);
      const aheadIs = statSync(ahead, { throwIfNoEntry: false })?.size ?? 0;
      if (is < size || aheadIs < aheadSize) return 'shrunk';
      size = is;
      aheadSize = aheadIs;
      return null;
    },
    emptied() {
      aheadSize = 0;
    },
  };
}
