/** Queues the file of each finished month once, also after Tillbridge was off. */
import { monthAfter, monthOf, spanOfMonth } from '../../contract/contract.ts';
import { UNREADABLE_RETRY_MS } from '../orders/claim.ts';
import type { Store } from '../store/store.ts';
import type { Clocks } from '../time/service-clock.ts';
import { MONTHLY, MONTHLY_LANE, resultOf } from './monthly-file.ts';
import { boundsOf, dayOf } from './span.ts';

const LOOK_MS = 60_000;
/** Most past months written late. */
const MOST_MONTHS = 12;

/** Returns a function that stops it. */
export function keepMonthlyFiles(options: {
  store: Store;
  time: Clocks;
  isWanted: () => boolean;
  onDefect: (error: unknown) => void;
}): () => void {
  const { store, time } = options;

  function look(): void {
    // The earlier of both clocks, or none while they disagree: a month is over only if both say so.
    const now = time.service.certainlyPast();
    if (now === null || !options.isWanted()) return;
    const last = monthAfter(monthOf(dayOf(now)), -1);
    for (const { id } of store.venues.all()) {
      for (const month of monthsDue(id, last)) queueMonth(id, month);
      queueAgain(id, last);
    }
  }

  /** Months after the newest queued one; if none was queued, only the last month. */
  function monthsDue(venueId: string, last: string): string[] {
    const due: string[] = [];
    for (let back = 0; back < MOST_MONTHS; back += 1) {
      const month = monthAfter(last, -back);
      const job = store.queue.get(MONTHLY.kind, keyOf(venueId, month));
      if (job?.state === 'done' && job.outcome === 'not-wanted') due.unshift(month);
      else if (job) return due;
      else due.unshift(month);
    }
    return [last];
  }

  function queueMonth(venueId: string, month: string): void {
    store.write(() => store.queue.addOnceMore(row(venueId, month, keyOf(venueId, month))));
  }

  /** Writes it again once the month's open orders have ended, since their totals are known only then. */
  function queueAgain(venueId: string, month: string): void {
    const key = keyOf(venueId, month);
    const job = store.queue.get(MONTHLY.kind, key);
    if (!job || (resultOf(job)?.open ?? 0) === 0 || store.queue.get(MONTHLY.kind, `${key}${ENDED}`)) return;
    const [from, to] = boundsOf(spanOfMonth(month));
    // An order never read counts as open while reading is still retried.
    const sought = store.claims.unread().filter((claim) => store.claims.sinceNoticed(claim) < UNREADABLE_RETRY_MS);
    const isOpen = [...store.orders.openIds(), ...sought.map(({ orderId }) => orderId)].some((orderId) => {
      const past = store.history.get(orderId);
      return past?.venueId === venueId && past.placedAt >= from && past.placedAt < to;
    });
    if (!isOpen) store.write(() => store.queue.add(row(venueId, month, `${key}${ENDED}`)));
  }

  const stopLooking = time.every(LOOK_MS, look, options.onDefect, { keepsAlive: false });
  return stopLooking;
}

const ENDED = '/ended';
const keyOf = (venueId: string, month: string): string => `${month}/${encodeURIComponent(venueId)}`;

function row(venueId: string, month: string, key: string) {
  return MONTHLY.row({ key, lane: MONTHLY_LANE, pool: MONTHLY_LANE, payload: { month, venueId } });
}
