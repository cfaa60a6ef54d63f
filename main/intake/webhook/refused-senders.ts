/** Refuses senders of many bad requests before reading the body. */
import type { Time } from '../../../shared/time/time.ts';

export interface RefusedSenders {
  refused(sender: string): void;
  isOverLimit(sender: string): boolean;
}

/** Leaky bucket per sender: burst and drain rate. */
const BURST = 60;
const PER_SECOND = 20;
/** Bounds memory; the oldest are forgotten. */
const SENDERS = 1_000;

/** Behind a proxy all senders share the service's address, so plausible signatures are always checked. */
export function createRefusedSenders({ monotonic: now }: Pick<Time, 'monotonic'>): RefusedSenders {
  const held = new Map<string, { count: number; at: number }>();
  const left = ({ count, at }: { count: number; at: number }): number => Math.max(0, count - ((now() - at) / 1_000) * PER_SECOND);
  return {
    refused(sender) {
      const before = held.get(sender);
      const count = (before ? left(before) : 0) + 1;
      held.delete(sender);
      // Limited, so that the block ends soon after the requests do.
      held.set(sender, { count: Math.min(count, BURST * 2), at: now() });
      const oldest = held.keys().next();
      if (held.size > SENDERS && !oldest.done) held.delete(oldest.value);
    },
    isOverLimit(sender) {
      const before = held.get(sender);
      return before !== undefined && left(before) > BURST;
    },
  };
}
