/** A connection to whichever address is the primary, opened when needed. Without an answer in time it is closed; nothing is canceled. */
import type { Client, QueryResult, QueryResultRow } from 'pg';
import type { PostgresSettings } from '../../settings/settings.ts';
import type { Primaries, PrimaryServer } from './primaries.ts';
import { addressOf, clientOf, demandPrimary, NoPrimary } from './server.ts';

/** A commit that the standby never confirmed ends as success, with this warning. */
const WARNING = '01000';

/** Another relay of the database has another key file of this name. */
export class Disagreement extends Error {
  constructor(file: string) {
    super(`${file} is not the one of the other relays of this database. Copy theirs into this relay's data folder.`);
  }
}

export interface Connection {
  /** Rejects with the database's refusal, or with NoPrimary: the statement may then have been done. */
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

interface Opened {
  client: Client;
  url: string;
  server: PrimaryServer;
}

/** For one statement at a time. */
function openConnection({ settings, answerMs, primaries, begin }: ConnectionOptions): Connection {
  let opening: Promise<Opened> | null = null;
  let current: Opened | null = null;
  let isClosed = false;

  function drop(client: Client): void {
    client.connection.stream.destroy();
    // An earlier client may end after the next one opened.
    if (current?.client === client) opening = current = null;
  }

  async function connect(): Promise<Opened> {
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
        // Else statements that wait for a lock outlast their closed connection, and fill the server. Not every platform can.
        client.query("SET client_connection_check_interval = '1s'").catch(() => undefined);
        await begin(client);
        current = { client, url, server };
        return current;
      } catch (error) {
        client.connection.stream.destroy();
        if (error instanceof Disagreement) throw error;
        why.push(whyNot(url, error));
      }
    }
    throw new NoPrimary(why.join('; '));
  }

  async function opened(): Promise<Opened> {
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
      const { client, url } = await opened();
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
        if (isRefusal(error)) throw error;
        primaries.failed(url);
        drop(client);
        throw new NoPrimary(whyNot(url, error), { cause: error });
      } finally {
        client.off('notice', hear);
      }
    },
    close() {
      isClosed = true;
      void opening?.then(({ client }) => client.end()).catch(() => undefined);
    },
  };
}

function whyNot(url: string, error: unknown): string {
  return `${addressOf(url)}: ${error instanceof Error ? error.message : String(error)}`;
}

/** Whether the database refused a value that it can never store, such as a character that its encoding lacks. */
export function isUnstorable(error: unknown): boolean {
  const { code } = error as { code?: string };
  return isRefusal(error) && /^(22|54)/.test(code ?? '');
}

/** Whether the database refused the statement, so nothing of it was done. */
function isRefusal(error: unknown): boolean {
  const { code, severity } = error as { code?: string; severity?: string };
  // Class 57: the server shuts down or ended the connection.
  return severity === 'ERROR' && typeof code === 'string' && !code.startsWith('57');
}
