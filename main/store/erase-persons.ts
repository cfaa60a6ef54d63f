/** Erases personal data of ended orders after a set number of days, from the database file itself; totals stay. Backups are deleted. */

import type { Cancel } from '../../shared/time/time.ts';
import { withoutPerson, withoutTexts } from '../orders/without-person.ts';
import type { Clocks } from '../time/service-clock.ts';
import { storageTroubleOf } from './file/storage-trouble.ts';
import type { Ended } from './rows/order-rows.ts';
import type { Store } from './store.ts';

const DAY_MS = 24 * 3_600_000;
const EVERY_MS = 3_600_000;
const FIRST_MS = 10_000;
const UNTIL_RIGHT_MS = 5_000;
const AT_ONCE = 200;
/** For the reports of a year: nothing of them is about a person. */
const KEEP_SPELLS_MS = 400 * DAY_MS;

export interface ErasedRows {
  /** How many orders and other rows were gone through. */
  orders: number;
  others: number;
  /** What could not be erased, and why: it keeps nothing else from it, and is tried again. */
  failed: { what: string; error: unknown }[];
}

/** Erases everything that ended before `before` (epoch ms). Throws StorageTrouble; what was erased until then stays erased. */
export function erasePersons(store: Store, before: number): ErasedRows {
  const erased: ErasedRows = { orders: 0, others: 0, failed: [] };
  /** One transaction. False where it failed for another reason than the storage; nothing of it has happened then. */
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
  for (let last: Ended | null = null; ; ) {
    // In parts: a notification must never wait for a long transaction.
    const orders = store.orders.endedBefore(before, AT_ONCE, last);
    last = orders.at(-1) ?? null;
    if (last === null) break;
    const together = did(null, () => {
      for (const { id } of orders) eraseOrder(id);
    });
    // One that can't be erased keeps its name; the others don't.
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
    store.menu.spells.forgetBefore(before - KEEP_SPELLS_MS);
  });
  did('couriers', () => {
    erased.others += store.deliveries.eraseBefore(before);
  });
  // Until then the write-ahead log still has the old pages.
  if (erased.orders + erased.others > 0) store.checkpoint();
  return erased;
}

/** Looks once an hour. Returns the end of it. */
export function keepErasing(options: {
  store: Store;
  keepDays: () => number;
  /**
   * By the service's clock, and counted back from a time that is certain. Neither a computer whose clock is years ahead nor one wrong
   * answer of the service may erase anything.
   */
  time: Clocks;
  /** At each look: whether it waits because this computer and the service disagree about the time. */
  onDisputed: (isDisputed: boolean) => void;
  /** After each time: how many orders (or other rows) keep what should be erased. */
  onErased: (failed: number) => void;
  onDefect: (error: unknown) => void;
}): () => void {
  const { time } = options;
  const clock = time.service;
  let nextLook: Cancel;
  const look = (): void => {
    const past = clock.certainlyPast();
    // A computer that is far behind keeps what should go, although the time is certain.
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
      // Whatever became of the database.
      options.store.backups.erase(before, clock.now()).catch(options.onDefect);
    }
    nextLook = time.after(past === null ? UNTIL_RIGHT_MS : EVERY_MS, look);
  };
  nextLook = time.after(FIRST_MS, look);
  return () => nextLook();
}
