/** One row per order ever received: times, totals, and search words. */
import type Database from 'better-sqlite3';
import { claimedStage, placementTime, unreadNumber } from '../../orders/claim.ts';
import { figuresOf, type OrderFigures } from '../../orders/figures.ts';
import type { CurrencyDigits } from '../../orders/money/money.ts';
import { piecesOf } from '../../orders/order.ts';
import { earliestPlacement, statedPlacement } from '../../orders/placed-at.ts';
import { isBeingPrepared, type Stage } from '../../orders/stage.ts';
import { REPLACE_SEARCH } from '../file/migrations.ts';
import type { StatusClaim } from '../rows/claim-rows.ts';
import type { OrderRow } from '../rows/order-rows.ts';
import { isTime } from '../rows/stored/stored-values.ts';
import { searchQuestion, searchWords, unreadWords } from './search-words.ts';
import { readFigures } from './stored-figures.ts';

/** Orders placed earlier have left the kitchen. */
const ALONGSIDE_WITHIN_MS = 6 * 3_600_000;
/** Most earlier orders checked by `alongside`. */
const MOST_ALONGSIDE = 100;

/** Epoch ms of the service's clock, null if unknown or not yet. Amounts in minor units. */
export interface PastOrder {
  orderId: string;
  venueId: string;
  number: string;
  stage: Stage;
  kind: string;
  placedAt: number;
  noticedAt: number;
  acceptedAt: number | null;
  readyAt: number | null;
  endedAt: number | null;
  /** The last pickup time before it was ready. */
  dueAt: number | null;
  items: number;
  amount: number | null;
  currency: string | null;
  isPreorder: boolean;
  /** Claimed status of an unread order, '' if none; null once read. */
  claim: string | null;
}

export interface PlaceInTime {
  placedAt: number;
  id: number;
}

export interface History {
  /** Call in the transaction that saves the order. */
  record(row: OrderRow): void;
  /** Adds an order never read; its first reading completes the row. Not searchable yet. */
  recordClaim(claim: StatusClaim): void;
  /** Call when the reading failed: makes the order searchable by ID and day. */
  indexClaim(orderId: string): void;
  /** Newest first. `before`: `place` of the last one shown. */
  search(typed: string, limit: number, before?: number | null, isRejected?: boolean): { place: number; orderId: string }[];
  /** Placed in [from, to), epoch ms. */
  rejected(from: number, to: number): PastOrder[];
  /** Orders placed in [from, to), epoch ms, oldest first, by page. `figures`: null if they must come from the order. */
  placed(
    from: number,
    to: number,
    after: PlaceInTime | null,
    limit: number,
  ): { place: PlaceInTime; past: PastOrder; figures: OrderFigures | null }[];
  get(orderId: string): PastOrder | null;
  /** Epoch ms of the service's clock; if not stated, the earliest known time. */
  placedAt(row: OrderRow): number;
  /** Accepted, or confirmed as a pre-order. */
  wasAnswered(orderId: string): boolean;
  /** Orders accepted and ready, placed since `since`, newest first. */
  prepared(venueId: string, since: number, limit: number): PastOrder[];
  /** Null if none since `since`. */
  lastPlaced(venueId: string, since: number): number | null;
  /** Placed in [from, to). */
  countPlaced(venueId: string, from: number, to: number): number;
  /** Number of orders in preparation at this time. */
  alongside(venueId: string, at: number): number;
}

const COLUMNS = `order_id AS orderId, venue_id AS venueId, number, stage, kind, placed_at AS placedAt, noticed_at AS noticedAt,
  accepted_at AS acceptedAt, ready_at AS readyAt, ended_at AS endedAt, due_at AS dueAt, items, amount, currency, preorder, claim`;
type Stored = Omit<PastOrder, 'isPreorder'> & { preorder: number };
type Line = Stored & { words: string; figures: string | null };
/** Not indexed yet: waiting a second for the first reading saves an index write. */
const NOT_INDEXED = '';
const NOT_YET = {
  acceptedAt: null,
  readyAt: null,
  endedAt: null,
  dueAt: null,
  items: 0,
  amount: null,
  currency: null,
  preorder: 0,
  figures: null,
};

