/** Tracks contact, for the status bar and for resuming calls. */
import { isSame, message, type Text } from '../../contract/message.ts';

/** `unclear`: an answer that anyone could give. */
export interface OriginContact {
  origin: string;
  state: 'reachable' | 'trouble' | 'unclear';
  text: Text;
  hint: Text | null;
  /** Time until the answer or failure, ms. */
  tookMs: number;
}

export interface CallUnderWay {
  origin: string;
  /** Monotonic ms. */
  since: number;
}

export interface ServiceContact {
  state: 'unknown' | 'reachable' | 'trouble';
  text: Text;
  /** Null if staff can do nothing. */
  hint: Text | null;
  /** The last answer, epoch ms on this computer's clock, up to five seconds late. */
  at: number | null;
}

export interface ContactKeeper {
  view(): ServiceContact;
  heard(heard: OriginContact): void;
  /** Whether an address hasn't answered for a while despite calls. */
  isGone(): boolean;
}

/** The shown time needn't follow every call: each update would redraw the whole screen. */
const SHOW_EVERY_MS = 5_000;
/** A few failed or hanging calls are normal; more for longer mean an outage. */
const GONE_AFTER_CALLS = 3;
const GONE_AFTER_MS = 4_000;
/** A call that hangs this many times longer than an answer takes was lost, not slow. */
const VOID_TIMES = 3;
/** Shorter calls don't count as hanging, ms. */
export const HANGS_MS = 1_000;

/** `onReturned`: an address answers again; calls hanging longer than `voidMs` are lost. */
export function createContactKeeper(options: {
  now: () => number;
  monotonic: () => number;
  underWay: () => readonly CallUnderWay[];
  onNews: () => void;
  onReturned: (voidMs: number) => void;
}): ContactKeeper {
  const { now, monotonic } = options;
  let contact: ServiceContact = { state: 'unknown', text: message('service.notChecked'), hint: null, at: null };
  /** Calls that failed since the last answer, by address. */
  const failing = new Map<string, { calls: number; since: number }>();
  /** Time of the last answer by address, monotonic. */
  const answered = new Map<string, number>();

  function isGone(origin: string, hangMs = GONE_AFTER_MS): boolean {
    const failed = failing.get(origin);
    if (failed && failed.calls >= GONE_AFTER_CALLS && monotonic() - failed.since >= GONE_AFTER_MS) return true;
    // Lost calls fail only at their timeout; the lack of answers shows it earlier.
    if (monotonic() - (answered.get(origin) ?? Number.NEGATIVE_INFINITY) < GONE_AFTER_MS) return false;
    const hanging = options.underWay().filter((call) => call.origin === origin && monotonic() - call.since >= hangMs);
    return hanging.length >= GONE_AFTER_CALLS;
  }

  function show({ state, text, hint }: Pick<OriginContact, 'text' | 'hint'> & { state: 'reachable' | 'trouble' }): void {
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
