/** Learns which venues have a new notification, from this relay and from others: a hint by NOTIFY, and a query every two seconds. */
import * as v from 'valibot';
import type { Time } from '../../../shared/time/time.ts';
import type { Engine } from '../engine.ts';
import type { Hints } from './hints.ts';

const QUERY_EVERY_MS = 2_000;
/** Venues in a hint, whose limit is 8,000 bytes. */
const MOST_NAMED = 100;
/** Numbers are microseconds of the database's clock, which may go back by this at a failover. */
const CLOCKS_DIFFER = 60_000_000;

/** Venues and numbers. */
const Announcements = v.array(v.tuple([v.string(), v.nullable(v.number())]));

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

export function followNews(hints: Hints, time: Time, onDefect: (error: unknown) => void): FollowNews {
  const listeners = new Set<(venueId: string) => void>();
  /** The newest number of each venue that was reported. */
  const known = new Map<string, number>();
  let newest = 0;
  let isQuerying = false;

  hints.on('news', (content) => {
    const news = v.safeParse(Announcements, content);
    if (news.success) for (const [venueId, seq] of news.output) report({ venueId, seq });
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

  /** Finds notifications whose hint was lost. */
  async function queryNews(): Promise<void> {
    if (isQuerying) return;
    isQuerying = true;
    try {
      const rows = await hints.query<{ venueId: string; seq: number }>(
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
        hints.send(
          'news',
          newestOf.slice(at, at + MOST_NAMED).map(({ venueId, seq }): [string, number | null] => [venueId, seq]),
        );
    },
    close: stop,
  };
}
