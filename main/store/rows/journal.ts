import type Database from 'better-sqlite3';
import * as v from 'valibot';
import { type EventKind, type OrderEvent, orderEvent } from '../../orders/events.ts';

/** `left-out` replaces events skipped by `of`; `unknown`: from a later version or a damaged page. */
export type Entry = (OrderEvent | { kind: 'left-out'; events: number } | { kind: 'unknown'; name: string }) & {
  at: number;
  /** The staff member or display that acted; null if unnamed. */
  by: string | null;
};
type EntryOf<Kind extends EventKind> = Extract<Entry, { kind: Kind }>;

export interface Journal {
  append(orderId: string, event: OrderEvent, by?: string | null | undefined): void;
  /** Above `most` (default: 500) events, returns the oldest fifth and the newest with `left-out` between, so that reading is never slow. */
  of(orderId: string, what?: { most?: number }): Entry[];
  ofKind<Kind extends EventKind>(orderId: string, ...kinds: Kind[]): EntryOf<Kind>[];
}

const MOST_EVENTS = 500;
const OLDEST_SHARE = 1 / 5;

interface Row {
  at: number;
  kind: string;
  facts: string;
  by: string | null;
}

export function createJournal(db: Database.Database, now: () => number): Journal {
  const insert = db.prepare(`INSERT INTO journal (order_id, at, kind, facts, by_whom) VALUES (?, ?, ?, ?, ?)`);
  const list = db.prepare<[{ orderId: string; kinds: string | null; oldest: number; newest: number }], Row>(`
    WITH events AS NOT MATERIALIZED (
      SELECT * FROM journal WHERE order_id = @orderId AND (@kinds IS NULL OR kind IN (SELECT value FROM json_each(@kinds)))
    )
    SELECT at, kind, facts, by_whom AS "by" FROM (
      SELECT * FROM (SELECT * FROM events ORDER BY id LIMIT @oldest)
      UNION SELECT * FROM (SELECT * FROM events ORDER BY id DESC LIMIT @newest)
    ) ORDER BY id`);
  const counted = db.prepare<[string], { count: number }>(`SELECT count(*) AS count FROM journal WHERE order_id = ?`);

  function found(orderId: string, kinds: readonly string[] | null, most: number): Entry[] {
    const oldest = Math.floor(most * OLDEST_SHARE);
    return list.all({ orderId, kinds: kinds && JSON.stringify(kinds), oldest, newest: most - oldest }).map(read);
  }

  return {
    append(orderId, { kind, ...facts }, by = null) {
      insert.run(orderId, now(), kind, JSON.stringify(facts), by);
    },
    of(orderId, { most = MOST_EVENTS } = {}) {
      const story = found(orderId, null, most);
      if (story.length < most) return story;
      const events = (counted.get(orderId)?.count ?? 0) - story.length;
      const place = Math.floor(most * OLDEST_SHARE);
      const next = story[place];
      return events > 0 && next ? story.toSpliced(place, 0, { at: next.at, kind: 'left-out', events, by: null }) : story;
    },
    ofKind: <Kind extends EventKind>(orderId: string, ...kinds: Kind[]) =>
      found(orderId, kinds, MOST_EVENTS).filter((entry): entry is EntryOf<Kind> => (kinds as string[]).includes(entry.kind)),
  };
}

const FACTS = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown()));

function read({ at, kind, facts, by }: Row): Entry {
  const parsed = v.safeParse(FACTS, facts);
  const event = v.safeParse(orderEvent, { ...(parsed.success ? parsed.output : {}), kind });
  return { at, by, ...(event.success ? event.output : { kind: 'unknown', name: kind }) };
}
