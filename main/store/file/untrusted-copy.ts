/**
 * Opens a copy of the database that others may have changed: on a shared disk, or in a folder that a person names. Nothing in it may run
 * automatically on a write, so triggers, views and virtual tables that our migrations didn't create are refused.
 */
import Database from 'better-sqlite3';
import { migrations } from './migrations.ts';

/** SQLite normalizes the words of CREATE like this. Tables and indexes only hold values. */
const HOLDS_VALUES = /^CREATE (TABLE|(UNIQUE )?INDEX) /;

let ours: ReadonlySet<string> | null = null;

/** The virtual tables of every version, as SQLite writes them down. */
function virtualTables(): ReadonlySet<string> {
  if (ours) return ours;
  const found = new Set<string>();
  const db = new Database(':memory:');
  try {
    for (const migration of migrations) {
      db.exec(migration);
      for (const sql of schemaOf(db)) if (!HOLDS_VALUES.test(sql)) found.add(sql);
    }
  } finally {
    db.close();
  }
  ours = found;
  return ours;
}

function schemaOf(db: Database.Database): string[] {
  return db.prepare<[], string>(`SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL`).pluck().all();
}

/** Whether nothing in this database acts by itself but what we put there. */
export function holdsOnlyOurs(db: Database.Database): boolean {
  return schemaOf(db).every((sql) => HOLDS_VALUES.test(sql) || virtualTables().has(sql));
}

/** Functions that reach beyond the database are not called from its schema. */
export function distrustSchema(db: Database.Database): void {
  db.pragma('trusted_schema = OFF');
  db.pragma('cell_size_check = ON');
}

/** For reading and writing. Throws an Error for what is not ours, and nothing in it has run then; and SQLite's errors. */
export function openCopy(path: string): Database.Database {
  const db = new Database(path, { fileMustExist: true });
  try {
    distrustSchema(db);
    if (!holdsOnlyOurs(db)) throw new Error('the copy is not one of ours');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}
