/**
 * The service's clock, learnt from the Date header of its answers: deadlines, tokens and every time on the screen go by it.
 * This computer's clock may be hours wrong and may be set at any moment; the wait between two answers is measured by one that cannot.
 */

/** The Date header has whole seconds, so smaller differences say nothing. */
const NOISE_MS = 1500;

export interface ServiceClock {
  /** Epoch ms on the service's clock; this computer's own until an answer came. */
  now(): number;
  /** Service clock minus this computer's clock, ms: what the screen adds to its own time. */
  aheadMs(): number;
  /** A moment of this computer's clock (epoch ms) as ISO UTC on the service's. */
  iso(at: number): string;
  /** Whether an answer has told the service's time yet. */
  isLearnt(): boolean;
  /** Learns from one answer: the Date header, and when (on the steady clock, ms) the request left and the answer came. */
  learn(dateHeader: string | undefined, sentAt: number, receivedAt: number): void;
  /** Looks whether somebody set this computer's clock; to be called now and then. */
  look(): void;
  /** Told when `aheadMs` has changed. */
  onChange(listener: (aheadMs: number) => void): void;
}

/** `computer` may be set by anybody at any time; `steady` runs on evenly. Both in epoch ms. */
export function createServiceClock({ computer, steady }: { computer: () => number; steady: () => number }): ServiceClock {
  /** Service clock minus the steady clock; null until an answer came. */
  let offset: number | null = null;
  let ahead = 0;
  const listeners: ((aheadMs: number) => void)[] = [];

  const now = (): number => (offset === null ? computer() : steady() + offset);

  function look(): void {
    const seen = now() - computer();
    if (Math.abs(seen - ahead) <= NOISE_MS) return;
    ahead = Math.abs(seen) <= NOISE_MS ? 0 : Math.round(seen);
    for (const listener of listeners) listener(ahead);
  }

  return {
    now,
    aheadMs: () => ahead,
    iso: (at) => new Date(at + ahead).toISOString(),
    isLearnt: () => offset !== null,
    learn(dateHeader, sentAt, receivedAt) {
      const date = dateHeader === undefined ? Number.NaN : Date.parse(dateHeader);
      if (!Number.isFinite(date)) return;
      const seen = date + 500 - (sentAt + receivedAt) / 2;
      // At first the computer's own clock is taken for right, so that no time moves by the noise of one answer.
      offset ??= computer() - steady();
      if (Math.abs(seen - offset) > NOISE_MS) offset = Math.round(seen);
      look();
    },
    look,
    onChange: (listener) => void listeners.push(listener),
  };
}
