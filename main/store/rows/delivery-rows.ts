/** Couriers ordered in Tillbridge: request (column `wish`), promise, progress. */
import { isDeepStrictEqual } from 'node:util';
import type Database from 'better-sqlite3';
import type { DeliveryEvent } from '../../orders/couriers/delivery.ts';
import { after, NO_PROGRESS } from '../../orders/couriers/delivery-progress.ts';
import { asRecord, type Fields } from '../../orders/text/reading.ts';
import { bodyOf } from './parsed-orders.ts';
import { type DeliveryRow, readDelivery, type StoredDelivery } from './stored/stored-delivery.ts';
import { toStored } from './stored/stored-text.ts';

export type { DeliveryRow } from './stored/stored-delivery.ts';

export interface DeliveryRows {
  add(row: DeliveryRow): void;
  get(id: string): DeliveryRow | null;
  /** Couriers ordered since then (epoch ms) or scheduled for later, newest first. */
  recent(since: number): DeliveryRow[];
  /** Couriers ordered in [from, to), epoch ms, oldest first. */
  between(from: number, to: number): DeliveryRow[];
  save(row: DeliveryRow): void;
  /** False if the event is about no courier that Tillbridge ordered. */
  apply(event: DeliveryEvent): boolean;
  /** Erases personal data of couriers ordered before (epoch ms). Returns the number of rows. */
  eraseBefore(at: number): number;
}

const COLUMNS = `id, venue_id AS venueId, wish AS request, promise, reference, tracking_url AS trackingUrl, progress, error, created_at AS createdAt`;

export function createDeliveryRows(db: Database.Database, serviceNow: () => number, touch: (id: string) => void): DeliveryRows {
  const insert = db.prepare(
    `INSERT INTO delivery (id, venue_id, wish, promise, reference, tracking_url, progress, error, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const update = db.prepare(`UPDATE delivery SET reference = ?, tracking_url = ?, progress = ?, error = ? WHERE id = ?`);
  const byId = db.prepare<[string], StoredDelivery>(`SELECT ${COLUMNS} FROM delivery WHERE id = ?`);
  const byReference = db.prepare<[string], StoredDelivery>(`SELECT ${COLUMNS} FROM delivery WHERE reference = ?`);
  // `+created_at` lets each half use its index instead of scanning by time.
  const newest = db.prepare<[number, string], StoredDelivery>(
    `SELECT ${COLUMNS} FROM delivery
     WHERE created_at >= ? OR CASE WHEN json_valid(promise) THEN json_extract(promise, '$.scheduledTime') END >= ? ORDER BY +created_at DESC`,
  );
  const within = db.prepare<[number, number], StoredDelivery>(
    `SELECT ${COLUMNS} FROM delivery WHERE created_at >= ? AND created_at < ? ORDER BY created_at`,
  );
  const old = db.prepare<[number], StoredDelivery>(`SELECT ${COLUMNS} FROM delivery WHERE erased = 0 AND created_at < ?`);
  const erase = db.prepare(`UPDATE delivery SET wish = ?, promise = ?, progress = ?, tracking_url = NULL, erased = 1 WHERE id = ?`);

  function save(row: DeliveryRow): void {
    update.run(row.reference, row.trackingUrl, JSON.stringify(row.progress), storedError(row), row.id);
    touch(row.id);
  }
  const one = (stored: StoredDelivery | undefined): DeliveryRow | null => (stored ? readDelivery(stored) : null);

  return {
    save,
    add(row) {
      insert.run(
        row.id,
        row.venueId,
        JSON.stringify(row.request),
        JSON.stringify(row.promise),
        row.reference,
        row.trackingUrl,
        JSON.stringify(row.progress),
        storedError(row),
        row.createdAt,
      );
      touch(row.id);
    },
    get: (id) => one(byId.get(id)),
    recent: (since) => newest.all(since, new Date(since).toISOString()).map(readDelivery),
    between: (from, to) => within.all(from, to).map(readDelivery),
    apply(reported) {
      // Without a sending time, the time of arrival counts.
      const event = { ...reported, dispatchedAt: reported.dispatchedAt ?? new Date(serviceNow()).toISOString() };
      const row =
        one(event.reference === null ? undefined : byReference.get(event.reference)) ??
        one(event.merchantReference === null ? undefined : byId.get(event.merchantReference));
      if (!row) return false;
      const next = { ...row, reference: row.reference ?? event.reference, progress: after(row.progress, event), error: null };
      // Repeated and old events must not cause writes.
      if (!isDeepStrictEqual(next, row)) save(next);
      return true;
    },
    eraseBefore(at) {
      const rows = old.all(at);
      for (const row of rows) {
        const { request, promise, progress } = withoutPerson(row);
        erase.run(JSON.stringify(request), JSON.stringify(promise), JSON.stringify(progress), row.id);
      }
      return rows.length;
    },
  };
}

function storedError({ error }: DeliveryRow): string | null {
  return error === null ? null : toStored(error);
}

/** Keeps cost and progress; removes personal data, places and unreadable parts. */
function withoutPerson(stored: Pick<StoredDelivery, 'request' | 'promise' | 'progress'>) {
  const { tip = null, orderNumber = null } = fieldsOf(stored.request);
  return {
    request: { tip, orderNumber },
    promise: { ...fieldsOf(stored.promise), dropoff: null, formattedAddress: null },
    progress: { ...NO_PROGRESS, state: 'uncertain', ...fieldsOf(stored.progress), place: null, pinCode: null, rejectedReason: null },
  };
}

function fieldsOf(text: string): Fields {
  return asRecord(bodyOf(text)) ?? {};
}
