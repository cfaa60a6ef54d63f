/** Notices a second primary: a promoted standby while the earlier primary runs on. */
import type { Time } from '../../../shared/time/time.ts';
import type { PostgresSettings } from '../../settings/settings.ts';
import type { Primaries } from './primaries.ts';
import { addressOf, findPrimary } from './server.ts';

const EVERY_MS = 10_000;

export interface WatchPrimaries {
  /** Why the servers must not go on so, or null. */
  trouble(): string | null;
  close(): void;
}

export function watchPrimaries(settings: PostgresSettings, primaries: Primaries, time: Time): WatchPrimaries {
  let found: string[] = [];

  async function check(): Promise<void> {
    const servers = await Promise.all(
      settings.urls.map(async (url) => {
        const server = await findPrimary(settings, url).catch(() => null);
        if (server !== null) primaries.found(server);
        return server === null ? [] : [addressOf(url)];
      }),
    );
    found = servers.flat();
  }

  const stop = settings.urls.length > 1 ? time.every(EVERY_MS, check) : () => undefined;
  return {
    trouble: () =>
      found.length > 1
        ? `${found.join(' and ')} both take writes. Stop the one that was replaced, and make it a standby of the other`
        : null,
    close: stop,
  };
}
