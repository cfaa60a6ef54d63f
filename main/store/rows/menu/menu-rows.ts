/** Each venue's menu and status, wanted changes and their results. Times: service clock, epoch ms. */
import type Database from 'better-sqlite3';
import type { Text } from '../../../../contract/message.ts';
import { asRecord, type Fields } from '../../../orders/text/reading.ts';
import { fromStored, toStored } from '../stored/stored-text.ts';
import { createMenuCopies, type MenuCopies } from './menu-copies.ts';
import { createMenuPace, type MenuPace } from './menu-pace.ts';
import { createOffSalePeriods, type OffSalePeriods } from './off-sale-periods.ts';
import { createTillStock, type TillStock } from './till-stock.ts';

/** For each endpoint, the last change of a subject counts. */
export type IntentEndpoint =
  | 'items'
  | 'option-values'
  | 'inventory'
  | 'online'
  | 'opening-times'
  | 'special-times'
  | 'delivery-provider'
  | 'upload';

/** `waiting`: the last change isn't sent. `sent`: accepted. `seen`: a reading shows it; `unseen`: none did within two minutes. */
export type IntentState = 'waiting' | 'sent' | 'seen' | 'unseen' | 'refused';

export interface Intent {
  id: number;
  venueId: string;
  endpoint: IntentEndpoint;
  /** What changes: an identifier (main/menu/changes.ts); empty for the whole venue. */
  subject: string;
  wants: Fields;
  state: IntentState;
  /** Grows with each change. */
  version: number;
  /** Rows of one part go in one call: a refused call is split until the wrong row is alone. */
  part: number;
  askedAt: number;
  sentAt: number | null;
  /** When the reading that last checked the change was requested. */
  lookedAt: number | null;
  by: string | null;
  /** Entered by staff. */
  reason: string | null;
  error: Text | null;
  /** From then on `endsWith` is wanted. */
  endsAt: number | null;
  endsWith: Fields | null;
}

export interface MenuChangeRequest {
  venueId: string;
  endpoint: IntentEndpoint;
  subject: string;
  wants: Fields;
  by: string | null;
  reason?: string | null;
  ends?: { at: number; with: Fields } | null;
}

export interface MenuNote {
  at: number;
  venueId: string;
  text: Text;
  by: string | null;
}

export interface MenuRows {
  readonly pace: MenuPace;
  readonly copies: MenuCopies;
  readonly offSale: OffSalePeriods;
  readonly tillStock: TillStock;
  status(venueId: string): { readAt: number; body: string } | null;
  keepStatus(venueId: string, readAt: number, body: string): void;
  /** The last upload as compressed JSON. */
  upload(venueId: string): Uint8Array | null;
  keepUpload(venueId: string, body: Uint8Array): void;
  setWanted(change: MenuChangeRequest): void;
  get(venueId: string, endpoint: IntentEndpoint, subject: string): Intent | null;
  of(venueId: string): Intent[];
  /** Rows of the first part, which go in one call. */
  waiting(venueId: string, endpoint: IntentEndpoint): Intent[];
  isWaiting(venueId: string, endpoint: IntentEndpoint): boolean;
  unconfirmed(venueId: string): Intent[];
  refusedOf(venueId: string): Intent[];
  /** Saves only the time if a newer version is wanted. */
  sent(intents: readonly Intent[], at: number): void;
  refused(intents: readonly Intent[], error: Text): void;
  split(intents: readonly Intent[]): void;
  looked(intent: Intent, state: IntentState, at: number): void;
  drop(intent: Intent): void;
  /** Changes whose `endsAt` is reached. */
  ending(now: number): Intent[];
  note(venueId: string, text: Text, by: string | null): void;
  /** Newest first. */
  notes(venueId: string, limit: number): MenuNote[];
  /** Deletes names, reasons, notes and counts from before `at` (epoch ms). Returns how many. */
  eraseBefore(at: number): number;
}

type Row = Omit<Intent, 'wants' | 'endsWith' | 'error'> & { wants: string; endsWith: string | null; error: string | null };

