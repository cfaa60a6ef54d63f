/** A client of one database server, and whether that is a primary that keeps what it acknowledges. */
import { readFileSync } from 'node:fs';
import { Client, type ClientConfig, types } from 'pg';
import type { PostgresSettings } from '../../settings/settings.ts';
import type { PrimaryServer } from './primaries.ts';

/** How long an address may take to connect, ms. */
const CONNECT_MS = 1_000;
/** int8, which `pg` gives as text. All of ours are safe integers. */
const INT8 = 20;
/** No primary was reached, or it isn't set up as the settings demand. */
export class NoPrimary extends Error {}

function configOf({ ca_file }: PostgresSettings, url: string, answerMs: number): ClientConfig {
  return {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: answerMs,
    keepAlive: true,
    application_name: 'tillbridge-relay',
    ...(ca_file === null ? {} : { ssl: { ca: readFileSync(ca_file, 'utf8') } }),
    types: { getTypeParser: (oid, format) => (oid === INT8 ? Number : types.getTypeParser(oid, format)) },
  };
}

/** The server at this address, a primary that keeps what it acknowledges. Throws NoPrimary for others. */
export async function findPrimary(settings: PostgresSettings, url: string): Promise<PrimaryServer> {
  const client = clientOf(settings, url, CONNECT_MS);
  try {
    await client.connect();
    return await demandPrimary(client, settings);
  } finally {
    client.connection.stream.destroy();
  }
}

export function clientOf(settings: PostgresSettings, url: string, answerMs: number): Client {
  const client = new Client(configOf(settings, url, answerMs));
  // An unheard error event would end the process.
  client.on('error', () => undefined);
  return client;
}

interface Durability extends PrimaryServer {
  isStandby: boolean;
  fsync: string;
  commit: string;
  standbys: string;
}

/** Throws NoPrimary for a standby, and for a primary that could lose what it acknowledged. */
export async function demandPrimary(client: Client, { replicated_beneath }: PostgresSettings): Promise<PrimaryServer> {
  const { rows } = await client.query<Durability>(
    `SELECT pg_is_in_recovery() AS "isStandby", system_identifier::text AS cluster,
       CASE WHEN pg_is_in_recovery() THEN 0 ELSE ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int END AS timeline,
       current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
       current_setting('synchronous_standby_names') AS standbys FROM pg_control_system()`,
  );
  const [found] = rows;
  if (!found || found.isStandby) throw new NoPrimary('is a standby');
  if (found.fsync !== 'on') throw new NoPrimary('fsync is off');
  if (!['on', 'remote_apply'].includes(found.commit)) throw new NoPrimary(`synchronous_commit is ${found.commit}`);
  if (found.standbys === '' && !replicated_beneath)
    throw new NoPrimary('synchronous_standby_names is empty (set `replicated_beneath` only if its storage is replicated)');
  return { cluster: found.cluster, timeline: found.timeline };
}

/** Without its user and password. */
export function addressOf(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}:${port || 5_432}${pathname}`;
}
