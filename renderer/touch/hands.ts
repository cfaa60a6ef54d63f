/** Whether someone is touching the screen, or has just done so: then nothing moves. */
import { create } from 'zustand';

/** How long nothing moves after a touch, ms: longer than the way from one order to the next. */
const REST_MS = 2_000;
/** After this long without such a pause the board has gaps: then a shorter pause is enough, ms. */
const WORKS_ON_MS = 5_000;
const SHORT_REST_MS = 1_000;
/** A longer contact is a palm or dirt, ms. */
const LONGEST_PRESS_MS = 5_000;
/** The longest time without closing gaps, ms. Then they close between two touches, after the click of the last. */
const LONGEST_REST_MS = 15_000;
const CLICK_FOLLOWS_MS = 60;

interface Hands {
  /** Someone touches the screen, or did a moment ago. */
  on: boolean;
  /** The last use of screen, keyboard or scanner, ms of this device's clock. */
  usedAt: number;
}

export const useHands = create<Hands>(() => ({ on: false, usedAt: 0 }));
export const readHands = useHands.getState;

const pressed = new Map<number, number>();
let cameOn = 0;
let rest: ReturnType<typeof setTimeout> | undefined;

/** Starts watching touches; called once, when the page starts. */
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

/** Whether a finger or mouse button is down now. */
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
