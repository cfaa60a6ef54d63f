/** Numbers and stores incoming notifications. */
import type Database from 'better-sqlite3';
import type { Time } from '../../../shared/time/time.ts';
import type { Appended } from '../engine.ts';
import type { Known } from './known.ts';
import { type Entry, type Row, toStoredNews } from './rows.ts';

/** A notification's number is at least the epoch ms times this. */
const SEQS_A_MS = 1_000;

/** All functions except `venueOf` need the caller's transaction. */
export interface NewsKeeper {
  /** Stores the notification, and adds its venue to `changed`. */
  keep(entry: Entry, changed: Set<string>): Appended;
  /** As in Engine; adds the venue to `changed`. */
  route(seq: number, venueId: string, changed: Set<string>): boolean;
  venueOf(references: readonly string[]): string | null;
  /** Returns a function that takes back the numbers assigned since. */
  mark(): () => void;
}

export function createNewsKeeper(db: Database.Database, time: Time, known: Known): NewsKeeper {
  const sql = {
    newest: db.prepare<[], { seq: number | null }>('SELECT max(last) AS seq FROM venues'),
    newestUnroutable: db.prepare<[], { seq: number | null }>('SELECT max(seq) AS seq FROM unroutable'),
    keep: db.prepare('INSERT INTO news (seq, venue_id, kind, signature, body, taken_at) VALUES (?, ?, ?, ?, ?, ?)'),
    keepUnroutable: db.prepare('INSERT INTO unroutable (seq, kind, signature, body, taken_at, reference) VALUES (?, ?, ?, ?, ?, ?)'),
    setLast: db.prepare(
      'INSERT INTO venues (venue_id, last, taken_at) VALUES (?, ?, ?) ON CONFLICT (venue_id) DO UPDATE SET last = excluded.last, taken_at = max(taken_at, excluded.taken_at)',
    ),
    setReference: db.prepare('INSERT OR REPLACE INTO delivery_references (reference, venue_id, at) VALUES (?, ?, ?)'),
    referred: db.prepare<[string], { venue_id: string }>('SELECT venue_id FROM delivery_references WHERE reference = ?'),
    unroutableBy: db.prepare<[string], Row>('SELECT * FROM unroutable WHERE reference = ? ORDER BY seq'),
    unroutableAt: db.prepare<[number], Row>('SELECT * FROM unroutable WHERE seq = ?'),
    dropUnroutable: db.prepare('DELETE FROM unroutable WHERE seq = ?'),
  };
  let newest = Math.max(sql.newest.get()?.seq ?? 0, sql.newestUnroutable.get()?.seq ?? 0);

  /** Numbers follow the clock, so after the database file was lost they continue above those that counters have acknowledged. */
  function nextSeq(): number {
    newest = Math.max(newest + 1, time.wall() * SEQS_A_MS);
    return newest;
  }

  function keepFor(venueId: string, { kind, signature, body, takenAt }: Pick<Entry, 'kind' | 'signature' | 'body' | 'takenAt'>): number {
    const seq = nextSeq();
    sql.keep.run(seq, venueId, kind, signature, body, takenAt);
    sql.setLast.run(venueId, seq, takenAt);
    return seq;
  }

  function moveTo(venueId: string, row: Row): void {
    sql.dropUnroutable.run(row.seq);
    keepFor(venueId, toStoredNews(row));
  }

  function venueOf(references: readonly string[]): string | null {
    return references.map((one) => sql.referred.get(one)?.venue_id).find((found) => found !== undefined) ?? null;
  }

  return {
    keep(entry, changed) {
      const { hash, kind, signature, body, references, takenAt } = entry;
      const venueId = entry.venueId ?? venueOf(references);
      if (!known.add(hash)) return { kept: 'before' };
      if (venueId === null) {
        sql.keepUnroutable.run(nextSeq(), kind, signature, body, takenAt, references[0] ?? null);
        return { kept: 'unroutable' };
      }
      changed.add(venueId);
      const seq = keepFor(venueId, entry);
      if (entry.venueId === null) return { kept: 'venue', venueId, seq };
      for (const reference of references) {
        sql.setReference.run(reference, venueId, takenAt);
        for (const row of sql.unroutableBy.all(reference)) moveTo(venueId, row);
      }
      return { kept: 'venue', venueId, seq };
    },
    route(seq, venueId, changed) {
      const row = sql.unroutableAt.get(seq);
      if (!row) return false;
      moveTo(venueId, row);
      changed.add(venueId);
      return true;
    },
    venueOf,
    mark() {
      const before = newest;
      return () => (newest = before);
    },
  };
}
