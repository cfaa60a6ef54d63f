/** The relay's SQLite file: durable across power cuts, and migrated to this version. */
import Database from 'better-sqlite3';
import { CannotStart } from '../settings/settings-file.ts';
import { makePrivate } from './data-folder.ts';

/** Database versions up to this one are from before the first release and are refused. */
const UNRELEASED = 7;

/** The first entry creates everything, later ones migrate; entries are never changed. Times are epoch ms. */
const MIGRATIONS = [
  `
  -- What waits for its counters. seq grows over all venues, by time: see engine.ts.
  CREATE TABLE news (
    seq INTEGER PRIMARY KEY,
    venue_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    signature TEXT,
    body BLOB NOT NULL,
    taken_at INTEGER NOT NULL
  );
  CREATE INDEX news_by_venue ON news (venue_id, seq);
  -- Of no venue that could be found. reference: by which it may still be, once an event names its venue.
  CREATE TABLE unroutable (
    seq INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    signature TEXT,
    body BLOB NOT NULL,
    taken_at INTEGER NOT NULL,
    reference TEXT
  );
  CREATE INDEX unroutable_by_reference ON unroutable (reference) WHERE reference IS NOT NULL;
  -- Each venue that ever had news: the last of it, which outlives the news.
  CREATE TABLE venues (venue_id TEXT PRIMARY KEY, last INTEGER NOT NULL, taken_at INTEGER NOT NULL) WITHOUT ROWID;
  -- Notifications that were taken already.
  CREATE TABLE known (hash BLOB PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
  CREATE INDEX known_by_age ON known (at);
  -- Deliveries whose venue an event has named.
  CREATE TABLE delivery_references (reference TEXT PRIMARY KEY, venue_id TEXT NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;
  CREATE INDEX delivery_references_by_age ON delivery_references (at);
  -- Who reads a venue, and up to where it has acknowledged.
  CREATE TABLE readers (venue_id TEXT, reader TEXT, acknowledged INTEGER NOT NULL, PRIMARY KEY (venue_id, reader)) WITHOUT ROWID;
  CREATE INDEX readers_by_reader ON readers (reader);
  -- What was deleted without having been fetched, to be told.
  CREATE TABLE expired (venue_id TEXT PRIMARY KEY, count INTEGER NOT NULL, last_at INTEGER NOT NULL) WITHOUT ROWID;
  -- Written over again and again, to see whether the disk takes anything.
  CREATE TABLE write_probe (id INTEGER PRIMARY KEY, bytes TEXT NOT NULL);

  CREATE TABLE invitations (
    code_hash BLOB PRIMARY KEY,
    label TEXT NOT NULL,
    venue_ids TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    used_at INTEGER,
    group_name TEXT,
    settings_key TEXT
  ) WITHOUT ROWID;
  -- seal_key: the public half for which its delivery events are sealed.
  CREATE TABLE counters (
    id TEXT PRIMARY KEY,
    key_hash BLOB NOT NULL UNIQUE,
    label TEXT NOT NULL,
    venue_ids TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    seen_at INTEGER NOT NULL,
    revoked_at INTEGER,
    seal_key TEXT,
    group_name TEXT
  ) WITHOUT ROWID;
  -- Settings of groups of counters, each version as it was signed.
  CREATE TABLE group_settings (group_name TEXT, version INTEGER, signed TEXT NOT NULL, PRIMARY KEY (group_name, version)) WITHOUT ROWID;

  -- What the operator was alerted to and is not over, and what is still to be sent of it.
  CREATE TABLE open_alerts (key TEXT PRIMARY KEY, alert TEXT NOT NULL);
  CREATE TABLE alert_messages (id INTEGER PRIMARY KEY AUTOINCREMENT, body TEXT NOT NULL);
`,
  `
  DROP TABLE known;
  -- Notifications that were taken already, the last of them, in their order.
  CREATE TABLE known (id INTEGER PRIMARY KEY, hash BLOB NOT NULL);
`,
  `
  -- What Postgres did not take in time, in its order.
  CREATE TABLE spool (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    venue_id TEXT,
    notification_id TEXT NOT NULL,
    refs TEXT NOT NULL,
    signature TEXT,
    body BLOB NOT NULL,
    taken_at INTEGER NOT NULL
  );
`,
  `
  -- given_to: whose counters get it early.
  ALTER TABLE spool ADD COLUMN given_to TEXT;
  UPDATE spool SET given_to = venue_id;
  CREATE INDEX spool_by_venue ON spool (given_to, id) WHERE given_to IS NOT NULL;
`,
  `
  -- What was asked of a counter's staff: its support file, and their answer.
  CREATE TABLE support_requests (
    counter_id TEXT PRIMARY KEY,
    id TEXT NOT NULL,
    reason TEXT NOT NULL,
    state TEXT NOT NULL,
    asked_at INTEGER NOT NULL,
    answered_at INTEGER
  ) WITHOUT ROWID;
`,
  `
  -- Up to which change counters and group_settings are a copy of the ones in Postgres.
  CREATE TABLE copied (id INTEGER PRIMARY KEY CHECK (id = 1), version INTEGER NOT NULL);
`,
];

const VERSION = UNRELEASED + MIGRATIONS.length;

/** Throws CannotStart for newer or unreleased versions, and database errors. */
export function openDatabase(file: string): Database.Database & Disposable {
  makePrivate(file);
  const db = new Database(file);
  try {
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL');
    db.pragma('secure_delete = ON');
    if (db.pragma('synchronous', { simple: true }) !== 2) throw new CannotStart('The database does not write durably.');
    const version = Number(db.pragma('user_version', { simple: true }));
    if (version > VERSION) throw new CannotStart(`${file} was written by a newer relay.`);
    if (version !== 0 && version <= UNRELEASED)
      throw new CannotStart(`${file} was written by a relay from before the first release. Use another data folder; nothing was changed.`);
    for (const [at, step] of MIGRATIONS.entries()) {
      const next = UNRELEASED + at + 1;
      if (next <= version) continue;
      db.transaction(() => {
        db.exec(step);
        db.pragma(`user_version = ${next}`);
      }).immediate();
    }
  } catch (error) {
    db.close();
    throw error;
  }
  return Object.assign(db, { [Symbol.dispose]: () => void db.close() });
}
