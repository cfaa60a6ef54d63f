/**
 * How this page is let in, again and again: by a code behind the `#` of its address, by the key of its session, or by another page of this
 * browser that is in. The key of a counter page is in its memory alone, and in the tab's own storage only while the page is loaded again:
 * whoever serves another page at this address while Tillbridge is not there finds nothing. A tablet keeps its key, for it is switched off
 * at night.
 */
import { askIn, BRIDGE_PATH, type ClientView, type EntryKey, keyOfCode, PROTOCOL, readCode } from '../../contract/entry.ts';
import type { Way } from './socket-client.ts';

const KEPT = 'tillbridge-entry';
const CHANNEL = 'tillbridge-entry';
/** Another page of this browser answers at once. */
const OTHERS_ANSWER_MS = 700;
/** The key changes while it is used. */
const TURN_EVERY_MS = 30 * 60_000;

export interface Pairing {
  /** Opens a way to the bridge, or says what is in the way. */
  open(): Promise<Way>;
  /** Someone typed a code; `again` is called when there is one in the address. False where it is none. */
  type(code: string): boolean;
}

/**
 * `accessCode`: asks the bridge, over the link of this page, for a code for another page; null without a link. `onCode`: there is a new code to
 * try. `onView`: what this page shows, as the bridge says.
 */
export function openPairing(options: {
  origin: string;
  accessCode: () => Promise<string | null>;
  onCode: () => void;
  onView: (view: ClientView) => void;
}): Pairing {
  const { origin } = options;
  let code = codeInAddress();
  let keys = takeKept();
  let isIn = false;
  let view: ClientView | null = null;
  /** Of this page, as it was when it first came in. */
  let build: string | null = null;
  let turning: ReturnType<typeof setInterval> | undefined;
  const others = new BroadcastChannel(CHANNEL);

  window.addEventListener('hashchange', () => {
    code = codeInAddress() ?? code;
    if (code !== null) options.onCode();
  });
  // Only while the bridge is there: then whoever answers next at this address is the bridge as well.
  const keep = () => isIn && view === 'counter' && sessionStorage.setItem(KEPT, JSON.stringify(keys));
  const forget = () => sessionStorage.removeItem(KEPT);
  window.addEventListener('pagehide', keep);
  window.addEventListener('pageshow', ({ persisted }) => persisted && forget());
  // A tab that is put to sleep may be thrown away, and is then loaded again.
  document.addEventListener('freeze', keep);
  document.addEventListener('resume', forget);
  // Two tabs of one tablet have one key: what changed in one counts in the other.
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === KEPT && view !== 'counter') keys = readKept(newValue);
  });
  others.addEventListener('message', ({ data }: MessageEvent<{ asks?: string }>) => {
    if (data.asks === undefined || !isIn || view !== 'counter') return;
    void options.accessCode().then((given) => given !== null && others.postMessage({ to: data.asks, code: given }));
  });

  function hold(now: EntryKey[], seen: ClientView): void {
    keys = now;
    view = seen;
    if (view !== 'counter') localStorage.setItem(KEPT, JSON.stringify(keys));
  }

  async function ask() {
    if (code !== null) {
      const byCode = await askIn(origin, [keyOfCode(code)]);
      // A code is tried until someone answers; a spent one is no reason to forget who this page is.
      if (byCode.outcome !== 'unreachable') code = null;
      if (byCode.outcome !== 'refused') return byCode;
    }
    const byKey = await askIn(origin, keys);
    if (byKey.outcome !== 'refused' || byKey.place !== 'counter') return byKey;
    const given = await askOthers();
    return given === null ? byKey : askIn(origin, [keyOfCode(given)]);
  }

  /** A code from another page of this browser that is in. */
  function askOthers(): Promise<string | null> {
    const asks = crypto.randomUUID();
    return new Promise((resolve) => {
      const end = (given: string | null): void => {
        clearTimeout(limit);
        others.removeEventListener('message', hear);
        resolve(given);
      };
      const hear = ({ data }: MessageEvent<{ to?: string; code?: unknown }>): void => {
        if (data.to === asks && typeof data.code === 'string') end(readCode(data.code));
      };
      const limit = setTimeout(() => end(null), OTHERS_ANSWER_MS);
      others.addEventListener('message', hear);
      others.postMessage({ asks });
    });
  }

  async function turn(): Promise<void> {
    const entry = await askIn(origin, keys);
    if (entry.outcome === 'in' && isIn) hold(entry.keys, entry.view);
  }

  return {
    async open() {
      const entry = await ask();
      if (entry.outcome !== 'in') return { outside: entry.outcome === 'refused' ? entry.place : null };
      hold(entry.keys, entry.view);
      // It has just answered: a page that is loaded again before its link is open is let in as well.
      isIn = true;
      build ??= entry.build;
      if (entry.build !== build) return loadAgain();
      options.onView(entry.view);
      const socket = new WebSocket(origin.replace(/^http/, 'ws') + BRIDGE_PATH, [PROTOCOL, entry.ticket]);
      socket.addEventListener('open', () => {
        turning = setInterval(() => void turn(), TURN_EVERY_MS);
      });
      socket.addEventListener('close', () => {
        isIn = false;
        clearInterval(turning);
      });
      return { socket, view: entry.view };
    },
    type(typed) {
      const read = readCode(typed);
      if (read === null) return false;
      code = read;
      options.onCode();
      return true;
    },
  };
}

/** After an update: the bridge no longer has the files that this page would load later, and may send what this one doesn't know. */
function loadAgain(): Promise<never> {
  location.reload();
  return new Promise(() => {});
}

/** Taken out of the address at once, so that it is neither shown nor kept. */
function codeInAddress(): string | null {
  const code = location.hash.length > 1 ? readCode(location.hash) : null;
  if (code !== null) history.replaceState(null, '', location.pathname + location.search);
  return code;
}

function takeKept(): EntryKey[] {
  const text = sessionStorage.getItem(KEPT) ?? localStorage.getItem(KEPT);
  sessionStorage.removeItem(KEPT);
  return readKept(text);
}

function readKept(text: string | null): EntryKey[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(kept) ? (kept as EntryKey[]).filter(({ id, secret }) => typeof id === 'string' && typeof secret === 'string') : [];
  } catch {
    return [];
  }
}
