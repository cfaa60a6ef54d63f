/** What is said of a touch that did nothing: why, where the finger is, for as long as it takes to read. */
import { create } from 'zustand';
import { knock } from '../sound/sound.ts';
import { becameHere, numberOf } from './follow-orders.ts';

/**
 * `came`: what lies there had just come. `uncovered`: what lay above it had just gone. `left`: what lay there had just gone. `turned`: it was
 * just switched over. `changed`: it changed between down and up. `off`: not possible now.
 */
export type WhyNot = 'came' | 'uncovered' | 'left' | 'turned' | 'changed' | 'off';

export interface Told {
  why: WhyNot;
  /** The number of the order it is about, where it is about one. */
  order: string | null;
  /** What this order had become when the touch came; null where that is not why it did nothing. */
  became: string | null;
  /** What a button that is off says of itself: why, and what to do. */
  says: string | null;
  /** CSS pixels of the window. */
  x: number;
  y: number;
  /** Counts up, so that the same words twice are said twice. */
  count: number;
}

const SHOWN_MS = 3_000;
let end: ReturnType<typeof setTimeout> | undefined;

export const useTold = create<{ told: Told | null; count: number }>(() => ({ told: null, count: 0 }));

/** `orderId`: of the order it is about. `isPart`: what came there is only a part of it; the order itself stood there before. */
export function tell(why: WhyNot, orderId: string | null, isPart: boolean, { x, y }: { x: number; y: number }): void {
  const count = useTold.getState().count + 1;
  const became = orderId === null || why === 'off' ? null : becameHere(orderId);
  const order = orderId === null || (isPart && became === null) ? null : numberOf(orderId);
  const says = why === 'off' ? whyOff(document.elementFromPoint(x, y)) : null;
  useTold.setState({ told: { why, order, became, says, x, y, count }, count });
  knock();
  clearTimeout(end);
  end = setTimeout(() => useTold.setState({ told: null }), SHOWN_MS);
}

/** Takes back what was said of the touches up to `count`: one after them did something, and beside that "nothing was done" would not be true. */
export function hush(count: number): void {
  if ((useTold.getState().told?.count ?? Number.POSITIVE_INFINITY) > count) return;
  clearTimeout(end);
  useTold.setState({ told: null });
}

/** How often something was said. */
export const saidSoFar = (): number => useTold.getState().count;

/** A button may say in `data-why-off` why it cannot be used. */
function whyOff(touched: Element | null): string | null {
  return touched?.closest<HTMLElement>('[data-why-off]')?.dataset.whyOff ?? null;
}
