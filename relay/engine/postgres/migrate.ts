/** Brings the relay's tables in Postgres to this version. */
import type { Client } from 'pg';
import { MIGRATIONS } from './schema.ts';

/** Any number that nothing else locks: one relay migrates at a time. */
const LOCK = 7_411_968_215;
/** Relays that know this many migrations can use the tables. Raise it with a migration that earlier relays don't understand. */
const LEAST = 1;

/** Throws for tables that this relay doesn't understand. */
export async function migrate(client: Client): Promise<void> {
  // A relay that freezes here would otherwise keep all others from connecting.
  await client.query("BEGIN; SET LOCAL idle_in_transaction_session_timeout = '5s'");
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    await client.query('CREATE TABLE IF NOT EXISTS relay_version (version int NOT NULL, least int NOT NULL)');
    const { rows } = await client.query<{ version: number; least: number }>('SELECT version, least FROM relay_version');
    const { version, least } = rows[0] ?? { version: 0, least: 0 };
    if (least > MIGRATIONS.length) throw new Error('The database was written by a newer relay.');
    for (const step of MIGRATIONS.slice(version)) await client.query(step);
    if (version < MIGRATIONS.length) {
      await client.query('DELETE FROM relay_version');
      await client.query('INSERT INTO relay_version VALUES ($1, $2)', [MIGRATIONS.length, LEAST]);
    }
    await client.query('SELECT keep_days(0)');
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}
