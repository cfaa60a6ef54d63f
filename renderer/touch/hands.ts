/** Whether someone is touching the screen, or has just done so: then nothing moves. */
import { create } from 'zustand';

/** How long nothing moves after a touch, ms: longer than the way from one order to the next. */
export const REST_MS = 2_000;
/** A longer contact is a palm or dirt, ms. */
const LONGEST_PRESS_MS = 5_000;

interface Hands {
  /** Someone touches the screen, or did a moment ago. */
  on: boolean;
  /** The last use of screen, keyboard or scanner, ms of this device's clock. */
  usedAt: number;
}

export const useHands = create<Hands>(() => ({ on: false, usedAt: 0 }));
export const readHands = useHands.getState;

const pressed = new Map<number, number>();
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
  // A busy page hears the click long after its touch; a wheel scrolls without one.
  for (const kind of ['keydown', 'click', 'wheel'] as const)
    window.addEventListener(kind, () => useHands.setState({ usedAt: Date.now() }), options);
}

/** Whether a finger or mouse button is down now. */
export function isPressed(): boolean {
  const now = Date.now();
  return [...pressed.values()].some((since) => now - since < LONGEST_PRESS_MS);
}

function felt(): void {
  useHands.setState({ on: true, usedAt: Date.now() });
  restLater();
}

function restLater(): void {
  clearTimeout(rest);
  rest = setTimeout(() => (isPressed() ? restLater() : useHands.setState({ on: false })), REST_MS);
}
