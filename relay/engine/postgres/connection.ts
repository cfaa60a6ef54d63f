/** A connection to whichever address is the primary, opened when needed. Without an answer in time it is closed; nothing is canceled. */
import { readFileSync } from 'node:fs';
import { Client, type ClientConfig, type QueryResult, type QueryResultRow, types } from 'pg';
import type { PostgresSettings } from '../../settings/settings.ts';
import type { Primaries, PrimaryServer } from './primaries.ts';

/** How long an address may take to connect, ms. */
const CONNECT_MS = 1_000;
/** int8, which `pg` gives as text. All of ours are safe integers. */
const INT8 = 20;
/** A commit that the standby never confirmed ends as success, with this warning. */
const WARNING = '01000';

/** No primary was reached, or it isn't set up as the settings demand. */
class NoPrimary extends Error {}

/** Another relay of the database has another key file of this name. */
export class Disagreement extends Error {
  constructor(file: string) {
    super(`${file} is not the one of the other relays of this database. Copy theirs into this relay's data folder.`);
  }
}

export interface Connection {
  /** Rejects with the database's error, with NoPrimary, or without an answer in time; the statement may then have been done. */
  query<Row extends QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  close(): void;
}

/** Several connections: `pg` takes one statement at a time. */
export function openConnections(count: number, options: ConnectionOptions): Connection {
  const idle = Array.from({ length: count }, () => openConnection(options));
  const all = [...idle];
  const waiting: ((one: Connection) => void)[] = [];
  return {
    async query(text, values) {
      const one = idle.pop() ?? (await new Promise<Connection>((resolve) => waiting.push(resolve)));
      try {
        return await one.query(text, values);
      } finally {
        const next = waiting.shift();
        if (next) next(one);
        else idle.push(one);
      }
    },
    close() {
      for (const one of all) one.close();
    },
  };
}

export interface ConnectionOptions {
  settings: PostgresSettings;
  answerMs: number;
  primaries: Primaries;
  /** Runs on each new connection, before other queries. */
  begin(client: Client): Promise<void>;
}

/** For one statement at a time. */
function openConnection({ settings, answerMs, primaries, begin }: ConnectionOptions): Connection {
  let opening: Promise<Client> | null = null;
  let current: { client: Client; url: string; server: PrimaryServer } | null = null;
  let isClosed = false;

  function drop(client: Client): void {
    client.connection.stream.destroy();
    // An earlier client may end after the next one opened.
    if (current?.client === client) opening = current = null;
  }

  async function connect(): Promise<Client> {
    const why: string[] = [];
    for (const url of primaries.inOrder()) {
      const client = clientOf(settings, url, answerMs);
      client.on('end', () => drop(client));
      try {
        await client.connect();
        const server = await demandPrimary(client, settings);
        primaries.found(server);
        if (primaries.isReplaced(server))
          throw new NoPrimary('another server was promoted in its place; after a restore, restart the relay');
        await begin(client);
        current = { client, url, server };
        return client;
      } catch (error) {
        client.connection.stream.destroy();
        if (error instanceof Disagreement) throw error;
        why.push(`${addressOf(url)}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    throw new NoPrimary(why.join('; '));
  }

  async function opened(): Promise<Client> {
    if (isClosed) throw new NoPrimary('The relay is closing.');
    if (current !== null && primaries.isReplaced(current.server)) drop(current.client);
    if (opening === null) {
      opening = connect();
      opening.catch(() => {
        opening = null;
      });
    }
    return opening;
  }

  return {
    async query<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []) {
      const client = await opened();
      let warning: string | null = null;
      const hear = ({ code, message }: { code: string | undefined; message?: string | undefined }) => {
        if (code === WARNING) warning = message ?? code;
      };
      client.on('notice', hear);
      try {
        const result: QueryResult<Row> = await client.query<Row>({ text, values: [...values] });
        if (warning !== null) throw new NoPrimary(warning);
        return result.rows;
      } catch (error) {
        // The database's own refusals leave the connection usable.
        if (!isRefusal(error)) {
          if (current?.client === client) primaries.failed(current.url);
          drop(client);
        }
        throw error;
      } finally {
        client.off('notice', hear);
      }
    },
    close() {
      isClosed = true;
      void opening?.then((client) => client.end()).catch(() => undefined);
    },
  };
}

/** Whether the database refused the statement, so nothing of it was done. */
function isRefusal(error: unknown): boolean {
  const { code, severity } = error as { code?: string; severity?: string };
  // Class 57: the server shuts down or ended the connection.
  return severity === 'ERROR' && typeof code === 'string' && !code.startsWith('57');
}

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

/** The server at this address, if it is a primary that keeps what it acknowledges. Throws what is against it. */
export async function findPrimary(settings: PostgresSettings, url: string): Promise<PrimaryServer> {
  const client = clientOf(settings, url, CONNECT_MS);
  try {
    await client.connect();
    return await demandPrimary(client, settings);
  } finally {
    client.connection.stream.destroy();
  }
}

function clientOf(settings: PostgresSettings, url: string, answerMs: number): Client {
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
async function demandPrimary(client: Client, { replicated_beneath }: PostgresSettings): Promise<PrimaryServer> {
  const { rows } = await client.query<Durability>(
    `SELECT pg_is_in_recovery() AS "isStandby", system_identifier::text AS cluster,
       CASE WHEN pg_is_in_recovery() THEN 0 ELSE ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int END AS timeline, current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
       current_setting('synchronous_standby_names') AS standbys FROM pg_control_system()`,
  );
  const [found] = rows;
  if (!found || found.isStandby) throw new NoPrimary('a standby');
  if (found.fsync !== 'on') throw new NoPrimary('fsync is off');
  if (!['on', 'remote_apply'].includes(found.commit)) throw new NoPrimary(`synchronous_commit is ${found.commit}`);
  if (found.standbys === '' && !replicated_beneath)
    throw new NoPrimary('no synchronous standby is named; set `replicated_beneath` if its storage is replicated');
  return { cluster: found.cluster, timeline: found.timeline };
}

/** Without its user and password. */
export function addressOf(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}:${port || 5_432}${pathname}`;
}
