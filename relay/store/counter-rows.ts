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
  /** A revoked counter stays so. */
  put(row: CounterRow): void;
  /** Saves when counters last connected, epoch ms. */
  see(seen: ReadonlyMap<string, number>): void;
  byKey(keyHash: Buffer): CounterRow | null;
  byId(id: string): CounterRow | null;
  /** Revoked ones, too. */
  all(): CounterRow[];
  /** All counters except revoked ones, oldest first. */
  counters(): readonly Counter[];
  /** The key of each counter that reads this venue; null for one without a key. */
  sealKeysOf(venueId: string): readonly (string | null)[];
}

export function createCounterRows(db: Database.Database): CounterRows {
  const sql = {
    put: db.prepare(
      `INSERT INTO counters (id, key_hash, label, venue_ids, created_at, seen_at, revoked_at, seal_key, group_name)
       VALUES (@id, @key_hash, @label, @venue_ids, @created_at, @seen_at, @revoked_at, @seal_key, @group_name)
       ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at, revoked_at = coalesce(revoked_at, excluded.revoked_at), seal_key = excluded.seal_key`,
    ),
    see: db.prepare('UPDATE counters SET seen_at = max(seen_at, ?) WHERE id = ?'),
    byKey: db.prepare<[Buffer], CounterRow>('SELECT * FROM counters WHERE key_hash = ?'),
    byId: db.prepare<[string], CounterRow>('SELECT * FROM counters WHERE id = ?'),
    all: db.prepare<[], CounterRow>('SELECT * FROM counters'),
    current: db.prepare<[], CounterRow>('SELECT * FROM counters WHERE revoked_at IS NULL ORDER BY created_at, id'),
  };
  const see = db.transaction((seen: ReadonlyMap<string, number>) => {
    for (const [id, at] of seen) sql.see.run(at, id);
  }).immediate;
  /** Both cached, as a chain has thousands. Null after changes. */
  let current: Counter[] | null = null;
  let sealKeys: Map<string, (string | null)[]> | null = null;

  function counters(): readonly Counter[] {
    current ??= sql.current.all().map(asCounter);
    return current;
  }

  return {
    put(row) {
      current = sealKeys = null;
      sql.put.run(row);
    },
    see(seen) {
      see(seen);
      current = null;
    },
    byKey: (keyHash) => sql.byKey.get(keyHash) ?? null,
    byId: (id) => sql.byId.get(id) ?? null,
    all: () => sql.all.all(),
    counters,
    sealKeysOf(venueId) {
      if (sealKeys === null) {
        sealKeys = new Map();
        for (const { venueIds, sealKey } of counters()) for (const id of venueIds) sealKeys.set(id, [...(sealKeys.get(id) ?? []), sealKey]);
      }
      return sealKeys.get(venueId) ?? [];
    },
  };
}

export function asCounter({ id, label, venue_ids, created_at, seen_at, seal_key, group_name }: CounterRow): Counter {
  const venueIds = JSON.parse(venue_ids) as string[];
  return { id, label, venueIds, createdAt: created_at, seenAt: seen_at, sealKey: seal_key, group: group_name };
}
