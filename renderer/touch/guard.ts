/**
 * A touch does what stood under the finger when it went down, or says why not. One guard for the whole page: it hears every touch, click
 * and key before anything else does, and keeps away those that were meant for what stood there before.
 */
import { becameHere } from './follow-orders.ts';
import { hasTurned, isBesideOpen, isFamiliar, isOff, isPartOnly, meantNow, orderOf, touchableAt } from './on-page.ts';
import { QUIET_MS } from './standing.ts';
import { hush, saidSoFar, tell, type WhyNot } from './told.ts';

/** `order`: the id of the one it is about. `isPart`: what came is only a part of it. */
interface Refusal {
  why: WhyNot;
  order: string | null;
  isPart: boolean;
}

interface Press {
  pointerId: number;
  /** Held weakly: a form that has gone takes what was typed into it along. Undefined where nothing can be touched, or once it is gone. */
  on(): HTMLElement | undefined;
  /** What lay there acts before the click. */
  actsEarly: boolean;
  /** The finger lay beside it, the browser took the touch for it, and what lay there took that for a finger that was drawn away. */
  isBeside: boolean;
  /** Why it does nothing; null when it may. */
  not: Refusal | null;
  /** It closes the menu or dialog that it lies beside. */
  closes: boolean;
  /** The order that lay there; kept, because what lay there may be gone. */
  order: string | null;
  x: number;
  y: number;
  at: number;
  /** Another finger was down meanwhile: then the browser clicks for neither. */
  isOneOfTwo: boolean;
  isClicked: boolean;
  /** It got its click from here, because none of the browser's came. */
  isReplayed: boolean;
  /** How often it had been said of a touch that it did nothing. */
  saidBefore: number;
}

/** Further than this a finger was drawn away, which means "no". */
const DRAWN_PX = 16;
/** The second press of a double one follows within this, ms. */
const DOUBLE_MS = 700;
/** What the browser calls a pointer that it does not know. */
const NOBODYS = -1;
const MOST_EARLIER = 8;
/** However busy the page is: a click that comes later was nobody's touch, ms. */
const LATE_CLICK_MS = 3_000;
/** A click follows its touch within this, ms. */
const CLICK_MS = 150;
/** A finger that lies this long may get no click any more, ms. */
const LONG_MS = 300;
/** Keys that move the focus where a person wants it. */
const MOVES = /^(Tab|Arrow\w+|Home|End|PageUp|PageDown)$/;
const MOVES_WITHIN_MS = 60;
const PRESSES = new Set(['Enter', ' ']);
/** What is written into; everything else that is an input is pressed. */
export const FIELD = 'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"]), textarea, select, [contenteditable]';
/** These act before the click, and may be gone by then because they did. */
const ACTS_EARLY = '[data-react-aria-pressable], [data-surface]';
/** These do nothing where the finger did not go up over them. */
const PRESSABLE = '[data-react-aria-pressable]';

/** By pointer: those that are down. */
const down = new Map<number, Press>();
/** The last press, which the next click belongs to, and those before it: a page that is busy hears clicks late. The last first. */
let press: Press | null = null;
let earlier: readonly Press[] = [];
let replaying = false;
/** When the focus came to where it is without anybody's asking; 0 when a person put it there. */
let focusCameAt = 0;
let movedAt = Number.NEGATIVE_INFINITY;

/** Starts guarding; called once, when the page starts, before anything else listens. */
export function startGuard(): void {
  const listen = <K extends keyof WindowEventMap>(kind: K, hear: (event: WindowEventMap[K]) => void) =>
    window.addEventListener(kind, hear, { capture: true });
  listen('pointerdown', goDown);
  listen('pointerup', goUp);
  listen('pointercancel', ({ pointerId }) => {
    const scrolling = down.get(pointerId);
    down.delete(pointerId);
    // The finger scrolls: no click follows, and nothing has to be said.
    if (scrolling) Object.assign(scrolling, { not: null, on: nothing });
  });
  for (const kind of ['mousedown', 'mouseup'] as const)
    listen(kind, (event) => {
      if (press?.not) swallow(event);
    });
  listen('contextmenu', (event) => {
    // A finger that lies long presses what it lies on; the menu of the browser is of no use to staff.
    const isOfFinger = 'pointerType' in event && event.pointerType === 'touch' && !isField(event.target);
    if (press?.not || isOfFinger) swallow(event);
  });
  listen('click', click);
  listen('dblclick', (event) => {
    const [before] = earlier;
    const isOne = before && press && !before.not && !press.not && before.on() === press.on() && press.at - before.at < DOUBLE_MS;
    if (!isOne) swallow(event);
  });
  listen('keydown', key);
  listen('focusin', () => {
    focusCameAt = performance.now() - movedAt < MOVES_WITHIN_MS ? 0 : performance.now();
  });
}

