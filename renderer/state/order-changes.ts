/** When a list or report of orders must be read again. */
import { useEffect, useRef, useState } from 'react';
import { readHands } from '../touch/hands.ts';
import { useTopic } from './ui-state.ts';

/** Tries again this often while the screen is tapped, ms. */
const LOOK_AGAIN_MS = 500;

/**
 * Counts up when orders have changed, at most every `restMs`, and never while the screen is tapped, because nothing may move under a
 * finger.
 */
export function useOrderChanges(restMs: number): number {
  const orders = useTopic('orders');
  const [news, setNews] = useState(0);
  const read = useRef(orders);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (read.current === orders || waiting.current !== undefined) return;
    const look = () => {
      if (readHands().on) {
        waiting.current = setTimeout(look, LOOK_AGAIN_MS);
        return;
      }
      waiting.current = undefined;
      setNews((count) => count + 1);
    };
    waiting.current = setTimeout(look, restMs);
  }, [orders, restMs]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is here when it is counted is read now
  useEffect(() => {
    read.current = orders;
  }, [news]);
  useEffect(() => () => clearTimeout(waiting.current), []);
  return news;
}
