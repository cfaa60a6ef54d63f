/** A till's last counts, to recognize one delivered again. */
import type Database from 'better-sqlite3';

export interface TillCount {
  count: number;
  /** The delivery's ID; null without one. */
  delivery: string | null;
  /** Epoch ms on the service's clock. */
  at: number;
}

export interface TillStock {
  last(venueId: string, subject: string): TillCount | null;
  gave(venueId: string, subject: string, given: TillCount): void;
  eraseBefore(at: number): number;
}

export function createTillStock(db: Database.Database): TillStock {
  const last = db.prepare<[string, string], TillCount>(`SELECT count, delivery, at FROM till_stock WHERE venue_id = ? AND subject = ?`);
  const put = db.prepare(`
    INSERT INTO till_stock (venue_id, subject, count, delivery, at) VALUES (@venueId, @subject, @count, @delivery, @at)
    ON CONFLICT (venue_id, subject) DO UPDATE SET count = @count, delivery = @delivery, at = @at`);
  const erase = db.prepare(`DELETE FROM till_stock WHERE at < ?`);
  return {
    last: (venueId, subject) => last.get(venueId, subject) ?? null,
    gave: (venueId, subject, given) => void put.run({ venueId, subject, ...given }),
    eraseBefore: (at) => erase.run(at).changes,
  };
}
