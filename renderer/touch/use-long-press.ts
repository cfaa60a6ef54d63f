/** A finger or pen that rests on something asks for more about it, as a right click and the menu key do. */
import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';
import { endPress } from './guard.ts';

/** Longer than any tap, ms. */
const LONG_MS = 500;
/** Further than this the finger was drawn away, CSS pixels. */
const DRAWN_PX = 16;

/**
 * Handlers of an element. `ask` answers whether there is something to ask of what was pressed; by key it is whatever has the focus. Not for
 * buttons: what a finger lies long on is pressed when it is lifted (guard.ts).
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
        // What opened lies under the finger now, and the click that ends the press is not meant for it.
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
    // Of a finger it does not come so far.
    onContextMenu: (event: MouseEvent) => {
      if (event.target instanceof Element && ask(event.target, event.button !== 2)) event.preventDefault();
    },
  };
}