/** A person asked for the focus to go where `move` puts it: the next key may be for what is there. */
export function movedByHand(move: () => void): void {
  movedAt = performance.now();
  move();
}

/** Whether a key may do something with this now; if not, it is said why. */
export function mayPress(one: HTMLElement): boolean {
  if (isFamiliar(one, focusCameAt) && !hasTurned(one)) return true;
  sayCame(one);
  return false;
}

/** Says of this that it has only just come or turned, or what its order has become since. */
export function sayCame(one: HTMLElement): void {
  say(cameOf(one), middleOf(one));
}

/** Whether this stands where a person saw it; if it has just come there, it is said so. */
export function standsWhereSeen(one: HTMLElement): boolean {
  const middle = middleOf(one);
  if (meantNow(one, middle).yes) return true;
  say(cameOf(one), middle);
  return false;
}

function nothing(): undefined {
  return undefined;
}

function weakly(on: HTMLElement | null): Press['on'] {
  if (on === null) return nothing;
  const held = new WeakRef(on);
  return () => held.deref();
}

function goDown(event: PointerEvent): void {
  movedAt = performance.now();
  if (event.button !== 0) return;
  const on = touchableAt(event.target);
  const { clientX: x, clientY: y } = event;
  const meant = meantNow(on, { x, y });
  const not = whyNot(on, meant, { x, y });
  if (not) swallow(event);
  for (const other of down.values()) other.isOneOfTwo = true;
  const isOneOfTwo = down.size > 0;
  if (press) earlier = [press, ...earlier].slice(0, MOST_EARLIER);
  press = {
    pointerId: event.pointerId,
    on: weakly(on),
    actsEarly: on?.matches(ACTS_EARLY) ?? false,
    isBeside: false,
    not,
    closes: isBesideOpen(on),
    order: on ? orderOf(on) : null,
    x,
    y,
    at: performance.now(),
    isOneOfTwo,
    isClicked: false,
    isReplayed: false,
    saidBefore: saidSoFar(),
  };
  down.set(event.pointerId, press);
  // The second touch of a double one, on the card where the button was: nothing is refused, and it is said that it was not needed.
  if (meant.yes && meant.after !== null && becameHere(meant.after)) say({ why: 'changed', order: meant.after, isPart: false }, press);
}

/** Null for a touch that may do something. The second of two that close what lies beside them is for nothing that lies below. */
function whyNot(on: HTMLElement | null, meant: ReturnType<typeof meantNow>, place: { x: number; y: number }): Refusal | null {
  if (!meant.yes) return { why: meant.why, order: meant.order, isPart: isPartOnly(on) };
  const isSecond = press?.closes && performance.now() - press.at < QUIET_MS && isNear(place, press) && !isBesideOpen(on);
  return isSecond ? { why: 'uncovered', order: null, isPart: false } : null;
}

function goUp(event: PointerEvent): void {
  const up = down.get(event.pointerId);
  down.delete(event.pointerId);
  if (!up) return;
  if (up.not) {
    swallow(event);
    say(up.not, up);
    return;
  }
  const on = up.on();
  if (up.on === nothing || isDrawn(event, up)) return;
  if (!on?.isConnected) {
    up.not = changedOf(up);
    say(up.not, up);
    return;
  }
  if (isOff(on)) return say({ why: 'off', order: null, isPart: false }, up);
  hush(up.saidBefore);
  if (event.pointerType !== 'touch') return;
  up.isBeside = on.matches(PRESSABLE) && event.target instanceof Node && !on.contains(event.target);
  if ((up.isBeside || !up.actsEarly) && !isField(on)) {
    if (up.isOneOfTwo || performance.now() - up.at >= LONG_MS) setTimeout(() => clickFor(up), CLICK_MS);
  }
}

/** Two thumbs at once, or a finger that lies long: the browser takes them for a gesture, and nothing would be pressed. */
function clickFor(up: Press): void {
  if (up.isClicked) return;
  up.isReplayed = true;
  const on = up.on();
  if (on?.isConnected && !isOff(on)) again(on);
  else say(changedOf(up), up);
}

