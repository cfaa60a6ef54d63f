/** Reads waiting notifications for counters and counts for the operator. Read-only. */
import type Database from 'better-sqlite3';
import { type Backlog, type Engine, NOTHING_WAITING, type StoredNews, type VenueState } from '../engine.ts';
import { type Row, toStoredNews, type UnroutableRow } from './rows.ts';

type Reading = 'readAfter' | 'venue' | 'backlog' | 'waiting' | 'unreadVenues' | 'unroutable' | 'countUnroutable';

/** `acknowledgedBy`: a synchronous Engine.acknowledged. */
export function createNewsReading(
  db: Database.Database,
  acknowledgedBy: (reader: string, venueId: string) => number | null,
): Pick<Engine, Reading> {
  const sql = {
    venue: db.prepare<[string], VenueState>('SELECT last, taken_at AS takenAt FROM venues WHERE venue_id = ?'),
    read: db.prepare<[string, number, number], Row>(
      'SELECT seq, kind, signature, body, taken_at FROM news WHERE venue_id = ? AND seq > ? ORDER BY seq LIMIT ?',
    ),
    backlog: db.prepare<[string, number], Backlog>(
      'SELECT count(*) AS waiting, min(taken_at) AS oldestAt FROM news WHERE venue_id = ? AND seq > ?',
    ),
    waiting: db.prepare<[], Backlog>('SELECT count(*) AS waiting, (SELECT taken_at FROM news ORDER BY seq LIMIT 1) AS oldestAt FROM news'),
    unreadVenues: db.prepare<[], Backlog & { venueId: string }>(
      `SELECT venue_id AS venueId, count(*) AS waiting, min(taken_at) AS oldestAt FROM news
       WHERE venue_id NOT IN (SELECT venue_id FROM readers) GROUP BY venue_id ORDER BY oldestAt`,
    ),
    unroutable: db.prepare<[number], UnroutableRow>('SELECT * FROM unroutable ORDER BY seq LIMIT ?'),
    countUnroutable: db.prepare<[], Backlog>('SELECT count(*) AS waiting, min(taken_at) AS oldestAt FROM unroutable'),
  };
  return {
    async readAfter(venueId, after, { count, bytes }) {
      const found: StoredNews[] = [];
      let size = 0;
      for (const row of sql.read.iterate(venueId, after, count)) {
        size += row.body.length;
        if (found.length > 0 && size > bytes) break;
        found.push(toStoredNews(row));
      }
      return found;
    },
    venue: async (venueId) => sql.venue.get(venueId) ?? { last: 0, takenAt: null },
    async backlog(venueId, reader) {
      const after = reader === null ? 0 : (acknowledgedBy(reader, venueId) ?? Number.MAX_SAFE_INTEGER);
      return sql.backlog.get(venueId, after) ?? NOTHING_WAITING;
    },
    waiting: async () => sql.waiting.get() ?? NOTHING_WAITING,
    unreadVenues: async () => sql.unreadVenues.all(),
    unroutable: async (most) => sql.unroutable.all(most).map((row) => ({ ...toStoredNews(row), reference: row.reference })),
    countUnroutable: async () => sql.countUnroutable.get() ?? NOTHING_WAITING,
  };
}
