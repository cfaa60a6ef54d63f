/** Shares with other relays which counters are connected where, and how each relay is. */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { Health } from '../../contract/relay/wire.ts';
import { readJson } from '../../shared/json/read-json.ts';
import type { Time } from '../../shared/time/time.ts';
import type { PostgresDatabase } from '../engine/postgres/database.ts';
import type { Hub, Presence } from './hub.ts';
import type { Presences } from './presences.ts';

const EVERY_MS = 2_000;
/** A relay that didn't report for this long is away, ms. */
export const AWAY_AFTER_MS = 15_000;
/** Then it is forgotten, ms. */
const FORGOTTEN_AFTER_MS = 3_600_000;
/** Changes are read again for this long, as their commits may come in another order, ms. */
const OVERLAP_MS = 10_000;
const JOINED_EVERY_MS = 250;
/** Counters in a hint, whose limit is 8,000 bytes. */
const MOST_NAMED = 100;
const AT_ONCE = 1_000;
/** A failover takes less, ms. */
const TROUBLE_AFTER_MS = 10_000;
/** Above this, times are given by the database's clock. Less may be a slow answer. */
const CLOCKS_DIFFER_MS = 5_000;

const Report = v.object({
  way: v.picklist(['socket', 'poll']),
  connectedAt: v.number(),
  appVersion: v.nullable(v.string()),
  clockOffsetMs: v.nullable(v.number()),
  health: v.fallback(v.nullable(Health), null),
});
/** Part of a relay's state. */
const Instance = v.object({ instance: v.string() });
/** Counters and when they connected, epoch ms. */
const Joined = v.array(v.tuple([v.string(), v.number()]));

export interface OtherRelay {
  name: string;
  /** JSON. */
  state: string;
  /** Ms since its last report. */
  silentMs: number;
}

export interface SharedPresences extends Presences, AsyncDisposable {
  others(): OtherRelay[];
  /** Whether another relay reports under this one's name. */
  hasTwin(): boolean;
  /** By how many ms this computer's clock is ahead of the database's; null until known. */
  clockAheadMs(): number | null;
  /** Why the database can't be used for some seconds now, or null. */
  trouble(): string | null;
}

interface Elsewhere {
  relay: string;
  report: v.InferOutput<typeof Report>;
  leftAt: number | null;
}

