/** What happened to each order, line by line, and how often things outside any order happened. */
import type Database from 'better-sqlite3';

export interface Entry {
  at: number;
  kind: string;
  says: string;
}

export interface Tally {
  name: string;
  count: number;
  lastAt: number;
  detail: string | null;
}

export interface Journal {
  /** One line of an order's story. Never a name, phone, address or comment of a consumer. */
  note(orderId: string, kind: string, says: string): void;
  of(orderId: string): Entry[];
  /** Counts something for diagnostics, such as notifications with a wrong signature. */
  count(name: string, detail?: string): void;
  tallies(): Tally[];
}

export function createJournal(db: Database.Database, now: () => number, touch: () => void): Journal {
  const insert = db.prepare(`INSERT INTO journal (order_id, at, kind, says) VALUES (?, ?, ?, ?)`);
  const list = db.prepare<[string], Entry>(`SELECT at, kind, says FROM journal WHERE order_id = ? ORDER BY id`);
  const add = db.prepare(`
    INSERT INTO tally (name, count, last_at, detail) VALUES (?, 1, ?, ?)
    ON CONFLICT (name) DO UPDATE SET count = count + 1, last_at = excluded.last_at, detail = excluded.detail`);
  const all = db.prepare<[], Tally>(`SELECT name, count, last_at AS lastAt, detail FROM tally WHERE name <> 'alive' ORDER BY name`);
  return {
    note: (orderId, kind, says) => void insert.run(orderId, now(), kind, says),
    of: (orderId) => list.all(orderId),
    count(name, detail) {
      add.run(name, now(), detail ?? null);
      touch();
    },
    tallies: () => all.all(),
  };
}
