/** Claims of notifications about orders that no reading has confirmed. */
import type Database from 'better-sqlite3';
import type { Text } from '../../../contract/message.ts';
import { furthest } from '../../orders/claim.ts';
import { createHowLongAgo } from '../../time/how-long-ago.ts';
import { fromStored, toStored } from './stored/stored-text.ts';

export interface StatusClaim {
  orderId: string;
  venueId: string | null;
  /** Uppercase (section 6.1). */
  status: string | null;
  /** Epoch ms. */
  noticedAt: number;
  claimedAt: number;
  /** The order's creation time as sent. */
  createdAt: string | null;
  /** True until staff tap the order. */
  alerting: boolean;
  /** Why the last reading failed. */
  text: Text | null;
  /** The service last answered that it doesn't know the order. */
  isUnknown: boolean;
}

export interface ClaimRows {
  get(orderId: string): StatusClaim | null;
  /** Elapsed ms, unaffected by clock changes. */
  sinceNoticed(claim: StatusClaim): number;
  sinceClaimed(claim: StatusClaim): number;
  /** Claims about orders never read, oldest first. */
  unread(): StatusClaim[];
  /** Claims that the order's last reading contradicts, oldest first. */
  ofRead(): StatusClaim[];
  /** Ignores less advanced statuses. A notification that doesn't ring doesn't end an alarm. */
  record(news: { orderId: string; venueId: string | null; status: string | null; createdAt: string | null; rings: boolean }): void;
  couldNotRead(orderId: string, text: Text, isUnknown?: boolean): void;
  settle(orderId: string): void;
  /** Stops the alarm. Returns whether it was ringing. */
  silence(orderId: string): boolean;
  /** Epoch ms. */
  forgetBefore(at: number): void;
}

type Stored = Omit<StatusClaim, 'alerting' | 'text' | 'isUnknown'> & { alerting: number; text: string | null; isUnknown: number };

const COLUMNS = `claim.order_id AS orderId, claim.venue_id AS venueId, claim.status, claim.noticed_at AS noticedAt, claim.claimed_at AS claimedAt,
  claim.created_at AS createdAt, claim.alerting, claim.text, claim.unknown AS isUnknown`;

export function createClaimRows(
  db: Database.Database,
  { now, monotonic }: { now: () => number; monotonic: () => number },
  touch: (orderId: string) => void,
  history: { recordClaim(claim: StatusClaim): void; indexClaim(orderId: string): void },
): ClaimRows {
  const one = db.prepare<[string], Stored>(`SELECT ${COLUMNS} FROM claim WHERE order_id = ?`);
  const unread = db.prepare<[], Stored>(
    `SELECT ${COLUMNS} FROM claim LEFT JOIN orders ON orders.id = claim.order_id WHERE orders.id IS NULL ORDER BY claim.noticed_at`,
  );
  const ofRead = db.prepare<[], Stored>(`SELECT ${COLUMNS} FROM claim JOIN orders ON orders.id = claim.order_id ORDER BY claim.noticed_at`);
  // Not an upsert, which is slow: see search/history.ts.
  const insert = db.prepare(`
    INSERT INTO claim (order_id, venue_id, status, noticed_at, claimed_at, created_at, alerting)
    VALUES (@orderId, @venueId, @status, @noticedAt, @claimedAt, @createdAt, @alerting)`);
  const update = db.prepare(
    `UPDATE claim SET status = @status, claimed_at = @claimedAt, venue_id = @venueId, alerting = @alerting WHERE order_id = @orderId`,
  );
  const failed = db.prepare(
    `UPDATE claim SET text = @text, unknown = @unknown WHERE order_id = @orderId AND (text IS NOT @text OR unknown <> @unknown)`,
  );
  const settled = db.prepare(`DELETE FROM claim WHERE order_id = ?`);
  const silenced = db.prepare(`UPDATE claim SET alerting = 0 WHERE order_id = ? AND alerting = 1`);
  const old = db.prepare<[number], { orderId: string }>(`DELETE FROM claim WHERE claimed_at < ? RETURNING order_id AS orderId`);

  const howLongAgo = createHowLongAgo({ now, monotonic });

  const sinceNoticed = ({ orderId, noticedAt }: StatusClaim): number => howLongAgo.since(orderId, noticedAt);
  const sinceClaimed = ({ orderId, claimedAt }: StatusClaim): number => howLongAgo.since(orderId, claimedAt);
  const get = (orderId: string): StatusClaim | null => {
    const stored = one.get(orderId);
    return stored ? toClaim(stored) : null;
  };
  const touched = (orderId: string, changes: number): boolean => {
    if (changes > 0) touch(orderId);
    return changes > 0;
  };
  return {
    get,
    sinceNoticed,
    sinceClaimed,
    unread: () => unread.all().map(toClaim),
    ofRead: () => ofRead.all().map(toClaim),
    record(news) {
      const before = get(news.orderId);
      if (before && (before.status === news.status || furthest(before.status, news.status) === before.status)) return;
      const { rings, ...claimed } = news;
      const at = now();
      const kept: StatusClaim = before
        ? { ...before, status: news.status, claimedAt: at, venueId: news.venueId ?? before.venueId, alerting: before.alerting || rings }
        : { ...claimed, noticedAt: at, claimedAt: at, alerting: rings, text: null, isUnknown: false };
      const { text: _, isUnknown: __, ...row } = kept;
      touched(kept.orderId, (before ? update : insert).run({ ...row, alerting: kept.alerting ? 1 : 0 }).changes);
      history.recordClaim(kept);
      // Starts measuring, since the clock may be set.
      sinceNoticed(kept);
      sinceClaimed(kept);
    },
    couldNotRead(orderId, text, isUnknown = false) {
      touched(orderId, failed.run({ orderId, text: toStored(text), unknown: isUnknown ? 1 : 0 }).changes);
      history.indexClaim(orderId);
    },
    settle(orderId) {
      touched(orderId, settled.run(orderId).changes);
      howLongAgo.forget(orderId);
    },
    silence: (orderId) => touched(orderId, silenced.run(orderId).changes),
    forgetBefore(at) {
      for (const { orderId } of old.all(at)) {
        touch(orderId);
        howLongAgo.forget(orderId);
      }
    },
  };
}

function toClaim(stored: Stored): StatusClaim {
  return {
    ...stored,
    alerting: stored.alerting === 1,
    isUnknown: stored.isUnknown === 1,
    text: stored.text === null ? null : fromStored(stored.text),
  };
}
