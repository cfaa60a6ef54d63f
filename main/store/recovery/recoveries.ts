/** Records a restore from a backup, and which printouts may exist since. */
import type Database from 'better-sqlite3';
import type { Recovery, Why } from './recover.ts';

export interface Recoveries {
  /** Null if never restored. */
  latest(): Recovery | null;
  /**
   * Whether printouts may exist that this database doesn't know. Those made between backup and restore are unrecorded, so every order
   * created before the restore, or without a time, is in doubt.
   */
  mayHavePrinted(order: { createdAt: string | null }): boolean;
  /** `mayHavePrinted`, and recent enough to be in preparation. */
  mayBeCooking(order: { createdAt: string | null }): boolean;
  /** Whether this document was printed since the restore, so that copies are counted. */
  hasPrintedSince(orderId: string, document: string, part: number): boolean;
  /** Whether anything of the order was printed since the restore. */
  hasPaperSince(orderId: string): boolean;
  /** Records the restore's time on the service's clock, once known, in the caller's transaction. */
  settle(): void;
  isUnsettled(): boolean;
  isUnread(): boolean;
  /** Call in a transaction. */
  markRead(): void;
}

const COOKED_WITHIN_MS = 24 * 3_600_000;

/**
 * `serviceTimeOf`: converts monotonic to service time, epoch ms; null while unknown. `slackMs`: how long this process may have printed
 * before the store opened.
 */
export function createRecoveries(
  db: Database.Database,
  clocks: { monotonic: () => number; serviceTimeOf: (monotonicAt: number) => number | null },
  slackMs: number,
): Recoveries {
  const newest = db.prepare<[], Omit<Recovery, 'salvaged'> & { line: number; serviceAt: number | null; lastPrint: number; seen: number }>(`
    SELECT line, at, service_at AS serviceAt, why, aside, source, backup_at AS backupAt, orders, notifications, last_print AS lastPrint, seen
    FROM recovery ORDER BY line DESC LIMIT 1`);
  const settleAt = db.prepare(`UPDATE recovery SET service_at = ? WHERE line = ?`);
  const seen = db.prepare(`UPDATE recovery SET seen = 1`);
  const paper = db.prepare(`SELECT 1 FROM print_ledger WHERE id > ? AND order_id = ? AND document = ? AND part = ? LIMIT 1`);
  const anyPaper = db.prepare(`SELECT 1 FROM print_ledger WHERE id > ? AND order_id = ? LIMIT 1`);
  let last = newest.get() ?? null;
  // Later than a restore that an earlier process didn't `settle`, which is the safe side.
  const openedAt = clocks.monotonic() + slackMs;

  /** Time of the last restore on the service's clock; infinity while unknown. */
  function moment(): number {
    return last?.serviceAt ?? clocks.serviceTimeOf(openedAt) ?? Number.POSITIVE_INFINITY;
  }

  function mayHavePrinted({ createdAt }: { createdAt: string | null }): boolean {
    if (last === null) return false;
    const at = Date.parse(createdAt ?? '');
    return Number.isNaN(at) || at <= moment();
  }

  return {
    latest: () => last && { ...last, why: last.why as Why, salvaged: 0 },
    mayHavePrinted,
    mayBeCooking(order) {
      if (!mayHavePrinted(order)) return false;
      const at = Date.parse(order.createdAt ?? '');
      return Number.isFinite(moment()) && at > moment() - COOKED_WITHIN_MS;
    },
    hasPrintedSince: (orderId, document, part) => last !== null && paper.get(last.lastPrint, orderId, document, part) !== undefined,
    hasPaperSince: (orderId) => last !== null && anyPaper.get(last.lastPrint, orderId) !== undefined,
    isUnsettled: () => last !== null && last.serviceAt === null,
    settle() {
      if (last === null || last.serviceAt !== null) return;
      const at = clocks.serviceTimeOf(openedAt);
      if (at === null) return;
      settleAt.run(at, last.line);
      last = { ...last, serviceAt: at };
    },
    isUnread: () => last !== null && last.seen === 0,
    markRead() {
      seen.run();
      if (last) last = { ...last, seen: 1 };
    },
  };
}
