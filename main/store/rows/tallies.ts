/** Counts events that belong to no order, for Diagnostics. */
import type Database from 'better-sqlite3';

export interface Tally {
  name: string;
  count: number;
  lastAt: number;
  detail: string | null;
}

export interface Tallies {
  count(name: string, detail?: string): void;
  /** Counts in memory until `write`: strangers can cause these events at will. */
  countLater(name: string): void;
  /** Saves the counts in memory, using the given transaction. */
  write(transaction: (work: () => void) => void): void;
  all(): Tally[];
}

export function createTallies(db: Database.Database, now: () => number, touch: () => void): Tallies {
  const add = db.prepare(`
    INSERT INTO tally (name, count, last_at, detail) VALUES (?, ?, ?, ?)
    ON CONFLICT (name) DO UPDATE SET count = count + excluded.count, last_at = excluded.last_at, detail = excluded.detail`);
  const all = db.prepare<[], Tally>(`SELECT name, count, last_at AS lastAt, detail FROM tally WHERE name <> 'alive' ORDER BY name`);
  const inMemory = new Map<string, { count: number; lastAt: number }>();
  return {
    count(name, detail) {
      add.run(name, 1, now(), detail ?? null);
      touch();
    },
    countLater(name) {
      inMemory.set(name, { count: (inMemory.get(name)?.count ?? 0) + 1, lastAt: now() });
    },
    write(transaction) {
      if (inMemory.size === 0) return;
      transaction(() => {
        for (const [name, { count, lastAt }] of inMemory) add.run(name, count, lastAt, null);
        touch();
      });
      inMemory.clear();
    },
    all() {
      const tallies = new Map(all.all().map((tally) => [tally.name, tally]));
      for (const [name, { count, lastAt }] of inMemory)
        tallies.set(name, { name, count: (tallies.get(name)?.count ?? 0) + count, lastAt, detail: null });
      return [...tallies.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
    },
  };
}
