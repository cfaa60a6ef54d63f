/** Tables of features, each with its own versions. */
import type Database from 'better-sqlite3';

/**
 * `migrations`: forward only, never edited once shipped. No personal data: these tables aren't erased. They use `CREATE ... IF NOT EXISTS`,
 * in case the version record is damaged.
 */
export interface FeatureTables {
  readonly name: string;
  readonly migrations: readonly string[];
}

/** Tables of unknown features stay unchanged. */
export function migrateFeatures(db: Database.Database, features: readonly FeatureTables[]): void {
  if (features.length === 0) return;
  db.exec(
    `CREATE TABLE IF NOT EXISTS feature_migration (feature TEXT NOT NULL, version TEXT NOT NULL, PRIMARY KEY (feature, version)) STRICT`,
  );
  const done = db.prepare(`INSERT INTO feature_migration (feature, version) VALUES (?, ?)`);
  for (const { name, migrations } of features) {
    const known = versionsOf(db, name);
    for (const [at, sql] of migrations.entries()) {
      const version = String(at + 1);
      if (known.has(version)) continue;
      db.transaction(() => {
        db.exec(sql);
        done.run(name, version);
      }).immediate();
    }
  }
}

export function hasNewerFeature(db: Database.Database, features: readonly FeatureTables[]): boolean {
  return features.some(({ name, migrations }) => versionsOf(db, name).has(String(migrations.length + 1)));
}

function versionsOf(db: Database.Database, feature: string): ReadonlySet<string> {
  if (!db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'feature_migration'`).get()) return new Set();
  return new Set(db.prepare<[string], string>(`SELECT version FROM feature_migration WHERE feature = ?`).pluck().all(feature));
}
