/** Briefly locks elements that just appeared or moved under a finger: the tap was meant for others. */

import { type RefObject, useLayoutEffect, useRef } from 'react';
import { isHandlingTap, readHands } from './hands.ts';
import { type Box, leave, REACTION_MS, sheetOf, uncover, uncoverByStrip } from './left-places.ts';
import { isRefused, type LockedBecause } from './notice.ts';
import { whenSeen } from './when-seen.ts';

/** A dialog that closes within this after a tap was closed by it, ms. */
const CLOSED_BY_HAND_MS = 500;
/** Smaller moves don't count, CSS px. */
const STAYS_PX = 2;

interface Position extends Box {
  /** `scrolled`: scroll offset of all ancestors. `seen`: box of its scroll container. */
  scrolled: number;
  seen: Box | undefined;
}

interface Lock {
  because: LockedBecause;
  /** ms of the page's clock; `Infinity` until drawn. */
  until: number;
  ends?: ReturnType<typeof setTimeout>;
}

const locked = new WeakMap<Element, Lock>();
/** When taps on a dialog's backdrop (`shades`) or on nothing (`freshUntil`) stop being too early, ms of the page's clock. */
const shades = new WeakMap<Element, number>();
let freshUntil = Number.NEGATIVE_INFINITY;
const positions = new Map<HTMLElement, Position>();
const scrollers = new WeakMap<Element, Element | null>();
const sizes = new ResizeObserver(lockMoved);
/** Finds moves before the next frame, because a tap may come earlier. */
const changes = new MutationObserver(lockMoved);

/** `aria-disabled` is for screen readers and browser tests, which wait for it. */
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

/** `ref` for an order's buttons: locks them when `buttons` changes, except on mount. */
export function useLockOnChange(buttons: string): RefObject<HTMLDivElement | null> {
  const own = useRef<HTMLDivElement>(null);
  const before = useRef(buttons);
  useLayoutEffect(() => {
    if (own.current && before.current !== buttons) lock(own.current, 'changed');
    before.current = buttons;
  }, [buttons]);
  return own;
}

/** Why a tap at that time is refused, or null. The outermost lock wins: it says more. */
export function lockOf(target: Element | null, at = performance.now()): LockedBecause | null {
  let because: LockedBecause | null = target && (shades.get(target) ?? 0) > at ? 'came' : null;
  for (let one = target; one; one = one.parentElement) {
    const lock = locked.get(one);
    if (lock && lock.until > at) because = lock.because;
  }
  return because;
}

/** `ref`: locks an element when it appears and when it moves. */
export function watchPosition(one: HTMLElement | null): () => void {
  if (one) lock(one, 'came');
  return watchMoves(one);
}

/** `ref`: locks an element when it moves. */
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

/** `ref` for an element that covers the screen: if it closes without a tap, its place is locked for a moment. */
export function lockUncovered(one: HTMLElement | null): () => void {
  return () => {
    if (one?.isConnected && !isInUse()) uncover(one);
  };
}

/** `ref` for a dialog: locks it if it appears without a tap, and its place if it closes without one. */
export function lockDialog(one: HTMLElement | null): () => void {
  if (one && !isHandlingTap()) lock(one, 'came');
  return lockUncovered(one);
}

/** `ref` for a strip: locks it when it appears, and its place when it's gone. */
export function lockStrip(one: HTMLElement | null): () => void {
  if (one) lock(one, 'came');
  return () => {
    if (one?.isConnected) uncoverByStrip(one);
  };
}

/** `ref` for a dialog's backdrop: a tap doesn't close the dialog before it's visible. */
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

/** Whether a dialog just opened or closed, so that a tap on nothing was meant for something else. */
export const isFresh = (at: number): boolean => freshUntil > at;

/** `ref` for a part of a dialog that may be replaced: taps that were meant for it are then refused. */
export function lockWhenGone(one: HTMLElement | null): () => void {
  return () => {
    if (one?.isConnected) leave(one, 'changed', one.getBoundingClientRect());
  };
}

/** Whether staff closed the dialog. A refused tap closes nothing. */
const isInUse = (): boolean => Date.now() - readHands().usedAt <= CLOSED_BY_HAND_MS && !isRefused();

/** Scrolling isn't a move: positions in the window and in the list must both differ. */
export function lockMoved(): void {
  const moved: [HTMLElement, Position][] = [];
  const seen = new Map<Element, Box>();
  for (const [one, before] of positions) {
    const now = positionOf(one, seen);
    positions.set(one, now);
    const rolled = now.scrolled - before.scrolled;
    const isMoved = differs(now, before, 0) && differs(now, before, rolled);
    // A list that gets shorter hides its last elements without moving them.
    if (!isMoved && now.seen && before.seen && now.seen.bottom < before.seen.bottom - STAYS_PX)
      leave(one, 'left', before, { left: before.left, top: now.seen.bottom, right: before.right, bottom: before.seen.bottom });
    if (isMoved) moved.push([one, { ...before, top: before.top - rolled, bottom: before.bottom - rolled }]);
  }
  for (const [one, was] of moved) {
    // An element that just appeared keeps that reason.
    lock(one, lockOf(one) ?? 'moved');
    leave(one, 'left', was, was.seen);
  }
}

/** `seen`: visible boxes by scroll container, as a cache. */
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
