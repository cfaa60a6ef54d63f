/** A long press opens more choices, as right click and menu key do. */
import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';
import { endPress } from './guard.ts';

/** Longer than any tap, ms. */
const LONG_MS = 500;
/** A finger that moves further cancels the press, CSS px. */
const DRAWN_PX = 16;

/**
 * `ask` opens a dialog about the element (by key, the focused one), or returns false. Not for buttons, where a long press is a tap
 * (guard.ts).
 */
export function useLongPress(ask: (on: Element, isByKey: boolean) => boolean) {
  const press = useRef<{ pointerId: number; x: number; y: number; fires: ReturnType<typeof setTimeout> } | null>(null);
  const forget = () => {
    clearTimeout(press.current?.fires);
    press.current = null;
  };
  useEffect(() => () => clearTimeout(press.current?.fires), []);
  return {
    onPointerDown: ({ target, pointerId, pointerType, clientX: x, clientY: y, isPrimary }: PointerEvent) => {
      forget();
      // A second finger zooms or scrolls.
      if (!isPrimary || pointerType === 'mouse' || !(target instanceof Element)) return;
      const fires = setTimeout(() => {
        press.current = null;
        // The click that ends the press must not hit the opened layer.
        if (ask(target, false)) endPress(pointerId);
      }, LONG_MS);
      press.current = { pointerId, x, y, fires };
    },
    onPointerMove: ({ pointerId, clientX, clientY }: PointerEvent) => {
      const now = press.current;
      if (now?.pointerId === pointerId && Math.hypot(clientX - now.x, clientY - now.y) > DRAWN_PX) forget();
    },
    onPointerUp: forget,
    onPointerCancel: forget,
    // For fingers, guard.ts stops this event.
    onContextMenu: (event: MouseEvent) => {
      if (event.target instanceof Element && ask(event.target, event.button !== 2)) event.preventDefault();
    },
  };
}
