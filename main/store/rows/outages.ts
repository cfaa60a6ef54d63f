/** Outages are evidence for why an order was lost or late. */
import type Database from 'better-sqlite3';
import type { Text } from '../../../contract/message.ts';
import { fromStored, toStored } from './stored/stored-text.ts';

/** `off`: Tillbridge wasn't running. `unwatched`: no screen open. `silent`: alarm paused. */
export type OutageKind = 'service' | 'printer' | 'receiver' | 'off' | 'unwatched' | 'silent';

export interface Outage {
  kind: OutageKind;
  /** The affected part, such as a printer's name or an unwatched venue's ID. */
  subject: string;
  text: Text;
  /** Epoch ms of the service's clock. */
  from: number;
  /** Null while it lasts. */
  until: number | null;
}

export interface Outages {
  /** Continues an open outage. */
  begin(kind: OutageKind, subject: string, text: Text): void;
  end(kind: OutageKind, subject: string): void;
  /** At start: ends open outages at the last sign of life; the time since then becomes an outage `off`. */
  takeUp(): void;
  alive(): void;
  /** Overlapping [from, to], without those of other venues. */
  during(venueId: string, from: number, to: number): Outage[];
  /** Overlapping ones that kept orders from arriving. */
  withoutOrders(from: number, to: number): Pick<Outage, 'from' | 'until'>[];
  forgetBefore(at: number): void;
}

/** An order dated years ago would otherwise list all outages. */
const MOST_SHOWN = 50;
/** Shorter gaps, such as restarts for updates, aren't outages. */
const OFF_FROM_MS = 60_000;

export function createOutages(db: Database.Database, now: () => number): Outages {
  const open = db.prepare<[string, string]>(`SELECT 1 FROM spell WHERE kind = ? AND subject = ? AND until_at IS NULL`);
  const insert = db.prepare(`INSERT INTO spell (kind, subject, text, from_at, until_at) VALUES (?, ?, ?, ?, ?)`);
  const close = db.prepare(`UPDATE spell SET until_at = ? WHERE kind = ? AND subject = ? AND until_at IS NULL`);
  const closeAll = db.prepare(`UPDATE spell SET until_at = max(from_at, ?) WHERE until_at IS NULL`);
  const lastAlive = db.prepare<[], number>(`SELECT last_at FROM tally WHERE name = 'alive'`).pluck();
  const live = db.prepare(
    `INSERT INTO tally (name, count, last_at) VALUES ('alive', 1, ?) ON CONFLICT (name) DO UPDATE SET last_at = excluded.last_at`,
  );
  const overlapping = db.prepare<[number, number, string], Outage & { text: string }>(`
    SELECT kind, subject, text, from_at AS "from", until_at AS until FROM spell
    WHERE from_at <= ? AND (until_at IS NULL OR until_at >= ?) AND (kind <> 'unwatched' OR subject IN ('', ?))
    ORDER BY from_at LIMIT ${MOST_SHOWN}`);
  const withoutOrders = db.prepare<[number, number], Pick<Outage, 'from' | 'until'>>(`
    SELECT from_at AS "from", until_at AS until FROM spell
    WHERE kind IN ('service', 'receiver', 'off') AND from_at <= ? AND (until_at IS NULL OR until_at >= ?)`);
  const forget = db.prepare(`DELETE FROM spell WHERE until_at < ?`);

  return {
    takeUp() {
      const last = lastAlive.get();
      if (last === undefined) return;
      closeAll.run(last);
      if (now() - last > OFF_FROM_MS) insert.run('off', '', '', last, now());
    },
    begin(kind, subject, text) {
      if (open.get(kind, subject) === undefined) insert.run(kind, subject, toStored(text), now(), null);
    },
    end: (kind, subject) => void close.run(now(), kind, subject),
    alive: () => void live.run(now()),
    during: (venueId, from, to) => overlapping.all(to, from, venueId).map((outage) => ({ ...outage, text: fromStored(outage.text) })),
    withoutOrders: (from, to) => withoutOrders.all(to, from),
    forgetBefore: (at) => void forget.run(at),
  };
}
