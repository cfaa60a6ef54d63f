/** Publishes group settings for all relays, which check in one place that versions only rise. */
import type { Time } from '../../../shared/time/time.ts';
import type { Publish } from '../group-settings.ts';
import type { Copy } from './copy.ts';

export function publishIn(change: Copy['change'], time: Time): Publish {
  return async ({ group, version, signed }) => {
    const [found] = await change<{ why: 'another-key' | 'not-newer' | null }>('SELECT publish_settings($1, $2, $3, $4, $5) AS why', [
      group,
      version,
      signed.key,
      JSON.stringify(signed),
      time.wall(),
    ]);
    return found?.why ?? null;
  };
}
