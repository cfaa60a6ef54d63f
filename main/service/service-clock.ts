/** The service's clock, learnt from the Date header of its answers: deadlines and tokens count on it, not on this computer's. */

/** The Date header has whole seconds, so smaller differences say nothing. */
const NOISE_MS = 1500;

export interface ServiceClock {
  /** Epoch ms on the service's clock. */
  now(): number;
  /** Service clock minus this computer's clock, ms; 0 until an answer came. */
  offsetMs(): number;
  /** Learns from one answer: the Date header, and when (epoch ms, here) the request left and the answer came. */
  learn(dateHeader: string | undefined, sentAt: number, receivedAt: number): void;
  onChange(listener: (offsetMs: number) => void): void;
}

export function createServiceClock(now: () => number): ServiceClock {
  let offset = 0;
  const listeners: ((offsetMs: number) => void)[] = [];
  return {
    now: () => now() + offset,
    offsetMs: () => offset,
    learn(dateHeader, sentAt, receivedAt) {
      const date = dateHeader === undefined ? Number.NaN : Date.parse(dateHeader);
      if (!Number.isFinite(date)) return;
      const seen = date + 500 - (sentAt + receivedAt) / 2;
      if (Math.abs(seen - offset) <= NOISE_MS) return;
      offset = Math.abs(seen) <= NOISE_MS ? 0 : Math.round(seen);
      for (const listener of listeners) listener(offset);
    },
    onChange: (listener) => void listeners.push(listener),
  };
}
