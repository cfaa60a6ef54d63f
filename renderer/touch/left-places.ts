/** Places just vacated: a tap there was meant for the previous element, so the new one doesn't act. */
import { type OrderHere, orderHere } from './order-here.ts';
import { whenSeen } from './when-seen.ts';

/** How long a vacated place refuses taps, ms: a moving hand can't stop sooner. */
export const REACTION_MS = 300;

/** How long places are remembered, ms: a busy page handles taps late. */
const LATE_MS = 3_000;

/** CSS px in the window. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** `left`: the element moved. `changed`: it was removed. `uncovered`: it covered the screen. */
export interface LeftPlace {
  why: 'left' | 'changed' | 'uncovered';
  order: OrderHere | null;
}

interface Left extends LeftPlace, Box {
  /** Place of an order's element: if the same order is there again, nothing has changed. */
  isOrders: boolean;
  /** Where taps are refused: an element, `screen` (outside dialogs), or null for all. */
  sheet: Element | 'screen' | null;
  /** ms of the page's clock; `Infinity` until the removal is drawn. */
  until: number;
}

let places: Left[] = [];

const isIn = (box: Box, { x, y }: { x: number; y: number }): boolean => x >= box.left && x < box.right && y >= box.top && y < box.bottom;

export const DIALOG = '[role="dialog"], [role="alertdialog"]';

export const sheetOf = (one: Element): Element | null => one.closest(`main, ${DIALOG}`);

/** Call before removing an element that covered everything. */
export function uncover(one: HTMLElement): void {
  remember(one, { why: 'uncovered', box: one.getBoundingClientRect(), sheet: null });
}

/** A closing strip covered its dialog, or the screen below all dialogs. */
export function uncoverByStrip(one: HTMLElement): void {
  remember(one, { why: 'uncovered', box: one.getBoundingClientRect(), sheet: one.closest(DIALOG) ?? 'screen' });
}

/** Remembers a vacated place. `seen`: visible part of its scroll container. */
export function leave(one: HTMLElement, why: 'left' | 'changed', box: Box, seen: Box = box): void {
  remember(one, { why, box, seen, sheet: sheetOf(one) });
}

function remember(
  one: HTMLElement,
  { why, box, seen = box, sheet }: { why: LeftPlace['why']; box: Box; seen?: Box; sheet: Left['sheet'] },
): void {
  const own = one.querySelector('[data-of-order]') ?? one;
  // The gap an order leaves already shows where the order went.
  if (own.matches('[data-gone]')) return;
  const now = performance.now();
  places = places.filter(({ until }) => until > now - LATE_MS);
  const left: Left = {
    why,
    order: orderHere(own),
    isOrders: own.matches('[data-of-order]'),
    left: Math.max(box.left, seen.left),
    top: Math.max(box.top, seen.top),
    right: Math.min(box.right, seen.right),
    bottom: Math.min(box.bottom, seen.bottom),
    sheet,
    until: Number.POSITIVE_INFINITY,
  };
  places.push(left);
  whenSeen(() => {
    left.until = performance.now() + REACTION_MS;
  });
}

/** The element that had left this point when it was tapped, or left a gap here; else null. */
export function leftAt(target: Element | null, place: { x: number; y: number }, at: number): LeftPlace | null {
  const gap = target?.closest('[data-gone]');
  if (gap) return { why: 'changed', order: orderHere(gap) };
  const sheet = target && sheetOf(target);
  const here = orderHere(target);
  const isOf = (left: Left['sheet']) => left === null || (left === 'screen' ? !target?.closest(DIALOG) : left === sheet);
  const isLeft = (one: Left) => one.until > at && isIn(one, place) && isOf(one.sheet);
  return places.findLast((one) => isLeft(one) && (one.why === 'changed' || !one.isOrders || here?.id !== one.order?.id)) ?? null;
}
