/** Number of list entries that don't fit on the screen. */
import { type RefObject, useLayoutEffect, useState } from 'react';

const SLACK_PX = 4;

export function useHidden(list: RefObject<HTMLElement | null>, of: unknown): number {
  const [hidden, setHidden] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: counted anew when an entry comes or goes
  useLayoutEffect(() => {
    const one = list.current;
    if (!one) return;
    const count = () => {
      const edge = one.getBoundingClientRect().bottom + SLACK_PX;
      setHidden([...one.children].filter((entry) => entry.getBoundingClientRect().bottom > edge).length);
    };
    const seen = new ResizeObserver(count);
    seen.observe(one);
    count();
    return () => seen.disconnect();
  }, [list, of]);
  return hidden;
}