export function sharePresences(options: {
  postgres: Pick<PostgresDatabase, 'database' | 'hints' | 'trouble'>;
  hub: Hub;
  relayName: string;
  /** What other relays learn of this one. */
  state: () => object;
  time: Time;
  onDefect: (error: unknown) => void;
}): SharedPresences {
  const { hub, relayName, time } = options;
  const { database, hints } = options.postgres;
  /** Reports as last written. */
  let written = new Map<string, string>();
  const elsewhere = new Map<string, Elsewhere>();
  let relays = new Map<string, OtherRelay>();
  let readUpTo = 0;
  let isFirst = true;
  /** Since when reports fail, monotonic, and why. */
  let failing: { since: number; why: string } | null = null;
  let joined: [string, number][] = [];
  const instance = randomUUID();
  /** When another relay last reported under this one's name, monotonic. */
  let twinAt = Number.NEGATIVE_INFINITY;
  let clockAhead: number | null = null;
  const ahead = (): number => clockAhead ?? 0;
  /** Now by the database's clock, as other relays' clocks may differ. */
  const wall = (): number => time.wall() - ahead();

  async function report(): Promise<void> {
    try {
      await writeReports();
      failing = null;
    } catch (error) {
      failing = { since: failing?.since ?? time.monotonic(), why: error instanceof Error ? error.message : String(error) };
    }
  }

  async function writeReports(): Promise<void> {
    const [found] = await database.query<{ isNew: boolean; at: number; before: string | null }>(
      `WITH earlier AS MATERIALIZED (SELECT state FROM relay WHERE name = $1)
       INSERT INTO relay AS r VALUES ($1, $2, clock_ms())
       ON CONFLICT (name) DO UPDATE SET state = excluded.state, at = excluded.at RETURNING xmax = 0 AS "isNew", at, (SELECT state FROM earlier) AS before`,
      [relayName, JSON.stringify({ ...options.state(), instance })],
    );
    const before = v.safeParse(Instance, readJson(found?.before ?? ''));
    if (!isFirst && before.success && before.output.instance !== instance) twinAt = time.monotonic();
    const measured = time.wall() - (found?.at ?? 0);
    clockAhead ??= 0;
    if (Math.abs(measured - clockAhead) >= CLOCKS_DIFFER_MS) clockAhead = measured;
    if (isFirst) await database.query('UPDATE presence SET left_at = $2, changed_at = clock_ms() WHERE relay = $1', [relayName, wall()]);
    // After a failover the tables are empty.
    if (isFirst || found?.isNew) {
      written = new Map();
      readUpTo = 0;
    }
    isFirst = false;
    const now = await reportsNow();
    const gone = [...written.keys()].filter((id) => !now.has(id));
    const changed = [...now].filter(([id, text]) => written.get(id) !== text);
    await write(changed, null);
    await write(
      gone.map((id) => [id, written.get(id) ?? '']),
      wall(),
    );
    written = now;
  }

  async function reportsNow(): Promise<Map<string, string>> {
    const now = new Map<string, string>();
    for (const [at, id] of hub.ids().entries()) {
      if (at % AT_ONCE === AT_ONCE - 1) await new Promise(setImmediate);
      const here = hub.presence(id);
      if (here === null) continue;
      const { seenAt: _, ...shown } = here;
      // The offset varies with each ping.
      const clockOffsetMs = shown.clockOffsetMs === null ? null : Math.round(shown.clockOffsetMs / 1_000) * 1_000;
      const connectedAt = shown.connectedAt - ahead();
      now.set(id, JSON.stringify({ ...shown, connectedAt, clockOffsetMs } satisfies v.InferInput<typeof Report>));
    }
    return now;
  }

  async function write(reports: readonly [string, string][], leftAt: number | null): Promise<void> {
    if (reports.length === 0) return;
    await database.query(
      `INSERT INTO presence AS p SELECT id, $1, report, $4, clock_ms() FROM unnest($2::text[], $3::text[]) AS r(id, report)
       ON CONFLICT (counter_id) DO UPDATE
         SET relay = excluded.relay, report = excluded.report, left_at = excluded.left_at, changed_at = excluded.changed_at
       WHERE excluded.left_at IS NULL OR p.relay = excluded.relay`,
      [relayName, reports.map(([id]) => id), reports.map(([, text]) => text), leftAt],
    );
  }

  async function renew(): Promise<void> {
    const rows = await database.query<{ id: string; relay: string; report: string; leftAt: number | null; changedAt: number }>(
      `SELECT counter_id AS id, relay, report, left_at AS "leftAt", changed_at AS "changedAt" FROM presence
       WHERE changed_at > $1 AND relay <> $2`,
      [readUpTo - OVERLAP_MS, relayName],
    );
    for (const { id, relay, report: text, leftAt, changedAt } of rows) {
      readUpTo = Math.max(readUpTo, changedAt);
      const read = v.safeParse(Report, readJson(text));
      if (read.success) elsewhere.set(id, { relay, report: read.output, leftAt });
    }
    const others = await database.query<OtherRelay>('SELECT name, state, clock_ms() - at AS "silentMs" FROM relay WHERE name <> $1', [
      relayName,
    ]);
    relays = new Map(others.map((one) => [one.name, one]));
  }

  function placeOf(counterId: string): { presence: Presence | null; goneMs: number | null } {
    const found = elsewhere.get(counterId);
    if (!found) return { presence: null, goneMs: null };
    const { report: of, leftAt } = found;
    const relay = relays.get(found.relay);
    if (leftAt !== null) return { presence: null, goneMs: wall() - leftAt };
    if (!relay || relay.silentMs > AWAY_AFTER_MS) return { presence: null, goneMs: relay?.silentMs ?? null };
    return { presence: { ...of, connectedAt: of.connectedAt + ahead(), seenAt: time.wall() - relay.silentMs }, goneMs: null };
  }

  function sendJoined(): void {
    for (let at = 0; at < joined.length; at += MOST_NAMED) hints.send('joined', joined.slice(at, at + MOST_NAMED));
    joined = [];
  }

  hub.onJoin((id) => joined.push([id, wall()]));
  // Of two connections with one key, the newer stays.
  hints.on('joined', (content) => {
    const read = v.safeParse(Joined, content);
    if (!read.success) return;
    for (const [id, at] of read.output)
      if ((hub.presence(id)?.connectedAt ?? Number.POSITIVE_INFINITY) - ahead() < at) hub.sendAway(id, 'too-many');
  });
  const forget = (): Promise<unknown> => database.query('DELETE FROM relay WHERE at < clock_ms() - $1::bigint', [FORGOTTEN_AFTER_MS]);
  const stops = [
    time.every(EVERY_MS, report, options.onDefect),
    time.every(JOINED_EVERY_MS, sendJoined, options.onDefect),
    time.every(FORGOTTEN_AFTER_MS / 4, forget, options.onDefect),
  ];

  return {
    renew,
    presence: (counterId) => hub.presence(counterId) ?? placeOf(counterId).presence,
    reach(counterId) {
      const here = hub.reach(counterId);
      if (here.isHere) return here;
      const { presence, goneMs } = placeOf(counterId);
      if (presence !== null) return { isHere: true, wasHere: true, ms: time.wall() - presence.connectedAt };
      return { isHere: false, wasHere: here.wasHere || goneMs !== null, ms: Math.min(here.ms, goneMs ?? here.ms) };
    },
    hasTwin: () => time.monotonic() - twinAt < AWAY_AFTER_MS,
    clockAheadMs: () => clockAhead,
    others: () => [...relays.values()],
    trouble() {
      const servers = options.postgres.trouble();
      if (servers !== null) return servers;
      if (failing !== null && time.monotonic() - failing.since >= TROUBLE_AFTER_MS) return failing.why;
      return hints.areHeard() ? null : 'what relays send each other by NOTIFY does not arrive; name the database itself, not a pooler';
    },
    async [Symbol.asyncDispose]() {
      for (const stop of stops) stop();
      // A relay that ends leaves no trace; one that crashed is missed.
      await database
        .query(
          'WITH gone AS (UPDATE presence SET left_at = $2, changed_at = clock_ms() WHERE relay = $1) DELETE FROM relay WHERE name = $1',
          [relayName, wall()],
        )
        .catch(options.onDefect);
    },
  };
}
