/** The last menu as screens receive it, built when it was read, so that opening Menu only waits for the disk. */
import type Database from 'better-sqlite3';

export interface KeptSheet {
  /** Of the copy that it was made of, epoch ms. */
  readAt: number;
  edition: string;
  /** What a customer cannot have by the copy itself, as JSON. */
  out: string;
}

export interface MenuSheets {
  get(venueId: string, language: string): KeptSheet | null;
  /** The sheet itself; null where there is none. */
  text(venueId: string, language: string): string | null;
  /** In which a screen has asked for it. */
  languages(venueId: string): string[];
  keep(venueId: string, language: string, sheet: KeptSheet & { text: string }): void;
}

export function createMenuSheets(db: Database.Database): MenuSheets {
  const one = db.prepare<[string, string], KeptSheet>(
    `SELECT read_at AS readAt, edition, out FROM menu_sheet WHERE venue_id = ? AND language = ?`,
  );
  const text = db.prepare<[string, string], string>(`SELECT body FROM menu_sheet WHERE venue_id = ? AND language = ?`).pluck();
  const languages = db.prepare<[string], string>(`SELECT language FROM menu_sheet WHERE venue_id = ? ORDER BY language`).pluck();
  const keep = db.prepare(`INSERT OR REPLACE INTO menu_sheet (venue_id, language, read_at, edition, out, body) VALUES (?, ?, ?, ?, ?, ?)`);
  return {
    get: (venueId, language) => one.get(venueId, language) ?? null,
    text: (venueId, language) => text.get(venueId, language) ?? null,
    languages: (venueId) => languages.all(venueId),
    keep: (venueId, language, sheet) => void keep.run(venueId, language, sheet.readAt, sheet.edition, sheet.out, sheet.text),
  };
}
