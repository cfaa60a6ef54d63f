/** Places that something has just left: a tap there was meant for it, and whatever lies there now doesn't act. */
import { type OrderHere, orderHere } from './order-here.ts';
import { whenSeen } from './when-seen.ts';

/** A hand that has begun to move cannot stop within this, ms. */
export const REACTION_MS = 300;

/** However busy the page is: it hears of a touch within this, ms. */
const LATE_MS = 3_000;

/** CSS pixels of the window. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Why a tap there does nothing. `left`: it stands elsewhere on this screen now. `changed`: it went from this list. `uncovered`: it lay over the screen. */
export interface LeftPlace {
  why: 'left' | 'changed' | 'uncovered';
  order: OrderHere | null;
}

interface Left extends LeftPlace, Box {
  /** The place of an order, and not of a button beside it: where the same order lies there now, nothing has changed for a finger. */
  isOrders: boolean;
  /** What it belongs to: something over that was there before, or has come by a tap. `screen`: all that is in no dialog. Null: everything. */
  sheet: Element | 'screen' | null;
  /** ms of the page's clock; `Infinity` while it is still drawn. */
  until: number;
}

let places: Left[] = [];

const isIn = (box: Box, { x, y }: { x: number; y: number }): boolean => x >= box.left && x < box.right && y >= box.top && y < box.bottom;

export const DIALOG = '[role="dialog"], [role="alertdialog"]';

/** The screen, or the dialog over it, that this belongs to. */
export const sheetOf = (one: Element): Element | null => one.closest(`main, ${DIALOG}`);

/** Remembers what lay over everything. */
export function uncover(one: HTMLElement): void {
  remember(one, { why: 'uncovered', box: one.getBoundingClientRect(), sheet: null });
}

/** Remembers a strip, which lies over its dialog, or over the screen below all dialogs. */
export function uncoverByStrip(one: HTMLElement): void {
  remember(one, { why: 'uncovered', box: one.getBoundingClientRect(), sheet: one.closest(DIALOG) ?? 'screen' });
}

/** Remembers where this was seen. `seen`: what was in sight of all that is scrolled with it. */
export function leave(one: HTMLElement, why: 'left' | 'changed', box: Box, seen: Box = box): void {
  remember(one, { why, box, seen, sheet: sheetOf(one) });
}

function remember(
  one: HTMLElement,
  { why, box, seen = box, sheet }: { why: LeftPlace['why']; box: Box; seen?: Box; sheet: Left['sheet'] },
): void {
  const own = one.querySelector('[data-of-order]') ?? one;
  // A gap says itself where its order is.
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

/** What had just left this point of the window when it was touched, or has left a gap there; null where nothing did, or where it still stands. */
export function leftAt(target: Element | null, place: { x: number; y: number }, at: number): LeftPlace | null {
  const gap = target?.closest('[data-gone]');
  if (gap) return { why: 'changed', order: orderHere(gap) };
  const sheet = target && sheetOf(target);
  const here = orderHere(target);
  const isOf = (left: Left['sheet']) => left === null || (left === 'screen' ? !target?.closest(DIALOG) : left === sheet);
  const isLeft = (one: Left) => one.until > at && isIn(one, place) && isOf(one.sheet);
  return places.findLast((one) => isLeft(one) && (one.why === 'changed' || !one.isOrders || here?.id !== one.order?.id)) ?? null;
}
