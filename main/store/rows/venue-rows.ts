/** Connected venues. Their tokens are only in the vault. */
import type Database from 'better-sqlite3';

export interface VenueRow {
  id: string;
  /** Known from an order. */
  name: string | null;
  /** `reconnect`: no valid token is left; orders and work are kept. */
  state: 'connected' | 'reconnect';
  connectedAt: number;
  /** Epoch ms of the last token pair. */
  tokenRenewedAt: number | null;
}

export interface VenueRows {
  all(): VenueRow[];
  get(id: string): VenueRow | null;
  connected(id: string, at: number): void;
  tokenRenewed(id: string, at: number): void;
  mustReconnect(id: string): void;
  learnName(id: string, name: string): void;
}

export function createVenueRows(db: Database.Database, touch: (venueId: string) => void): VenueRows {
  const columns = `id, name, state, connected_at AS connectedAt, token_renewed_at AS tokenRenewedAt`;
  const all = db.prepare<[], VenueRow>(`SELECT ${columns} FROM venue ORDER BY connected_at`);
  const one = db.prepare<[string], VenueRow>(`SELECT ${columns} FROM venue WHERE id = ?`);
  const connect = db.prepare(`
    INSERT INTO venue (id, state, connected_at, token_renewed_at) VALUES (@id, 'connected', @at, @at)
    ON CONFLICT (id) DO UPDATE SET state = 'connected', token_renewed_at = @at`);
  const renewed = db.prepare(`UPDATE venue SET token_renewed_at = ?, state = 'connected' WHERE id = ?`);
  const broken = db.prepare(`UPDATE venue SET state = 'reconnect' WHERE id = ? AND state <> 'reconnect'`);
  const rename = db.prepare(`UPDATE venue SET name = @name WHERE id = @id AND name IS NOT @name`);
  const touched = (id: string, changes: number): void => {
    if (changes > 0) touch(id);
  };
  return {
    all: () => all.all().map(toVenue),
    get(id) {
      const row = one.get(id);
      return row ? toVenue(row) : null;
    },
    connected: (id, at) => touched(id, connect.run({ id, at }).changes),
    tokenRenewed: (id, at) => touched(id, renewed.run(at, id).changes),
    mustReconnect: (id) => touched(id, broken.run(id).changes),
    learnName: (id, name) => touched(id, rename.run({ id, name }).changes),
  };
}

/** An unreadable state counts as connected; the next token call corrects it. */
function toVenue(row: VenueRow): VenueRow {
  return { ...row, state: row.state === 'reconnect' ? 'reconnect' : 'connected' };
}
