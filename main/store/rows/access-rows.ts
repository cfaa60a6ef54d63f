/** Whether a manager's PIN is set, and its throttle. Never the PIN. */
import type Database from 'better-sqlite3';

/** Leaky bucket of failed PIN attempts. */
export interface PinThrottle {
  /** Each failure adds the same amount; time drains it. */
  debtMs: number;
  retryAfterMs: number;
}

export interface AccessRow extends PinThrottle {
  /** Null until the vault was opened. */
  pinSet: boolean | null;
}

export interface AccessRows {
  get(): AccessRow;
  keep(change: Partial<AccessRow>): void;
}

export function createAccessRows(db: Database.Database): AccessRows {
  const one = db.prepare<[], { pinSet: number | null; debtMs: number; retryAfterMs: number }>(
    `SELECT pin_set AS pinSet, owed_ms AS debtMs, rest_ms AS retryAfterMs FROM access`,
  );
  const put = db.prepare(`INSERT INTO access (id, pin_set, owed_ms, rest_ms) VALUES (1, @pinSet, @debtMs, @retryAfterMs)
    ON CONFLICT (id) DO UPDATE SET pin_set = @pinSet, owed_ms = @debtMs, rest_ms = @retryAfterMs`);
  const get = (): AccessRow => {
    const row = one.get();
    return row ? { ...row, pinSet: row.pinSet === null ? null : row.pinSet === 1 } : { pinSet: null, debtMs: 0, retryAfterMs: 0 };
  };
  return {
    get,
    keep(change) {
      const { pinSet, debtMs, retryAfterMs } = { ...get(), ...change };
      put.run({ pinSet: pinSet === null ? null : Number(pinSet), debtMs: Math.ceil(debtMs), retryAfterMs: Math.ceil(retryAfterMs) });
    },
  };
}
