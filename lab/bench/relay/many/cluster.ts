/** Postgres with a synchronous standby on the same disk. */
import type { Ended } from '../../../../test/setup/parts.ts';
import { openPostgres, openStandby, type Postgres } from '../../../../test/setup/postgres.ts';

export interface Cluster extends AsyncDisposable {
  primary: Postgres;
  newDatabase(name: string): { urls: string[]; ca_file: null; replicated_beneath: boolean };
}

export async function openCluster(): Promise<Cluster> {
  const opened = new AsyncDisposableStack();
  const ended: Ended = (close) => opened.defer(close);
  try {
    const primary = await openPostgres(ended);
    // As installed; tests use less.
    primary.sql("ALTER SYSTEM SET shared_buffers = '128MB'");
    primary.kill();
    primary.start();
    const standby = await openStandby(primary, ended);
    return {
      primary,
      newDatabase(name) {
        primary.sql(`CREATE DATABASE ${name}`);
        const urls = [primary, standby].map(({ url }) => url.replace(/postgres$/, name));
        return { urls, ca_file: null, replicated_beneath: false };
      },
      [Symbol.asyncDispose]: () => opened.disposeAsync(),
    };
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}
