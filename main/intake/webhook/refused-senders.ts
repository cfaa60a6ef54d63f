/** Senders with many refused requests: above a limit, refused before the body is read. */
import type { Time } from '../../../shared/time/time.ts';

export interface RefusedSenders {
  refused(sender: string): void;
  /** Whether there were more than mistakes explain. */
  isOverLimit(sender: string): boolean;
}

/** A leaky bucket: burst size and drain rate. */
const BURST = 60;
const PER_SECOND = 20;
/** The oldest are forgotten, so that many addresses can't fill the memory. */
const SENDERS = 1_000;

/**
 * Behind a reverse proxy, the service shares one address with all senders, so requests with a plausible signature are always read and
 * checked.
 */
export function createRefusedSenders({ monotonic: now }: Pick<Time, 'monotonic'>): RefusedSenders {
  /** `count` at time `at`. */
  const held = new Map<string, { count: number; at: number }>();
  const left = ({ count, at }: { count: number; at: number }): number => Math.max(0, count - ((now() - at) / 1_000) * PER_SECOND);
  return {
    refused(sender) {
      const before = held.get(sender);
      const count = (before ? left(before) : 0) + 1;
      held.delete(sender);
      // Capped at twice the limit, so that the block ends soon after the requests do.
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
