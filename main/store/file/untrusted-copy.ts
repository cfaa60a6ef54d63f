/** Refuses a database copy with triggers, views or virtual tables not from our migrations: others may have added them to run on a write. */
import type Database from 'better-sqlite3';
import { SEARCH_INDEX } from './migrations.ts';

/** SQLite normalizes CREATE like this. Tables and indexes only hold values. */
const HOLDS_VALUES = /^CREATE (TABLE|(UNIQUE )?INDEX) /;
/** The search table's definition, as SQLite stores it. */
const [SEARCH_TABLE] = SEARCH_INDEX.split(';');

export function holdsOnlyOurs(db: Database.Database): boolean {
  const schema = db.prepare<[], string>(`SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL`).pluck().all();
  return schema.every((sql) => HOLDS_VALUES.test(sql) || sql === SEARCH_TABLE);
}

/** Keeps the schema from calling functions that reach beyond the database. */
export function disableTrustedSchema(db: Database.Database): void {
  db.pragma('trusted_schema = OFF');
  db.pragma('cell_size_check = ON');
}
