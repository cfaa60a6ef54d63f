/** Couriers that were ordered here: the wish, the promise it stands on, and how far it has come. */
import type Database from 'better-sqlite3';
import type { DeliveryEvent, ShipmentPromise } from '../orders/delivery.ts';
import { after, type Progress } from '../orders/delivery-progress.ts';

export interface DeliveryRow {
  /** Ours, sent as merchant_order_reference_id: by it an event proves an order whose answer was lost. */
  id: string;
  venueId: string;
  /** What was asked for, as the outbox sends it. */
  wish: unknown;
  promise: ShipmentPromise;
  /** service_order_reference_id, once known. */
  reference: string | null;
  trackingUrl: string | null;
  progress: Progress;
  error: string | null;
  createdAt: number;
}

export interface DeliveryRows {
  add(row: DeliveryRow): void;
  get(id: string): DeliveryRow | null;
  /** Newest first. */
  recent(since: number, limit: number): DeliveryRow[];
  save(row: DeliveryRow): void;
  /** Applies an event to the delivery it is about. False when it is about none of ours. */
  apply(event: DeliveryEvent): boolean;
  /** Takes out what tells about a person from what is over and older than this moment. */
  eraseBefore(at: number): number;
}

type Stored = Omit<DeliveryRow, 'wish' | 'promise' | 'progress'> & { wish: string; promise: string; progress: string };

const COLUMNS = `id, venue_id AS venueId, wish, promise, reference, tracking_url AS trackingUrl, progress, error, created_at AS createdAt`;

export function createDeliveryRows(db: Database.Database, touch: (id: string) => void): DeliveryRows {
  const insert = db.prepare(
    `INSERT INTO delivery (id, venue_id, wish, promise, reference, tracking_url, progress, error, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const update = db.prepare(`UPDATE delivery SET reference = ?, tracking_url = ?, progress = ?, error = ? WHERE id = ?`);
  const byId = db.prepare<[string], Stored>(`SELECT ${COLUMNS} FROM delivery WHERE id = ?`);
  const byReference = db.prepare<[string], Stored>(`SELECT ${COLUMNS} FROM delivery WHERE reference = ?`);
  const newest = db.prepare<[number, number], Stored>(
    `SELECT ${COLUMNS} FROM delivery WHERE created_at >= ? ORDER BY created_at DESC LIMIT ?`,
  );
  const erase = db.prepare(`UPDATE delivery SET wish = '{}', erased = 1 WHERE erased = 0 AND created_at < ?`);

  function save(row: DeliveryRow): void {
    update.run(row.reference, row.trackingUrl, JSON.stringify(row.progress), row.error, row.id);
    touch(row.id);
  }
  const one = (stored: Stored | undefined): DeliveryRow | null => (stored ? toRow(stored) : null);

  return {
    save,
    add(row) {
      insert.run(
        row.id,
        row.venueId,
        JSON.stringify(row.wish),
        JSON.stringify(row.promise),
        row.reference,
        row.trackingUrl,
        JSON.stringify(row.progress),
        row.error,
        row.createdAt,
      );
      touch(row.id);
    },
    get: (id) => one(byId.get(id)),
    recent: (since, limit) => newest.all(since, limit).map(toRow),
    apply(event) {
      const row =
        one(event.reference === null ? undefined : byReference.get(event.reference)) ??
        one(event.merchantReference === null ? undefined : byId.get(event.merchantReference));
      if (!row) return false;
      save({ ...row, reference: row.reference ?? event.reference, progress: after(row.progress, event), error: null });
      return true;
    },
    eraseBefore: (at) => erase.run(at).changes,
  };
}

function toRow(stored: Stored): DeliveryRow {
  return { ...stored, wish: JSON.parse(stored.wish), promise: JSON.parse(stored.promise), progress: JSON.parse(stored.progress) };
}