export function createHistory(
  db: Database.Database,
  clock: { now: () => number; serviceNow: () => number },
  currencyDigits: CurrencyDigits,
): History {
  const { serviceNow } = clock;
  const before = db.prepare<[string], Stored & { id: number; words: string }>(
    `SELECT ${COLUMNS}, id, words FROM history WHERE order_id = ?`,
  );
  // Not an upsert: one that returns its row is ten times slower.
  const insert = db.prepare<[Line]>(`
    INSERT INTO history (order_id, venue_id, number, stage, kind, placed_at, noticed_at, accepted_at, ready_at, ended_at, due_at, items, amount,
      currency, preorder, words, figures, claim)
    VALUES (@orderId, @venueId, @number, @stage, @kind, @placedAt, @noticedAt, @acceptedAt, @readyAt, @endedAt, @dueAt, @items, @amount,
      @currency, @preorder, @words, @figures, @claim)`);
  const update = db.prepare<[Line]>(`
    UPDATE history SET venue_id = @venueId, number = @number, stage = @stage, kind = @kind, placed_at = @placedAt, accepted_at = @acceptedAt,
      ready_at = @readyAt, ended_at = @endedAt, due_at = @dueAt, items = @items, amount = @amount, currency = @currency, preorder = @preorder,
      words = @words, figures = @figures, claim = @claim
    WHERE order_id = @orderId`);
  const wasRead = db.prepare<[string], number>(`SELECT 1 FROM orders WHERE id = ?`).pluck();
  const updateClaim = db.prepare(`UPDATE history SET venue_id = ?, stage = ?, claim = ? WHERE id = ?`);
  const updateWords = db.prepare(`UPDATE history SET words = ? WHERE id = ?`);
  const unindex = db.prepare(`INSERT INTO history_words (history_words, rowid, words) VALUES ('delete', ?, ?)`);
  const index = db.prepare(`INSERT INTO history_words (rowid, words) VALUES (?, ?)`);
  const found = db.prepare<[string, number, number], { place: number; orderId: string }>(`
    SELECT history.id AS place, history.order_id AS orderId
    FROM (SELECT rowid AS id FROM history_words WHERE history_words MATCH ? AND rowid < ? ORDER BY rowid DESC LIMIT ?) AS hit
    JOIN history ON history.id = hit.id ORDER BY history.id DESC`);
  const newest = db.prepare<[number, number], { place: number; orderId: string }>(
    `SELECT id AS place, order_id AS orderId FROM history WHERE id < ? ORDER BY id DESC LIMIT ?`,
  );
  const foundRejected = db.prepare<[string, number, number], { place: number; orderId: string }>(`
    SELECT history.id AS place, history.order_id AS orderId FROM history
    WHERE stage = 'rejected' AND id IN (SELECT rowid FROM history_words WHERE history_words MATCH ?) AND id < ? ORDER BY id DESC LIMIT ?`);
  const newestRejected = db.prepare<[number, number], { place: number; orderId: string }>(
    `SELECT id AS place, order_id AS orderId FROM history WHERE stage = 'rejected' AND id < ? ORDER BY id DESC LIMIT ?`,
  );
  const rejectedBetween = db.prepare<[number, number], Stored>(
    `SELECT ${COLUMNS} FROM history WHERE placed_at >= ? AND placed_at < ? AND stage = 'rejected' ORDER BY placed_at`,
  );
  const span = db.prepare<[number, number, number, number, number], Stored & { id: number; figures: string | null }>(
    `SELECT ${COLUMNS}, id, figures FROM history WHERE placed_at >= ? AND placed_at < ? AND (placed_at, id) > (?, ?) ORDER BY placed_at, id LIMIT ?`,
  );
  const cooked = db.prepare<[number, string, number], Stored>(`
    SELECT ${COLUMNS} FROM history
    WHERE placed_at >= ? AND venue_id = ? AND accepted_at IS NOT NULL AND ready_at IS NOT NULL ORDER BY placed_at DESC LIMIT ?`);
  const lastPlaced = db
    .prepare<[string, number], number>(
      `SELECT placed_at FROM history WHERE venue_id = ? AND placed_at >= ? ORDER BY placed_at DESC LIMIT 1`,
    )
    .pluck();
  const countPlaced = db
    .prepare<[string, number, number], number>(`SELECT count(*) FROM history WHERE venue_id = ? AND placed_at >= ? AND placed_at < ?`)
    .pluck();
  /** Counts only orders placed before `at`, since none is accepted earlier. */
  const alongside = db
    .prepare<[string, number, number, number, number], number>(
      `SELECT count(*) FROM (SELECT accepted_at, ready_at, stage FROM history
         WHERE venue_id = ? AND placed_at > ? AND placed_at < ? AND accepted_at IS NOT NULL ORDER BY placed_at DESC LIMIT ${MOST_ALONGSIDE})
       WHERE accepted_at < ? AND (ready_at IS NULL OR ready_at > ?) AND stage <> 'rejected'`,
    )
    .pluck();

  function record(row: OrderRow): void {
    const { order, stage } = row;
    const old = before.get(order.id);
    const noticedAt = usable(old?.noticedAt) ?? row.noticedAt + serviceNow() - clock.now();
    const known = Math.min(noticedAt, usable(old?.placedAt) ?? noticedAt);
    const placedAt =
      old?.claim === null ? (usable(old.placedAt) ?? noticedAt) : (statedPlacement(order, serviceNow()) ?? earliestPlacement(order, known));
    const words = searchWords(order, placedAt, currencyDigits);
    const taken = isBeingPrepared(stage) || stage === 'scheduled' || stage === 'delivered';
    const made = stage === 'ready' || stage === 'delivered';
    const pickup = timeOf(order.pickupEta) ?? timeOf(order.preOrder?.time ?? null);
    const line: Line = {
      orderId: order.id,
      venueId: order.venueId,
      number: order.number,
      stage,
      kind: order.delivery.type === 'homedelivery' && order.delivery.selfDelivery ? 'self-delivery' : order.delivery.type,
      placedAt,
      noticedAt,
      acceptedAt: usable(old?.acceptedAt) ?? (taken ? serviceNow() : null),
      readyAt: usable(old?.readyAt) ?? (made ? serviceNow() : null),
      endedAt: row.open ? null : (usable(old?.endedAt) ?? serviceNow()),
      dueAt: made ? (usable(old?.dueAt) ?? pickup) : pickup,
      items: piecesOf(order),
      // Reports only sum whole minor units.
      amount: Number.isSafeInteger(order.basketTotal?.amount) ? (order.basketTotal?.amount ?? null) : null,
      currency: order.basketTotal?.currency || null,
      preorder: order.type === 'preorder' ? 1 : 0,
      words,
      figures: JSON.stringify(figuresOf(order)),
      claim: null,
    };
    if (old) update.run(line);
    const id = old?.id ?? Number(insert.run(line).lastInsertRowid);
    if (words !== old?.words) putInIndex(id, words, old?.words);
  }

  function recordClaim({ orderId, venueId, status, createdAt, noticedAt: heardAt }: StatusClaim): void {
    const old = before.get(orderId);
    if (old ? old.claim === null : wasRead.get(orderId)) return;
    const stage = claimedStage(status) ?? 'awaiting-acceptance';
    if (old) return void updateClaim.run(venueId ?? '', stage, status ?? '', old.id);
    const noticedAt = heardAt + serviceNow() - clock.now();
    const placedAt = placementTime(createdAt, noticedAt);
    const line = { orderId, venueId: venueId ?? '', number: unreadNumber(orderId), stage, kind: 'other', placedAt, noticedAt };
    insert.run({ ...NOT_YET, ...line, words: NOT_INDEXED, claim: status ?? '' });
  }

  function indexClaim(orderId: string): void {
    const old = before.get(orderId);
    if (!old || old.claim === null || old.words !== NOT_INDEXED) return;
    const words = unreadWords(orderId, old.placedAt);
    updateWords.run(words, old.id);
    putInIndex(old.id, words, old.words);
  }

  /** A damaged index must not keep an order from being saved. */
  function putInIndex(id: number, words: string, before = NOT_INDEXED): void {
    try {
      if (before !== NOT_INDEXED) unindex.run(id, before);
      index.run(id, words);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_CORRUPT'))) throw error;
      db.exec(REPLACE_SEARCH);
    }
  }

  return {
    record,
    recordClaim,
    indexClaim,
    search(typed, limit, before, isRejected = false) {
      const below = before ?? Number.MAX_SAFE_INTEGER;
      if (typed.trim() === '') return (isRejected ? newestRejected : newest).all(below, limit);
      const question = searchQuestion(typed);
      return question === null ? [] : (isRejected ? foundRejected : found).all(question, below, limit);
    },
    rejected: (from, to) => rejectedBetween.all(from, to).map(toPast),
    placed: (from, to, after, limit) =>
      span.all(after?.placedAt ?? from, to, after?.placedAt ?? from, after?.id ?? -1, limit).map((stored) => ({
        place: { placedAt: stored.placedAt, id: stored.id },
        past: toPast(stored),
        figures: readFigures(stored.figures),
      })),
    get(orderId) {
      const stored = before.get(orderId);
      return stored ? toPast(stored) : null;
    },
    placedAt: ({ order, noticedAt }) =>
      statedPlacement(order, serviceNow()) ?? before.get(order.id)?.placedAt ?? noticedAt + serviceNow() - clock.now(),
    wasAnswered: (orderId) => (before.get(orderId)?.acceptedAt ?? null) !== null,
    prepared: (venueId, since, limit) => cooked.all(since, venueId, limit).map(toPast),
    lastPlaced: (venueId, since) => lastPlaced.get(venueId, since) ?? null,
    countPlaced: (venueId, from, to) => countPlaced.get(venueId, from, to) ?? 0,
    alongside: (venueId, at) => alongside.get(venueId, at - ALONGSIDE_WITHIN_MS, at, at, at) ?? 0,
  };
}

/** Null for damage: a damaged time must not keep an order from being saved. */
function usable(at: number | null | undefined): number | null {
  return isTime(at) ? at : null;
}

function toPast({ preorder, ...stored }: Stored): PastOrder {
  return { ...stored, isPreorder: preorder === 1 };
}

function timeOf(iso: string | null): number | null {
  const at = iso === null ? Number.NaN : Date.parse(iso);
  return Number.isFinite(at) ? at : null;
}
