/** The engine for several relays: one Postgres database, written by batches. */
import type { Time } from '../../../shared/time/time.ts';
import { type Appended, type Engine, NOTHING_WAITING, type ServiceRequest } from '../engine.ts';
import { hashOf } from '../news/rows.ts';
import { createBatches } from './batches.ts';
import type { PostgresDatabase } from './database.ts';
import { followNews } from './follow-news.ts';
import { createNewsReading } from './read-news.ts';
import { createReaders } from './readers.ts';

/** How long the operator sees a loss. */
const EXPIRED_SHOWN_MS = 30 * 24 * 3_600_000;

interface AppendedRow {
  venue: string | null;
  number: number | null;
  is_before: boolean;
}

const MOST_AT_ONCE = 512;

/** The caller closes the connections. `onDefect` gets errors of delayed work, such as a database that is away. */
export function createPostgresEngine(
  { appending, database, hints }: Pick<PostgresDatabase, 'appending' | 'database' | 'hints'>,
  time: Time,
  onDefect: (error: unknown) => void,
): Engine {
  const following = followNews(hints, time, onDefect);
  const { writeRemembered, ...readers } = createReaders(database, time, onDefect);

  const batches = createBatches<ServiceRequest, Appended>(MOST_AT_ONCE, async (batch) => {
    let end = 1;
    const starts = batch.map(({ body }) => {
      end += body.length;
      return end - body.length;
    });
    const rows = await appending.query<AppendedRow>(
      `SELECT venue, number, is_before
       FROM append_news($1::text[], $2::bytea[], $3::text[], $4::text[], $5, $6::int[], $7::int[], $8::text[], $9)`,
      [
        batch.map(({ venueId }) => venueId),
        batch.map(hashOf),
        batch.map(({ kind }) => kind),
        batch.map(({ signature }) => signature),
        // As an array, each byte would be written and read as text.
        Buffer.concat(batch.map(({ body }) => body)),
        starts,
        batch.map(({ body }) => body.length),
        batch.map(({ references }) => (references.length === 0 ? null : JSON.stringify(references))),
        time.wall(),
      ],
    );
    // References may have moved earlier events to these venues, with higher numbers.
    const hasReferences = batch.some(({ references }) => references.length > 0);
    following.announce(
      rows.flatMap(({ venue, number }) => (venue === null ? [] : [{ venueId: venue, seq: hasReferences ? null : number }])),
    );
    return rows.map(appendedOf);
  });

  return {
    ...readers,
    ...createNewsReading(database, writeRemembered),
    append: (taken) => batches.add(taken),
    onNews: following.onNews,
    async route(seq, venueId) {
      const rows = await database.query(
        `WITH found AS MATERIALIZED (SELECT seq FROM unroutable WHERE seq = $1 FOR UPDATE),
         locked AS MATERIALIZED (SELECT lock_venues(ARRAY[$2]) FROM found)
         SELECT move_to($2, ARRAY[$1]::bigint[]) FROM locked`,
        [seq, venueId],
      );
      if (rows.length === 0) return false;
      following.announce([{ venueId, seq: null }]);
      return true;
    },
    async expire(before) {
      await writeRemembered();
      const now = time.wall();
      const [found] = await database.query<{ count: number }>('SELECT expire_news($1, $2, $3) AS count', [
        before,
        now,
        now - EXPIRED_SHOWN_MS,
      ]);
      await database.query('SELECT keep_days($1)', [before]);
      return found?.count ?? 0;
    },
    early: () => [],
    spooled: () => NOTHING_WAITING,
    async canWrite(bytes) {
      try {
        await appending.query('INSERT INTO write_probe VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET bytes = excluded.bytes', [
          ' '.repeat(bytes),
        ]);
        return true;
      } catch {
        return false;
      }
    },
    async [Symbol.asyncDispose]() {
      await batches.settled();
      await writeRemembered().catch(onDefect);
      following.close();
    },
  };
}

function appendedOf({ venue, number, is_before }: AppendedRow): Appended {
  if (is_before) return { kept: 'before' };
  return venue === null || number === null ? { kept: 'unroutable' } : { kept: 'venue', venueId: venue, seq: number };
}
