/** Reads waiting notifications for counters and counts for the operator. Read-only. */
import { type Backlog, type Engine, NOTHING_WAITING, type StoredNews, type VenueState } from '../engine.ts';
import { createBatches } from './batches.ts';
import type { Connection } from './connection.ts';

type Reading =
  | 'readAfter'
  | 'venue'
  | 'venueOf'
  | 'backlog'
  | 'backlogs'
  | 'lastTaken'
  | 'waiting'
  | 'unreadVenues'
  | 'unroutable'
  | 'countUnroutable'
  | 'expired';

const NEWS = 'seq, kind, signature, body, news.taken_at AS "takenAt"';
const BACKLOG = 'count(*) AS waiting, min(taken_at) AS "oldestAt"';

interface Read {
  venueId: string;
  after: number;
  count: number;
  bytes: number;
}

const MOST_STATES = 1_000;
/** A session reads up to 128 KiB. */
const MOST_READS = 64;

/** `writeRemembered`: writes pending acknowledgements. */
export function createNewsReading(database: Connection, writeRemembered: () => Promise<void>): Pick<Engine, Reading> {
  async function backlogOf(from: string, values: readonly unknown[] = []): Promise<Backlog> {
    await writeRemembered();
    const [found] = await database.query<Backlog & { waiting: number }>(`SELECT ${BACKLOG} FROM ${from}`, values);
    return found ?? NOTHING_WAITING;
  }

  // Thousands of counters come back at once.
  const states = createBatches<string, VenueState>(MOST_STATES, async (venueIds) => {
    const rows = await database.query<VenueState & { last: number; venueId: string }>(
      'SELECT venue_id AS "venueId", last_seq AS last, taken_at AS "takenAt" FROM venue WHERE venue_id = ANY ($1) AND last_seq > 0',
      [venueIds],
    );
    const found = new Map(rows.map(({ venueId, ...state }) => [venueId, state]));
    return venueIds.map((venueId) => found.get(venueId) ?? { last: 0, takenAt: null });
  });
  const reads = createBatches<Read, StoredNews[]>(MOST_READS, async (asked) => {
    const rows = await database.query<StoredNews & { n: number }>(
      // Bodies beyond the limit are counted by the database and not fetched.
      `SELECT n, ${NEWS} FROM expiry, unnest($1::text[], $2::bigint[], $3::int[], $4::bigint[])
         WITH ORDINALITY AS asked(venue_id, after, count, bytes, n) JOIN venue USING (venue_id),
         LATERAL (
           SELECT news.*, sum(length(body)) OVER (ORDER BY seq) - length(body) AS before FROM (
             SELECT news.* FROM news
             WHERE news.venue_id = asked.venue_id AND seq > greatest(after, fetched_up_to(asked.venue_id)) AND news.taken_at >= expiry.before
             ORDER BY seq LIMIT asked.count
           ) AS news
         ) AS news
       WHERE last_seq > after AND (news.before = 0 OR news.before + length(body) <= bytes) ORDER BY n, seq`,
      [
        asked.map(({ venueId }) => venueId),
        asked.map(({ after }) => after),
        asked.map(({ count }) => count),
        asked.map(({ bytes }) => bytes),
      ],
    );
    const found = asked.map((): StoredNews[] => []);
    for (const { n, ...news } of rows) found[n - 1]?.push(news);
    return found;
  });

  return {
    readAfter: (venueId, after, { count, bytes }) => reads.add({ venueId, after, count, bytes: Math.min(bytes, Number.MAX_SAFE_INTEGER) }),
    venue: (venueId) => states.add(venueId),
    async venueOf(references) {
      const [found] = await database.query<{ venue_id: string }>(
        'SELECT venue_id FROM delivery_reference WHERE reference = ANY ($1) ORDER BY array_position($1::text[], reference) LIMIT 1',
        [references],
      );
      return found?.venue_id ?? null;
    },
    backlog: (venueId, reader) =>
      backlogOf(
        `waiting_news WHERE venue_id = $1 AND seq > CASE WHEN $2::text IS NULL THEN 0 ELSE
           coalesce((SELECT acknowledged FROM reader WHERE reader = $2 AND venue_id = $1), ${Number.MAX_SAFE_INTEGER}) END`,
        [venueId, reader],
      ),
    async backlogs() {
      await writeRemembered();
      const rows = await database.query<Backlog & { reader: string }>(
        `SELECT reader, count(*) AS waiting, min(news.taken_at) AS "oldestAt"
         FROM expiry, reader JOIN venue USING (venue_id),
           LATERAL (SELECT greatest(acknowledged, fetched_up_to(venue_id)) AS seq OFFSET 0) AS done, news
         WHERE last_seq > acknowledged AND news.venue_id = reader.venue_id AND news.seq > done.seq AND news.taken_at >= expiry.before
         GROUP BY reader`,
      );
      return new Map(rows.map(({ reader, ...backlog }) => [reader, backlog]));
    },
    async lastTaken() {
      const rows = await database.query<{ venueId: string; takenAt: number }>(
        'SELECT venue_id AS "venueId", taken_at AS "takenAt" FROM venue WHERE last_seq > 0',
      );
      return new Map(rows.map(({ venueId, takenAt }) => [venueId, takenAt]));
    },
    waiting: () => backlogOf('waiting_news'),
    unreadVenues: () =>
      database.query<Backlog & { venueId: string }>(
        `SELECT venue_id AS "venueId", ${BACKLOG} FROM waiting_news
         WHERE venue_id NOT IN (SELECT venue_id FROM reader) GROUP BY venue_id ORDER BY "oldestAt"`,
      ),
    unroutable: (most) =>
      database.query<StoredNews & { reference: string | null }>(`SELECT ${NEWS}, reference FROM unroutable AS news ORDER BY seq LIMIT $1`, [
        most,
      ]),
    countUnroutable: () => backlogOf('unroutable'),
    expired: () =>
      database.query<{ venueId: string; count: number; lastAt: number }>(
        'SELECT venue_id AS "venueId", count, last_at AS "lastAt" FROM expired ORDER BY last_at DESC',
      ),
  };
}
