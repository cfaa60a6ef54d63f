/** Locks an element that just appeared under a finger for a moment: the tap was meant for what was there before. */

import { type RefObject, useLayoutEffect, useRef } from 'react';
import { readHands } from './hands.ts';
import { type Box, leave, REACTION_MS, sheetOf, uncover, uncoverByStrip } from './left-places.ts';
import { isRefused, type LockedBecause } from './notice.ts';
import { whenSeen } from './when-seen.ts';

/** What closes within this after a touch was closed by it, ms. */
const CLOSED_BY_HAND_MS = 500;
/** A card that moved by less stands where it stood, CSS pixels. */
const STAYS_PX = 2;

interface Position extends Box {
  /** By how much everything around it is scrolled, and what of that is in sight. */
  scrolled: number;
  seen: Box | undefined;
}

interface Lock {
  because: LockedBecause;
  /** ms of the page's clock; `Infinity` while what came is not drawn yet. */
  until: number;
  ends?: ReturnType<typeof setTimeout>;
}

const locked = new WeakMap<Element, Lock>();
/** Until when a tap beside each dialog is too soon, and when any dialog came or went, ms of the page's clock. */
const shades = new WeakMap<Element, number>();
let freshUntil = Number.NEGATIVE_INFINITY;
const positions = new Map<HTMLElement, Position>();
/** What is scrolled with these in it. */
const scrollers = new WeakMap<Element, Element | null>();
const sizes = new ResizeObserver(lockMoved);
/** What comes, goes or changes its place among others moves them at once, before the next tap, which may come before the next picture. */
const changes = new MutationObserver(lockMoved);

/** `aria-disabled` tells whoever does not touch by hand: screen readers, and the browser of the tests, which waits for it. */
export function lock(one: HTMLElement, because: LockedBecause, ms = REACTION_MS): void {
  clearTimeout(locked.get(one)?.ends);
  const own: Lock = { because, until: Number.POSITIVE_INFINITY };
  locked.set(one, own);
  one.setAttribute('aria-disabled', 'true');
  whenSeen(() => {
    if (locked.get(one) !== own) return;
    own.until = performance.now() + ms;
    own.ends = setTimeout(() => one.removeAttribute('aria-disabled'), ms);
  });
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

/** Why nothing here took a touch at this moment; null where it did. A card that came says more than its buttons, which came with it. */
export function lockOf(target: Element | null, at = performance.now()): LockedBecause | null {
  let because: LockedBecause | null = target && (shades.get(target) ?? 0) > at ? 'came' : null;
  for (let one = target; one; one = one.parentElement) {
    const lock = locked.get(one);
    if (lock && lock.until > at) because = lock.because;
  }
  return because;
}

/** The `ref` of a place for one order, or of a button beside them: it is locked when it appears and whenever it moves by itself. */
export function watchPosition(one: HTMLElement | null): () => void {
  if (one) lock(one, 'came');
  return watchMoves(one);
}

/** The `ref` of what may be touched as soon as it appears, and is locked whenever it moves by itself. */
export function watchMoves(one: HTMLElement | null): () => void {
  if (!one) return () => undefined;
  const sheet = sheetOf(one);
  positions.set(one, positionOf(one, new Map()));
  for (const around of [one, one.parentElement, sheet]) if (around) sizes.observe(around);
  if (sheet) changes.observe(sheet, { childList: true, subtree: true });
  return () => {
    if (one.isConnected) leave(one, 'changed', one.getBoundingClientRect(), scrollerOf(one)?.getBoundingClientRect());
    positions.delete(one);
    sizes.unobserve(one);
  };
}

/** The `ref` of what takes all touches while it lies over the screen: where it closes without a touch, nothing below it acts. */
export function lockUncovered(one: HTMLElement | null): () => void {
  return () => {
    if (one?.isConnected && !isInUse()) uncover(one);
  };
}

/** The `ref` of a strip over a part of the screen: it is locked when it comes, and where it was nothing acts when it has gone. */
export function lockStrip(one: HTMLElement | null): () => void {
  if (one) lock(one, 'came');
  return () => {
    if (one?.isConnected) uncoverByStrip(one);
  };
}

/** The `ref` of what lies dimmed around a dialog: a tap on it closes the dialog, and not before it could be seen. */
export function lockShade(one: HTMLElement | null): () => void {
  beFresh(one);
  return () => beFresh(null);
}

function beFresh(shade: HTMLElement | null): void {
  const until = (until: number) => {
    if (shade) shades.set(shade, until);
    freshUntil = until;
  };
  until(Number.POSITIVE_INFINITY);
  whenSeen(() => until(performance.now() + REACTION_MS));
}

/** Whether a dialog has just come or gone: a tap that meets nothing was meant for what was there before. */
export const isFresh = (at: number): boolean => freshUntil > at;

/** The `ref` of a part of a dialog that gives way to another by itself: a tap that was meant for it does nothing there, and says so. */
export function lockWhenGone(one: HTMLElement | null): () => void {
  return () => {
    if (one?.isConnected) leave(one, 'changed', one.getBoundingClientRect());
  };
}

/** A touch that was refused closes nothing. */
const isInUse = (): boolean => Date.now() - readHands().usedAt <= CLOSED_BY_HAND_MS && !isRefused();

/** Whoever scrolls sees what comes: only what has another position on the glass and in its list as well has moved. */
export function lockMoved(): void {
  const moved: [HTMLElement, Position][] = [];
  const seen = new Map<Element, Box>();
  for (const [one, before] of positions) {
    const now = positionOf(one, seen);
    positions.set(one, now);
    const rolled = now.scrolled - before.scrolled;
    if (!differs(now, before, 0) || !differs(now, before, rolled)) continue;
    moved.push([one, { ...before, top: before.top - rolled, bottom: before.bottom - rolled }]);
  }
  for (const [one, was] of moved) {
    // One that appears and moves at once has still only just appeared.
    lock(one, lockOf(one) ?? 'moved');
    leave(one, 'left', was, was.seen);
  }
}

/** `seen`: of what was looked at already. */
function positionOf(one: HTMLElement, seen: Map<Element, Box>): Position {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  let scrolled = 0;
  for (let around = one.parentElement; around; around = around.parentElement) scrolled += around.scrollTop;
  const scroller = scrollerOf(one);
  if (scroller && !seen.has(scroller)) seen.set(scroller, scroller.getBoundingClientRect());
  return { left, top, right, bottom, scrolled, seen: scroller ? seen.get(scroller) : undefined };
}

function scrollerOf(one: HTMLElement): Element | null {
  const list = one.parentElement;
  if (!list) return null;
  let scroller = scrollers.get(list);
  if (scroller === undefined) {
    scroller = list;
    while (scroller && !/auto|scroll/.test(getComputedStyle(scroller).overflowY)) scroller = scroller.parentElement;
    scrollers.set(list, scroller);
  }
  return scroller;
}

function differs(now: Position, before: Position, rolled: number): boolean {
  return Math.abs(now.left - before.left) > STAYS_PX || Math.abs(now.top - before.top + rolled) > STAYS_PX;
}
