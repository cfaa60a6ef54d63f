/** Records that this database was restored from a backup, and what is uncertain since: which printouts may already exist. */
import type Database from 'better-sqlite3';
import type { Recovery, Why } from './recover.ts';

export interface Recoveries {
  /** The last one, however long ago; null for a database that was never put back. */
  latest(): Recovery | null;
  /**
   * Whether papers of this order may have been printed by the Tillbridge that lost its database. What was printed between the backup and
   * the recovery stands in neither: so every order that the service says was created before the recovery is in doubt, whether the backup
   * knows it (its paper may have come after the backup) or not (it came after the backup itself, or its news was late). The backup's own
   * time proves nothing, the recovery's does: an order created after it was never seen by the run that was lost.
   * An order that says no time is in doubt too.
   */
  mayHavePrinted(order: { createdAt: string | null }): boolean;
  /** The same, and recent enough that it may still be cooking. */
  mayBeCooking(order: { createdAt: string | null }): boolean;
  /** Whether this was printed since then, so that its copies are counted. */
  hasPrintedSince(orderId: string, document: string, part: number): boolean;
  /** Whether anything of this order was. */
  hasPaperSince(orderId: string): boolean;
  /** Writes down the moment of the recovery on the service's clock, once that is known. Call it in a transaction. */
  settle(): void;
  /** Whether that is still to be done. */
  isUnsettled(): boolean;
  /** Whether staff have not yet said that they have read of it. */
  isUnread(): boolean;
  /** Call it in a transaction. */
  markRead(): void;
}

/** A kitchen cooks no order of the day before. */
const COOKED_WITHIN_MS = 24 * 3_600_000;

/**
 * `serviceTimeOf`: a moment of the monotonic clock (epoch ms) on the service's clock, null until that is known. `slackMs`: for how long before
 * its end this very process may have printed for an earlier connection.
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
  // A recovery that an earlier process could not settle was before this one began: later than it was, so nothing in doubt is left out.
  const openedAt = clocks.monotonic() + slackMs;

  /** Epoch ms of the service's clock; later than everything while it is not known. */
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
