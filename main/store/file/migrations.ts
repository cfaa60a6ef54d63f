/** The database schema. Forward only; a migration is never edited once shipped. */

/** untrusted-copy.ts compares this text with a copy's schema, so not even a blank may change. */
export const SEARCH_INDEX = `CREATE VIRTUAL TABLE history_words USING fts5 (words, content = 'history', content_rowid = 'id', detail = none, prefix = '1 2 3',
    tokenize = 'unicode61 remove_diacritics 2');
  INSERT INTO history_words (history_words, rank) VALUES ('secure-delete', 1);`;

const REBUILD_SEARCH = `INSERT INTO history_words (history_words) VALUES ('rebuild');`;
/** Works without reading the damaged content. */
export const REPLACE_SEARCH = `INSERT INTO history_words (history_words) VALUES ('delete-all'); ${REBUILD_SEARCH}`;

/** Last pre-release version; databases up to it aren't opened. */
export const UNRELEASED = 29;

export const migrations: readonly string[] = [
  `
  -- Venues, and the notifications of their orders.
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

  -- Orders as they were read last; courier: what the courier does, checked: which bags of a group order are checked off, erased: without personal data.
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
    ended_at INTEGER,
    erased INTEGER NOT NULL DEFAULT 0,
    courier TEXT,
    checked TEXT NOT NULL DEFAULT '[]'
  ) STRICT;
  CREATE INDEX orders_ended ON orders (ended_at) WHERE open = 0;
  CREATE INDEX orders_ringing ON orders (id) WHERE alerting = 1 AND open = 0;
  CREATE INDEX orders_open ON orders (noticed_at, id, venue_id, stage, open, read_at, initial_pickup_eta, alerting, ended_at, courier, checked)
    WHERE open = 1;

  -- The durable queue. pool: whose jobs may not hold up whose (a venue's, a printer's).
  CREATE TABLE job (
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
    phase TEXT,
    waits_for TEXT,
    outcome TEXT,
    result TEXT,
    created_at INTEGER NOT NULL,
    finished_at INTEGER,
    asked_again_at INTEGER,
    due_by INTEGER,
    UNIQUE (kind, key)
  ) STRICT;
  CREATE INDEX job_due ON job (not_before) WHERE state = 'waiting';
  CREATE INDEX job_lane ON job (lane, id) WHERE state IN ('waiting', 'leased');
  CREATE INDEX job_leased ON job (lease_until) WHERE state = 'leased';
  CREATE INDEX job_failed ON job (id) WHERE state = 'failed';
  CREATE INDEX job_order ON job (order_id);

  -- The events of each order, and counts for diagnostics.
  CREATE TABLE journal (
    id INTEGER PRIMARY KEY,
    order_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    facts TEXT NOT NULL,
    by_whom TEXT
  ) STRICT;
  CREATE INDEX journal_by_order ON journal (order_id, id);
  CREATE TABLE tally (
    name TEXT PRIMARY KEY,
    count INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    detail TEXT
  ) STRICT;

  -- Every paper that went to a printer. seen_at: sent, not confirmed, and seen by somebody.
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
    asked_by TEXT NOT NULL,
    seen_at INTEGER
  ) STRICT;
  CREATE INDEX print_ledger_by_order ON print_ledger (order_id, id);
  CREATE INDEX print_ledger_by_time ON print_ledger (at);

  -- The history of all orders with its search index. figures: what reports count. claim: the status of an order that was never read.
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
    words TEXT NOT NULL,
    figures TEXT,
    claim TEXT
  ) STRICT;
  CREATE INDEX history_by_time ON history (placed_at);
  CREATE INDEX history_rejected ON history (id) WHERE stage = 'rejected';
  CREATE INDEX history_accepted ON history (venue_id, placed_at) WHERE accepted_at IS NOT NULL;
  ${SEARCH_INDEX}

  -- Stretches of trouble that explain the history.
  CREATE TABLE spell (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    text TEXT NOT NULL,
    from_at INTEGER NOT NULL,
    until_at INTEGER
  ) STRICT;
  CREATE INDEX spell_open ON spell (kind, subject) WHERE until_at IS NULL;
  CREATE INDEX spell_by_time ON spell (until_at);

  -- Couriers that were ordered here; a promise that is damaged ends neither an integrity check nor the erasing of the others.
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
  CREATE INDEX delivery_by_schedule ON delivery (CASE WHEN json_valid(promise) THEN json_extract(promise, '$.scheduledTime') END);

  -- What notifications said of orders that no reading has borne out.
  CREATE TABLE claim (
    order_id TEXT PRIMARY KEY,
    venue_id TEXT,
    status TEXT,
    noticed_at INTEGER NOT NULL,
    claimed_at INTEGER NOT NULL,
    created_at TEXT,
    alerting INTEGER NOT NULL,
    text TEXT,
    unknown INTEGER NOT NULL DEFAULT 0
  ) STRICT;

  -- When this database was put back from a backup, and what that means for papers.
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

  -- Whether a PIN protects the manager's part, how long wrong PINs must wait, and what staff changed that belongs to no order.
  CREATE TABLE access (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    pin_set INTEGER,
    owed_ms INTEGER NOT NULL,
    rest_ms INTEGER NOT NULL
  ) STRICT;
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

  -- What the kitchen has done of an order.
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

  -- What was seen to work, and of what: an address, a secret, a printer.
  CREATE TABLE proof (
    what TEXT PRIMARY KEY,
    about TEXT NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;

  -- What is sold and when: the last menu and status that were read, what staff changed of them, and how often the service was asked.
  CREATE TABLE menu_copy (
    venue_id TEXT PRIMARY KEY,
    read_at INTEGER NOT NULL,
    copy_id TEXT NOT NULL
  ) STRICT;
  -- The parts of a copy, compressed. They are written a few at a time, and count once menu_copy has their copy_id.
  CREATE TABLE menu_part (
    venue_id TEXT NOT NULL,
    copy_id TEXT NOT NULL,
    name TEXT NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (venue_id, copy_id, name)
  ) STRICT;
  -- The whole menu that was sent from a file last, compressed.
  CREATE TABLE menu_upload (
    venue_id TEXT PRIMARY KEY,
    body BLOB NOT NULL
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
    text TEXT NOT NULL,
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

  -- How far the news of each venue were taken in from a relay.
  CREATE TABLE relay_cursor (
    address TEXT NOT NULL,
    venue_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    PRIMARY KEY (address, venue_id)
  ) STRICT;

  -- What a till gave last of each item, by which the same delivery is known when it comes again.
  CREATE TABLE till_stock (
    venue_id TEXT NOT NULL,
    subject TEXT NOT NULL,
    count INTEGER NOT NULL,
    delivery TEXT,
    at INTEGER NOT NULL,
    PRIMARY KEY (venue_id, subject)
  ) STRICT;
  `,
  `
  -- What may have happened has one name: its outcome is unknown.
  ALTER TABLE job RENAME COLUMN interrupted TO outcome_unknown;
  UPDATE job SET outcome = 'unknown' WHERE outcome = 'uncertain';
  UPDATE job SET payload = json_remove(json_set(payload, '$.earlier', iif(payload ->> 'mustBeRead', 'unread', 'unknown')), '$.mayBeDone', '$.mustBeRead')
    WHERE kind = 'command' AND CASE WHEN json_valid(payload) THEN payload ->> 'mayBeDone' END;
  UPDATE job SET payload = json_remove(json_set(payload, '$.earlier', iif(payload ->> 'wasTaken', 'taken', 'unknown')), '$.wasTaken', '$.mayHaveWorked')
    WHERE kind = 'operation' AND CASE WHEN json_valid(payload) THEN payload ->> 'wasTaken' OR payload ->> 'mayHaveWorked' END;
  `,
];

export const VERSION = UNRELEASED + migrations.length;

/** Version 0 is a new database. */
export const isUnreleased = (version: number): boolean => version !== 0 && version <= UNRELEASED;
