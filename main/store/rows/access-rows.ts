/** The manager's PIN outside the vault: whether it is set, and its throttle. Never the PIN. */
import type Database from 'better-sqlite3';

/** Leaky bucket of failed PIN attempts. */
export interface Owed {
  /** Each failure adds the same; time drains it. */
  owedMs: number;
  /** Ms. */
  restMs: number;
}

export interface AccessRow extends Owed {
  /** Null until the vault was opened. */
  pinSet: boolean | null;
}

export interface AccessRows {
  get(): AccessRow;
  keep(change: Partial<AccessRow>): void;
}

export function createAccessRows(db: Database.Database): AccessRows {
  const one = db.prepare<[], { pinSet: number | null; owedMs: number; restMs: number }>(
    `SELECT pin_set AS pinSet, owed_ms AS owedMs, rest_ms AS restMs FROM access`,
  );
  const put = db.prepare(`INSERT INTO access (id, pin_set, owed_ms, rest_ms) VALUES (1, @pinSet, @owedMs, @restMs)
    ON CONFLICT (id) DO UPDATE SET pin_set = @pinSet, owed_ms = @owedMs, rest_ms = @restMs`);
  const get = (): AccessRow => {
    const row = one.get();
    return row ? { ...row, pinSet: row.pinSet === null ? null : row.pinSet === 1 } : { pinSet: null, owedMs: 0, restMs: 0 };
  };
  return {
    get,
    keep(change) {
      const { pinSet, owedMs, restMs } = { ...get(), ...change };
      put.run({ pinSet: pinSet === null ? null : Number(pinSet), owedMs: Math.ceil(owedMs), restMs: Math.ceil(restMs) });
    },
  };
}
