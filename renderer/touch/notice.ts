/** The notice for a tap that did nothing: why, and where the finger is, for as long as it takes to read. */
import { create } from 'zustand';
import type { LeftPlace } from './left-places.ts';
import type { OrderHere } from './order-here.ts';

/** Why a lock refuses. `came`: it appeared here. `moved`: it was elsewhere before. `changed`: it has other buttons now. */
export type LockedBecause = 'came' | 'moved' | 'changed';

/** `again`: the touch before it has done what this one asks for. `off`: not possible now. The others are those of a lock and of a place that was left. */
export type WhyNot = LockedBecause | LeftPlace['why'] | 'again' | 'off';

export interface Notice {
  why: WhyNot;
  /** The number of the order it is about, where it is about one. */
  order: string | null;
  /** What this order has become; null where that is not why the touch did nothing. */
  became: string | null;
  /** What a button that is off says of itself: why, and what to do. */
  text: string | null;
  /** CSS pixels of the window. */
  x: number;
  y: number;
  /** Counts up, so that the same words twice are said twice. */
  count: number;
}

/** What an order has become, in the words of its card; null where it is not on the screen. */
type BecameOf = (orderId: string) => string | null;

const SHOWN_MS = 3_000;
let becameOf: BecameOf = () => null;
let knock = (): void => undefined;
let end: ReturnType<typeof setTimeout> | undefined;

export const useNotice = create<{ notice: Notice | null; count: number }>(() => ({ notice: null, count: 0 }));

/** Called once, when the page starts. `sound`: a notice is heard as well. */
export function startNotices(became: BecameOf, sound: () => void): void {
  becameOf = became;
  knock = sound;
}

/** `order`: the one it is about. `text`: what a button that is off says of itself. */
export function notify(why: WhyNot, { x, y }: { x: number; y: number }, order: OrderHere | null, text: string | null = null): void {
  const count = useNotice.getState().count + 1;
  const became = order !== null && (why === 'again' || why === 'changed') ? becameOf(order.id) : null;
  useNotice.setState({ notice: { why, order: order?.number ?? null, became, text, x, y, count }, count });
  knock();
  clearTimeout(end);
  end = setTimeout(dismiss, SHOWN_MS);
}

/** Takes back what was said: a touch after it did something, and beside that "nothing was done" would not be true. */
export function dismiss(): void {
  if (useNotice.getState().notice === null) return;
  clearTimeout(end);
  useNotice.setState({ notice: null });
}

/** Whether the last touch was refused, and no other has been made since, as far as it is still shown. */
export const isRefused = (): boolean => useNotice.getState().notice !== null;
