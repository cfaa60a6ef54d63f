/** What was seen to work: verified for one address, printer or secret, not for its replacement. */
import type Database from 'better-sqlite3';

/** An address of the service by its name there, the webhook secret, the receiver, or a printer by its id. */
export type Proven = 'order-api' | 'delivery-api' | 'webhook-secret' | 'receiver' | `printer/${string}`;

/** What works all the time is not written all the time. */
const RENEWED_AFTER_MS = 60_000;

export interface ProofRows {
  /** When this was seen to work, as it is now (`about`: its address, say); epoch ms, null where it never was. */
  at(what: Proven, about: string): number | null;
  /** The first proof of the same stays as it is. */
  keep(what: Proven, about: string): void;
  /** The same of what is seen to work again and again: when it last was, up to a minute late. */
  renew(what: Proven): void;
  forget(what: Proven): void;
}

export function createProofRows(db: Database.Database, now: () => number): ProofRows {
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
