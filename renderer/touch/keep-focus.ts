/** When the focused element disappears, focuses its order's new card, a neighbor, the previous focus, or the screen. */
import { DIALOG } from './left-places.ts';
import { cardOf, numberOf } from './order-here.ts';

interface Had {
  /** Weak, so that a removed form's input doesn't stay in memory. */
  one: WeakRef<HTMLElement>;
  orderId: string | null;
}

const FOCUSABLE =
  'button:not(:disabled), a[href], input:not(:disabled, [type="hidden"]), select:not(:disabled), textarea:not(:disabled), summary, [tabindex]';
/** Neighbors of a removed screen or dialog don't get the focus. */
const WHOLE = `main, ${DIALOG}`;
const MOST_REMEMBERED = 12;
/** A blur within this after a press on empty space is intended, ms. */
const PRESS_TAKES_MS = 100;

let trail: Had[] = [];
/** Parent and siblings of the removed focused subtree. */
let removed: { from: Node; next: Node | null; before: Node | null; whole: boolean } | null = null;
/** The focused element, if it was disabled, hidden or moved: its blur isn't intended. */
let switched: WeakRef<Node> | null = null;
let pressedAt = Number.NEGATIVE_INFINITY;
/** Frames until the focus is checked; 0 if no check is pending. */
let framesLeft = 0;
/** A disabled element (`owner`) lent its focus to `to`, and gets it back when enabled, unless the focus was moved. */
let lent: { to: HTMLElement; owner: Had } | null = null;

let givenAt = Number.NEGATIVE_INFINITY;

/** Last automatic focus change, ms of the page's clock. */
export const lastGivenAt = (): number => givenAt;

export function startKeepingFocus(): void {
  window.addEventListener('focusin', ({ target }) => remember(target), { capture: true });
  window.addEventListener(
    'pointerdown',
    ({ target }) => {
      // Controls take the focus when pressed, even if they then disappear at once.
      const isOutside = !(target instanceof Element && target.closest(FOCUSABLE));
      pressedAt = isOutside ? performance.now() : Number.NEGATIVE_INFINITY;
      switched = null;
    },
    { capture: true, passive: true },
  );
  window.addEventListener(
    'focusout',
    ({ target, relatedTarget }) => {
      // The newly focused element may disappear before its focusin event.
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
    // An element that's moved in the page loses the focus, too.
    if ([...removedNodes].some((node) => node.contains(had))) switched = held;
    return;
  }
  for (const node of removedNodes) {
    if (!node.contains(had)) continue;
    const whole = node instanceof Element && (node.matches(WHOLE) || node.querySelector(WHOLE) !== null);
    removed = { from: target, next: nextSibling, before: previousSibling, whole };
  }
}

/** Dialogs restore the focus in the next frame, so the check waits. A removal restarts the wait. */
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
    // The element was enabled again. If it was never disabled, staff pressed empty space.
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
    // If a whole page had the focus, its first control gets it.
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

/** The element that lost or lent the focus; else null. */
function lost(): Had | null {
  const active = document.activeElement;
  if (lent && active === lent.to) return lent.owner;
  return active === null || active === document.body ? (trail[0] ?? null) : null;
}

/** Topmost dialog, else the page. */
function scopeNow(): HTMLElement {
  return [...document.querySelectorAll<HTMLElement>(DIALOG)].findLast((one) => isShown(one)) ?? document.body;
}

function sameOrder({ orderId }: Had): HTMLElement | null {
  return orderId === null ? null : numberOf(cardOf(orderId));
}

/** A control of the lost element's next sibling, previous one, or parent; then one level up, and so on. */
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

/** Makes the container itself focusable, for when it has no controls. */
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
