/** What can be touched on this page now, and since when it stands there: looked at in every frame in which the page changed. */
import { type Box, createStanding, QUIET_MS, type Seen } from './standing.ts';

/** Buttons, fields and whatever else answers a touch; `data-surface`: what carries them and answers too (a card, the shade of a dialog). */
const TOUCHABLE = [
  'button, a[href], input, select, textarea, summary, label',
  ...['button', 'tab', 'row', 'option', 'checkbox', 'radio', 'switch', 'menuitem', 'gridcell', 'spinbutton'].map(
    (role) => `[role="${role}"]`,
  ),
  '[data-surface]',
].join(', ');
/** Of these a part may stay usable: what they hide is not on the screen. */
const HIDDEN = '[aria-hidden="true"], [hidden]';
/** What an open menu or dialog leaves in sight and takes the touches of. */
const COVERED = '[inert]';
/** What a dialog dims around it is in sight all the same. */
const SHADE = '.dialog-shade';
const CONTROL = 'button, input, select, textarea';
/** How long a page may go on scrolling after the last turn of the wheel, ms. */
const ROLLS_MS = 250;

const standing = createStanding<HTMLElement>();
let changed = false;
let handScrolls = 0;
const scrolledTo = new WeakMap<Element, { left: number; top: number }>();

/** Starts looking; called once, when the page starts. */
export function startLooking(): void {
  const soon = () => {
    if (changed) return;
    changed = true;
    requestAnimationFrame(() => {
      if (changed) look();
    });
  };
  new MutationObserver(soon).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  for (const kind of ['resize', 'load', 'transitionend', 'animationend', 'toggle'] as const)
    window.addEventListener(kind, soon, { capture: true });
  const byHand = () => {
    handScrolls = performance.now() + ROLLS_MS;
  };
  for (const kind of ['wheel', 'touchmove', 'keydown'] as const) window.addEventListener(kind, byHand, { capture: true, passive: true });
  window.addEventListener(
    'scroll',
    ({ target }) => {
      const scroller = target instanceof Document ? target.scrollingElement : target;
      if (scroller instanceof HTMLElement) scrolled(scroller);
      soon();
    },
    { capture: true, passive: true },
  );
  look();
}

/** Whoever scrolls sees what comes: it stands as it stood, only elsewhere. What the page scrolls by itself has moved. */
function scrolled(scroller: HTMLElement): void {
  const before = scrolledTo.get(scroller) ?? { left: 0, top: 0 };
  const now = { left: scroller.scrollLeft, top: scroller.scrollTop };
  scrolledTo.set(scroller, now);
  if (performance.now() > handScrolls) return;
  handScrolls = performance.now() + ROLLS_MS;
  standing.carried(scroller.querySelectorAll<HTMLElement>(TOUCHABLE), before.left - now.left, before.top - now.top);
}

function look(): void {
  changed = false;
  const seen = new Map<HTMLElement, Seen>();
  const anyHidden = document.querySelector(HIDDEN) !== null;
  const anyCovered = document.querySelector(COVERED) !== null;
  for (const one of document.querySelectorAll<HTMLElement>(TOUCHABLE)) {
    if (anyHidden && one.closest(HIDDEN)) continue;
    const box = boxOf(one);
    if (box.right - box.left < 2 || box.bottom - box.top < 2) continue;
    seen.set(one, {
      box,
      covers: one.matches(SHADE) && one.firstElementChild ? boxOf(one.firstElementChild) : null,
      covered: anyCovered && one.closest(COVERED) !== null,
      order: orderOf(one),
      surface: one.dataset.surface !== undefined,
      quietMs: Number(one.dataset.quietMs ?? QUIET_MS),
      turned: turnedOf(one),
    });
  }
  standing.look(performance.now(), seen);
}

function boxOf(one: Element): Box {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  return { left, top, right, bottom };
}

/** How a switch is switched: a button that stays pressed, or a box that is drawn here. Both say so in what the page is looked at for. */
function turnedOf(one: HTMLElement): string | null {
  const box = one instanceof HTMLLabelElement ? one.control : null;
  if (box instanceof HTMLInputElement && box.type === 'checkbox') return String(one.dataset.selected !== undefined);
  return one.getAttribute('aria-pressed');
}

/** The innermost thing there that can be touched; null where nothing can. */
export function touchableAt(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(TOUCHABLE) : null;
}

/** The id of the order that this belongs to. */
export function orderOf(one: Element): string | null {
  return one.closest<HTMLElement>('[data-of-order]')?.dataset.ofOrder ?? null;
}

/** Whether only a part of an order has come there: its card, or what else carries it, stood there before. */
export function isPartOnly(one: HTMLElement | null): boolean {
  const carrier = one?.closest<HTMLElement>('[data-of-order]') ?? null;
  return carrier !== null && carrier !== one && (standing.restingFor(carrier, performance.now()) ?? 0) >= QUIET_MS;
}

/** Whether it was switched over a moment ago; a field that its label draws goes by the label. */
export function hasTurned(one: HTMLElement): boolean {
  const now = performance.now();
  const shown = one.closest('label') ?? one;
  return standing.hasTurned(shown, now);
}

/** Whether it is a button or a field that cannot be used now. */
export function isOff(one: HTMLElement | null): boolean {
  return one?.closest(CONTROL)?.matches(':disabled, [aria-disabled="true"]') ?? false;
}

/** Whether a touch on this lies beside an open menu or dialog, which it closes. */
export function isBesideOpen(one: HTMLElement | null): boolean {
  return document.querySelector(COVERED) !== null && (one === null || one.matches(SHADE));
}

/** What a touch there means now. */
export function meantNow(one: HTMLElement | null, { x, y }: { x: number; y: number }) {
  look();
  return standing.meant(one, x, y, performance.now());
}

/**
 * Whether it has been on the page for as long as a person needs to see it; with `since`, counted from then at the earliest. A field that
 * its label draws is as old as the label.
 */
export function isFamiliar(one: HTMLElement, since = 0): boolean {
  look();
  const now = performance.now();
  for (let shown: HTMLElement | null = one; shown; shown = touchableAt(shown.parentElement)) {
    const age = standing.age(shown, now);
    if (age !== null) return age >= QUIET_MS && now - since >= QUIET_MS;
  }
  return true;
}
