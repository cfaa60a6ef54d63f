/**
 * Moves the keyboard focus when the focused element goes away, to the nearest in this order: the same order's new place, its neighbor,
 * where the focus was before, the screen.
 */
import { DIALOG } from './left-places.ts';
import { cardOf, numberOf } from './order-here.ts';

interface Had {
  /** Held weakly: a form that has gone takes what was typed into it along. */
  one: WeakRef<HTMLElement>;
  /** The order it belonged to. */
  orderId: string | null;
}

const FOCUSABLE =
  'button:not(:disabled), a[href], input:not(:disabled, [type="hidden"]), select:not(:disabled), textarea:not(:disabled), summary, [tabindex]';
/** What leaves nothing beside it that a person would look at: a whole screen, a dialog over it. */
const WHOLE = `main, ${DIALOG}`;
const MOST_REMEMBERED = 12;
/** A press outside everything takes the focus away on purpose, within this, ms. */
const PRESS_TAKES_MS = 100;

/** Where the focus was, the last first. */
let trail: Had[] = [];
/** What left with the focus in it, and what stood around it. */
let removed: { from: Node; next: Node | null; before: Node | null; whole: boolean } | null = null;
/** It was switched off, hidden or made no place for the focus since it got it, if only for a moment: then no one took the focus away on purpose. */
let switched: WeakRef<Node> | null = null;
let pressedAt = Number.NEGATIVE_INFINITY;
/** Frames until it is looked who has the focus; 0 while no one looks. */
let framesLeft = 0;
/** Switched off with the focus on it: it gets the focus back when it is on again, if no one took it meanwhile. */
let lent: { to: HTMLElement; owner: Had } | null = null;

let givenAt = Number.NEGATIVE_INFINITY;

/** When something got the focus here without anyone's asking, ms of the page's clock. */
export const lastGivenAt = (): number => givenAt;

/** Starts keeping; called once, when the page starts. */
export function startKeepingFocus(): void {
  window.addEventListener('focusin', ({ target }) => remember(target), { capture: true });
  window.addEventListener(
    'pointerdown',
    ({ target }) => {
      // A press on something does not take the focus away: it brings it there, and what was pressed may leave with it at once.
      const isBeside = !(target instanceof Element && target.closest(FOCUSABLE));
      pressedAt = isBeside ? performance.now() : Number.NEGATIVE_INFINITY;
      switched = null;
    },
    { capture: true, passive: true },
  );
  window.addEventListener(
    'focusout',
    ({ target, relatedTarget }) => {
      // What gets it now may lose it before it is told so: it counts as the last that had it all the same.
      remember(relatedTarget);
      const byHand = performance.now() - pressedAt < PRESS_TAKES_MS;
      if (relatedTarget === null && byHand && target instanceof HTMLElement && canTake(target)) trail = trail.slice(1);
    },
    { capture: true },
  );
  new MutationObserver((changes) => {
    const before = removed;
    for (const change of changes) change.type === 'attributes' ? noteSwitch(change) : noteRemoval(change);
    lookSoon(removed !== before);
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['disabled', 'hidden', 'inert', 'tabindex'] });
}

function remember(target: EventTarget | null): void {
  if (!(target instanceof HTMLElement) || target === document.body) return;
  removed = null;
  switched = null;
  if (lent?.to !== target) lent = null;
  const orderId = target.closest<HTMLElement>('[data-order-id]')?.dataset.orderId ?? null;
  trail = [{ one: new WeakRef(target), orderId }, ...trail.filter(({ one }) => one.deref() !== target)].slice(0, MOST_REMEMBERED);
}

function noteSwitch({ target, attributeName }: MutationRecord): void {
  const had = trail[0]?.one;
  const one = had?.deref();
  if (!had || !one) return;
  const isOne = attributeName === 'tabindex' ? target === one : target.contains(one);
  if (isOne) switched = had;
}

function noteRemoval({ removedNodes, target, nextSibling, previousSibling }: MutationRecord): void {
  const held = trail[0]?.one;
  const had = held?.deref();
  if (!held || !had) return;
  if (had.isConnected) {
    // Only moved to another place of the page: that takes the focus as well, and no one meant it.
    if ([...removedNodes].some((node) => node.contains(had))) switched = held;
    return;
  }
  for (const node of removedNodes) {
    if (!node.contains(had)) continue;
    const whole = node instanceof Element && (node.matches(WHOLE) || node.querySelector(WHOLE) !== null);
    removed = { from: target, next: nextSibling, before: previousSibling, whole };
  }
}

/**
 * Dialogs give the focus back by themselves, in the next frame: only what is still lost after that is looked after. What has just left
 * with the focus has its whole time, also where a change before it was looked at already.
 */
