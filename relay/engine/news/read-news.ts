/** Reads waiting notifications for counters and counts for the operator. Read-only. */
import type Database from 'better-sqlite3';
import { type Backlog, type Engine, NOTHING_WAITING, type StoredNews, type VenueState } from '../engine.ts';
import { type Row, toStoredNews, type UnroutableRow } from './rows.ts';

type Reading = 'readAfter' | 'venue' | 'backlog' | 'backlogs' | 'lastTaken' | 'waiting' | 'unreadVenues' | 'unroutable' | 'countUnroutable';

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
    behind: db.prepare<[], { reader: string; venueId: string }>(
      'SELECT reader, venue_id AS venueId FROM readers WHERE EXISTS (SELECT 1 FROM news WHERE venue_id = readers.venue_id AND seq > acknowledged)',
    ),
    lastTaken: db.prepare<[], { venueId: string; takenAt: number }>('SELECT venue_id AS venueId, taken_at AS takenAt FROM venues'),
    waiting: db.prepare<[], Backlog>('SELECT count(*) AS waiting, (SELECT taken_at FROM news ORDER BY seq LIMIT 1) AS oldestAt FROM news'),
    unreadVenues: db.prepare<[], Backlog & { venueId: string }>(
      `SELECT venue_id AS venueId, count(*) AS waiting, min(taken_at) AS oldestAt FROM news
       WHERE venue_id NOT IN (SELECT venue_id FROM readers) GROUP BY venue_id ORDER BY oldestAt`,
    ),
    unroutable: db.prepare<[number], UnroutableRow>('SELECT * FROM unroutable ORDER BY seq LIMIT ?'),
    countUnroutable: db.prepare<[], Backlog>('SELECT count(*) AS waiting, min(taken_at) AS oldestAt FROM unroutable'),
  };
  function backlog(venueId: string, reader: string | null): Backlog {
    const after = reader === null ? 0 : (acknowledgedBy(reader, venueId) ?? Number.MAX_SAFE_INTEGER);
    return sql.backlog.get(venueId, after) ?? NOTHING_WAITING;
  }

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
    backlog: async (venueId, reader) => backlog(venueId, reader),
    async backlogs() {
      const all = new Map<string, Backlog>();
      for (const { reader, venueId } of sql.behind.all()) {
        const [one, before = NOTHING_WAITING] = [backlog(venueId, reader), all.get(reader)];
        const times = [one.oldestAt, before.oldestAt].filter((at) => at !== null);
        if (times.length > 0) all.set(reader, { waiting: one.waiting + before.waiting, oldestAt: Math.min(...times) });
      }
      return all;
    },
    lastTaken: async () => new Map(sql.lastTaken.all().map(({ venueId, takenAt }) => [venueId, takenAt])),
    waiting: async () => sql.waiting.get() ?? NOTHING_WAITING,
    unreadVenues: async () => sql.unreadVenues.all(),
    unroutable: async (most) => sql.unroutable.all(most).map((row) => ({ ...toStoredNews(row), reference: row.reference })),
    countUnroutable: async () => sql.countUnroutable.get() ?? NOTHING_WAITING,
  };
}
