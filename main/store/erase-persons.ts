/** Erases what tells about people from ended orders after a set number of days: from the database file itself, while totals stay. */
import { withoutPerson, withoutTexts } from '../orders/without-person.ts';
import type { Store } from './store.ts';

const DAY_MS = 24 * 3_600_000;
const EVERY_MS = 3_600_000;
const FIRST_MS = 10_000;
const UNTIL_RIGHT_MS = 60_000;
const AT_ONCE = 200;

/** Erases everything that ended before `before` (epoch ms). Answers how many orders were gone through. */
export function erasePersons(store: Store, before: number): number {
  let erased = 0;
  for (;;) {
    // In parts: a notification must never wait for a long transaction.
    const orders = store.orders.endedBefore(before, AT_ONCE);
    if (orders.length === 0) break;
    store.write(() => {
      for (const { id, raw } of orders) {
        store.orders.erase(id, withoutPerson(raw));
        store.queue.rewritePayloads(id, withoutTexts);
      }
    });
    erased += orders.length;
  }
  const bodies = store.write(() => store.inbox.eraseBodiesBefore(before) + store.deliveries.eraseBefore(before));
  // Until then the old pages still stand in the write-ahead file.
  if (erased + bodies > 0) store.checkpoint();
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
  onDefect: (error: unknown) => void;
}): () => void {
  let timer: NodeJS.Timeout;
  const look = (): void => {
    const isRight = options.isRight();
    try {
      if (isRight) erasePersons(options.store, options.now() - options.keepDays() * DAY_MS);
    } catch (error) {
      options.onDefect(error);
    }
    timer = setTimeout(look, isRight ? EVERY_MS : UNTIL_RIGHT_MS);
  };
  timer = setTimeout(look, FIRST_MS);
  return () => clearTimeout(timer);
}
