/** The connections to Postgres that a relay's parts share. */
import type { Client } from 'pg';
import type { Time } from '../../../shared/time/time.ts';
import type { PostgresSettings } from '../../settings/settings.ts';
import { type Connection, Disagreement, openConnections } from './connection.ts';
import { type Hints, openHints } from './hints.ts';
import { migrate } from './migrate.ts';
import { createPrimaries } from './primaries.ts';
import { watchPrimaries } from './watch-primaries.ts';

/** What must be the same at all relays: fingerprints by name. */
export type Agreed = Readonly<Record<'waiting.key' | 'operator.key', string>>;

export interface PostgresDatabase extends Disposable {
  /** One connection; without an answer within a second it closes. */
  appending: Connection;
  /** For everything but appends. */
  database: Connection;
  hints: Hints;
  /** Why its servers need their operator, or null. */
  trouble(): string | null;
}

const APPEND_MS = 1_000;
const READ_MS = 10_000;
const READERS = 4;

/** Connects when first used, and again after each loss. */
export function openPostgresDatabase(settings: PostgresSettings, agreed: Agreed | null, time: Time): PostgresDatabase {
  async function begin(client: Client): Promise<void> {
    await migrate(client);
    if (agreed !== null) await demandAgreement(client, agreed);
  }
  const primaries = createPrimaries(settings.urls);
  const appending = openConnections(1, { settings, primaries, answerMs: APPEND_MS, begin });
  const database = openConnections(READERS, { settings, primaries, answerMs: READ_MS, begin });
  const hints = openHints({ settings, primaries, begin }, time);
  const watch = watchPrimaries(settings, primaries, time);
  return {
    appending,
    database,
    hints,
    trouble: watch.trouble,
    [Symbol.dispose]() {
      for (const one of [watch, appending, database, hints]) one.close();
    },
  };
}

/** The first relay decides. Throws Disagreement. */
async function demandAgreement(client: Client, agreed: Agreed): Promise<void> {
  for (const [name, print] of Object.entries(agreed)) {
    await client.query('INSERT INTO agreement VALUES ($1, $2) ON CONFLICT DO NOTHING', [name, print]);
    const { rows } = await client.query<{ print: string }>('SELECT print FROM agreement WHERE name = $1', [name]);
    if (rows[0]?.print !== print) throw new Disagreement(name);
  }
}
