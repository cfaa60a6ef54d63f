/** Takes what tells about people out of everything in a database that ended before a moment; totals stay. */
import type Database from 'better-sqlite3';
import { withoutPerson, withoutTexts } from '../orders/without-person.ts';
import { type Rows, rowsOf } from './rows.ts';

const AT_ONCE = 200;

/** `before`: epoch ms. `write` runs one transaction. Answers how many orders and other rows were gone through. */
export function erase(
  rows: Pick<Rows, 'orders' | 'queue' | 'inbox' | 'deliveries' | 'told'>,
  write: <T>(work: () => T) => T,
  before: number,
): { orders: number; others: number } {
  let erased = 0;
  for (;;) {
    // In parts: a notification must never wait for a long transaction.
    const orders = rows.orders.endedBefore(before, AT_ONCE);
    if (orders.length === 0) break;
    write(() => {
      for (const { id, raw } of orders) {
        rows.orders.erase(id, withoutPerson(raw) ?? raw);
        rows.queue.rewritePayloads(id, withoutTexts);
      }
    });
    erased += orders.length;
  }
  write(() => rows.told.forgetBefore(before));
  const others = write(() => rows.inbox.eraseBodiesBefore(before) + rows.deliveries.eraseBefore(before));
  return { orders: erased, others };
}

/** The same in a copy of the database. */
export function eraseFrom(db: Database.Database, before: number): void {
  const now = (): number => Date.now();
  const rows = rowsOf(db, { now, serviceNow: now, steady: now });
  erase(rows, (work) => db.transaction(work).immediate(), before);
}
