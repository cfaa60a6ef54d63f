/** What notifications claimed about orders and no reading has confirmed yet: an unreadable order is known all the same. */
import type Database from 'better-sqlite3';
import type { Text } from '../../../contract/message.ts';
import { furthest } from '../../orders/told.ts';
import { createHowLongAgo } from '../../time/how-long-ago.ts';
import { fromStored, toStored } from './stored/stored-text.ts';

export interface Told {
  orderId: string;
  venueId: string | null;
  /** The notification's status, uppercase (section 6.1); null if it had none. */
  status: string | null;
  /** Epoch ms at which this computer first heard of the order, and of this status. */
  noticedAt: number;
  toldAt: number;
  /** The notification's own created_at, as sent: the order is no younger. */
  createdAt: string | null;
  /** True until staff tapped it. */
  alerting: boolean;
  /** Why the last reading failed, as a message for staff; null if none did. */
  says: Text | null;
  /** The service did not know the order when it last answered about it. */
  isUnknown: boolean;
}

export interface ToldRows {
  get(orderId: string): Told | null;
  /** Ms since the order's first notification, and since its stored status, unaffected by changes of this computer's clock. */
  sinceNoticed(told: Told): number;
  sinceTold(told: Told): number;
  /** Those of orders that were never read, oldest first. */
  unread(): Told[];
  /** Those that a reading contradicts, oldest first. */
  ofRead(): Told[];
  /** Stores a claimed status; a less advanced one changes nothing. One that doesn't ring ends no alarm. */
  tell(news: { orderId: string; venueId: string | null; status: string | null; createdAt: string | null; rings: boolean }): void;
  couldNotRead(orderId: string, says: Text, isUnknown?: boolean): void;
  /** A reading confirmed it. */
  settle(orderId: string): void;
  /** Whether it was still ringing. */
  silence(orderId: string): boolean;
  /** Deletes claims from before this moment (epoch ms). */
  forgetBefore(at: number): void;
}

type Stored = Omit<Told, 'alerting' | 'says' | 'isUnknown'> & { alerting: number; says: string | null; isUnknown: number };

const COLUMNS = `told.order_id AS orderId, told.venue_id AS venueId, told.status, told.noticed_at AS noticedAt, told.told_at AS toldAt,
  told.created_at AS createdAt, told.alerting, told.says, told.unknown AS isUnknown`;

export function createToldRows(
  db: Database.Database,
  { now, monotonic }: { now: () => number; monotonic: () => number },
  touch: (orderId: string) => void,
  history: { recordTold(told: Told): void },
): ToldRows {
  const one = db.prepare<[string], Stored>(`SELECT ${COLUMNS} FROM told WHERE order_id = ?`);
  const unread = db.prepare<[], Stored>(
    `SELECT ${COLUMNS} FROM told LEFT JOIN orders ON orders.id = told.order_id WHERE orders.id IS NULL ORDER BY told.noticed_at`,
  );
  const ofRead = db.prepare<[], Stored>(`SELECT ${COLUMNS} FROM told JOIN orders ON orders.id = told.order_id ORDER BY told.noticed_at`);
  // Whether there is one is known before: see search/history.ts.
  const insert = db.prepare(`
    INSERT INTO told (order_id, venue_id, status, noticed_at, told_at, created_at, alerting)
    VALUES (@orderId, @venueId, @status, @noticedAt, @toldAt, @createdAt, @alerting)`);
  const update = db.prepare(
    `UPDATE told SET status = @status, told_at = @toldAt, venue_id = @venueId, alerting = @alerting WHERE order_id = @orderId`,
  );
  const failed = db.prepare(
    `UPDATE told SET says = @says, unknown = @unknown WHERE order_id = @orderId AND (says IS NOT @says OR unknown <> @unknown)`,
  );
  const settled = db.prepare(`DELETE FROM told WHERE order_id = ?`);
  const silenced = db.prepare(`UPDATE told SET alerting = 0 WHERE order_id = ? AND alerting = 1`);
  const old = db.prepare<[number], { orderId: string }>(`DELETE FROM told WHERE told_at < ? RETURNING order_id AS orderId`);

  const howLongAgo = createHowLongAgo({ now, monotonic });

  const sinceNoticed = ({ orderId, noticedAt }: Told): number => howLongAgo.since(orderId, noticedAt);
  const sinceTold = ({ orderId, toldAt }: Told): number => howLongAgo.since(orderId, toldAt);
  const get = (orderId: string): Told | null => {
    const stored = one.get(orderId);
    return stored ? toTold(stored) : null;
  };
  const touched = (orderId: string, changes: number): boolean => {
    if (changes > 0) touch(orderId);
    return changes > 0;
  };
  return {
    get,
    sinceNoticed,
    sinceTold,
    unread: () => unread.all().map(toTold),
    ofRead: () => ofRead.all().map(toTold),
    tell(news) {
      const before = get(news.orderId);
      if (before && (before.status === news.status || furthest(before.status, news.status) === before.status)) return;
      const { rings, ...said } = news;
      const at = now();
      const kept: Told = before
        ? { ...before, status: news.status, toldAt: at, venueId: news.venueId ?? before.venueId, alerting: before.alerting || rings }
        : { ...said, noticedAt: at, toldAt: at, alerting: rings, says: null, isUnknown: false };
      const { says: _, isUnknown: __, ...row } = kept;
      touched(kept.orderId, (before ? update : insert).run({ ...row, alerting: kept.alerting ? 1 : 0 }).changes);
      history.recordTold(kept);
      // From now on, as the clock may be set before the first query.
      sinceNoticed(kept);
      sinceTold(kept);
    },
    couldNotRead: (orderId, says, isUnknown = false) =>
      void touched(orderId, failed.run({ orderId, says: toStored(says), unknown: isUnknown ? 1 : 0 }).changes),
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

function toTold(stored: Stored): Told {
  return {
    ...stored,
    alerting: stored.alerting === 1,
    isUnknown: stored.isUnknown === 1,
    says: stored.says === null ? null : fromStored(stored.says),
  };
}
