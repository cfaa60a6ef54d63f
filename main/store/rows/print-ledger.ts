/** Every printout sent to a printer, and its confirmation. */
import type Database from 'better-sqlite3';

export interface LedgerEntry {
  at: number;
  orderId: string;
  document: string;
  /** Index of the person on a label; else 0. */
  part: number;
  printerId: string;
  /** The printer's name at the time. */
  printer: string;
  /** Which printout of this document, from 1. */
  copy: number;
  mark: 'original' | 'possible-copy' | 'reprint';
  /** `uncertain`: part of it may be printed. */
  outcome: 'confirmed' | 'reported' | 'sent' | 'uncertain';
  by: 'service' | 'staff';
  /** When staff confirmed it, epoch ms. */
  seenAt: number | null;
}

/** Confirmed by printer (`confirmed`), print system (`reported`) or staff (`seen`). */
export type PrintEvidence = LedgerEntry['outcome'] | 'seen';

export function printEvidenceOf({ outcome, seenAt }: Pick<LedgerEntry, 'outcome' | 'seenAt'>): PrintEvidence {
  return (outcome === 'sent' || outcome === 'reported') && seenAt !== null ? 'seen' : outcome;
}

export interface PrintLedger {
  add(entry: Omit<LedgerEntry, 'at' | 'copy' | 'seenAt'>): void;
  /** Staff confirm sent printouts; `part` or `printerId` null: all. Returns how many. */
  see(orderId: string, document: string, part: number | null, printerId: string | null): number;
  count(orderId: string, document: string, part: number): number;
  of(orderId: string): LedgerEntry[];
  /** Printouts in [from, to), epoch ms on this computer's clock. */
  totals(from?: number, to?: number): Record<PrintEvidence, { count: number; lastAt: number | null }>;
}

export function createPrintLedger(
  db: Database.Database,
  now: () => number,
  touch: (orderId: string) => void = () => undefined,
): PrintLedger {
  const insert = db.prepare(`
    INSERT INTO print_ledger (at, order_id, document, part, printer_id, printer, copy, mark, outcome, asked_by)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const counted = db.prepare<[string, string, number], { count: number }>(
    `SELECT count(*) AS count FROM print_ledger WHERE order_id = ? AND document = ? AND part = ?`,
  );
  const list = db.prepare<[string], LedgerEntry>(`
    SELECT at, order_id AS orderId, document, part, printer_id AS printerId, printer, copy, mark, outcome, asked_by AS "by",
      seen_at AS seenAt
    FROM print_ledger WHERE order_id = ? ORDER BY id`);
  const sums = db.prepare<[number, number], { proof: PrintEvidence; count: number; lastAt: number }>(`
    SELECT CASE WHEN outcome IN ('sent', 'reported') AND seen_at IS NOT NULL THEN 'seen' ELSE outcome END AS proof, count(*) AS count, max(at) AS lastAt
    FROM print_ledger WHERE at >= ? AND at < ? GROUP BY proof`);
  const inHand = db.prepare(`
    UPDATE print_ledger SET seen_at = @now
    WHERE order_id = @orderId AND document = @document AND part = coalesce(@part, part) AND printer_id = coalesce(@printerId, printer_id)
      AND outcome IN ('sent', 'reported') AND seen_at IS NULL`);
  const count = (orderId: string, document: string, part: number): number => counted.get(orderId, document, part)?.count ?? 0;
  return {
    add(e) {
      const copy = count(e.orderId, e.document, e.part) + 1;
      insert.run(now(), e.orderId, e.document, e.part, e.printerId, e.printer, copy, e.mark, e.outcome, e.by);
    },
    see(orderId, document, part, printerId) {
      const { changes } = inHand.run({ now: now(), orderId, document, part, printerId });
      if (changes > 0) touch(orderId);
      return changes;
    },
    count,
    of: (orderId) => list.all(orderId),
    totals(from = 0, to = Number.MAX_SAFE_INTEGER) {
      const none = { count: 0, lastAt: null };
      const found = sums.all(from, to).map(({ proof, ...total }) => [proof, total]);
      return { confirmed: none, reported: none, seen: none, sent: none, uncertain: none, ...Object.fromEntries(found) };
    },
  };
}
