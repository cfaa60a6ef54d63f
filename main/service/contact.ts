/** When the service was last heard of, and whether it was gone: what the status bar claims, and what may go out at once, rest on this alone. */
import { isSame, message, type Text } from '../../contract/message.ts';

/** What came of one call. `unclear`: an answer that could be anyone's; it proves neither. */
export interface Heard {
  /** Of the address that was called. */
  origin: string;
  state: 'reachable' | 'trouble' | 'unclear';
  text: Text;
  hint: Text | null;
  /** From asking to the answer or the failure, ms. */
  tookMs: number;
}

/** A call without an answer so far. */
export interface CallUnderWay {
  origin: string;
  /** When it was begun, ms on the monotonic clock. */
  since: number;
}

export interface ServiceContact {
  state: 'unknown' | 'reachable' | 'trouble';
  text: Text;
  /** What to do about it, where someone at the counter can do anything. */
  hint: Text | null;
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
/** A call or two that fail or hang among others that work are nothing new; so many, for so long, are a network that is gone. */
const GONE_AFTER_CALLS = 3;
const GONE_AFTER_MS = 4_000;
/** What hangs so many times longer than an answer takes has not met a slow service: it was sent into the void. */
const VOID_TIMES = 3;
/** The shortest time that is called hanging, ms. */
export const HANGS_MS = 1_000;

/**
 * `now`: this computer's clock; `monotonic`: the one that no one can set. `underWay`: the calls that wait for an answer.
 * `onReturned`: an address that was gone answered again; what hangs for longer than `voidMs` will not be answered any more.
 */
export function createContactKeeper(options: {
  now: () => number;
  monotonic: () => number;
  underWay: () => readonly CallUnderWay[];
  onNews: () => void;
  onReturned: (voidMs: number) => void;
}): ContactKeeper {
  const { now, monotonic } = options;
  let contact: ServiceContact = { state: 'unknown', text: message('service.notChecked'), hint: null, at: null };
  /** Failures since the last answer, by address. */
  const failing = new Map<string, { calls: number; since: number }>();
  /** The last answer by address, on the monotonic clock. */
  const answered = new Map<string, number>();

  function isGone(origin: string, hangMs = GONE_AFTER_MS): boolean {
    const failed = failing.get(origin);
    if (failed && failed.calls >= GONE_AFTER_CALLS && monotonic() - failed.since >= GONE_AFTER_MS) return true;
    // A call that the network swallows fails only when its time is over: that none is answered says so earlier.
    if (monotonic() - (answered.get(origin) ?? Number.NEGATIVE_INFINITY) < GONE_AFTER_MS) return false;
    const hanging = options.underWay().filter((call) => call.origin === origin && monotonic() - call.since >= hangMs);
    return hanging.length >= GONE_AFTER_CALLS;
  }

  function show({ state, text, hint }: Pick<Heard, 'text' | 'hint'> & { state: 'reachable' | 'trouble' }): void {
    const changed = contact.state !== state || !isSame(contact.text, text);
    if (!changed && Math.abs(now() - (contact.at ?? 0)) <= SHOW_EVERY_MS) return;
    contact = { state, text, hint, at: state === 'reachable' ? now() : contact.at };
    options.onNews();
  }

  return {
    view: () => contact,
    heard(heard) {
      const { origin, state, tookMs } = heard;
      if (state === 'unclear') return;
      if (state === 'trouble') {
        const { calls, since } = failing.get(origin) ?? { calls: 0, since: monotonic() };
        failing.set(origin, { calls: calls + 1, since });
        return show({ ...heard, state });
      }
      const voidMs = VOID_TIMES * tookMs;
      const hasReturned = isGone(origin, Math.max(GONE_AFTER_MS, voidMs));
      failing.delete(origin);
      answered.set(origin, monotonic());
      show({ ...heard, state });
      if (hasReturned) options.onReturned(Math.max(HANGS_MS, voidMs));
    },
    isGone: () => [...new Set([...failing.keys(), ...options.underWay().map(({ origin }) => origin)])].some((origin) => isGone(origin)),
  };
}