function lookSoon(hasLeft: boolean): void {
  const isLooking = framesLeft > 0;
  if (hasLeft || !isLooking) framesLeft = 2;
  if (!isLooking) requestAnimationFrame(countDown);
}

function countDown(): void {
  framesLeft -= 1;
  if (framesLeft > 0) requestAnimationFrame(countDown);
  else look();
}

function look(): void {
  const had = lost();
  if (!had) return;
  const was = had.one.deref();
  if (was && canTake(was)) {
    // On again, and it gets back what it had. Where it was on all the time, someone pressed beside everything.
    if (lent || switched === had.one) give(was);
    return;
  }
  if (was?.isConnected && was.matches(':disabled')) {
    if (!lent) lend(had, was);
    return;
  }
  const scope = scopeNow();
  const isInside = (one: HTMLElement | null): one is HTMLElement => one !== null && scope.contains(one) && canTake(one);
  const found = [
    () => sameOrder(had),
    // A page that held the focus while it was empty gives it to what has come.
    () => (was ? firstIn(was) : null),
    () => beside(was, scope),
    ...trail.slice(1).flatMap((earlier) => [() => earlier.one.deref() ?? null, () => sameOrder(earlier)]),
  ];
  for (const find of found) {
    const one = find();
    if (isInside(one)) return giveOther(one);
  }
  giveOther(holder(scope));
}

function giveOther(one: HTMLElement): void {
  givenAt = performance.now();
  give(one);
}

/** Whose focus is on the page itself, or on what it was lent to; null where someone has it, or no one had. */
function lost(): Had | null {
  const active = document.activeElement;
  if (lent && active === lent.to) return lent.owner;
  return active === null || active === document.body ? (trail[0] ?? null) : null;
}

/** The dialog on top, or the whole page. */
function scopeNow(): HTMLElement {
  return [...document.querySelectorAll<HTMLElement>(DIALOG)].findLast((one) => isShown(one)) ?? document.body;
}

function sameOrder({ orderId }: Had): HTMLElement | null {
  return orderId === null ? null : numberOf(cardOf(orderId));
}

/** What stands next to where it was, then before it, then what came in its place; the same one level further out, and so on. */
function beside(had: HTMLElement | undefined, scope: HTMLElement): HTMLElement | null {
  if (removed?.whole) return null;
  let place: { from: Node; next: Node | null; before: Node | null } | null =
    removed ?? (had?.isConnected && had.parentNode ? { from: had.parentNode, next: had.nextSibling, before: had.previousSibling } : null);
  while (place) {
    const { from, next, before }: { from: Node; next: Node | null; before: Node | null } = place;
    const one = firstOf(next, 'nextSibling') ?? firstOf(before, 'previousSibling') ?? firstIn(from);
    if (one) return one;
    if (!from.isConnected || from === scope || from === document.body || (from instanceof Element && from.matches('main'))) return null;
    place = from.parentNode && { from: from.parentNode, next: from.nextSibling, before: from.previousSibling };
  }
  return null;
}

function firstOf(from: Node | null, direction: 'nextSibling' | 'previousSibling'): HTMLElement | null {
  for (let node = from; node; node = node[direction]) {
    if (!(node instanceof HTMLElement)) continue;
    if (canTake(node)) return node;
    const inside = firstIn(node);
    if (inside) return inside;
  }
  return null;
}

function firstIn(node: Node): HTMLElement | null {
  if (!(node instanceof Element)) return null;
  return [...node.querySelectorAll<HTMLElement>(FOCUSABLE)].find((one) => one.tabIndex >= 0 && canTake(one)) ?? null;
}

/** What can have the focus although there is nothing to press in it. */
function holder(scope: HTMLElement): HTMLElement {
  const one = scope === document.body ? (document.querySelector<HTMLElement>('main') ?? scope) : scope;
  if (one.tabIndex < 0 && !one.hasAttribute('tabindex')) one.tabIndex = -1;
  return one;
}

function lend(owner: Had, off: HTMLElement): void {
  const around = off.parentElement?.closest<HTMLElement>(`form, fieldset, section, ${DIALOG}, main`) ?? null;
  const to = around ?? holder(document.body);
  if (!to.hasAttribute('tabindex')) to.tabIndex = -1;
  lent = { to, owner };
  give(to);
}

function give(one: HTMLElement): void {
  one.focus({ preventScroll: true });
}

function canTake(one: HTMLElement): boolean {
  return one.isConnected && isShown(one) && one.matches(FOCUSABLE);
}

function isShown(one: HTMLElement): boolean {
  return one.checkVisibility({ visibilityProperty: true }) && one.closest('[inert]') === null;
}