const COLUMNS = `id, venue_id AS venueId, endpoint, subject, wants, state, version, part, asked_at AS askedAt, sent_at AS sentAt,
  looked_at AS lookedAt, by_whom AS "by", reason, error, ends_at AS endsAt, ends_with AS endsWith`;

export function createMenuRows(db: Database.Database, now: () => number, touch: (venueId: string) => void): MenuRows {
  const status = db.prepare<[string], { readAt: number; body: string }>(
    `SELECT read_at AS readAt, body FROM venue_status WHERE venue_id = ?`,
  );
  const keepStatus = db.prepare(`INSERT OR REPLACE INTO venue_status (venue_id, read_at, body) VALUES (?, ?, ?)`);
  const upload = db.prepare<[string], Uint8Array>(`SELECT body FROM menu_upload WHERE venue_id = ?`).pluck();
  const keepUpload = db.prepare(`INSERT OR REPLACE INTO menu_upload (venue_id, body) VALUES (?, ?)`);
  const put = db.prepare(`
    INSERT INTO menu_intent (venue_id, endpoint, subject, wants, state, version, part, asked_at, by_whom, reason, ends_at, ends_with)
    VALUES (@venueId, @endpoint, @subject, @wants, 'waiting', 1, 0, @at, @by, @reason, @endsAt, @endsWith)
    ON CONFLICT (venue_id, endpoint, subject) DO UPDATE SET wants = @wants, state = 'waiting', version = version + 1, part = 0, asked_at = @at,
      by_whom = @by, reason = @reason, error = NULL, ends_at = @endsAt, ends_with = @endsWith`);
  const one = db.prepare<[string, string, string], Row>(
    `SELECT ${COLUMNS} FROM menu_intent WHERE venue_id = ? AND endpoint = ? AND subject = ?`,
  );
  const all = db.prepare<[string], Row>(`SELECT ${COLUMNS} FROM menu_intent WHERE venue_id = ? ORDER BY id`);
  const waiting = db.prepare<[{ venueId: string; endpoint: string }], Row>(`
    SELECT ${COLUMNS} FROM menu_intent WHERE venue_id = @venueId AND endpoint = @endpoint AND state = 'waiting'
      AND part = (SELECT min(part) FROM menu_intent WHERE venue_id = @venueId AND endpoint = @endpoint AND state = 'waiting')
    ORDER BY id`);
  const any = db.prepare<[string, string], number>(
    `SELECT 1 FROM menu_intent WHERE venue_id = ? AND endpoint = ? AND state = 'waiting' LIMIT 1`,
  );
  const unconfirmed = db.prepare<[string], Row>(`SELECT ${COLUMNS} FROM menu_intent WHERE venue_id = ? AND state IN ('sent', 'unseen')`);
  const refusedOf = db.prepare<[string], Row>(`SELECT ${COLUMNS} FROM menu_intent WHERE venue_id = ? AND state = 'refused'`);
  const sent = db.prepare(
    `UPDATE menu_intent SET state = 'sent', part = 0, sent_at = ?, looked_at = NULL, error = NULL WHERE id = ? AND version = ?`,
  );
  const tried = db.prepare(`UPDATE menu_intent SET sent_at = ? WHERE id = ?`);
  const refuse = db.prepare(`UPDATE menu_intent SET state = 'refused', part = 0, error = ? WHERE id = ? AND version = ?`);
  const part = db.prepare(`UPDATE menu_intent SET part = ? WHERE id = ?`);
  const lastPart = db
    .prepare<[string, string], number>(`SELECT max(part) FROM menu_intent WHERE venue_id = ? AND endpoint = ? AND state = 'waiting'`)
    .pluck();
  const look = db.prepare(
    `UPDATE menu_intent SET state = ?, looked_at = ? WHERE id = ? AND version = ? AND state IN ('sent', 'unseen', 'seen')`,
  );
  const drop = db.prepare(`DELETE FROM menu_intent WHERE id = ? AND version = ?`);
  const ending = db.prepare<[number], Row>(
    `SELECT ${COLUMNS} FROM menu_intent WHERE ends_at IS NOT NULL AND ends_at <= ? ORDER BY ends_at`,
  );
  const insertNote = db.prepare(`INSERT INTO menu_change (at, venue_id, text, by_whom) VALUES (?, ?, ?, ?)`);
  const notes = db.prepare<[string, number], Omit<MenuNote, 'text'> & { text: string }>(
    `SELECT at, venue_id AS venueId, text, by_whom AS "by" FROM menu_change WHERE venue_id = ? ORDER BY id DESC LIMIT ?`,
  );
  const eraseNotes = db.prepare(`DELETE FROM menu_change WHERE at < ?`);
  const eraseNames = db.prepare(
    `UPDATE menu_intent SET by_whom = NULL, reason = NULL WHERE asked_at < ? AND (by_whom IS NOT NULL OR reason IS NOT NULL)`,
  );

  const each = (intents: readonly Intent[], change: (intent: Intent) => void): void => {
    for (const intent of intents) {
      change(intent);
      touch(intent.venueId);
    }
  };

  const tillStock = createTillStock(db);

  return {
    pace: createMenuPace(db, touch),
    copies: createMenuCopies(db, touch),
    offSale: createOffSalePeriods(db),
    tillStock,
    status: (venueId) => status.get(venueId) ?? null,
    keepStatus(venueId, readAt, body) {
      keepStatus.run(venueId, readAt, body);
      touch(venueId);
    },
    upload: (venueId) => upload.get(venueId) ?? null,
    keepUpload: (venueId, body) => void keepUpload.run(venueId, body),
    setWanted({ venueId, endpoint, subject, wants, by, reason = null, ends = null }) {
      const endsWith = ends && JSON.stringify(ends.with);
      put.run({ venueId, endpoint, subject, wants: JSON.stringify(wants), at: now(), by, reason, endsAt: ends?.at ?? null, endsWith });
      touch(venueId);
    },
    get(venueId, endpoint, subject) {
      const row = one.get(venueId, endpoint, subject);
      return row ? toIntent(row) : null;
    },
    of: (venueId) => all.all(venueId).map(toIntent),
    waiting: (venueId, endpoint) => waiting.all({ venueId, endpoint }).map(toIntent),
    isWaiting: (venueId, endpoint) => any.get(venueId, endpoint) !== undefined,
    unconfirmed: (venueId) => unconfirmed.all(venueId).map(toIntent),
    refusedOf: (venueId) => refusedOf.all(venueId).map(toIntent),
    sent: (intents, at) =>
      each(intents, ({ id, version }) => {
        if (sent.run(at, id, version).changes === 0) tried.run(at, id);
      }),
    refused: (intents, error) => each(intents, ({ id, version }) => void refuse.run(toStored(error), id, version)),
    split(intents) {
      const [first] = intents;
      if (!first) return;
      const next = (lastPart.get(first.venueId, first.endpoint) ?? 0) + 1;
      each(intents.slice(Math.ceil(intents.length / 2)), ({ id }) => void part.run(next, id));
    },
    looked: (intent, state, at) => each([intent], ({ id, version }) => void look.run(state, at, id, version)),
    drop: (intent) => each([intent], ({ id, version }) => void drop.run(id, version)),
    ending: (at) => ending.all(at).map(toIntent),
    note(venueId, text, by) {
      insertNote.run(now(), venueId, toStored(text), by);
      touch(venueId);
    },
    notes: (venueId, limit) => notes.all(venueId, limit).map((note) => ({ ...note, text: fromStored(note.text) })),
    eraseBefore: (at) => eraseNotes.run(at).changes + eraseNames.run(at).changes + tillStock.eraseBefore(at),
  };
}

/** A damaged change becomes empty, which sending refuses. */
function toIntent(row: Row): Intent {
  const error = row.error === null ? null : fromStored(row.error);
  return { ...row, wants: parsed(row.wants) ?? {}, endsWith: row.endsWith === null ? null : parsed(row.endsWith), error };
}

function parsed(text: string): Fields | null {
  try {
    return asRecord(JSON.parse(text));
  } catch {
    return null;
  }
}
