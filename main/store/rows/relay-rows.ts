/** Each venue's position in a relay, where the next connection continues. */
import type Database from 'better-sqlite3';

export interface RelayRows {
  /** Number of the last committed notification; 0 if none. */
  after(address: string, venueId: string): number;
  /** Call together with storing the notification or afterwards, never before. The position never goes back. */
  keep(address: string, venueId: string, seq: number): void;
  /** For a relay that lost its data: continues from its beginning. */
  restartSequence(address: string, venueId: string): void;
}

export function createRelayRows(db: Database.Database): RelayRows {
  const one = db.prepare<[string, string], { seq: number }>(`SELECT seq FROM relay_cursor WHERE address = ? AND venue_id = ?`);
  const put = db.prepare(`INSERT INTO relay_cursor (address, venue_id, seq) VALUES (?, ?, ?)
    ON CONFLICT (address, venue_id) DO UPDATE SET seq = excluded.seq WHERE excluded.seq > seq`);
  const remove = db.prepare(`DELETE FROM relay_cursor WHERE address = ? AND venue_id = ?`);
  return {
    after: (address, venueId) => one.get(address, venueId)?.seq ?? 0,
    keep: (address, venueId, seq) => void put.run(address, venueId, seq),
    restartSequence: (address, venueId) => void remove.run(address, venueId),
  };
}
