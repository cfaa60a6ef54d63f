/** Asks for a sign-in when a tap needs a person. The tap waits for it, or is dropped. */
import { create } from 'zustand';
import { call, SIGN_IN_REQUIRED } from '../state/link.ts';
import { useUiState } from '../state/ui-state.ts';

/** A tap is dropped after this long without another tap or key, ms. */
const WAITS_MS = 60_000;
/** A call this long after the last tap wasn't made by a person, ms. */
const TOUCHED_WITHIN_MS = 3_000;

interface Waiting {
  /** The order that was tapped; null if the tap was about something else. */
  orderId: string | null;
  go: (isSignedIn: boolean) => void;
}

export const useAsking = create<{ open: boolean; waiting: readonly Waiting[] }>(() => ({ open: false, waiting: [] }));

let touchedAt = Number.NEGATIVE_INFINITY;
let ending: ReturnType<typeof setTimeout> | undefined;

/** Called once at page start. Also notifies main regularly that the screen is in use. */
export function startAsking(): void {
  const REPORT_EVERY_MS = 15_000;
  let reportedAt = Number.NEGATIVE_INFINITY;
  const touched = () => {
    touchedAt = performance.now();
    // Choosing a name or typing a PIN extends the wait.
    if (useAsking.getState().waiting.length > 0) waitForName();
    if (useUiState.getState().person === null || touchedAt - reportedAt < REPORT_EVERY_MS) return;
    reportedAt = touchedAt;
    void call('staff.here', {});
  };
  for (const kind of ['pointerdown', 'click', 'keydown', 'wheel'] as const)
    window.addEventListener(kind, touched, { capture: true, passive: true });
  useUiState.subscribe(({ person, linked }, before) => {
    if (person !== null && before.person === null) {
      end(true);
      clearNotSignedIn();
    }
    // A tap waits only while connected; a new connection needs a new tap.
    else if (!linked && before.linked) end(false);
  });
}

/** Drops refusals that were due to a missing sign-in. */
function clearNotSignedIn(): void {
  useUiState.setState(({ refusals }) => {
    const left = Object.entries(refusals).filter(([, { code }]) => code !== SIGN_IN_REQUIRED);
    return left.length < Object.keys(refusals).length ? { refusals: Object.fromEntries(left) } : {};
  });
}

/** Waits for a sign-in; `startLink` gets it as a function. */
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

/** Opens the sign-in although no tap waits. */
export const chooseName = (): void => useAsking.setState({ open: true });

/** Drops waiting taps. */
export const leaveAsking = (): void => end(false);

function end(isSignedIn: boolean): void {
  clearTimeout(ending);
  const { waiting } = useAsking.getState();
  useAsking.setState({ open: false, waiting: [] });
  for (const { go } of waiting) go(isSignedIn);
}
