/** Readers of venues and their acknowledgements in Postgres, written with a delay. */
import type { Time } from '../../../shared/time/time.ts';
import type { Engine } from '../engine.ts';
import type { Connection } from './connection.ts';

/** Delay before acknowledgements are written, ms. If one is lost, the notification is sent again. */
const ACKNOWLEDGED_AFTER_MS = 100;

export interface Readers extends Pick<Engine, 'setReader' | 'removeReader' | 'acknowledge' | 'acknowledged'> {
  /** Call before reading anything that depends on acknowledgements. */
  writeRemembered(): Promise<void>;
}

export function createReaders(database: Connection, time: Time, onDefect: (error: unknown) => void): Readers {
  /** Acknowledgements not written yet, by reader and venue. */
  let remembered = new Map<string, { reader: string; venueId: string; seq: number }>();
  let cancelWriting: (() => void) | null = null;

  function remember(reader: string, venueId: string, seq: number): void {
    const key = JSON.stringify([reader, venueId]);
    remembered.set(key, { reader, venueId, seq: Math.max(seq, remembered.get(key)?.seq ?? 0) });
    cancelWriting ??= time.after(ACKNOWLEDGED_AFTER_MS, () => void writeRemembered().catch(onDefect));
  }

  async function writeRemembered(): Promise<void> {
    cancelWriting?.();
    cancelWriting = null;
    const all = [...remembered.values()];
    remembered = new Map();
    if (all.length === 0) return;
    try {
      await database.query(
        `UPDATE reader SET acknowledged = given.seq
         FROM unnest($1::text[], $2::text[], $3::bigint[]) AS given(reader, venue_id, seq), venue
         WHERE reader.reader = given.reader AND reader.venue_id = given.venue_id AND venue.venue_id = given.venue_id
           AND given.seq > reader.acknowledged AND given.seq <= venue.last_seq`,
        [all.map(({ reader }) => reader), all.map(({ venueId }) => venueId), all.map(({ seq }) => seq)],
      );
    } catch (error) {
      for (const { reader, venueId, seq } of all) remember(reader, venueId, seq);
      throw error;
    }
  }

  /** Removes the reader's venues except `venueIds`. A later reader gets nothing again that all readers acknowledged. */
  async function leave(reader: string, venueIds: readonly string[] | null): Promise<void> {
    await writeRemembered();
    await database.query(
      `WITH left_venues AS (
         SELECT venue_id, fetched_up_to(venue_id) AS seq FROM reader
         WHERE reader = $1 AND ($2::text[] IS NULL OR venue_id <> ALL ($2))
       ), kept AS (
         INSERT INTO fetched SELECT venue_id, seq FROM left_venues
         ON CONFLICT (venue_id) DO UPDATE SET seq = greatest(fetched.seq, excluded.seq)
       )
       DELETE FROM reader WHERE reader = $1 AND venue_id IN (SELECT venue_id FROM left_venues)`,
      [reader, venueIds],
    );
  }

  return {
    async setReader(reader, venueIds) {
      await leave(reader, venueIds);
      await database.query('INSERT INTO reader (venue_id, reader) SELECT v, $1 FROM unnest($2::text[]) AS v ON CONFLICT DO NOTHING', [
        reader,
        venueIds,
      ]);
    },
    removeReader: (reader) => leave(reader, null),
    async acknowledge(reader, venueId, seq) {
      remember(reader, venueId, seq);
    },
    async acknowledged(reader, venueId) {
      await writeRemembered();
      const [found] = await database.query<{ acknowledged: number }>(
        'SELECT acknowledged FROM reader WHERE reader = $1 AND venue_id = $2',
        [reader, venueId],
      );
      return found?.acknowledged ?? null;
    },
    writeRemembered,
  };
}
