/**
 * Which notifications were taken in the last hour: the service sends one again within seconds, and a counter recognises any later double
 * itself. Looked up in memory; written in their order, so that a group of them changes one page of the file.
 */
import type Database from 'better-sqlite3';
import type { Time } from '../../time.ts';

const KNOWN_MS = 3_600_000;

/** `add` and `forget` within a transaction of the caller. */
export interface Known {
  /** False where it was taken before. */
  add(hash: Buffer, at: number): boolean;
  /** Drops what is older than an hour. */
  forget(): void;
  /** Answers with what forgets those that were added since, where the transaction fails. */
  mark(): () => void;
}

export function createKnown(db: Database.Database, time: Time): Known {
  const sql = {
    all: db.prepare<[], { hash: Buffer; at: number }>('SELECT hash, at FROM known ORDER BY id'),
    add: db.prepare('INSERT INTO known (hash, at) VALUES (?, ?)'),
    // Up to the first that is younger, all where there is none.
    forget: db.prepare('DELETE FROM known WHERE id < ifnull((SELECT id FROM known WHERE at >= ? ORDER BY id LIMIT 1), 9e18)'),
  };
  const takenAt = new Map<string, number>();
  const nameOf = (hash: Buffer): string => hash.toString('latin1');
  for (const { hash, at } of sql.all.iterate()) takenAt.set(nameOf(hash), at);
  let added: string[] = [];

  return {
    add(hash, at) {
      const name = nameOf(hash);
      if (takenAt.has(name)) return false;
      sql.add.run(hash, at);
      takenAt.set(name, at);
      added.push(name);
      return true;
    },
    forget() {
      const before = time.wall() - KNOWN_MS;
      sql.forget.run(before);
      for (const [name, at] of takenAt) {
        if (at >= before) break;
        takenAt.delete(name);
      }
    },
    mark() {
      added = [];
      return () => {
        for (const name of added) takenAt.delete(name);
      };
    },
  };
}
