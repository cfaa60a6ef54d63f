/** Erases what tells about people from ended orders after a set number of days: from the database file itself and from its backups, while totals stay. */
import { type ErasedRows, erase } from './erase-from.ts';
import type { Store } from './store.ts';

const DAY_MS = 24 * 3_600_000;
const EVERY_MS = 3_600_000;
const FIRST_MS = 10_000;
const UNTIL_RIGHT_MS = 60_000;

/** Erases everything that ended before `before` (epoch ms). Throws StorageTrouble. */
export function erasePersons(store: Store, before: number): ErasedRows {
  const erased = erase(store, store.write, before);
  // Until then the old pages still stand in the write-ahead file.
  if (erased.orders + erased.others > 0) store.checkpoint();
  return erased;
}

/** Looks once an hour. Returns the end of it. */
export function keepErasing(options: {
  store: Store;
  keepDays: () => number;
  /** The service's clock, epoch ms. */
  now: () => number;
  /** Whether the service has confirmed the time: a computer whose clock is years ahead must erase nothing. */
  isRight: () => boolean;
  /** After each time: how many orders (or other rows) keep what should be erased. */
  onErased: (failed: number) => void;
  onDefect: (error: unknown) => void;
  /** How soon it looks for the first time, ms. */
  firstMs?: number;
}): () => void {
  let timer: NodeJS.Timeout;
  const look = (): void => {
    const isRight = options.isRight();
    if (isRight) {
      const before = options.now() - options.keepDays() * DAY_MS;
      try {
        const { failed } = erasePersons(options.store, before);
        for (const { what, error } of failed) options.onDefect(new Error(`not erased: ${what}`, { cause: error }));
        options.onErased(failed.length);
      } catch (error) {
        options.onDefect(error);
      }
      // Whatever became of the database. A backup that brought erased persons back would break the promise; what was put aside goes.
      options.store.backups.erase(before, options.now()).catch(options.onDefect);
    }
    timer = setTimeout(look, isRight ? EVERY_MS : UNTIL_RIGHT_MS);
  };
  timer = setTimeout(look, options.firstMs ?? FIRST_MS);
  return () => clearTimeout(timer);
}
