/** The relay's one SQLite file: opened so that what was answered with 200 survives a power cut, and brought to the shape of this version. */
import Database from 'better-sqlite3';
import { CannotStart } from '../settings/settings-file.ts';
import { makePrivate } from './data-folder.ts';

/** Each brings the file from the version before to the next; none is ever changed. Times are epoch ms. */
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
  CREATE TABLE leases (name TEXT PRIMARY KEY, holder TEXT NOT NULL, epoch INTEGER NOT NULL, until INTEGER NOT NULL) WITHOUT ROWID;

  CREATE TABLE invitations (
    code_hash BLOB PRIMARY KEY,
    label TEXT NOT NULL,
    venue_ids TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    used_at INTEGER
  ) WITHOUT ROWID;
  CREATE TABLE counters (
    id TEXT PRIMARY KEY,
    key_hash BLOB NOT NULL UNIQUE,
    label TEXT NOT NULL,
    venue_ids TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    seen_at INTEGER NOT NULL,
    revoked_at INTEGER
  ) WITHOUT ROWID;
`,
  `
  -- By which it is known again, also where it has to be given to another engine.
  ALTER TABLE news ADD COLUMN hash BLOB;
  ALTER TABLE unroutable ADD COLUMN hash BLOB;
  -- Taken here and not yet read back from the engine of several relays.
  CREATE TABLE outgoing (id INTEGER PRIMARY KEY AUTOINCREMENT, hash BLOB NOT NULL UNIQUE, entry BLOB NOT NULL);
  -- Up to where this relay has read each stream of that engine: the stream by when it was made, and the last message by when it came.
  CREATE TABLE streams (name TEXT PRIMARY KEY, created TEXT NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;
`,
  `
  -- The public half for which a counter's delivery events are sealed.
  ALTER TABLE counters ADD COLUMN seal_key TEXT;
`,
  `
  -- What the operator was alerted to and is not over, and what is still to be sent of it.
  CREATE TABLE open_alerts (key TEXT PRIMARY KEY, alert TEXT NOT NULL);
  CREATE TABLE alert_messages (id INTEGER PRIMARY KEY AUTOINCREMENT, body TEXT NOT NULL);
`,
  `
  -- Settings of groups of counters, each version as it was signed; and which group a counter is of, with the key that it believes.
  CREATE TABLE group_settings (group_name TEXT, version INTEGER, signed TEXT NOT NULL, PRIMARY KEY (group_name, version)) WITHOUT ROWID;
  ALTER TABLE counters ADD COLUMN group_name TEXT;
  ALTER TABLE invitations ADD COLUMN group_name TEXT;
  ALTER TABLE invitations ADD COLUMN settings_key TEXT;
`,
  `
  -- Whose it is, as its first line says too: that is parsed here for what an earlier version left, and never again.
  ALTER TABLE outgoing ADD COLUMN venue_id TEXT;
  UPDATE outgoing SET venue_id = json_extract(CAST(substr(entry, 1, instr(entry, x'0a') - 1) AS TEXT), '$.venueId');
`,
  `
  -- What an engine of several relays needed.
  DROP TABLE outgoing;
  DROP TABLE streams;
  DROP TABLE leases;
  ALTER TABLE news DROP COLUMN hash;
  ALTER TABLE unroutable DROP COLUMN hash;
  -- Written over again and again, to see whether the disk takes anything.
  CREATE TABLE write_probe (id INTEGER PRIMARY KEY, bytes TEXT NOT NULL);
`,
];

/** Throws CannotStart for the file of a newer version, and the database's own error. */
export function openDatabase(file: string): Database.Database & Disposable {
  makePrivate(file);
  const db = new Database(file);
  try {
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL');
    db.pragma('secure_delete = ON');
    if (db.pragma('synchronous', { simple: true }) !== 2) throw new CannotStart('The database does not write durably.');
    const version = Number(db.pragma('user_version', { simple: true }));
    if (version > MIGRATIONS.length) throw new CannotStart(`${file} was written by a newer relay.`);
    for (const [at, step] of MIGRATIONS.entries()) {
      if (at < version) continue;
      db.transaction(() => {
        db.exec(step);
        db.pragma(`user_version = ${at + 1}`);
      }).immediate();
    }
  } catch (error) {
    db.close();
    throw error;
  }
  return Object.assign(db, { [Symbol.dispose]: () => void db.close() });
}
