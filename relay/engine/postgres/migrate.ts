/** Brings the relay's tables in Postgres to this version. */
import type { Client } from 'pg';
import { MIGRATIONS } from './schema.ts';

/** Any number that nothing else locks: one relay migrates at a time. */
const LOCK = 7_411_968_215;

/** Throws for tables of a newer relay. */
export async function migrate(client: Client): Promise<void> {
  await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
  try {
    await client.query('CREATE TABLE IF NOT EXISTS relay_version (version int NOT NULL)');
    const { rows } = await client.query<{ version: number }>('SELECT version FROM relay_version');
    const version = rows[0]?.version ?? 0;
    if (version > MIGRATIONS.length) throw new Error('The database was written by a newer relay.');
    for (const [at, step] of MIGRATIONS.entries()) {
      if (at < version) continue;
      await client.query(`BEGIN; ${step}; DELETE FROM relay_version; INSERT INTO relay_version VALUES (${at + 1}); COMMIT`);
    }
    await client.query('SELECT keep_days(0)');
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [LOCK]);
  }
}
