/** Erases what tells about people from ended orders after a set number of days: from the database file itself and from its backups, while totals stay. */
import { erase } from './erase-from.ts';
import type { Store } from './store.ts';

const DAY_MS = 24 * 3_600_000;
const EVERY_MS = 3_600_000;
const FIRST_MS = 10_000;
const UNTIL_RIGHT_MS = 60_000;

/** Erases everything that ended before `before` (epoch ms). Answers how many orders were gone through. */
export function erasePersons(store: Store, before: number): number {
  const { orders, others } = erase(store, store.write, before);
  // Until then the old pages still stand in the write-ahead file.
  if (orders + others > 0) store.checkpoint();
  return orders;
}

/** Looks once an hour. Returns the end of it. */
export function keepErasing(options: {
  store: Store;
  keepDays: () => number;
  /** The service's clock, epoch ms. */
  now: () => number;
  /** Whether the service has confirmed the time: a computer whose clock is years ahead must erase nothing. */
  isRight: () => boolean;
  onDefect: (error: unknown) => void;
}): () => void {
  let timer: NodeJS.Timeout;
  const look = (): void => {
    const isRight = options.isRight();
    try {
      if (isRight) {
        const before = options.now() - options.keepDays() * DAY_MS;
        erasePersons(options.store, before);
        // A backup that brought erased persons back would break the promise; what was put aside cannot be looked into, and goes.
        options.store.backups.erase(before, options.now()).catch(options.onDefect);
      }
    } catch (error) {
      options.onDefect(error);
    }
    timer = setTimeout(look, isRight ? EVERY_MS : UNTIL_RIGHT_MS);
  };
  timer = setTimeout(look, FIRST_MS);
  return () => clearTimeout(timer);
}
