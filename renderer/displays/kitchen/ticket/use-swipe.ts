/** A swipe across a ticket, by finger or mouse. */
import { type MouseEvent, type PointerEvent, useRef } from 'react';

/** A swipe is at least this long, CSS pixels, and much more sideways than down. */
const SWIPE_PX = 90;

/**
 * A swipe to the side does what the head does: with a wet hand that is easier to meet. It does that alone: a mouse, or a screen that
 * passes for one, clicks where it went up on what it went down on.
 */
export function useSwipe(bump: (at: { x: number; y: number }) => void) {
  const from = useRef<{ pointerId: number; x: number; y: number } | null>(null);
  const isSwiped = useRef(false);
  const forget = () => {
    from.current = null;
  };
  return {
    keepClick(event: MouseEvent) {
      // A key's click has no count.
      if (isSwiped.current && event.detail > 0) event.stopPropagation();
    },
    hears: {
      onPointerDown: ({ pointerId, clientX: x, clientY: y }: PointerEvent) => {
        from.current = { pointerId, x, y };
        isSwiped.current = false;
      },
      onPointerUp: (event: PointerEvent) => {
        const start = from.current;
        forget();
        // Of one finger: what it went down on may have gone before it was lifted, and another one comes up here later.
        if (start?.pointerId !== event.pointerId) return;
        const along = Math.abs(event.clientX - start.x);
        isSwiped.current = along >= SWIPE_PX && along > 2 * Math.abs(event.clientY - start.y);
        if (isSwiped.current) bump({ x: event.clientX, y: event.clientY });
      },
      // It scrolls, or was drawn away from the ticket.
      onPointerCancel: forget,
      onPointerLeave: forget,
    },
  };
}
