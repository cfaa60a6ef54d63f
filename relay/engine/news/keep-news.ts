/** Gives what was taken its number and writes it down: for its venue where that is known, aside where it is not. */
import type Database from 'better-sqlite3';
import type { Appended } from '../engine.ts';
import { asNews, type Entry, hashOfRow, type Row, type UnroutableRow } from './rows.ts';

/** All of it within a transaction of the caller, but `knows` and `venueOf`. */
export interface NewsKeeper {
  /** `least`: its number is this one, or the next free one above. Adds to `told` whose news it is. */
  keep(entry: Entry, least: number, told: Set<string>): Appended;
  /** Gives what was put aside to this venue. False where there is no such one any more. */
  route(seq: number, venueId: string, least: number, told: Set<string>): boolean;
  /** Nothing was ever kept, but references. Answers with what waited. */
  emptyOut(): Entry[];
  /** Whether it was kept before. */
  knows(hash: Buffer): boolean;
  /** As Engine.venueOf. */
  venueOf(references: readonly string[]): string | null;
  /** Answers with what takes the numbers back that were given since, where the transaction is. */
  mark(): () => void;
}

export function createNewsKeeper(db: Database.Database): NewsKeeper {
  const sql = {
    newest: db.prepare<[], { seq: number | null }>('SELECT max(last) AS seq FROM venues'),
    newestUnroutable: db.prepare<[], { seq: number | null }>('SELECT max(seq) AS seq FROM unroutable'),
    knows: db.prepare<[Buffer], { at: number }>('SELECT at FROM known WHERE hash = ?'),
    know: db.prepare('INSERT OR IGNORE INTO known (hash, at) VALUES (?, ?)'),
    keep: db.prepare('INSERT INTO news (seq, venue_id, kind, signature, body, taken_at, hash) VALUES (?, ?, ?, ?, ?, ?, ?)'),
    keepUnroutable: db.prepare(
      'INSERT INTO unroutable (seq, kind, signature, body, taken_at, reference, hash) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ),
    setLast: db.prepare(
      'INSERT INTO venues (venue_id, last, taken_at) VALUES (?, ?, ?) ON CONFLICT (venue_id) DO UPDATE SET last = excluded.last, taken_at = max(taken_at, excluded.taken_at)',
    ),
    setReference: db.prepare('INSERT OR REPLACE INTO delivery_references (reference, venue_id, at) VALUES (?, ?, ?)'),
    referred: db.prepare<[string], { venue_id: string }>('SELECT venue_id FROM delivery_references WHERE reference = ?'),
    unroutableBy: db.prepare<[string], Row>('SELECT * FROM unroutable WHERE reference = ? ORDER BY seq'),
    unroutableAt: db.prepare<[number], Row>('SELECT * FROM unroutable WHERE seq = ?'),
    dropUnroutable: db.prepare('DELETE FROM unroutable WHERE seq = ?'),
    allNews: db.prepare<[], Row & { venue_id: string }>('SELECT * FROM news ORDER BY seq'),
    allUnroutable: db.prepare<[], UnroutableRow>('SELECT * FROM unroutable ORDER BY seq'),
  };
  let newest = Math.max(sql.newest.get()?.seq ?? 0, sql.newestUnroutable.get()?.seq ?? 0);

  function keepFor(
    venueId: string,
    least: number,
    { hash, kind, signature, body, takenAt }: Omit<Entry, 'venueId' | 'references'>,
  ): number {
    newest = Math.max(newest + 1, least);
    sql.keep.run(newest, venueId, kind, signature, body, takenAt, hash);
    sql.setLast.run(venueId, newest, takenAt);
    return newest;
  }

  function moveTo(venueId: string, least: number, row: Row): void {
    sql.dropUnroutable.run(row.seq);
    keepFor(venueId, least, { ...asNews(row), hash: hashOfRow(row) });
  }

  function venueOf(references: readonly string[]): string | null {
    return references.map((one) => sql.referred.get(one)?.venue_id).find((found) => found !== undefined) ?? null;
  }

  return {
    keep(entry, least, told) {
      const { hash, kind, signature, body, references, takenAt } = entry;
      const venueId = entry.venueId ?? venueOf(references);
      if (sql.know.run(hash, takenAt).changes === 0) return { kept: 'before' };
      if (venueId === null) {
        newest = Math.max(newest + 1, least);
        sql.keepUnroutable.run(newest, kind, signature, body, takenAt, references[0] ?? null, hash);
        return { kept: 'unroutable' };
      }
      told.add(venueId);
      const seq = keepFor(venueId, least, entry);
      if (entry.venueId === null) return { kept: 'venue', venueId, seq };
      for (const reference of references) {
        sql.setReference.run(reference, venueId, takenAt);
        for (const row of sql.unroutableBy.all(reference)) moveTo(venueId, least, row);
      }
      return { kept: 'venue', venueId, seq };
    },
    route(seq, venueId, least, told) {
      const row = sql.unroutableAt.get(seq);
      if (!row) return false;
      moveTo(venueId, least, row);
      told.add(venueId);
      return true;
    },
    emptyOut() {
      const news = sql.allNews.all().map((row) => ({ ...asNews(row), hash: hashOfRow(row), venueId: row.venue_id, references: [] }));
      const aside = sql.allUnroutable.all().map((row) => {
        const references = row.reference === null ? [] : [row.reference];
        return { ...asNews(row), hash: hashOfRow(row), venueId: null, references };
      });
      db.exec('DELETE FROM news; DELETE FROM unroutable; DELETE FROM venues; DELETE FROM known');
      newest = 0;
      return [...news, ...aside];
    },
    knows: (hash) => sql.knows.get(hash) !== undefined,
    venueOf,
    mark() {
      const before = newest;
      return () => (newest = before);
    },
  };
}
