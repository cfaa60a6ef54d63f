/** What happened to each order, line by line, and how often things outside any order happened. */
import type Database from 'better-sqlite3';
import type { Text } from '../../../contract/message.ts';
import { fromStored, toStored } from './stored/stored-text.ts';

export interface Entry {
  at: number;
  kind: string;
  /** A message for staff, or a word for programs, as the kind has it. */
  says: Text;
  /** Who of the staff did it, or which display; null where nobody is named. */
  by: string | null;
}

export interface Tally {
  name: string;
  count: number;
  lastAt: number;
  detail: string | null;
}

export interface Journal {
  /** One line of an order's story. Never a name, phone, address or comment of a consumer. `by`: who of the staff did it. */
  note(orderId: string, kind: string, says: Text, by?: string | null | undefined): void;
  /**
   * Its story, or of it these kinds. Of one longer than `most` lines (500 unless told) the oldest fifth and the newest: nobody can make
   * an order's story so long that reading it keeps the counter waiting. Between them the whole story has a line of the kind `NOT_SHOWN`.
   */
  of(orderId: string, what?: { kinds?: readonly string[]; most?: number }): Entry[];
  /** Counts something for diagnostics, such as notifications with a wrong signature. */
  count(name: string, detail?: string): void;
  /** The same for what strangers can cause as often as they like: in memory at once, on the disk with the next `writeCounts`. */
  countLater(name: string): void;
  /** Writes what was counted in memory, in a transaction that it is given. Does nothing where nothing was. */
  writeCounts(write: (work: () => void) => void): void;
  /** Both kinds of count, as they are now. */
  tallies(): Tally[];
}

/** A line in place of those that were left out; it says how many. */
export const NOT_SHOWN = 'not shown';
const MOST_LINES = 500;
const OLDEST_SHARE = 1 / 5;

export function createJournal(db: Database.Database, now: () => number, touch: () => void): Journal {
  const insert = db.prepare(`INSERT INTO journal (order_id, at, kind, says, by_whom) VALUES (?, ?, ?, ?, ?)`);
  const list = db.prepare<[{ orderId: string; kinds: string | null; oldest: number; newest: number }], Entry & { says: string }>(`
    WITH story AS NOT MATERIALIZED (
      SELECT * FROM journal WHERE order_id = @orderId AND (@kinds IS NULL OR kind IN (SELECT value FROM json_each(@kinds)))
    )
    SELECT at, kind, says, by_whom AS "by" FROM (
      SELECT * FROM (SELECT * FROM story ORDER BY id LIMIT @oldest)
      UNION SELECT * FROM (SELECT * FROM story ORDER BY id DESC LIMIT @newest)
    ) ORDER BY id`);
  const lines = db.prepare<[string], { count: number }>(`SELECT count(*) AS count FROM journal WHERE order_id = ?`);
  const add = db.prepare(`
    INSERT INTO tally (name, count, last_at, detail) VALUES (?, ?, ?, ?)
    ON CONFLICT (name) DO UPDATE SET count = count + excluded.count, last_at = excluded.last_at, detail = excluded.detail`);
  const all = db.prepare<[], Tally>(`SELECT name, count, last_at AS lastAt, detail FROM tally WHERE name <> 'alive' ORDER BY name`);
  const inMemory = new Map<string, { count: number; lastAt: number }>();
  return {
    note: (orderId, kind, says, by = null) => void insert.run(orderId, now(), kind, toStored(says), by),
    of(orderId, { kinds, most = MOST_LINES } = {}) {
      const oldest = Math.floor(most * OLDEST_SHARE);
      const asked = { orderId, kinds: kinds ? JSON.stringify(kinds) : null, oldest, newest: most - oldest };
      const found = list.all(asked).map((entry) => ({ ...entry, says: fromStored(entry.says) }));
      if (kinds || found.length < most) return found;
      const left = (lines.get(orderId)?.count ?? 0) - found.length;
      const next = found[oldest];
      if (left > 0 && next) found.splice(oldest, 0, { at: next.at, kind: NOT_SHOWN, says: String(left), by: null });
      return found;
    },
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
