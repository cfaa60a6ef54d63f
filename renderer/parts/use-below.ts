/** How many cards of a column are below its visible part. */
import { type RefObject, useEffect, useState } from 'react';
import { onTick } from '../state/clock.ts';

/** A shadow or a border may lie over the edge, CSS pixels. */
const SLACK_PX = 4;

/** `size`: counted anew when they are written in another one. */
export function useBelow(column: RefObject<HTMLElement | null>, orders: readonly unknown[], size?: number): number {
  const [below, setBelow] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: counted anew when an order comes or goes
  useEffect(() => {
    const one = column.current;
    if (!one) return;
    let asked = 0;
    const count = () => {
      asked = 0;
      // The strip of a new order stands over the foot.
      const strip = one.closest('[role="dialog"]') ? null : document.querySelector('.foot-strips .strip-new');
      const edge = Math.min(one.getBoundingClientRect().bottom, strip?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY) + SLACK_PX;
      setBelow([...one.querySelectorAll('.card, .ticket, .waiting')].filter((card) => card.getBoundingClientRect().bottom > edge).length);
    };
    const soon = () => {
      asked ||= requestAnimationFrame(count);
    };
    const seen = new ResizeObserver(soon);
    seen.observe(one);
    for (const lane of one.children) seen.observe(lane);
    one.addEventListener('scroll', soon, { passive: true });
    // The strip comes and goes, and tells no one.
    const stop = onTick(soon);
    soon();
    return () => {
      stop();
      seen.disconnect();
      one.removeEventListener('scroll', soon);
      cancelAnimationFrame(asked);
    };
  }, [column, orders.length, size]);
  return below;
}
