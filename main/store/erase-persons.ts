/** Erases personal data of ended orders, also by deleting backups. Totals stay. */

import type { Cancel } from '../../shared/time/time.ts';
import { withoutPerson, withoutTexts } from '../orders/without-person.ts';
import type { Clocks } from '../time/service-clock.ts';
import { storageTroubleOf } from './file/storage-trouble.ts';
import type { EndedOrder } from './rows/order-rows.ts';
import type { Store } from './store.ts';

const DAY_MS = 24 * 3_600_000;
const EVERY_MS = 3_600_000;
const FIRST_MS = 10_000;
const UNTIL_RIGHT_MS = 5_000;
const AT_ONCE = 200;
/** For yearly reports: no personal data. */
const KEEP_OFF_SALE_MS = 400 * DAY_MS;

export interface ErasedRows {
  orders: number;
  others: number;
  /** Failures don't stop the rest; the next run retries them. */
  failed: { what: string; error: unknown }[];
}

/** Erases orders ended `before` (epoch ms). Throws StorageTrouble; earlier erasures stay. */
export function erasePersons(store: Store, before: number): ErasedRows {
  const erased: ErasedRows = { orders: 0, others: 0, failed: [] };
  /** Runs one transaction. False if it failed; throws storage trouble. */
  const did = (what: string | null, work: () => void): boolean => {
    try {
      store.write(work);
      return true;
    } catch (error) {
      if (storageTroubleOf(error)) throw error;
      if (what !== null) erased.failed.push({ what, error });
      return false;
    }
  };
  const eraseOrder = (id: string): void => {
    store.orders.erase(id, withoutPerson(store.orders.raw(id)) ?? {});
    store.queue.rewritePayloads(id, withoutTexts);
    store.kitchen.forget(id);
    store.staff.eraseNames(id);
  };
  for (let last: EndedOrder | null = null; ; ) {
    // In parts: a notification must never wait for a long transaction.
    const orders = store.orders.endedBefore(before, AT_ONCE, last);
    last = orders.at(-1) ?? null;
    if (last === null) break;
    const together = did(null, () => {
      for (const { id } of orders) eraseOrder(id);
    });
    // One by one, so that a failing order doesn't stop the others.
    const done = together ? orders : orders.filter(({ id }) => did(`order ${id}`, () => eraseOrder(id)));
    erased.orders += done.length;
  }
  did('notifications of orders', () => store.claims.forgetBefore(before));
  did('notifications', () => {
    erased.others += store.inbox.eraseBodiesBefore(before);
  });
  did('changes of the staff', () => {
    erased.others += store.staff.eraseBefore(before);
  });
  did('changes of the menu', () => {
    erased.others += store.menu.eraseBefore(before);
    store.menu.offSale.forgetBefore(before - KEEP_OFF_SALE_MS);
  });
  did('couriers', () => {
    erased.others += store.deliveries.eraseBefore(before);
  });
  // Until a checkpoint, the write-ahead log still has the old pages.
  if (erased.orders + erased.others > 0) store.checkpoint();
  return erased;
}

/** Runs hourly. Returns a function that stops it. */
export function keepErasing(options: {
  store: Store;
  keepDays: () => number;
  /**
   * Only a time that has certainly passed counts: neither a computer clock years ahead nor one wrong answer of the service may erase
   * anything.
   */
  time: Clocks;
  /** Whether computer and service disagree about the time. */
  onDisputed: (isDisputed: boolean) => void;
  onErased: (failed: number) => void;
  onDefect: (error: unknown) => void;
}): () => void {
  const { time } = options;
  const clock = time.service;
  let nextLook: Cancel;
  const look = (): void => {
    const past = clock.certainlyPast();
    // A computer clock far behind keeps data too long: also disputed.
    options.onDisputed(clock.certainty() === 'disputed' || (past !== null && clock.now() - past > DAY_MS));
    if (past !== null) {
      const before = past - options.keepDays() * DAY_MS;
      try {
        const { failed } = erasePersons(options.store, before);
        for (const { what, error } of failed) options.onDefect(new Error(`not erased: ${what}`, { cause: error }));
        options.onErased(failed.length);
      } catch (error) {
        options.onDefect(error);
      }
      // Old backups are deleted even if the database failed.
      options.store.backups.erase(before, clock.now()).catch(options.onDefect);
    }
    nextLook = time.after(past === null ? UNTIL_RIGHT_MS : EVERY_MS, look);
  };
  nextLook = time.after(FIRST_MS, look);
  return () => nextLook();
}
