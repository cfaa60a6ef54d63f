/** Whether the open database file is still the one under its name. */
import { statSync } from 'node:fs';

/** Identifies a file on this computer; null if there is none. */
export function idOf(path: string): string | null {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat ? `${stat.dev}/${stat.ino}` : null;
}

/** `gone`: removed, or another file has its name; what is open still holds everything. `shrunk`: it was cut under our hands. */
export type Loss = 'gone' | 'shrunk';

export interface FileWatch {
  /** What has become of the database's files since they were opened; null while they are there. Takes microseconds. */
  look(): Loss | null;
  /** We emptied the write-ahead file ourselves. */
  emptied(): void;
}

/** For a database in WAL mode that is open already; its own connection never makes its files smaller but where `emptied` says so. */
export function watchFile(database: string): FileWatch {
  const opened = idOf(database);
  let size = 0;
  /** What was committed lies in it until it is moved: cut short, it takes no more, although nothing fails. */
  let aheadSize = 0;
  const ahead = `${database}-wal`;
  const beside = new Map<string, string>();

  /** They come with the first write, and stay as long as the database is open. */
  function isGone(path: string): boolean {
    const is = idOf(path);
    const was = beside.get(path);
    if (is !== null && was === undefined) beside.set(path, is);
    return was !== undefined && is !== was;
  }

  return {
    look() {
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
