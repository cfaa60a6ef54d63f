/** This relay's copy of the counters and group settings in Postgres, with which it also works while Postgres is away. */
import type Database from 'better-sqlite3';
import * as v from 'valibot';
import { SignedSettings } from '../../../contract/relay/settings-document.ts';
import { readJson } from '../../../shared/json/read-json.ts';
import type { Time } from '../../../shared/time/time.ts';
import type { Connection } from '../../engine/postgres/connection.ts';
import type { PostgresDatabase } from '../../engine/postgres/database.ts';
import type { CounterRow, CounterRows } from '../counter-rows.ts';

export interface Copy {
  /** Resolves once what was changed before this call has been copied. */
  renew(): Promise<void>;
  /** Changes counters or settings. A restored database first gets back what it lacks: the change's version would hide the restore. */
  change: Connection['query'];
  close(): void;
}

const EVERY_MS = 2_000;

export function keepCopy(options: {
  postgres: Pick<PostgresDatabase, 'database' | 'hints'>;
  db: Database.Database;
  counters: CounterRows;
  keepSettings: (signed: SignedSettings) => void;
  onRevoked: (id: string) => void;
  time: Time;
  onDefect: (error: unknown) => void;
}): Copy {
  const { db, counters, time } = options;
  const { database, hints } = options.postgres;
  const setVersion = db.prepare('INSERT OR REPLACE INTO copied (id, version) VALUES (1, ?)');
  const settingsHere = db.prepare('SELECT group_name, version AS number, signed FROM group_settings');
  let copied = db.prepare<[], { version: number }>('SELECT version FROM copied').get()?.version ?? 0;
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  async function copyChanges(): Promise<void> {
    // Read first: later commits come again with the next number.
    const [found] = await database.query<{ version: number }>('SELECT version FROM registry_version');
    const version = found?.version ?? 0;
    if (version < copied) {
      await giveBack();
      copied = 0;
    }
    if (version <= copied) return;
    const rows = await database.query<CounterRow>(
      `SELECT id, key_hash, label, venue_ids, created_at, seen_at, revoked_at, seal_key, group_name FROM counter WHERE version > $1`,
      [copied],
    );
    const settings = await database.query<{ signed: string }>('SELECT signed FROM group_settings WHERE version > $1 ORDER BY number', [
      copied,
    ]);
    const revoked = rows.filter(({ id, revoked_at }) => revoked_at !== null && counters.byId(id)?.revoked_at === null);
    db.transaction(() => {
      for (const row of rows) counters.put(row);
      for (const { signed } of settings) {
        const read = v.safeParse(SignedSettings, readJson(signed));
        if (read.success) options.keepSettings(read.output);
      }
      setVersion.run(version);
    }).immediate();
    copied = version;
    for (const { id } of revoked) options.onRevoked(id);
  }

  /** The database was restored from a backup: it gets what only relays know. */
  async function giveBack(): Promise<void> {
    const all = counters.all();
    await database.query(
      `WITH next AS MATERIALIZED (SELECT next_version($2) AS version),
       given AS (SELECT (jsonb_populate_record(NULL::counter, value)).* FROM jsonb_array_elements($1::jsonb)),
       kept AS (
         INSERT INTO counter SELECT id, key_hash, label, venue_ids, created_at, seen_at, revoked_at, seal_key, group_name, next.version
         FROM given, next ON CONFLICT (id) DO UPDATE SET revoked_at = excluded.revoked_at, version = excluded.version
         WHERE counter.revoked_at IS NULL AND excluded.revoked_at IS NOT NULL
       )
       INSERT INTO reader (venue_id, reader) SELECT venue_id, id FROM given, jsonb_array_elements_text(venue_ids::jsonb) AS venue_id
       WHERE revoked_at IS NULL ON CONFLICT DO NOTHING`,
      [JSON.stringify(all.map((row) => ({ ...row, key_hash: `\\x${row.key_hash.toString('hex')}` }))), time.wall()],
    );
    await database.query(
      `WITH next AS MATERIALIZED (SELECT next_version($2) AS version)
       INSERT INTO group_settings
       SELECT group_name, number, (signed::jsonb)->>'key', signed, next.version
       FROM jsonb_to_recordset($1::jsonb) AS given (group_name text, number bigint, signed text), next ON CONFLICT DO NOTHING`,
      [JSON.stringify(settingsHere.all()), time.wall()],
    );
  }

  async function renew(): Promise<void> {
    if (running === null) {
      running = copyChanges().finally(() => {
        running = null;
      });
      return running;
    }
    // The running one may have read before this call.
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = null;
        return renew();
      });
    return next;
  }

  hints.on('registry', () => void renew().catch(options.onDefect));
  const stop = time.every(EVERY_MS, renew, options.onDefect);
  return {
    renew,
    async change(text, values) {
      await renew();
      try {
        return await database.query(text, values);
      } finally {
        // Also without an answer: it may have been made.
        hints.send('registry', null);
      }
    },
    close: stop,
  };
}
