/** Registered counters in the relay's database: the registry itself, or its copy of the one in Postgres. */
import type Database from 'better-sqlite3';

export interface Counter {
  id: string;
  label: string;
  venueIds: string[];
  /** Epoch ms. */
  createdAt: number;
  /** Last connection or creation, epoch ms, to the hour. */
  seenAt: number;
  /** Public key that encrypts delivery notifications for this counter; null for none. */
  sealKey: string | null;
  group: string | null;
}

export interface CounterRow {
  id: string;
  key_hash: Buffer;
  label: string;
  venue_ids: string;
  created_at: number;
  seen_at: number;
  revoked_at: number | null;
  seal_key: string | null;
  group_name: string | null;
}

export interface CounterRows {
  /** Adds or replaces the counter. */
  put(row: CounterRow): void;
  /** Saves when the counter last connected, epoch ms. */
  see(id: string, at: number): void;
  byKey(keyHash: Buffer): CounterRow | null;
  byId(id: string): CounterRow | null;
  /** Revoked ones, too. */
  all(): CounterRow[];
  /** All counters except revoked ones, oldest first. */
  counters(): Counter[];
  /** The key of each counter that reads this venue; null for one without a key. */
  sealKeysOf(venueId: string): readonly (string | null)[];
}

export function createCounterRows(db: Database.Database): CounterRows {
  const sql = {
    put: db.prepare(
      `INSERT INTO counters (id, key_hash, label, venue_ids, created_at, seen_at, revoked_at, seal_key, group_name)
       VALUES (@id, @key_hash, @label, @venue_ids, @created_at, @seen_at, @revoked_at, @seal_key, @group_name)
       ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at, revoked_at = excluded.revoked_at, seal_key = excluded.seal_key`,
    ),
    see: db.prepare('UPDATE counters SET seen_at = max(seen_at, ?) WHERE id = ?'),
    byKey: db.prepare<[Buffer], CounterRow>('SELECT * FROM counters WHERE key_hash = ?'),
    byId: db.prepare<[string], CounterRow>('SELECT * FROM counters WHERE id = ?'),
    all: db.prepare<[], CounterRow>('SELECT * FROM counters'),
    current: db.prepare<[], CounterRow>('SELECT * FROM counters WHERE revoked_at IS NULL ORDER BY created_at, id'),
  };
  /** Cached by venue for delivery notifications. Null after changes. */
  let sealKeys: Map<string, (string | null)[]> | null = null;

  return {
    put(row) {
      sealKeys = null;
      sql.put.run(row);
    },
    see: (id, at) => void sql.see.run(at, id),
    byKey: (keyHash) => sql.byKey.get(keyHash) ?? null,
    byId: (id) => sql.byId.get(id) ?? null,
    all: () => sql.all.all(),
    counters: () => sql.current.all().map(asCounter),
    sealKeysOf(venueId) {
      if (sealKeys === null) {
        sealKeys = new Map();
        for (const { venue_ids, seal_key } of sql.current.all())
          for (const id of JSON.parse(venue_ids) as string[]) sealKeys.set(id, [...(sealKeys.get(id) ?? []), seal_key]);
      }
      return sealKeys.get(venueId) ?? [];
    },
  };
}

export function asCounter({ id, label, venue_ids, created_at, seen_at, seal_key, group_name }: CounterRow): Counter {
  const venueIds = JSON.parse(venue_ids) as string[];
  return { id, label, venueIds, createdAt: created_at, seenAt: seen_at, sealKey: seal_key, group: group_name };
}
