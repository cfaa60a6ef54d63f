/** Asks for a name when a tap needs one and no one is signed in. The tap waits, and is then done or dropped. */
import { create } from 'zustand';
import { useCounter } from '../state/counter.ts';
import { call, NOBODY } from '../state/link.ts';

/** A name is chosen in seconds. So long after the last touch or key what was touched is no one's wish any more, ms. */
const WAITS_MS = 60_000;
/** What comes longer after the last touch no one has just asked for, ms. */
const TOUCHED_WITHIN_MS = 3_000;

interface Waiting {
  /** The order that was touched; null where it was something else. */
  orderId: string | null;
  go: (isSignedIn: boolean) => void;
}

export const useAsking = create<{ open: boolean; waiting: readonly Waiting[] }>(() => ({ open: false, waiting: [] }));

let touchedAt = Number.NEGATIVE_INFINITY;
let ending: ReturnType<typeof setTimeout> | undefined;

/** Starts following who is signed in, and tells the bridge now and then that someone is here; called once, when the page starts. */
export function startAsking(): void {
  const TELL_EVERY_MS = 15_000;
  let reportedAt = Number.NEGATIVE_INFINITY;
  const touched = () => {
    touchedAt = performance.now();
    // Whoever looks for a name or types a PIN has not left it.
    if (useAsking.getState().waiting.length > 0) waitForName();
    if (useCounter.getState().person === null || touchedAt - reportedAt < TELL_EVERY_MS) return;
    reportedAt = touchedAt;
    void call('staff.here', {});
  };
  for (const kind of ['pointerdown', 'click', 'keydown', 'wheel'] as const)
    window.addEventListener(kind, touched, { capture: true, passive: true });
  useCounter.subscribe(({ person, linked }, before) => {
    if (person !== null && before.person === null) {
      end(true);
      forgetNobody();
    }
    // On another link it is another touch.
    else if (!linked && before.linked) end(false);
  });
}

/** What was refused because no one was signed in: someone is now. */
function forgetNobody(): void {
  useCounter.setState(({ refusals }) => {
    const left = Object.entries(refusals).filter(([, { code }]) => code !== NOBODY);
    return left.length < Object.keys(refusals).length ? { refusals: Object.fromEntries(left) } : {};
  });
}

/** As `startLink` needs it. */
export function askWho(orderId: string | null): Promise<boolean> {
  if (performance.now() - touchedAt > TOUCHED_WITHIN_MS) return Promise.resolve(false);
  return new Promise((go) => {
    useAsking.setState(({ waiting }) => ({ open: true, waiting: [...waiting, { orderId, go }] }));
    waitForName();
  });
}

function waitForName(): void {
  clearTimeout(ending);
  ending = setTimeout(() => end(false), WAITS_MS);
}

/** The names, with nothing that waits for one. */
export const chooseName = (): void => useAsking.setState({ open: true });

/** No one wanted to say: what waits is left. */
export const leaveAsking = (): void => end(false);

function end(isSignedIn: boolean): void {
  clearTimeout(ending);
  const { waiting } = useAsking.getState();
  useAsking.setState({ open: false, waiting: [] });
  for (const { go } of waiting) go(isSignedIn);
}
