/** Learns which venues have a new notification, from this relay and from others: a hint by NOTIFY, and a query every two seconds. */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { readJson } from '../../../shared/json/read-json.ts';
import type { Time } from '../../../shared/time/time.ts';
import type { PostgresSettings } from '../../settings/settings.ts';
import type { Engine } from '../engine.ts';
import { openConnections } from './connection.ts';
import { migrate } from './migrate.ts';

const CHANNEL = 'news';
const QUERY_EVERY_MS = 2_000;
const ANSWER_MS = 5_000;
/** Venues in a hint, whose limit is 8,000 bytes. */
const MOST_NAMED = 100;
/** Numbers are microseconds of the relays' clocks, which may differ by this. */
const CLOCKS_DIFFER = 60_000_000;

export interface Announced {
  venueId: string;
  /** Null if other numbers of the venue may have changed, too: it is always reported. */
  seq: number | null;
}

export interface FollowNews extends Pick<Engine, 'onNews'> {
  /** After the commit: calls this relay's listeners, and hints to the other relays. */
  announce(news: readonly Announced[]): void;
  close(): void;
}

export function followNews({
  settings,
  time,
  onDefect,
}: {
  settings: PostgresSettings;
  time: Time;
  onDefect: (error: unknown) => void;
}): FollowNews {
  const listeners = new Set<(venueId: string) => void>();
  /** The newest number of each venue that was reported. */
  const known = new Map<string, number>();
  /** Distinguishes this relay's own hints. */
  const self = randomUUID();
  let newest = 0;
  let isQuerying = false;

  const hinting = openConnections(1, {
    settings,
    answerMs: ANSWER_MS,
    begin: async () => undefined,
  });
  const hearing = openConnections(1, {
    settings,
    answerMs: ANSWER_MS,
    async begin(client) {
      client.on('notification', ({ payload }) => {
        const { from, news } = readHint(payload);
        if (from !== self) news.forEach(report);
      });
      await migrate(client);
      await client.query(`LISTEN ${CHANNEL}`);
    },
  });
  const stop = time.every(QUERY_EVERY_MS, queryNews, onDefect);
  void queryNews().catch(() => undefined);

  function report({ venueId, seq }: Announced): void {
    if (seq !== null) {
      if ((known.get(venueId) ?? 0) >= seq) return;
      known.set(venueId, seq);
    }
    for (const listener of listeners) listener(venueId);
  }

  /** Also reopens a lost listening connection, and finds notifications whose hint was lost. */
  async function queryNews(): Promise<void> {
    if (isQuerying) return;
    isQuerying = true;
    try {
      const rows = await hearing.query<{ venueId: string; seq: number }>(
        'SELECT venue_id AS "venueId", last_seq AS seq FROM venue WHERE last_seq > $1',
        [newest - CLOCKS_DIFFER],
      );
      for (const { venueId, seq } of rows) {
        newest = Math.max(newest, seq);
        report({ venueId, seq });
      }
    } finally {
      isQuerying = false;
    }
  }

  return {
    onNews(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    announce(news) {
      const newestOf = [...new Map(news.map((one) => [one.venueId, one])).values()];
      queueMicrotask(() => newestOf.forEach(report));
      for (let at = 0; at < newestOf.length; at += MOST_NAMED)
        void hinting
          // A hint needn't wait for the standby. Set for this transaction only: a pooler shares connections.
          .query("SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, $2)", [
            CHANNEL,
            hintOf(self, newestOf.slice(at, at + MOST_NAMED)),
          ])
          // A lost hint is found by the query.
          .catch(() => undefined);
    },
    close() {
      stop();
      for (const one of [hinting, hearing]) one.close();
    },
  };
}

const hintOf = (from: string, news: readonly Announced[]): string => JSON.stringify([from, news.map(({ venueId, seq }) => [venueId, seq])]);

const Hint = v.tuple([v.string(), v.array(v.tuple([v.string(), v.nullable(v.number())]))]);

function readHint(payload: string | undefined): { from: string | null; news: Announced[] } {
  const found = v.safeParse(Hint, readJson(payload ?? ''));
  if (!found.success) return { from: null, news: [] };
  const [from, news] = found.output;
  return { from, news: news.map(([venueId, seq]) => ({ venueId, seq })) };
}
