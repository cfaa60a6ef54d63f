/** The database's shape, version by version: numbered, forward only. A shipped migration is never edited. */

import { LINES_INTO_FACTS } from './lines-into-facts.ts';
import { sentencesIntoMessages } from './sentences-into-messages.ts';

/** The words of the history. Its text is looked at when a copy is opened (copy-of-ours.ts): not a blank of it may change. */
export const SEARCH_INDEX = `CREATE VIRTUAL TABLE history_words USING fts5 (words, content = 'history', content_rowid = 'id', detail = none, prefix = '1 2 3',
    tokenize = 'unicode61 remove_diacritics 2');
  INSERT INTO history_words (history_words, rank) VALUES ('secure-delete', 1);`;

/** Makes that index anew from the lines of the history. */
export const REBUILD_SEARCH = `INSERT INTO history_words (history_words) VALUES ('rebuild');`;
/** The same for one that is damaged: what is in it is not looked at. */
export const REPLACE_SEARCH = `INSERT INTO history_words (history_words) VALUES ('delete-all'); ${REBUILD_SEARCH}`;

export const migrations: readonly string[] = [
  // 1: orders, their notifications, the durable queue, the journal.
  `
  CREATE TABLE venue (
    id TEXT PRIMARY KEY,
    name TEXT,
    state TEXT NOT NULL,
    connected_at INTEGER NOT NULL,
    token_renewed_at INTEGER
  ) STRICT;

  CREATE TABLE notification (
    id TEXT PRIMARY KEY,
    received_at INTEGER NOT NULL,
    type TEXT NOT NULL,
    order_id TEXT,
    venue_id TEXT,
    status TEXT,
    created_at TEXT,
    body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX notification_by_time ON notification (received_at);
  CREATE INDEX notification_by_order ON notification (order_id, received_at);

  CREATE TABLE orders (
    id TEXT PRIMARY KEY,
    venue_id TEXT NOT NULL,
    number TEXT NOT NULL,
    stage TEXT NOT NULL,
    open INTEGER NOT NULL,
    raw TEXT NOT NULL,
    noticed_at INTEGER NOT NULL,
    read_at INTEGER NOT NULL,
    initial_pickup_eta TEXT,
    alerting INTEGER NOT NULL,
    ended_at INTEGER
  ) STRICT;
  CREATE INDEX orders_open ON orders (open) WHERE open = 1;
  CREATE INDEX orders_ended ON orders (ended_at) WHERE open = 0;

  CREATE TABLE job (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    lane TEXT NOT NULL,
    order_id TEXT,
    payload TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'leased', 'done', 'failed')),
    attempts INTEGER NOT NULL DEFAULT 0,
    not_before INTEGER NOT NULL,
    lease_until INTEGER,
    claim INTEGER NOT NULL DEFAULT 0,
    interrupted INTEGER NOT NULL DEFAULT 0,
    again INTEGER NOT NULL DEFAULT 0,
    error TEXT,
    result TEXT,
    created_at INTEGER NOT NULL,
    finished_at INTEGER,
    UNIQUE (kind, key)
  ) STRICT;
  CREATE INDEX job_due ON job (kind, not_before) WHERE state = 'waiting';
  CREATE INDEX job_lane ON job (lane, id) WHERE state IN ('waiting', 'leased');
  CREATE INDEX job_leased ON job (lease_until) WHERE state = 'leased';
  CREATE INDEX job_failed ON job (id) WHERE state = 'failed';
  CREATE INDEX job_order ON job (order_id);

  CREATE TABLE journal (
    id INTEGER PRIMARY KEY,
    order_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    says TEXT NOT NULL
  ) STRICT;
  CREATE INDEX journal_by_order ON journal (order_id, id);

  CREATE TABLE tally (
    name TEXT PRIMARY KEY,
    count INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    detail TEXT
  ) STRICT;
  `,
  // 2: which ended orders are without personal data already.
  `ALTER TABLE orders ADD COLUMN erased INTEGER NOT NULL DEFAULT 0`,
  // 3: whose jobs may not hold up whose (a venue's, a printer's), and jobs that a person gave up.
  `
  CREATE TABLE job_new (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    lane TEXT NOT NULL,
    pool TEXT NOT NULL,
    order_id TEXT,
    payload TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'leased', 'done', 'failed', 'given-up')),
    attempts INTEGER NOT NULL DEFAULT 0,
    not_before INTEGER NOT NULL,
    lease_until INTEGER,
    claim INTEGER NOT NULL DEFAULT 0,
    interrupted INTEGER NOT NULL DEFAULT 0,
    again INTEGER NOT NULL DEFAULT 0,
    error TEXT,
    result TEXT,
    created_at INTEGER NOT NULL,
    finished_at INTEGER,
    asked_again_at INTEGER,
    UNIQUE (kind, key)
  ) STRICT;
  INSERT INTO job_new
    SELECT id, kind, key, lane, coalesce(json_extract(payload, '$.printerId'), json_extract(payload, '$.venueId'), ''), order_id, payload, state,
      attempts, not_before, lease_until, claim, interrupted, again, error, result, created_at, finished_at, NULL
    FROM job;
  DROP TABLE job;
  ALTER TABLE job_new RENAME TO job;
  CREATE INDEX job_due ON job (kind, not_before) WHERE state = 'waiting';
  CREATE INDEX job_lane ON job (lane, id) WHERE state IN ('waiting', 'leased');
  CREATE INDEX job_leased ON job (lease_until) WHERE state = 'leased';
  CREATE INDEX job_failed ON job (id) WHERE state = 'failed';
  CREATE INDEX job_order ON job (order_id);
  `,
  // 4: every paper that went to a printer.
  `
  CREATE TABLE print_ledger (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    order_id TEXT NOT NULL,
    document TEXT NOT NULL,
    part INTEGER NOT NULL,
    printer_id TEXT NOT NULL,
    printer TEXT NOT NULL,
    copy INTEGER NOT NULL,
    mark TEXT NOT NULL,
    outcome TEXT NOT NULL,
    asked_by TEXT NOT NULL
  ) STRICT;
  CREATE INDEX print_ledger_by_order ON print_ledger (order_id, id);
  `,
  // 5: the history of all orders with its search index, and the stretches of trouble that explain it.
  `
  CREATE TABLE history (
    id INTEGER PRIMARY KEY,
    order_id TEXT NOT NULL UNIQUE,
    venue_id TEXT NOT NULL,
    number TEXT NOT NULL,
    stage TEXT NOT NULL,
    kind TEXT NOT NULL,
    placed_at INTEGER NOT NULL,
    noticed_at INTEGER NOT NULL,
    accepted_at INTEGER,
    ready_at INTEGER,
    ended_at INTEGER,
    due_at INTEGER,
    items INTEGER NOT NULL,
    amount INTEGER,
    currency TEXT,
    preorder INTEGER NOT NULL,
    words TEXT NOT NULL
  ) STRICT;
  CREATE INDEX history_by_time ON history (placed_at);
  ${SEARCH_INDEX}

  CREATE TABLE spell (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    says TEXT NOT NULL,
    from_at INTEGER NOT NULL,
    until_at INTEGER
  ) STRICT;
  CREATE INDEX spell_open ON spell (kind, subject) WHERE until_at IS NULL;
  CREATE INDEX spell_by_time ON spell (until_at);
  `,
  // 6: what the courier does, and which bags of a group order are checked off.
  `
  ALTER TABLE orders ADD COLUMN courier TEXT;
  ALTER TABLE orders ADD COLUMN checked TEXT NOT NULL DEFAULT '[]';
  `,
  // 7: couriers that were ordered here.
  `
  CREATE TABLE delivery (
    id TEXT PRIMARY KEY,
    venue_id TEXT NOT NULL,
    wish TEXT NOT NULL,
    promise TEXT NOT NULL,
    reference TEXT,
    tracking_url TEXT,
    progress TEXT NOT NULL,
    error TEXT,
    created_at INTEGER NOT NULL,
    erased INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX delivery_by_reference ON delivery (reference);
  CREATE INDEX delivery_by_time ON delivery (created_at);
  `,
  // 8: those wanted for a time ahead are found without going through all.
  `
  CREATE INDEX delivery_by_schedule ON delivery (json_extract(promise, '$.scheduledTime'));
  `,
  // 9: what notifications said of orders that no reading has borne out, and alarms over orders that have ended.
  `
  CREATE TABLE told (
    order_id TEXT PRIMARY KEY,
    venue_id TEXT,
    status TEXT,
    noticed_at INTEGER NOT NULL,
    told_at INTEGER NOT NULL,
    created_at TEXT,
    alerting INTEGER NOT NULL,
    says TEXT
  ) STRICT;
  CREATE INDEX orders_ringing ON orders (id) WHERE alerting = 1 AND open = 0;
  `,
  // 10: when this database was put back from a backup, and what that means for papers.
  `
  CREATE TABLE recovery (
    line INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    service_at INTEGER,
    why TEXT NOT NULL,
    aside TEXT,
    source TEXT,
    backup_at INTEGER,
    orders INTEGER NOT NULL,
    notifications INTEGER NOT NULL,
    last_print INTEGER NOT NULL,
    seen INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  `,
  // 11: until when a job is of any use, and what a waiting one waits for.
  `
  ALTER TABLE job ADD COLUMN due_by INTEGER;
  ALTER TABLE job ADD COLUMN waits_for TEXT;
  `,
  // 12: which words a line of the history is found by; those without the consumer's note get theirs after the start.
  `
  ALTER TABLE history ADD COLUMN words_are INTEGER NOT NULL DEFAULT 1;
  `,
  // 13: whether a PIN protects the manager's part, and how long wrong ones must wait.
  `
  CREATE TABLE access (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    pin_set INTEGER,
    owed_ms INTEGER NOT NULL,
    rest_ms INTEGER NOT NULL
  ) STRICT;
  `,
  // 14: papers that were sent, not confirmed, and that somebody has seen come out.
  `
  ALTER TABLE print_ledger ADD COLUMN seen_at INTEGER;
  `,
  // 15: a promise that is damaged ends neither the integrity check of backups nor the erasing of the others.
  `
  DROP INDEX delivery_by_schedule;
  CREATE INDEX delivery_by_schedule ON delivery (CASE WHEN json_valid(promise) THEN json_extract(promise, '$.scheduledTime') END);
  `,
  // 16: what was said is kept as a message, so that it is told in any language.
  sentencesIntoMessages(),
  // 17: what reports count of an order; lines of before get theirs after the start. And papers by time.
  `
  ALTER TABLE history ADD COLUMN figures TEXT;
  CREATE INDEX print_ledger_by_time ON print_ledger (at);
  `,
  // 18: what the kitchen has done of an order.
  `
  CREATE TABLE kitchen_mark (
    id INTEGER PRIMARY KEY,
    order_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    station TEXT NOT NULL,
    line TEXT NOT NULL,
    at INTEGER NOT NULL,
    UNIQUE (order_id, kind, station, line)
  ) STRICT;
  CREATE INDEX kitchen_mark_done ON kitchen_mark (station, at) WHERE kind = 'ticket';
  `,
  // 19: who of the staff did it, how long wrong PINs of each must wait, and what they changed that belongs to no order.
  `
  ALTER TABLE journal ADD COLUMN by_whom TEXT;
  CREATE TABLE staff_tries (
    person TEXT PRIMARY KEY,
    owed_ms INTEGER NOT NULL,
    rest_ms INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE staff_change (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    by_whom TEXT NOT NULL,
    what TEXT NOT NULL
  ) STRICT;
  `,
  // 20: what was told of orders that were never read; those of before get their lines after the start.
  `
  ALTER TABLE history ADD COLUMN told TEXT;
  `,
  // 21: what was seen to work, and of what: an address, a secret, a printer.
  `
  CREATE TABLE proof (
    what TEXT PRIMARY KEY,
    about TEXT NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;
  `,
  // 22: the open orders are listed without going through the pages of their bodies, behind which the rest of a row stands.
  `
  DROP INDEX orders_open;
  CREATE INDEX orders_open ON orders (noticed_at, id, venue_id, stage, open, read_at, initial_pickup_eta, alerting, ended_at, courier, checked)
    WHERE open = 1;
  `,
  // 23: lines of an order's story hold facts, and no words that somebody would have to read them out of.
  LINES_INTO_FACTS,
  // 24: what is sold and when: the last menu and status that were read, what staff changed of them, and how often the service was asked.
  `
  CREATE TABLE menu_copy (
    venue_id TEXT PRIMARY KEY,
    read_at INTEGER NOT NULL,
    body TEXT NOT NULL
  ) STRICT;
  CREATE TABLE venue_status (
    venue_id TEXT PRIMARY KEY,
    read_at INTEGER NOT NULL,
    body TEXT NOT NULL
  ) STRICT;
  CREATE TABLE menu_intent (
    id INTEGER PRIMARY KEY,
    venue_id TEXT NOT NULL,
    endpoint TEXT NOT NULL,
    subject TEXT NOT NULL,
    wants TEXT NOT NULL,
    state TEXT NOT NULL,
    version INTEGER NOT NULL,
    part INTEGER NOT NULL,
    asked_at INTEGER NOT NULL,
    sent_at INTEGER,
    looked_at INTEGER,
    by_whom TEXT,
    reason TEXT,
    error TEXT,
    ends_at INTEGER,
    ends_with TEXT,
    UNIQUE (venue_id, endpoint, subject)
  ) STRICT;
  CREATE INDEX menu_intent_waiting ON menu_intent (venue_id, endpoint, part) WHERE state = 'waiting';
  CREATE INDEX menu_intent_unconfirmed ON menu_intent (venue_id) WHERE state IN ('sent', 'unseen');
  CREATE INDEX menu_intent_ends ON menu_intent (ends_at) WHERE ends_at IS NOT NULL;
  CREATE TABLE menu_pace (
    venue_id TEXT NOT NULL,
    endpoint TEXT NOT NULL,
    calls TEXT NOT NULL,
    under_way INTEGER,
    paused_until INTEGER,
    failures INTEGER NOT NULL,
    PRIMARY KEY (venue_id, endpoint)
  ) STRICT;
  CREATE TABLE menu_change (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    venue_id TEXT NOT NULL,
    says TEXT NOT NULL,
    by_whom TEXT
  ) STRICT;
  CREATE TABLE sale_spell (
    id INTEGER PRIMARY KEY,
    venue_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    name TEXT NOT NULL,
    from_at INTEGER NOT NULL,
    until_at INTEGER
  ) STRICT;
  CREATE INDEX sale_spell_open ON sale_spell (venue_id, kind, subject) WHERE until_at IS NULL;
  `,
  // 25: a menu as its screens are sent it, made when it is read.
  `
  CREATE TABLE menu_sheet (
    venue_id TEXT NOT NULL,
    language TEXT NOT NULL,
    read_at INTEGER NOT NULL,
    edition TEXT NOT NULL,
    out TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (venue_id, language)
  ) STRICT;
  `,
  // 26: how far the news of each venue were taken in from a relay.
  `
  CREATE TABLE relay_cursor (
    address TEXT NOT NULL,
    venue_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    PRIMARY KEY (address, venue_id)
  ) STRICT;
  `,
  // 27: what a till gave last of each item, by which the same delivery is known when it comes again.
  `
  CREATE TABLE till_stock (
    venue_id TEXT NOT NULL,
    subject TEXT NOT NULL,
    count INTEGER NOT NULL,
    delivery TEXT,
    at INTEGER NOT NULL,
    PRIMARY KEY (venue_id, subject)
  ) STRICT;
  `,
];
