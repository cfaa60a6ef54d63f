/** A swipe across a ticket, by finger or mouse. */
import { type MouseEvent, type PointerEvent, useRef } from 'react';

/** Length of a swipe, CSS px; it must be at least twice as far sideways as down. */
const SWIPE_PX = 90;

/** Same as a tap on the head, but easier with wet hands. Suppresses the mouse click that follows. */
export function useSwipe(bump: (at: { x: number; y: number }) => void) {
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
      onPointerDown: ({ pointerId, clientX: x, clientY: y }: PointerEvent) => {
        from.current = { pointerId, x, y };
        isSwiped.current = false;
      },
      onPointerUp: (event: PointerEvent) => {
        const start = from.current;
        forget();
        // Another finger was lifted here.
        if (start?.pointerId !== event.pointerId) return;
        const along = Math.abs(event.clientX - start.x);
        isSwiped.current = along >= SWIPE_PX && along > 2 * Math.abs(event.clientY - start.y);
        if (isSwiped.current) bump({ x: event.clientX, y: event.clientY });
      },
      // The page was scrolled, or the finger left the ticket.
      onPointerCancel: forget,
      onPointerLeave: forget,
    },
  };
}
