/** Publishes group settings for all relays, which check in one place that versions only rise. */
import type { Time } from '../../../shared/time/time.ts';
import type { PostgresDatabase } from '../../engine/postgres/database.ts';
import type { Publish } from '../group-settings.ts';

export function publishIn({ database }: Pick<PostgresDatabase, 'database'>, time: Time, changed: () => void): Publish {
  return async ({ group, version, signed }) => {
    const [found] = await database.query<{ why: 'another-key' | 'not-newer' | null }>(
      'SELECT publish_settings($1, $2, $3, $4, $5) AS why',
      [group, version, signed.key, JSON.stringify(signed), time.wall()],
    );
    changed();
    return found?.why ?? null;
  };
}
