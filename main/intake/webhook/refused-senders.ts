/** Senders whose requests keep being refused: above a limit they are refused before their body is read. */
import type { Time } from '../../../shared/time/time.ts';

export interface RefusedSenders {
  refused(sender: string): void;
  /** Whether this sender was refused more often than a mistake explains. */
  isOverLimit(sender: string): boolean;
}

/** So many at once, and so many a second from then on. */
const BURST = 60;
const PER_SECOND = 20;
/** Most senders remembered; the oldest are forgotten, so that many addresses can't fill the memory. */
const SENDERS = 1_000;

/**
 * Behind a reverse proxy everybody has one address, the service as well. So this never decides about a request that carries what could be
 * a signature: that one is always read and checked.
 */
export function createRefusedSenders({ monotonic: now }: Pick<Time, 'monotonic'>): RefusedSenders {
  /** How many are held against each, and since when none of them ran off. */
  const held = new Map<string, { count: number; at: number }>();
  const left = ({ count, at }: { count: number; at: number }): number => Math.max(0, count - ((now() - at) / 1_000) * PER_SECOND);
  return {
    refused(sender) {
      const before = held.get(sender);
      const count = (before ? left(before) : 0) + 1;
      held.delete(sender);
      // No more than twice the limit, so that it ends soon after the sender does.
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
