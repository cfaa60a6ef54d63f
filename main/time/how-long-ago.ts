/** How long ago something happened to an order, unaffected by later changes of this computer's clock. */

export interface HowLongAgo {
  /** Ms since `at` (epoch ms, this computer's clock), by the monotonic clock from the first call on. Never negative. */
  since(orderId: string, at: number): number;
  forget(orderId: string): void;
}

export function createHowLongAgo({ now, monotonic }: { now: () => number; monotonic: () => number }): HowLongAgo {
  /** By order and saved time: the same moment on the monotonic clock. */
  const moments = new Map<string, Map<number, number>>();
  return {
    since(orderId, at) {
      const ofOrder = moments.get(orderId) ?? new Map<number, number>();
      moments.set(orderId, ofOrder);
      const moment = ofOrder.get(at) ?? monotonic() - Math.max(0, now() - at);
      ofOrder.set(at, moment);
      return monotonic() - moment;
    },
    forget: (orderId) => void moments.delete(orderId),
  };
}
