/** PIN throttles of staff, and their changes outside orders. Never a PIN. */
import type Database from 'better-sqlite3';
import type { PinThrottle } from './access-rows.ts';

export interface StaffRows {
  /** Staff with an active throttle. */
  throttled(): string[];
  throttle(person: string): PinThrottle;
  keepThrottle(person: string, throttle: PinThrottle): void;
  forget(person: string): void;
  /** `what`: the call's name. */
  noteChange(byWhom: string, what: string): void;
  /** Newest first. */
  lastChanges(limit: number): { at: number; who: string; what: string }[];
  eraseNames(orderId: string): void;
  /** Deletes older changes; epoch ms. Returns the number of rows. */
  eraseBefore(before: number): number;
}

export function createStaffRows(db: Database.Database, now: () => number): StaffRows {
  const throttled = db.prepare<[], { person: string }>(`SELECT person FROM staff_tries WHERE owed_ms > 0 OR rest_ms > 0`);
  const one = db.prepare<[string], PinThrottle>(`SELECT owed_ms AS debtMs, rest_ms AS retryAfterMs FROM staff_tries WHERE person = ?`);
  const put = db.prepare(`INSERT INTO staff_tries (person, owed_ms, rest_ms) VALUES (@person, @debtMs, @retryAfterMs)
    ON CONFLICT (person) DO UPDATE SET owed_ms = @debtMs, rest_ms = @retryAfterMs`);
  const remove = db.prepare(`DELETE FROM staff_tries WHERE person = ?`);
  const insert = db.prepare(`INSERT INTO staff_change (at, by_whom, what) VALUES (?, ?, ?)`);
  const last = db.prepare<[number], { at: number; who: string; what: string }>(
    `SELECT at, by_whom AS who, what FROM staff_change ORDER BY id DESC LIMIT ?`,
  );
  const nameless = db.prepare(`UPDATE journal SET by_whom = NULL WHERE order_id = ? AND by_whom IS NOT NULL`);
  const erase = db.prepare(`DELETE FROM staff_change WHERE at < ?`);
  return {
    throttled: () => throttled.all().map(({ person }) => person),
    throttle: (person) => one.get(person) ?? { debtMs: 0, retryAfterMs: 0 },
    keepThrottle: (person, { debtMs, retryAfterMs }) =>
      void put.run({ person, debtMs: Math.ceil(debtMs), retryAfterMs: Math.ceil(retryAfterMs) }),
    forget: (person) => void remove.run(person),
    noteChange: (byWhom, what) => void insert.run(now(), byWhom, what),
    lastChanges: (limit) => last.all(limit),
    eraseNames: (orderId) => void nameless.run(orderId),
    eraseBefore: (before) => erase.run(before).changes,
  };
}
