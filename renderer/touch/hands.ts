/** Whether someone is touching the screen, or has just done so: then nothing moves. */
import { create } from 'zustand';

/** How long after a touch everything stays where it is, ms: longer than a person takes from one order to the next. */
const REST_MS = 2_000;
/** Whoever works on for so long without such a pause has gaps where the next orders should be: then a shorter one will do, ms. */
const WORKS_ON_MS = 5_000;
const SHORT_REST_MS = 1_000;
/** A finger that lies on the glass for longer is a palm, or dirt, ms. */
const LONGEST_PRESS_MS = 5_000;
/** A screen that is touched without a pause closes its gaps this often at least, ms: between two touches, and after the click of the last. */
const LONGEST_REST_MS = 15_000;
const CLICK_FOLLOWS_MS = 60;

interface Hands {
  /** Somebody touches, or did within the rest. */
  on: boolean;
  /** When the screen, a key or a scanner was used last, ms of this machine's clock. */
  usedAt: number;
}

export const useHands = create<Hands>(() => ({ on: false, usedAt: 0 }));
export const readHands = useHands.getState;

const pressed = new Map<number, number>();
let cameOn = 0;
let rest: ReturnType<typeof setTimeout> | undefined;

/** Starts feeling; called once, when the page starts. */
export function startHands(): void {
  const options = { capture: true, passive: true } as const;
  window.addEventListener(
    'pointerdown',
    ({ pointerId }) => {
      pressed.set(pointerId, Date.now());
      felt();
    },
    options,
  );
  for (const kind of ['pointerup', 'pointercancel'] as const)
    window.addEventListener(
      kind,
      ({ pointerId }) => {
        pressed.delete(pointerId);
        felt();
      },
      options,
    );
  window.addEventListener('blur', () => pressed.clear());
  window.addEventListener('keydown', () => useHands.setState({ usedAt: Date.now() }), options);
}

/** Whether a finger or a button of the mouse is down right now. */
export function isPressed(): boolean {
  const now = Date.now();
  return [...pressed.values()].some((since) => now - since < LONGEST_PRESS_MS);
}

function felt(): void {
  const now = Date.now();
  if (!readHands().on) cameOn = now;
  useHands.setState({ on: true, usedAt: now });
  const on = now - cameOn;
  restAfter(on > LONGEST_REST_MS ? CLICK_FOLLOWS_MS : on > WORKS_ON_MS ? SHORT_REST_MS : REST_MS);
}

function restAfter(ms: number): void {
  clearTimeout(rest);
  rest = setTimeout(() => (isPressed() ? restAfter(ms) : useHands.setState({ on: false })), ms);
}
