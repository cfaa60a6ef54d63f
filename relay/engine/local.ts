/** What this relay's own disk knows of the engine: what is still to be given to it, and up to where its streams were read. */
import type Database from 'better-sqlite3';

export interface Outgoing {
  hash: Buffer;
  /** As it stands in the entry too, so that nobody has to look into that again; null for what names none. */
  venueId: string | null;
  entry: Buffer;
}

export interface Position {
  /** When the stream was made: another one of the same name is another stream. */
  created: string;
  /** The last message that was read. */
  seq: number;
  /** When that came, epoch ms of the engine. */
  at: number;
}

export interface Local {
  /** False where it waits already. */
  add(one: Outgoing): boolean;
  /** In the order in which it was taken. */
  after(id: number, most: number): (Outgoing & { id: number })[];
  /** It was read back. */
  remove(hash: Buffer): void;
  count(): number;
  position(stream: string): Position | null;
  setPosition(stream: string, position: Position): void;
}

export function openLocal(db: Database.Database): Local {
  const sql = {
    add: db.prepare('INSERT OR IGNORE INTO outgoing (hash, venue_id, entry) VALUES (?, ?, ?)'),
    after: db.prepare<[number, number], Outgoing & { id: number }>(
      'SELECT id, hash, venue_id AS venueId, entry FROM outgoing WHERE id > ? ORDER BY id LIMIT ?',
    ),
    remove: db.prepare('DELETE FROM outgoing WHERE hash = ?'),
    count: db.prepare<[], { count: number }>('SELECT count(*) AS count FROM outgoing'),
    position: db.prepare<[string], Position>('SELECT created, seq, at FROM streams WHERE name = ?'),
    setPosition: db.prepare('INSERT OR REPLACE INTO streams (name, created, seq, at) VALUES (?, ?, ?, ?)'),
  };
  return {
    add: ({ hash, venueId, entry }) => sql.add.run(hash, venueId, entry).changes > 0,
    after: (id, most) => sql.after.all(id, most),
    remove: (hash) => void sql.remove.run(hash),
    count: () => sql.count.get()?.count ?? 0,
    position: (stream) => sql.position.get(stream) ?? null,
    setPosition: (stream, { created, seq, at }) => void sql.setPosition.run(stream, created, seq, at),
  };
}
