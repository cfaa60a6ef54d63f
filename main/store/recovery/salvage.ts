/** Salvages notifications since the backup from a damaged database: their orders are read again. */
import Database from 'better-sqlite3';

const COLUMNS = 'rowid, id, received_at, type, order_id, venue_id, status, created_at, body';

interface Row {
  rowid: number;
  [column: string]: unknown;
}

/** Returns how many. Never throws for unreadable data. */
export function salvageNotifications(db: Database.Database, damaged: string): number {
  const last = db.prepare<[], number | null>(`SELECT max(rowid) FROM notification`).pluck().get() ?? 0;
  const keep = db.prepare(
    `INSERT INTO notification (rowid, id, received_at, type, order_id, venue_id, status, created_at, body)
     VALUES (@rowid, @id, @received_at, @type, @order_id, @venue_id, @status, @created_at, @body) ON CONFLICT DO NOTHING`,
  );
  let old: Database.Database | null = null;
  let salvaged = 0;
  try {
    old = new Database(damaged, { fileMustExist: true });
    for (const order of ['ASC', 'DESC']) {
      try {
        // Reads from both ends: an unreadable page ends only one direction.
        for (const row of old
          .prepare<[number], Row>(`SELECT ${COLUMNS} FROM notification WHERE rowid > ? ORDER BY rowid ${order}`)
          .iterate(last))
          salvaged += keepIfWhole(keep, row);
      } catch {
        // The rest is unreadable in this direction.
      }
    }
  } catch {
    // Even the header is unreadable.
  } finally {
    old?.close();
  }
  return salvaged;
}

function keepIfWhole(keep: Database.Statement, row: Row): number {
  try {
    return keep.run(row).changes;
  } catch {
    // A value of the wrong type is part of the damage.
    return 0;
  }
}
