/** Erases personal data from everything in a database that ended before a moment; totals stay. */
import type Database from 'better-sqlite3';
import { systemTime } from '../../shared/time/system-time.ts';
import { isoDigits } from '../orders/money/money.ts';
import { withoutPerson, withoutTexts } from '../orders/without-person.ts';
import { storageTroubleOf } from './file/storage-trouble.ts';
import type { Ended } from './rows/order-rows.ts';
import { type Rows, rowsOf } from './rows.ts';

const AT_ONCE = 200;
/** For the reports of a year: nothing of them is about a person. */
const KEEP_SPELLS_MS = 400 * 24 * 3_600_000;

export interface ErasedRows {
  /** How many orders and other rows were gone through. */
  orders: number;
  others: number;
  /** What could not be erased, and why: it keeps nothing else from it, and is tried again. */
  failed: { what: string; error: unknown }[];
}

/** `before`: epoch ms. `write` runs one transaction. Throws what the storage throws; what was erased until then stays erased. */
export function erase(
  rows: Pick<Rows, 'orders' | 'queue' | 'inbox' | 'deliveries' | 'claims' | 'kitchen' | 'staff' | 'menu'>,
  write: <T>(work: () => T) => T,
  before: number,
): ErasedRows {
  const erased: ErasedRows = { orders: 0, others: 0, failed: [] };
  /** One transaction. False where it failed for another reason than the storage; nothing of it has happened then. */
  const did = (what: string | null, work: () => void): boolean => {
    try {
      write(work);
      return true;
    } catch (error) {
      if (storageTroubleOf(error)) throw error;
      if (what !== null) erased.failed.push({ what, error });
      return false;
    }
  };
  const eraseOrder = (id: string): void => {
    rows.orders.erase(id, withoutPerson(rows.orders.raw(id)) ?? {});
    rows.queue.rewritePayloads(id, withoutTexts);
    rows.kitchen.forget(id);
    rows.staff.eraseNames(id);
  };
  for (let last: Ended | null = null; ; ) {
    // In parts: a notification must never wait for a long transaction.
    const orders = rows.orders.endedBefore(before, AT_ONCE, last);
    last = orders.at(-1) ?? null;
    if (last === null) break;
    const together = did(null, () => {
      for (const { id } of orders) eraseOrder(id);
    });
    // One that can't be erased keeps its name; the others don't.
    const done = together ? orders : orders.filter(({ id }) => did(`order ${id}`, () => eraseOrder(id)));
    erased.orders += done.length;
  }
  did('notifications of orders', () => rows.claims.forgetBefore(before));
  did('notifications', () => {
    erased.others += rows.inbox.eraseBodiesBefore(before);
  });
  did('changes of the staff', () => {
    erased.others += rows.staff.eraseBefore(before);
  });
  did('changes of the menu', () => {
    erased.others += rows.menu.eraseBefore(before);
    rows.menu.spells.forgetBefore(before - KEEP_SPELLS_MS);
  });
  did('couriers', () => {
    erased.others += rows.deliveries.eraseBefore(before);
  });
  return erased;
}

/** The same in a copy of the database. */
export function eraseFrom(db: Database.Database, before: number): ErasedRows {
  const { wall: now, monotonic } = systemTime;
  const rows = rowsOf(db, { now, serviceNow: now, monotonic }, isoDigits);
  return erase(rows, (work) => db.transaction(work).immediate(), before);
}
