/** The notice for a tap that did nothing: why and where. */
import { create } from 'zustand';
import type { LeftPlace } from './left-places.ts';
import type { OrderHere } from './order-here.ts';

/** Why an element is locked. `came`: just appeared. `moved`: just moved. `changed`: its buttons changed. */
export type LockedBecause = 'came' | 'moved' | 'changed';

/** `again`: already done by the previous tap. `off`: not possible now. Others: a lock, or a vacated place. */
export type WhyNot = LockedBecause | LeftPlace['why'] | 'again' | 'off';

export interface Notice {
  why: WhyNot;
  order: string | null;
  /** The order's new state, if it explains the refusal. */
  became: string | null;
  /** A disabled button's explanation. */
  text: string | null;
  /** CSS px in the window. */
  x: number;
  y: number;
  /** Counts notices, so that a repeated text is read out, too. */
  count: number;
}

/** The order's state as on its card, or null. */
type BecameOf = (orderId: string) => string | null;

const SHOWN_MS = 3_000;
let orderState: BecameOf = () => null;
let knock = (): void => undefined;
let end: ReturnType<typeof setTimeout> | undefined;

export const useNotice = create<{ notice: Notice | null; count: number }>(() => ({ notice: null, count: 0 }));

/** Called once at page start. `sound` plays with notices. */
export function startNotices(became: BecameOf, sound: () => void): void {
  orderState = became;
  knock = sound;
}

export function notify(why: WhyNot, { x, y }: { x: number; y: number }, order: OrderHere | null, text: string | null = null): void {
  const count = useNotice.getState().count + 1;
  const became = order !== null && (why === 'again' || why === 'changed') ? orderState(order.id) : null;
  useNotice.setState({ notice: { why, order: order?.number ?? null, became, text, x, y, count }, count });
  knock();
  clearTimeout(end);
  end = setTimeout(dismiss, SHOWN_MS);
}

/** A later tap did something, so "nothing was done" would be false. */
export function dismiss(): void {
  if (useNotice.getState().notice === null) return;
  clearTimeout(end);
  useNotice.setState({ notice: null });
}

export const isRefused = (): boolean => useNotice.getState().notice !== null;
