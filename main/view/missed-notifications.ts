/**
 * Orders whose first notification never arrived. The service tries three times, five seconds apart; staff are notified if an order was read
 * and none came by then.
 */
import { message } from '../../contract/message.ts';
import type { Time } from '../../shared/time/time.ts';
import type { Order } from '../orders/order.ts';
import type { Store } from '../store/store.ts';
import type { Notices } from './notices.ts';

/** ms from the first read to the last attempt. */
const LAST_TRY_MS = 15_000;
const LOOK_MS = 1_000;
/** How long a late notification still clears the notice. */
const AWAITED_MS = 3_600_000;

export interface MissedNotifications extends Disposable {
  firstRead(order: Pick<Order, 'id' | 'number'>): void;
}

export function watchMissedNotifications(options: {
  store: Store;
  notices: Notices;
  time: Time;
  onDefect: (error: unknown) => void;
}): MissedNotifications {
  const { store, notices, time } = options;
  const awaited = new Map<string, { number: string; reportAt: number; isReported: boolean }>();

  function look(): void {
    for (const [id, one] of awaited) {
      const isOver = time.monotonic() >= one.reportAt + AWAITED_MS;
      const isAnnounced = store.inbox.wasAnnounced(id);
      if (isAnnounced || isOver) awaited.delete(id);
      if (isAnnounced) notices.clear(noticeOf(id));
      else if (!one.isReported && time.monotonic() >= one.reportAt) {
        one.isReported = true;
        const text = message('order.cameLate', { number: one.number });
        notices.raise(noticeOf(id), 'warning', text, message('webhook.checkReachable'));
      }
    }
  }

  const stop = time.every(LOOK_MS, look, options.onDefect);
  return {
    firstRead({ id, number }) {
      if (!store.inbox.wasAnnounced(id)) awaited.set(id, { number, reportAt: time.monotonic() + LAST_TRY_MS, isReported: false });
    },
    [Symbol.dispose]: stop,
  };
}

const noticeOf = (orderId: string): string => `missed/${orderId}`;
