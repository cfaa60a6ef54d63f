/** What was verified to work: one address, printer or secret, not its replacement. */
import type Database from 'better-sqlite3';

export type VerifiedConnection = 'order-api' | 'delivery-api' | 'webhook-secret' | 'receiver' | `printer/${string}`;

/** `renew` writes at most once a minute. */
const RENEWED_AFTER_MS = 60_000;

export interface VerificationRows {
  /** When it was verified, epoch ms; null if never. `about`: such as its address. */
  at(what: VerifiedConnection, about: string): number | null;
  /** Verifying the same again keeps the first time. */
  keep(what: VerifiedConnection, about: string): void;
  /** Renews the time, up to a minute late. */
  renew(what: VerifiedConnection): void;
  forget(what: VerifiedConnection): void;
}

export function createVerificationRows(db: Database.Database, now: () => number): VerificationRows {
  const one = db.prepare<[string, string], { at: number }>(`SELECT at FROM proof WHERE what = ? AND about = ?`);
  const put = db.prepare(`INSERT INTO proof (what, about, at) VALUES (?, ?, ?)
    ON CONFLICT (what) DO UPDATE SET about = excluded.about, at = excluded.at WHERE about <> excluded.about`);
  const again = db.prepare(`INSERT INTO proof (what, about, at) VALUES (?, '', ?)
    ON CONFLICT (what) DO UPDATE SET at = excluded.at WHERE abs(excluded.at - at) > ${RENEWED_AFTER_MS}`);
  const remove = db.prepare(`DELETE FROM proof WHERE what = ?`);
  return {
    at: (what, about) => one.get(what, about)?.at ?? null,
    keep: (what, about) => void put.run(what, about, now()),
    renew: (what) => void again.run(what, now()),
    forget: (what) => void remove.run(what),
  };
}
