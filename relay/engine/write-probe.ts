/** Tries whether this relay's disk takes as many bytes. */
import type Database from 'better-sqlite3';

export function createWriteProbe(db: Database.Database): (bytes: number) => boolean {
  const write = db.prepare('INSERT OR REPLACE INTO write_probe (id, bytes) VALUES (1, ?)');
  return (bytes) => {
    try {
      write.run(' '.repeat(bytes));
      return true;
    } catch {
      return false;
    }
  };
}
