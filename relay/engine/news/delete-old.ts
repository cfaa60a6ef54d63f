/** Deletes expired notifications in batches, and records losses for the operator. */
import type Database from 'better-sqlite3';
import type { Time } from '../../../shared/time/time.ts';
import type { Engine } from '../engine.ts';

/** Notifications per batch; incoming requests wait until a batch is deleted. */
const EXPIRED_AT_ONCE = 500;
/** How long the operator sees that notifications expired unfetched. */
const EXPIRED_SHOWN_MS = 30 * 24 * 3_600_000;

export interface OldNews extends Pick<Engine, 'expired'> {
  /** Needs the caller's transaction; see Engine.expire. */
  expire(before: number): number;
}

export function createOldNews(db: Database.Database, time: Time): OldNews {
  const sql = {
    news: db.prepare<[number, number], { seq: number; venue_id: string }>(
      'SELECT seq, venue_id FROM (SELECT seq, venue_id, taken_at FROM news ORDER BY seq LIMIT ?) WHERE taken_at < ?',
    ),
    dropNews: db.prepare('DELETE FROM news WHERE seq = ?'),
    unroutable: db.prepare<[number, number], { seq: number }>('SELECT seq FROM unroutable WHERE taken_at < ? LIMIT ?'),
    dropUnroutable: db.prepare('DELETE FROM unroutable WHERE seq = ?'),
    add: db.prepare(
      'INSERT INTO expired (venue_id, count, last_at) VALUES (?, 1, ?) ON CONFLICT (venue_id) DO UPDATE SET count = count + 1, last_at = excluded.last_at',
    ),
    expired: db.prepare<[], { venueId: string; count: number; lastAt: number }>(
      'SELECT venue_id AS venueId, count, last_at AS lastAt FROM expired ORDER BY last_at DESC',
    ),
    forgetExpired: db.prepare('DELETE FROM expired WHERE last_at < ?'),
    forgetReferences: db.prepare('DELETE FROM delivery_references WHERE at < ?'),
  };
  return {
    expire(before) {
      const now = time.wall();
      const news = sql.news.all(EXPIRED_AT_ONCE, before);
      for (const { seq, venue_id } of news) {
        sql.dropNews.run(seq);
        sql.add.run(venue_id, now);
      }
      const unroutable = sql.unroutable.all(before, EXPIRED_AT_ONCE);
      for (const { seq } of unroutable) {
        sql.dropUnroutable.run(seq);
        sql.add.run('', now);
      }
      sql.forgetExpired.run(now - EXPIRED_SHOWN_MS);
      sql.forgetReferences.run(before);
      return news.length + unroutable.length;
    },
    expired: async () => sql.expired.all(),
  };
}
