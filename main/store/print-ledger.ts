/** The print ledger: every paper that went to a printer, when, which copy, and whether the printer itself confirmed it. Rows are never changed. */
import type Database from 'better-sqlite3';

export interface LedgerEntry {
  at: number;
  orderId: string;
  document: string;
  /** Which label of a group order, from 0; 0 for everything else. */
  part: number;
  printerId: string;
  /** What staff called the printer then. */
  printer: string;
  /** The how-manieth paper of its kind, from 1. */
  copy: number;
  mark: 'original' | 'possible-copy' | 'reprint';
  /** `uncertain`: some of it may be on paper. */
  outcome: 'confirmed' | 'sent' | 'uncertain';
  by: 'service' | 'staff';
}

export interface PrintLedger {
  add(entry: Omit<LedgerEntry, 'at' | 'copy'>): void;
  /** How many papers of this kind there may be. */
  count(orderId: string, document: string, part: number): number;
  of(orderId: string): LedgerEntry[];
  /** How many papers ended in which way within [from, to), epoch ms of this computer's clock; in all where no time is given. */
  totals(from?: number, to?: number): Record<LedgerEntry['outcome'], { count: number; lastAt: number | null }>;
}

export function createPrintLedger(db: Database.Database, now: () => number): PrintLedger {
  const insert = db.prepare(`
    INSERT INTO print_ledger (at, order_id, document, part, printer_id, printer, copy, mark, outcome, asked_by)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const counted = db.prepare<[string, string, number], { count: number }>(
    `SELECT count(*) AS count FROM print_ledger WHERE order_id = ? AND document = ? AND part = ?`,
  );
  const list = db.prepare<[string], LedgerEntry>(`
    SELECT at, order_id AS orderId, document, part, printer_id AS printerId, printer, copy, mark, outcome, asked_by AS "by"
    FROM print_ledger WHERE order_id = ? ORDER BY id`);
  const sums = db.prepare<[number, number], { outcome: LedgerEntry['outcome']; count: number; lastAt: number }>(
    `SELECT outcome, count(*) AS count, max(at) AS lastAt FROM print_ledger WHERE at >= ? AND at < ? GROUP BY outcome`,
  );
  const count = (orderId: string, document: string, part: number): number => counted.get(orderId, document, part)?.count ?? 0;
  return {
    add(e) {
      const copy = count(e.orderId, e.document, e.part) + 1;
      insert.run(now(), e.orderId, e.document, e.part, e.printerId, e.printer, copy, e.mark, e.outcome, e.by);
    },
    count,
    of: (orderId) => list.all(orderId),
    totals(from = 0, to = Number.MAX_SAFE_INTEGER) {
      const none = { count: 0, lastAt: null };
      const found = sums.all(from, to).map(({ outcome, ...total }) => [outcome, total]);
      return { confirmed: none, sent: none, uncertain: none, ...Object.fromEntries(found) };
    },
  };
}
