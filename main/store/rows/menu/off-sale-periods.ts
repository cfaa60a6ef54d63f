/** How long venues were paused and items sold out. Service clock, epoch ms. */
import type Database from 'better-sqlite3';

export type OffSaleKind = 'paused' | 'sold-out';

export interface OffSalePeriod {
  venueId: string;
  kind: OffSaleKind;
  /** The item's identifier; empty for the venue. */
  subject: string;
  name: string;
  from: number;
  until: number | null;
}

export interface OffSalePeriods {
  /** Continues an open period. `until`: null if the service doesn't end it. */
  begin(period: OffSalePeriod): void;
  end(venueId: string, kind: OffSaleKind, subject: string, at: number): void;
  /** Periods overlapping [from, to], oldest first. */
  during(from: number, to: number): OffSalePeriod[];
  of(venueId: string, kind: OffSaleKind, from: number, to: number): OffSalePeriod[];
  forgetBefore(at: number): void;
}

const MOST_SHOWN = 2_000;

export function createOffSalePeriods(db: Database.Database): OffSalePeriods {
  const cut = db.prepare(`
    UPDATE sale_spell SET until_at = max(from_at, @at)
    WHERE venue_id = @venueId AND kind = @kind AND subject = @subject AND (until_at IS NULL OR until_at > @at)`);
  const going = db.prepare<[{ venueId: string; kind: string; subject: string; at: number }], number>(
    `SELECT id FROM sale_spell WHERE venue_id = @venueId AND kind = @kind AND subject = @subject AND (until_at IS NULL OR until_at > @at)`,
  );
  const prolong = db.prepare(`UPDATE sale_spell SET until_at = ? WHERE id = ?`);
  const insert = db.prepare(`INSERT INTO sale_spell (venue_id, kind, subject, name, from_at, until_at) VALUES (?, ?, ?, ?, ?, ?)`);
  const overlapping = `SELECT venue_id AS venueId, kind, subject, name, from_at AS "from", until_at AS until FROM sale_spell
    WHERE from_at <= ? AND (until_at IS NULL OR until_at >= ?)`;
  const during = db.prepare<[number, number], OffSalePeriod>(`${overlapping} ORDER BY from_at LIMIT ${MOST_SHOWN}`);
  const ofVenue = db.prepare<[number, number, string, string], OffSalePeriod>(
    `${overlapping} AND venue_id = ? AND kind = ? ORDER BY from_at LIMIT ${MOST_SHOWN}`,
  );
  const forget = db.prepare(`DELETE FROM sale_spell WHERE until_at < ?`);
  return {
    begin({ venueId, kind, subject, name, from, until }) {
      const id = going.pluck().get({ venueId, kind, subject, at: from });
      if (id === undefined) insert.run(venueId, kind, subject, name, from, until);
      else prolong.run(until, id);
    },
    end: (venueId, kind, subject, at) => void cut.run({ venueId, kind, subject, at }),
    during: (from, to) => during.all(to, from),
    of: (venueId, kind, from, to) => ofVenue.all(to, from, venueId, kind),
    forgetBefore: (at) => void forget.run(at),
  };
}
