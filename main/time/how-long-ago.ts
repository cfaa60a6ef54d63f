/** How long ago something was told that is kept with a time of this computer's clock, whoever sets that clock meanwhile. */

export interface HowLongAgo {
  /** Ms since `at` (epoch ms, this computer's clock), by the clock that no one can set from the first time it is asked. Never less than 0. */
  since(orderId: string, at: number): number;
  /** No one asks for this order any more. */
  forget(orderId: string): void;
}

export function createHowLongAgo({ now, monotonic }: { now: () => number; monotonic: () => number }): HowLongAgo {
  /** By order, for each time that is kept of it: when that was by the clock that no one can set. */
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
