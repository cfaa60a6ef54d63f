/** Marks made in the kitchen, which the service doesn't know. */
import type Database from 'better-sqlite3';
import type { KitchenMark } from '../../orders/kitchen/kitchen.ts';

export interface KitchenRows {
  of(orderId: string): KitchenMark[];
  /** Setting a mark again keeps its first time. */
  set(orderId: string, mark: Omit<KitchenMark, 'at'>): void;
  unset(orderId: string, kind: KitchenMark['kind'], only?: { station?: string; line?: string }): void;
  /** The kitchen has the order; the first time counts. */
  began(orderId: string): void;
  /** Orders last finished at this station, newest first. `since`: epoch ms. */
  lastDone(station: string, since: number, limit: number): { orderId: string; at: number }[];
  forget(orderId: string): void;
}

export function createKitchenRows(db: Database.Database, now: () => number, touch: (orderId: string) => void): KitchenRows {
  const marks = db.prepare<[string], KitchenMark>(`SELECT kind, station, line, at FROM kitchen_mark WHERE order_id = ?`);
  const insert = db.prepare(`INSERT INTO kitchen_mark (order_id, kind, station, line, at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`);
  const remove = db.prepare(
    `DELETE FROM kitchen_mark WHERE order_id = @orderId AND kind = @kind
       AND (@station IS NULL OR station = @station) AND (@line IS NULL OR line = @line)`,
  );
  const done = db.prepare<[string, number, number], { orderId: string; at: number }>(
    `SELECT order_id AS orderId, max(at) AS at FROM kitchen_mark WHERE kind = 'ticket' AND station = ? AND at >= ?
     GROUP BY order_id ORDER BY at DESC, order_id LIMIT ?`,
  );
  const all = db.prepare(`DELETE FROM kitchen_mark WHERE order_id = ?`);

  const set: KitchenRows['set'] = (orderId, { kind, station, line }) => {
    if (insert.run(orderId, kind, station, line, now()).changes > 0) touch(orderId);
  };
  return {
    of: (orderId) => marks.all(orderId),
    set,
    unset(orderId, kind, { station = null, line = null }: { station?: string | null; line?: string | null } = {}) {
      if (remove.run({ orderId, kind, station, line }).changes > 0) touch(orderId);
    },
    began: (orderId) => set(orderId, { kind: 'began', station: '', line: '' }),
    lastDone: (station, since, limit) => done.all(station, since, limit),
    forget: (orderId) => void all.run(orderId),
  };
}
