/** Two Postgres servers as one part. Killed, its primary is replaced by the synchronous standby, whose own standby it becomes. */
import type { Ended } from '../../../test/setup/parts.ts';
import { openPostgres, openStandby, type Postgres } from '../../../test/setup/postgres.ts';
import type { Part } from './part.ts';

export interface Databases extends Part {
  urls: string[];
  primary(): Postgres;
}

export async function openDatabases(ended: Ended): Promise<Databases> {
  let primary = await openPostgres(ended);
  let standby = await openStandby(primary, ended);
  let starting: Promise<void> = Promise.resolve();

  async function failOver(): Promise<void> {
    [primary, standby] = [standby, primary];
    await primary.promote();
    // Until then the relays don't use it: it has no standby.
    await standby.follow(primary);
  }

  return {
    name: 'database',
    urls: [primary.url, standby.url],
    primary: () => primary,
    start() {
      starting = failOver();
      return starting;
    },
    async kill() {
      // Before, there is no standby that has everything.
      await starting;
      primary.kill();
    },
  };
}
