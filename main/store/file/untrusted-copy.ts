/**
 * A copy of the database that others may have changed: on a shared disk, or in a folder that a person names. Nothing in it may run
 * automatically on a write, so triggers, views and virtual tables that our migrations didn't create are refused.
 */
import type Database from 'better-sqlite3';
import { SEARCH_INDEX } from './migrations.ts';

/** SQLite normalizes the words of CREATE like this. Tables and indexes only hold values. */
const HOLDS_VALUES = /^CREATE (TABLE|(UNIQUE )?INDEX) /;
/** Our only virtual table, as SQLite writes it down. */
const [SEARCH_TABLE] = SEARCH_INDEX.split(';');

/** Whether nothing in this database acts by itself but what we put there. */
export function holdsOnlyOurs(db: Database.Database): boolean {
  const schema = db.prepare<[], string>(`SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL`).pluck().all();
  return schema.every((sql) => HOLDS_VALUES.test(sql) || sql === SEARCH_TABLE);
}

/** Functions that reach beyond the database are not called from its schema. */
export function distrustSchema(db: Database.Database): void {
  db.pragma('trusted_schema = OFF');
  db.pragma('cell_size_check = ON');
}
