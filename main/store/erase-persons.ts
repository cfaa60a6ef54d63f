/** Erases personal data of ended orders after a set number of days, from the database file itself and from its backups; totals stay. */

import type { Cancel } from '../../shared/time/time.ts';
import type { Clocks } from '../time/service-clock.ts';
import { type ErasedRows, erase } from './erase-from.ts';
import type { Store } from './store.ts';

const DAY_MS = 24 * 3_600_000;
const EVERY_MS = 3_600_000;
const FIRST_MS = 10_000;
const UNTIL_RIGHT_MS = 5_000;

/** Erases everything that ended before `before` (epoch ms). Throws StorageTrouble. */
export function erasePersons(store: Store, before: number): ErasedRows {
  const erased = erase(store, store.write, before);
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
      // Whatever became of the database. A backup that brought erased persons back would break the promise; what was put aside goes.
      options.store.backups.erase(before, clock.now()).catch(options.onDefect);
    }
    nextLook = time.after(past === null ? UNTIL_RIGHT_MS : EVERY_MS, look);
  };
  nextLook = time.after(FIRST_MS, look);
  return () => nextLook();
}
