/** Notifications as received; none is processed twice. */
import type Database from 'better-sqlite3';

export interface Notification {
  /** The service's ID, or a hash of the body if it sent none. */
  id: string;
  type: string;
  orderId: string | null;
  venueId: string | null;
  /** Uppercase (section 6.1). */
  status: string | null;
  /** The order's creation time as sent. */
  createdAt: string | null;
  /** No personal data (section 6.1). */
  body: string;
}

export interface StoredNotification extends Notification {
  receivedAt: number;
}

export interface Inbox {
  /** Empties bodies from before `at`, epoch ms. IDs stay, so that replays are recognized. */
  eraseBodiesBefore(at: number): number;
  /** False if the ID is known; then nothing changes. */
  add(notification: Notification): boolean;
  has(id: string): boolean;
  /** Whether the order's CREATED notification arrived. */
  wasAnnounced(orderId: string): boolean;
  newest(limit: number): StoredNotification[];
  /** `lastAt`: epoch ms. */
  total(): { count: number; lastAt: number | null };
  lastOf(types: readonly string[]): number | null;
  firstAbout(orderId: string): number | null;
  /** By order of arrival, since the clock may have been set. */
  lastAbout(orderId: string): number | null;
  /** Orders with notifications but no reading. */
  aboutUnknown(): { orderId: string; venueId: string | null }[];
}

export function createInbox(db: Database.Database, now: () => number): Inbox {
  const insert = db.prepare(
    `INSERT INTO notification (id, received_at, type, order_id, venue_id, status, created_at, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
  );
  const list = db.prepare<[number], StoredNotification>(
    `SELECT id, received_at AS receivedAt, type, order_id AS orderId, venue_id AS venueId, status, created_at AS createdAt, body
     FROM notification ORDER BY received_at DESC LIMIT ?`,
  );
  const totals = db.prepare<[], { count: number; lastAt: number | null }>(
    `SELECT count(*) AS count, max(received_at) AS lastAt FROM notification`,
  );
  const empty = db.prepare(`UPDATE notification SET body = '' WHERE received_at < ? AND body <> ''`);
  const created = db.prepare<[string]>(`SELECT 1 FROM notification WHERE order_id = ? AND status = 'CREATED' LIMIT 1`);
  const first = db.prepare<[string], { at: number | null }>(`SELECT min(received_at) AS at FROM notification WHERE order_id = ?`);
  const newest = db.prepare<[string], { at: number | null }>(
    `SELECT received_at AS at FROM notification WHERE order_id = ? ORDER BY rowid DESC LIMIT 1`,
  );
  const unknown = db.prepare<[], { orderId: string; venueId: string | null }>(
    `SELECT order_id AS orderId, max(venue_id) AS venueId FROM notification
     WHERE order_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM orders WHERE orders.id = notification.order_id) GROUP BY order_id`,
  );
  const last = db.prepare<[string], { at: number | null }>(
    `SELECT max(received_at) AS at FROM notification WHERE type IN (SELECT value FROM json_each(?))`,
  );
  const known = db.prepare<[string]>(`SELECT 1 FROM notification WHERE id = ?`);
  return {
    has: (id) => known.get(id) !== undefined,
    aboutUnknown: () => unknown.all(),
    add: (n) => insert.run(n.id, now(), n.type, n.orderId, n.venueId, n.status, n.createdAt, n.body).changes === 1,
    wasAnnounced: (orderId) => created.get(orderId) !== undefined,
    newest: (limit) => list.all(limit),
    total: () => totals.get() ?? { count: 0, lastAt: null },
    eraseBodiesBefore: (at) => empty.run(at).changes,
    lastOf: (types) => last.get(JSON.stringify(types))?.at ?? null,
    firstAbout: (orderId) => first.get(orderId)?.at ?? null,
    lastAbout: (orderId) => newest.get(orderId)?.at ?? null,
  };
}
