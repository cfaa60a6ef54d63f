/** Locks an element that just appeared under a finger for a moment: the tap was meant for what was there before. */

import { type RefObject, useLayoutEffect, useRef } from 'react';
import { readHands } from './hands.ts';

/** A hand that has begun to move cannot stop within this, ms. */
const LOCK_MS = 300;
/** What closes within this after a touch was closed by it, ms. */
const CLOSED_BY_HAND_MS = 500;
/** A card that moved by less stands where it stood, CSS pixels. */
const STAYS_PX = 2;

/** `came`: it appeared here. `moved`: it was elsewhere before. `uncovered`: what lay over it closed by itself. `changed`: it has other buttons now. */
export type LockedBecause = 'came' | 'moved' | 'uncovered' | 'changed';

interface Position {
  left: number;
  top: number;
  /** By how much everything around it is scrolled. */
  scrolled: number;
}

const locked = new Map<Element, { because: LockedBecause; ends: ReturnType<typeof setTimeout> }>();
const positions = new Map<HTMLElement, Position>();
const sizes = new ResizeObserver(lockMoved);

/** `aria-disabled` tells whoever does not touch by hand: screen readers, and the browser of the tests, which waits for it. */
export function lock(one: HTMLElement, because: LockedBecause, ms = LOCK_MS): void {
  clearTimeout(locked.get(one)?.ends);
  const ends = setTimeout(() => {
    locked.delete(one);
    one.removeAttribute('aria-disabled');
  }, ms);
  locked.set(one, { because, ends });
  one.setAttribute('aria-disabled', 'true');
}

/** The `ref` of the buttons of an order: they are locked when there are others than before, as `buttons` says, and not when all of it comes. */
export function useLockOnChange(buttons: string): RefObject<HTMLDivElement | null> {
  const own = useRef<HTMLDivElement>(null);
  const before = useRef(buttons);
  useLayoutEffect(() => {
    if (own.current && before.current !== buttons) lock(own.current, 'changed');
    before.current = buttons;
  }, [buttons]);
  return own;
}

/** Why nothing here takes a touch now; null where it does. A card that came says more than its buttons, which came with it. */
export function lockOf(target: Element | null): LockedBecause | null {
  let because: LockedBecause | null = null;
  for (let one = target; one; one = one.parentElement) because = locked.get(one)?.because ?? because;
  return because;
}

/** The `ref` of a place for one order: it is locked when it appears and whenever it moves by itself. */
export function watchPosition(one: HTMLElement | null): () => void {
  if (!one) return () => undefined;
  const around = one.parentElement;
  positions.set(one, positionOf(one));
  sizes.observe(one);
  if (around) sizes.observe(around);
  lock(one, 'came');
  return () => {
    positions.delete(one);
    sizes.unobserve(one);
    requestAnimationFrame(lockMoved);
  };
}

/** The `ref` of what stands above the orders and moves them when it comes or goes. */
export function watchSize(one: HTMLElement | null): () => void {
  if (one) sizes.observe(one);
  return () => {
    if (one) sizes.unobserve(one);
  };
}

/** The `ref` of what lies over the orders: where it closes by itself, and not because someone touched, those below it are locked. */
export function lockUncovered(one: HTMLElement | null): () => void {
  return () => {
    if (one && Date.now() - readHands().usedAt > CLOSED_BY_HAND_MS) lockBelow(one);
  };
}

function lockBelow(one: HTMLElement): void {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  for (const place of positions.keys()) {
    const box = place.getBoundingClientRect();
    if (box.left < right && box.right > left && box.top < bottom && box.bottom > top) lock(place, 'uncovered');
  }
}

/** Whoever scrolls sees what comes: only what has another position on the glass and in its list as well has moved. */
function lockMoved(): void {
  for (const [one, before] of positions) {
    const now = positionOf(one);
    positions.set(one, now);
    const isOnGlass = differs(now, before, 0);
    // One that appears and moves at once has still only just appeared.
    const because = locked.get(one)?.because ?? 'moved';
    if (isOnGlass && differs(now, before, now.scrolled - before.scrolled)) lock(one, because);
  }
}

function positionOf(one: HTMLElement): Position {
  const { left, top } = one.getBoundingClientRect();
  let scrolled = 0;
  for (let around = one.parentElement; around; around = around.parentElement) scrolled += around.scrollTop;
  return { left, top, scrolled };
}

function differs(now: Position, before: Position, scrolled: number): boolean {
  return Math.abs(now.left - before.left) > STAYS_PX || Math.abs(now.top - before.top + scrolled) > STAYS_PX;
}
