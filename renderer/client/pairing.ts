/**
 * This page's access: by a code after `#`, its key, or another page's code. Main pages keep the key in memory (in session storage during
 * reloads), so that another program on this address finds none. Tablets store it, since they're off at night.
 */
import { askIn, BRIDGE_PATH, type ClientView, type EntryKey, keyOfCode, PROTOCOL, readCode } from '../../contract/entry.ts';
import type { Connecting } from './socket-client.ts';

const KEPT = 'tillbridge-entry';
const CHANNEL = 'tillbridge-entry';
/** How long to wait for a code from another page, ms. */
const OTHERS_ANSWER_MS = 700;
/** Interval at which a key in use is replaced, ms. */
const TURN_EVERY_MS = 30 * 60_000;

export interface Pairing {
  /** Opens a connection, or reports who refused it. */
  open(): Promise<Connecting>;
  /** False if it can't be a code. */
  type(code: string): boolean;
}

/** `accessCode`: requests a code for another page; null without a link. `onCode`: there is a new code. `onView`: this page's view. */
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
  /** The page's build at the first access. */
  let build: string | null = null;
  let turning: ReturnType<typeof setInterval> | undefined;
  const others = new BroadcastChannel(CHANNEL);

  window.addEventListener('hashchange', () => {
    code = codeInAddress() ?? code;
    if (code !== null) options.onCode();
  });
  // Keeps the key over a reload only while connected: then Tillbridge itself answers at this address.
  const keep = () => isIn && view === 'counter' && sessionStorage.setItem(KEPT, JSON.stringify(keys));
  const forget = () => sessionStorage.removeItem(KEPT);
  window.addEventListener('pagehide', keep);
  window.addEventListener('pageshow', ({ persisted }) => persisted && forget());
  // The browser may discard a frozen tab, then load it again.
  document.addEventListener('freeze', keep);
  document.addEventListener('resume', forget);
  // Tabs of a tablet share one key.
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
      // Kept until answered. If the code was used already, the key still gives access.
      if (byCode.outcome !== 'unreachable') code = null;
      if (byCode.outcome !== 'refused') return byCode;
    }
    const byKey = await askIn(origin, keys);
    if (byKey.outcome !== 'refused' || byKey.place !== 'counter') return byKey;
    const given = await askOthers();
    return given === null ? byKey : askIn(origin, [keyOfCode(given)]);
  }

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
      // Set before the link opens, so that a reload keeps the key.
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

/** Reloads after an update: old files may be gone and new pushes unknown. */
function loadAgain(): Promise<never> {
  location.reload();
  return new Promise(() => {});
}

/** Removed from the address at once, so that the browser neither shows nor saves it. */
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
