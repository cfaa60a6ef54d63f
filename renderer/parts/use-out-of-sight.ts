/** Counts a column's cards out of sight, and scrolls to them. */
import { type RefObject, useEffect, useState } from 'react';
import { onTick } from '../state/clock.ts';
import { readHands } from '../touch/hands.ts';

/** A card's shadow or border may overlap the edge by this much, CSS px. */
const SLACK_PX = 4;
/** Columns scroll back to the top when the screen is unused this long, ms. */
export const LEFT_ALONE_MS = 20_000;

/** `of`: selector of the counted elements. */
export function useOutOfSight(column: RefObject<HTMLElement | null>, orders: readonly unknown[], of = '.card, .waiting'): number {
  const [hidden, setHidden] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: counted anew when an order comes or goes
  useEffect(() => {
    const one = column.current;
    if (!one) return;
    let asked = 0;
    const count = () => {
      asked = 0;
      // The strip of new orders covers the end of the column.
      const strip = one.closest('[role="dialog"]') ? null : document.querySelector('.foot-strips .strip-new');
      const box = one.getBoundingClientRect();
      const edge = Math.min(box.bottom, strip?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY) + SLACK_PX;
      const isOut = ({ bottom }: DOMRect) => bottom > edge || bottom < box.top + SLACK_PX;
      setHidden([...one.querySelectorAll(of)].filter((card) => isOut(card.getBoundingClientRect())).length);
    };
    const soon = () => {
      asked ||= requestAnimationFrame(count);
    };
    const seen = new ResizeObserver(soon);
    seen.observe(one);
    for (const lane of one.children) seen.observe(lane);
    one.addEventListener('scroll', soon, { passive: true });
    // Counts each second, too, as the strip appears without an event.
    const stop = onTick(soon);
    soon();
    return () => {
      stop();
      seen.disconnect();
      one.removeEventListener('scroll', soon);
      cancelAnimationFrame(asked);
    };
  }, [column, orders.length, of]);
  return hidden;
}

/** Scrolls down, and from the end to the top; at once, because a smooth scroll would move cards under the next tap. */
export function showMore(column: HTMLElement | null): void {
  if (!column) return;
  const isAtEnd = column.scrollTop + column.clientHeight >= column.scrollHeight - SLACK_PX;
  if (isAtEnd) column.scrollTo({ top: 0, behavior: 'instant' });
  else column.scrollBy({ top: column.clientHeight * 0.8, behavior: 'instant' });
}

/** Scrolls back to the most urgent orders when the screen is unused for a while. */
export function useBackToTop(column: RefObject<HTMLElement | null>): void {
  useEffect(
    () =>
      onTick(() => {
        if (Date.now() - readHands().usedAt > LEFT_ALONE_MS) column.current?.scrollTo({ top: 0, behavior: 'instant' });
      }),
    [column],
  );
}
