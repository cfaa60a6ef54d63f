/**
 * Hashes of the last 100,000 notifications, to detect repeats. Searched in memory; written in order, so a group changes one page.
 * Independent of the clock.
 */
import type Database from 'better-sqlite3';

const MOST = 100_000;

export interface Known {
  /** Remembers a hash; false if it's known. Needs the caller's transaction. */
  add(hash: Buffer): boolean;
  /** Returns a function that forgets the hashes added since. */
  mark(): () => void;
}

export function createKnown(db: Database.Database, most = MOST): Known {
  /** The oldest hashes are deleted in batches of this size. */
  const spare = most / 100;
  const sql = {
    all: db.prepare<[], { hash: Buffer }>('SELECT hash FROM known ORDER BY id'),
    add: db.prepare('INSERT INTO known (hash) VALUES (?)'),
    dropUpTo: db.prepare('DELETE FROM known WHERE id <= ?'),
  };
  const nameOf = (hash: Buffer): string => hash.toString('latin1');
  const names = new Set<string>();
  for (const { hash } of sql.all.iterate()) names.add(nameOf(hash));
  let added: string[] = [];

  function dropOldest(newestId: number): void {
    sql.dropUpTo.run(newestId - most);
    for (const name of names) {
      if (names.size <= most) return;
      names.delete(name);
    }
  }

  return {
    add(hash) {
      const name = nameOf(hash);
      if (names.has(name)) return false;
      const { lastInsertRowid } = sql.add.run(hash);
      names.add(name);
      added.push(name);
      if (names.size >= most + spare) dropOldest(Number(lastInsertRowid));
      return true;
    },
    mark() {
      const own: string[] = [];
      added = own;
      return () => {
        for (const name of own) names.delete(name);
      };
    },
  };
}
