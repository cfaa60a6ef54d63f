/** Opens the database: durable, and migrated to this version's schema. */

import type Database from 'better-sqlite3';
import { message } from '../../../contract/message.ts';
import { isUnreleased, migrations, REPLACE_SEARCH, UNRELEASED, VERSION } from './migrations.ts';
import { storageTroubleOf } from './storage-trouble.ts';
import { NewerDatabase, StoreError } from './store-error.ts';
import { disableTrustedSchema } from './untrusted-copy.ts';

/** An acknowledged notification must survive a power cut. FULL isn't this build's default in WAL mode, so it is set and verified. */
export function makeDurable(db: Database.Database): void {
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('foreign_keys = ON');
  db.pragma('secure_delete = ON');
  disableTrustedSchema(db);
  const synchronous = db.pragma('synchronous', { simple: true });
  if (synchronous !== 2) {
    throw new StoreError(message('database.notDurable', { synchronous: String(synchronous) }), message('database.reinstall'));
  }
}

function versionOf(db: Database.Database): number {
  return Number(db.pragma('user_version', { simple: true }));
}

export function isNewer(db: Database.Database): boolean {
  return versionOf(db) > VERSION;
}

export function newerDatabase(db: Database.Database): NewerDatabase {
  return new NewerDatabase(
    message('dataFolder.fromNewerVersion', { version: versionOf(db), known: VERSION }),
    message('dataFolder.startNewerVersion'),
  );
}

/** Throws NewerDatabase, or StoreError for a pre-release database, before any change. */
export function migrate(db: Database.Database): void {
  if (isNewer(db)) throw newerDatabase(db);
  const version = versionOf(db);
  if (isUnreleased(version)) throw new StoreError(message('dataFolder.preRelease'), message('dataFolder.startWithAnother'));
  for (const [at, sql] of migrations.entries()) {
    const next = UNRELEASED + at + 1;
    if (next <= version) continue;
    db.transaction(() => {
      db.exec(sql);
      db.pragma(`user_version = ${next}`);
    }).immediate();
  }
}

/** Rebuilds a damaged search index from History. */
export function mendSearch(db: Database.Database): void {
  try {
    db.exec(`INSERT INTO history_words (history_words) VALUES ('integrity-check')`);
  } catch (error) {
    if (storageTroubleOf(error)?.code !== 'database-damaged') throw error;
    db.exec(REPLACE_SEARCH);
  }
}
