/** A swipe across an order, by finger or mouse. */
import { type MouseEvent, type PointerEvent, useRef } from 'react';

/** Length of a swipe, CSS px; it must be at least twice as far sideways as down. */
const SWIPE_PX = 90;

/** `swiped`: where it ended, and how far to the right, CSS px. Suppresses the mouse click that follows. */
export function useSwipe(swiped: (at: { x: number; y: number }, right: number) => void) {
  const from = useRef<{ pointerId: number; x: number; y: number } | null>(null);
  const isSwiped = useRef(false);
  const forget = () => {
    from.current = null;
  };
  return {
    keepClick(event: MouseEvent) {
      // A click by key has `detail` 0 and isn't stopped.
      if (isSwiped.current && event.detail > 0) event.stopPropagation();
    },
    hears: {
      onPointerDown: ({ pointerId, clientX: x, clientY: y, currentTarget, target }: PointerEvent) => {
        isSwiped.current = false;
        // React reports a menu's events at its opener, too.
        from.current = target instanceof Node && currentTarget.contains(target) ? { pointerId, x, y } : null;
      },
      onPointerUp: (event: PointerEvent) => {
        const start = from.current;
        forget();
        // Another finger was lifted here.
        if (start?.pointerId !== event.pointerId) return;
        const right = event.clientX - start.x;
        isSwiped.current = Math.abs(right) >= Math.max(SWIPE_PX, 2 * Math.abs(event.clientY - start.y));
        if (isSwiped.current) swiped({ x: event.clientX, y: event.clientY }, right);
      },
      // The page was scrolled, or the finger left.
      onPointerCancel: forget,
      onPointerLeave: forget,
    },
  };
}
