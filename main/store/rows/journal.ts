/** What happened to each order, line by line, and how often things outside any order happened. */
import type Database from 'better-sqlite3';
import type { Text } from '../../../contract/message.ts';
import { fromStored, toStored } from './stored-text.ts';

export interface Entry {
  at: number;
  kind: string;
  /** A message for staff, or a word for programs, as the kind has it. */
  says: Text;
}

export interface Tally {
  name: string;
  count: number;
  lastAt: number;
  detail: string | null;
}

export interface Journal {
  /** One line of an order's story. Never a name, phone, address or comment of a consumer. */
  note(orderId: string, kind: string, says: Text): void;
  of(orderId: string): Entry[];
  /** Counts something for diagnostics, such as notifications with a wrong signature. */
  count(name: string, detail?: string): void;
  /** The same for what strangers can cause as often as they like: in memory at once, on the disk with the next `writeCounts`. */
  countLater(name: string): void;
  /** Writes what was counted in memory, in a transaction that it is given. Does nothing where nothing was. */
  writeCounts(write: (work: () => void) => void): void;
  /** Both kinds of count, as they are now. */
  tallies(): Tally[];
}

export function createJournal(db: Database.Database, now: () => number, touch: () => void): Journal {
  const insert = db.prepare(`INSERT INTO journal (order_id, at, kind, says) VALUES (?, ?, ?, ?)`);
  const list = db.prepare<[string], Entry & { says: string }>(`SELECT at, kind, says FROM journal WHERE order_id = ? ORDER BY id`);
  const add = db.prepare(`
    INSERT INTO tally (name, count, last_at, detail) VALUES (?, ?, ?, ?)
    ON CONFLICT (name) DO UPDATE SET count = count + excluded.count, last_at = excluded.last_at, detail = excluded.detail`);
  const all = db.prepare<[], Tally>(`SELECT name, count, last_at AS lastAt, detail FROM tally WHERE name <> 'alive' ORDER BY name`);
  const inMemory = new Map<string, { count: number; lastAt: number }>();
  return {
    note: (orderId, kind, says) => void insert.run(orderId, now(), kind, toStored(says)),
    of: (orderId) => list.all(orderId).map((entry) => ({ ...entry, says: fromStored(entry.says) })),
    count(name, detail) {
      add.run(name, 1, now(), detail ?? null);
      touch();
    },
    countLater(name) {
      inMemory.set(name, { count: (inMemory.get(name)?.count ?? 0) + 1, lastAt: now() });
    },
    writeCounts(write) {
      if (inMemory.size === 0) return;
      write(() => {
        for (const [name, { count, lastAt }] of inMemory) add.run(name, count, lastAt, null);
        touch();
      });
      inMemory.clear();
    },
    tallies() {
      const tallies = new Map(all.all().map((tally) => [tally.name, tally]));
      for (const [name, { count, lastAt }] of inMemory)
        tallies.set(name, { name, count: (tallies.get(name)?.count ?? 0) + count, lastAt, detail: null });
      return [...tallies.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
    },
  };
}
