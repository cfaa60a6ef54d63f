/**
 * Each venue's last complete menu, in compressed parts. A new copy is written in steps under a new ID and counts once `menu_copy` names it,
 * so no partial copy is ever read.
 */
import type Database from 'better-sqlite3';

export interface MenuPart {
  name: string;
  body: Uint8Array;
}

export interface MenuCopies {
  /** `readAt`: requested at, epoch ms. */
  get(venueId: string): { id: string; readAt: number } | null;
  /** A part of the current copy. */
  part(venueId: string, name: string): Uint8Array | null;
  /** Parts with this name prefix, by name. */
  parts(venueId: string, beginning: string): MenuPart[];
  keep(venueId: string, copyId: string, parts: readonly MenuPart[]): void;
  switchTo(venueId: string, copyId: string, readAt: number): void;
  /** Deletes parts of other copies. Returns how many. */
  sweep(venueId: string, most: number): number;
}

export function createMenuCopies(db: Database.Database, touch: (venueId: string) => void): MenuCopies {
  const ofCopy = `FROM menu_part JOIN menu_copy USING (venue_id, copy_id) WHERE venue_id = ?`;
  const copy = db.prepare<[string], { id: string; readAt: number }>(
    `SELECT copy_id AS id, read_at AS readAt FROM menu_copy WHERE venue_id = ?`,
  );
  const part = db.prepare<[string, string], Uint8Array>(`SELECT body ${ofCopy} AND name = ?`).pluck();
  const parts = db.prepare<[string, string, string], MenuPart>(`SELECT name, body ${ofCopy} AND name >= ? AND name < ? ORDER BY name`);
  const keep = db.prepare(`INSERT OR REPLACE INTO menu_part (venue_id, copy_id, name, body) VALUES (?, ?, ?, ?)`);
  const switchTo = db.prepare(`INSERT OR REPLACE INTO menu_copy (venue_id, copy_id, read_at) VALUES (?, ?, ?)`);
  const sweep = db.prepare<{ venueId: string; most: number }>(`DELETE FROM menu_part WHERE rowid IN (SELECT rowid FROM menu_part
    WHERE venue_id = @venueId AND copy_id IS NOT (SELECT copy_id FROM menu_copy WHERE venue_id = @venueId) LIMIT @most)`);
  return {
    get: (venueId) => copy.get(venueId) ?? null,
    part: (venueId, name) => part.get(venueId, name) ?? null,
    parts: (venueId, beginning) => parts.all(venueId, beginning, `${beginning}\u{10ffff}`),
    keep(venueId, copyId, parts) {
      for (const { name, body } of parts) keep.run(venueId, copyId, name, body);
    },
    switchTo(venueId, copyId, readAt) {
      switchTo.run(venueId, copyId, readAt);
      touch(venueId);
    },
    sweep: (venueId, most) => sweep.run({ venueId, most }).changes,
  };
}
