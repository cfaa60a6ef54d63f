/** Whether the screen is being tapped, or was a moment ago: then nothing moves. */
import { create } from 'zustand';

/** How long after a tap the screen counts as tapped, ms. */
export const REST_MS = 2_000;
/** A longer contact is a palm or dirt, ms. */
const LONGEST_PRESS_MS = 5_000;

interface Hands {
  on: boolean;
  /** Last use of screen, keyboard or scanner, ms of this device's clock. */
  usedAt: number;
}

export const useHands = create<Hands>(() => ({ on: false, usedAt: 0 }));
export const readHands = useHands.getState;

const pressed = new Map<number, number>();
let isHandling = false;
let rest: ReturnType<typeof setTimeout> | undefined;

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
  // These are uses, too: a busy page gets clicks late, and a wheel scrolls without a pointerdown.
  for (const kind of ['keydown', 'click', 'wheel'] as const)
    window.addEventListener(kind, () => useHands.setState({ usedAt: Date.now() }), options);
  for (const kind of ['keydown', 'pointerup', 'click'] as const) window.addEventListener(kind, handle, options);
}

/** Whether a tap or key is being handled: it caused what appears now. */
export const isHandlingTap = (): boolean => isHandling;

function handle(): void {
  isHandling = true;
  // React renders what a tap opens before the next task.
  setTimeout(() => {
    isHandling = false;
  });
}

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
