/** When the service was last heard of, and whether it was gone: what the status bar claims, and what may go out at once, rest on this alone. */

/** What came of one call. `unclear`: an answer that could be anybody's; it proves neither. */
export interface Heard {
  /** Of the address that was called. */
  origin: string;
  state: 'reachable' | 'trouble' | 'unclear';
  says: string;
  remedy: string | null;
}

export interface ServiceContact {
  state: 'unknown' | 'reachable' | 'trouble';
  says: string;
  /** What to do about it, where somebody at the counter can do anything. */
  remedy: string | null;
  /** The last answer, epoch ms on this computer's clock, up to five seconds late; null when there was none. */
  at: number | null;
}

export interface ContactKeeper {
  view(): ServiceContact;
  /** After every answer or failure. */
  heard(heard: Heard): void;
  /** Whether some address of the service has not been heard for a while, although it was called. */
  isGone(): boolean;
}

/**
 * The time of the last contact on screen need not follow every call: the view stays the same in between, or every change of an order
 * would bring a new one along and draw the whole screen again.
 */
const SHOW_EVERY_MS = 5_000;
/** A call or two that fail among others that work are nothing new; so many in a row, for so long, are a network that is gone. */
const GONE_AFTER_CALLS = 3;
const GONE_AFTER_MS = 4_000;

/** `now`: this computer's clock; `steady`: the one that nobody can set. `onReturned`: an address that was gone answered again. */
export function createContactKeeper(options: {
  now: () => number;
  steady: () => number;
  onNews: () => void;
  onReturned: () => void;
}): ContactKeeper {
  const { now, steady } = options;
  let contact: ServiceContact = { state: 'unknown', says: 'Not asked yet.', remedy: null, at: null };
  /** Failures since the last answer, by address. */
  const silent = new Map<string, { calls: number; since: number }>();
  const isLong = ({ calls, since }: { calls: number; since: number }): boolean =>
    calls >= GONE_AFTER_CALLS && steady() - since >= GONE_AFTER_MS;

  function show({ state, says, remedy }: Heard & { state: 'reachable' | 'trouble' }): void {
    const changed = contact.state !== state || contact.says !== says;
    if (!changed && Math.abs(now() - (contact.at ?? 0)) <= SHOW_EVERY_MS) return;
    contact = { state, says, remedy, at: state === 'reachable' ? now() : contact.at };
    options.onNews();
  }

  return {
    view: () => contact,
    heard(heard) {
      const { origin, state } = heard;
      if (state === 'unclear') return;
      const before = silent.get(origin);
      if (state === 'trouble') silent.set(origin, { calls: (before?.calls ?? 0) + 1, since: before?.since ?? steady() });
      else silent.delete(origin);
      show({ ...heard, state });
      if (state === 'reachable' && before && isLong(before)) options.onReturned();
    },
    isGone: () => [...silent.values()].some(isLong),
  };
}