function click(event: MouseEvent): void {
  if (replaying) return;
  const own = pressOf(event);
  if (!own && isWithoutPointer(event)) {
    const one = touchableAt(event.target);
    if (one && (!isFamiliar(one) || hasTurned(one))) {
      swallow(event);
      sayCame(one);
    }
    return;
  }
  if (!own) return;
  // The browser's own click comes after all.
  if (own.isReplayed) return swallow(event);
  own.isClicked = true;
  if (own.not) return swallow(event);
  const on = own.on();
  if (own.isBeside && on?.isConnected) {
    swallow(event);
    return again(on);
  }
  if (on === (touchableAt(event.target) ?? undefined) || isOfLabel(event.target, on)) return;
  // What lies there now came between down and up: the touch was for what lay there before.
  swallow(event);
  if (own.on === nothing || isDrawn(event, own)) return;
  if (on?.isConnected && !isOff(on)) return again(on);
  if (!own.actsEarly) say(changedOf(own), own);
}

/**
 * The press that this click belongs to. A page that is busy hears the click of one touch after the next has gone down, and then the
 * browser does not know any more whose click it is: the place tells.
 */
function pressOf(event: MouseEvent): Press | null {
  const pointerId = 'pointerId' in event ? event.pointerId : NOBODYS;
  if (pointerId !== NOBODYS) return [press, ...earlier].find((one) => one?.pointerId === pointerId) ?? press;
  if (!event.isTrusted || event.detail === 0) return null;
  const open = [earlier[0], press].filter((one) => one !== null && one !== undefined);
  return open.find((one) => !one.isClicked && performance.now() - one.at < LATE_CLICK_MS && !isDrawn(event, one)) ?? null;
}

/** A label's own click is followed by one on the field it labels. */
function isOfLabel(target: EventTarget | null, on: HTMLElement | undefined): boolean {
  return on instanceof HTMLLabelElement && on.control === target;
}

/** The click of a key, of a screen reader or of the page itself: it names what it is for, and has no place. */
function isWithoutPointer(event: MouseEvent): boolean {
  return event.detail === 0 || ('pointerId' in event && event.pointerId === -1);
}

function again(one: HTMLElement): void {
  replaying = true;
  try {
    // The label of a box that is drawn here acts on fingers alone; its box acts on every click.
    const box = one instanceof HTMLLabelElement && one.matches(PRESSABLE) ? one.control : null;
    (box ?? one).click();
  } finally {
    replaying = false;
  }
}

function key(event: KeyboardEvent): void {
  if (MOVES.test(event.key)) movedAt = performance.now();
  const on = document.activeElement;
  if (!(on instanceof HTMLElement)) return;
  if (event.key === 'Escape') {
    const dialog = on.closest<HTMLElement>('[role="dialog"], [role="alertdialog"]')?.closest<HTMLElement>('[data-surface]');
    if (dialog && !isFamiliar(dialog)) {
      swallow(event);
      sayCame(on);
    }
    return;
  }
  if (!PRESSES.has(event.key)) return;
  if (on.matches(FIELD)) {
    // A held key sends a form once.
    if (event.repeat && event.key === 'Enter' && on instanceof HTMLInputElement) swallow(event);
    return;
  }
  const one = touchableAt(on);
  if (!one || (one !== on && !one.contains(on))) return;
  if (event.repeat || !mayPress(one)) swallow(event);
}

function isField(one: EventTarget | null): boolean {
  return one instanceof Element && one.closest(FIELD) !== null;
}

function swallow(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

function isDrawn({ clientX: x, clientY: y }: MouseEvent, from: Press): boolean {
  return !isNear({ x, y }, from);
}

function isNear({ x, y }: { x: number; y: number }, to: Press): boolean {
  return Math.hypot(x - to.x, y - to.y) <= DRAWN_PX;
}

function say({ why, order, isPart }: Refusal, place: { x: number; y: number }): void {
  tell(why, order, isPart, place);
}

function cameOf(one: HTMLElement): Refusal {
  return { why: hasTurned(one) ? 'turned' : 'came', order: orderOf(one), isPart: isPartOnly(one) };
}

function changedOf({ order }: Press): Refusal {
  return { why: 'changed', order, isPart: false };
}

/** Where the middle of this lies in the window. */
export function middleOf(one: Element): { x: number; y: number } {
  const { left, top, width, height } = one.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
