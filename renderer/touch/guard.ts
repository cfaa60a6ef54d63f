/**
 * A tap acts on what was under the finger when it went down, or says why not. One guard sees every touch, click and key of the page first,
 * and stops taps on locked elements, on places that something has just left, the second of a double tap, and clicks that end on another element.
 */
import { lastGivenAt } from './keep-focus.ts';
import { DIALOG, leftAt } from './left-places.ts';
import { isFresh, lockMoved, lockOf } from './lock.ts';
import { dismiss, notify, type WhyNot } from './notice.ts';
import { type OrderHere, orderHere } from './order-here.ts';

interface Place {
  x: number;
  y: number;
}

/** The first of two touches: what it was for. */
interface Meant {
  /** Held weakly: a form that has gone takes what was typed into it along. Null where nothing can be touched. */
  control: WeakRef<HTMLElement> | null;
  label: string | null;
  order: OrderHere | null;
}

interface Press extends Place {
  pointerId: number;
  /** When the finger went down: a busy page hears of it later. */
  at: number;
  meant: Meant;
  /** Why it does nothing; null when it may. */
  not: WhyNot | null;
  /** The finger went up where it went down: it was a touch. */
  isDone: boolean;
  /** What lay there acts when the finger goes up, and may be gone by the time of the click. */
  actsEarly: boolean;
  /** The finger lay beside it, the browser took the touch for it, and it takes that for a finger that was drawn away. */
  isBeside: boolean;
  isClicked: boolean;
}

/** Two touches of one place within this are a double one, ms. */
const DOUBLE_MS = 500;
/** As far from the first as a hurried finger comes down a second time, CSS pixels. */
const DOUBLE_PX = 22;
/** Further than this a finger was drawn away, which means "no". */
const DRAWN_PX = 16;
/** A touch that the browser makes no click of within this gets one from here, ms: that of two fingers, or of one that lay long. */
const CLICK_MS = 250;
/** However busy the page is: a click that comes later was no one's touch, ms. */
const LATE_CLICK_MS = 3_000;
const MOST_PRESSES = 8;
/** What has got the focus without anyone's asking takes no key before, ms. */
const FOCUS_MS = 300;

const CONTROL = [
  'button, a[href], input, select, textarea, summary, label',
  ...['button', 'tab', 'row', 'option', 'checkbox', 'radio', 'switch', 'menuitem', 'gridcell', 'spinbutton'].map(
    (role) => `[role="${role}"]`,
  ),
].join(', ');
const NOTICE = '.touch-notice';
/** What lies open above the page, whose rest takes a touch that closes it. */
const OPEN = `${DIALOG}, [role="menu"], [role="listbox"]`;
/** What is written into; everything else that is an input is pressed. */
export const FIELD = 'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"]), textarea, select, [contenteditable]';
const TOGGLE = '[aria-pressed], [type="checkbox"], summary';
/** These act when the finger goes up over them. */
const PRESSABLE = '[data-react-aria-pressable]';
const PRESSES = new Set(['Enter', ' ']);

/** The last first: a page that is busy hears the click of one touch after the next has gone down. */
let presses: readonly Press[] = [];
const down = new Map<number, Press>();
let replaying = false;
/** Whoever has typed since the first touch does not mean the second as the other half of it. */
let typedAt = Number.NEGATIVE_INFINITY;
/** The last key that pressed something; null once the focus was moved by hand. */
let pressedByKey: { on: WeakRef<Element>; at: number } | null = null;

/** Starts guarding; called once, when the page starts, before anything else listens. */
export function startGuard(): void {
  const listen = <K extends keyof WindowEventMap>(kind: K, hear: (event: WindowEventMap[K]) => void) =>
    window.addEventListener(kind, hear, { capture: true });
  listen('pointerdown', goDown);
  listen('pointerup', goUp);
  // The finger scrolls: no click follows, and nothing has to be said.
  listen('pointercancel', ({ pointerId }) => void down.delete(pointerId));
  for (const kind of ['mousedown', 'mouseup'] as const)
    listen(kind, (event) => {
      if (event.button === 0 && presses[0]?.not) swallow(event);
    });
  listen('contextmenu', (event) => {
    // A finger that lies long presses what it lies on; the menu of the browser is of no use to staff.
    if ('pointerType' in event && event.pointerType === 'touch' && !isField(event.target)) swallow(event);
  });
  listen('click', click);
  listen('keydown', key);
  listen('input', ({ target, timeStamp }) => {
    if (isField(target)) typedAt = timeStamp;
  });
}

/** This press has done what it was for: the click that follows it does nothing, and nothing is said. */
export function endPress(pointerId: number): void {
  const press = presses.find((one) => one.pointerId === pointerId);
  if (press) press.isClicked = true;
}

/** Whether this takes no key now; then it is said why. */
export function isLockedSo(one: HTMLElement): boolean {
  const because = lockOf(one) ?? (performance.now() - lastGivenAt() < FOCUS_MS ? 'came' : null);
  if (because) notify(because, middleOf(one), orderHere(one));
  return because !== null;
}

/** Where the middle of this lies in the window. */
export function middleOf(one: Element): Place {
  const { left, top, width, height } = one.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

function goDown(event: PointerEvent): void {
  pressedByKey = null;
  if (event.button !== 0) return;
  const { pointerId, clientX: x, clientY: y, timeStamp: at } = event;
  const under = event.target instanceof Element ? event.target : null;
  const on = controlAt(under);
  const first = firstOf(on, { x, y }, at);
  // What has moved since the last picture is not where it was seen.
  lockMoved();
  const left = leftAt(under, { x, y }, at);
  const not = first ? 'again' : (left?.why ?? lockOf(under, at) ?? (isShutOff(under) || (on === null && isFresh(at)) ? 'came' : null));
  if (not) swallow(event);
  down.delete(pointerId);
  const press: Press = {
    pointerId,
    x,
    y,
    at,
    // Whoever goes on touching there still means what the first touch was for.
    meant: first ?? { control: on && new WeakRef(on), label: labelOf(on), order: left ? left.order : orderHere(under) },
    not,
    isDone: false,
    actsEarly: on !== null && (on.matches(PRESSABLE) || !on.matches(CONTROL)),
    isBeside: false,
    isClicked: false,
  };
  presses = [press, ...presses].slice(0, MOST_PRESSES);
  down.set(pointerId, press);
}

/** What the first of a double touch was for, where this is the second and would do something else; null for every other touch. */
function firstOf(on: HTMLElement | null, place: Place, at: number): Meant | null {
  const [before] = presses;
  // A first one that was refused did nothing.
  if (!before?.isDone || typedAt > before.at || (before.not !== null && before.not !== 'again')) return null;
  const { meant } = before;
  if (on === null || meant.control === null || at - before.at >= DOUBLE_MS || !isNear(place, before, DOUBLE_PX)) return null;
  return meant.control.deref() !== on || meant.label !== labelOf(on) || isToggle(on) ? meant : null;
}

function goUp(event: PointerEvent): void {
  const up = down.get(event.pointerId);
  down.delete(event.pointerId);
  if (!up) return;
  up.isDone = isNear({ x: event.clientX, y: event.clientY }, up);
  if (event.target instanceof Element && event.target.closest(NOTICE)) return dismiss();
  if (up.not) {
    swallow(event);
    return notify(up.not, up, up.meant.order);
  }
  if (up.meant.control === null || !up.isDone) return;
  const on = up.meant.control.deref();
  if (!on?.isConnected) return refuse(up, 'changed');
  if (isOff(on)) return notify('off', up, null, on.closest<HTMLElement>('[data-why-off]')?.dataset.whyOff ?? null);
  dismiss();
  if (event.pointerType !== 'touch' || isField(on)) return;
  up.isBeside = on.matches(PRESSABLE) && event.target instanceof Node && !on.contains(event.target);
  if (up.isBeside || !up.actsEarly) setTimeout(() => up.isClicked || clickFor(up), CLICK_MS);
}

function click(event: MouseEvent): void {
  if (replaying) return;
  const on = controlAt(event.target);
  const own = pressOf(event);
  if (!own) {
    const isOfKey = event.detail === 0 || ('pointerId' in event && event.pointerId === -1);
    const because = isOfKey && on ? lockOf(on) : null;
    if (!on || !because) return;
    swallow(event);
    return notify(because, middleOf(on), orderHere(on));
  }
  const was = own.meant.control?.deref();
  // A label passes its click on.
  const isPassedOn = was !== undefined && boxOf(was) === event.target;
  const isAgain = own.isClicked && !isPassedOn;
  own.isClicked = true;
  if (own.not || isAgain) return swallow(event);
  if (!own.isBeside && ((was ?? null) === on || isPassedOn)) return;
  swallow(event);
  if (own.isBeside) return clickFor(own);
  // What lies there now came between down and up. It has acted already, or the finger was drawn away, which means "no".
  if (own.actsEarly || !isNear({ x: event.clientX, y: event.clientY }, own)) return;
  if (own.meant.control === null) refuse(own, 'came');
  else clickFor(own);
}

/** The press that this click belongs to: by its pointer, or by its place, where the browser does not know any more whose it is. */
function pressOf(event: MouseEvent): Press | undefined {
  const pointerId = 'pointerId' in event ? event.pointerId : -1;
  if (pointerId !== -1) return presses.find((one) => one.pointerId === pointerId);
  if (!event.isTrusted || event.detail === 0) return undefined;
  const place = { x: event.clientX, y: event.clientY };
  const near = presses.slice(0, 2).filter((one) => performance.now() - one.at < LATE_CLICK_MS && isNear(place, one));
  return near.findLast(({ isClicked }) => !isClicked) ?? near[0];
}

function clickFor(press: Press): void {
  press.isClicked = true;
  const on = press.meant.control?.deref();
  if (!on?.isConnected || isOff(on)) return refuse(press, 'changed');
  replaying = true;
  try {
    // The label of a box that is drawn here acts on fingers alone; its box acts on every click.
    ((on.matches(PRESSABLE) ? boxOf(on) : null) ?? on).click();
  } finally {
    replaying = false;
  }
}

function refuse(press: Press, why: WhyNot): void {
  press.not = why;
  notify(why, press, press.meant.order);
}

function key(event: KeyboardEvent): void {
  const on = document.activeElement;
  if (!PRESSES.has(event.key)) {
    pressedByKey = null;
    return;
  }
  if (!(on instanceof HTMLElement)) return;
  if (on.matches(FIELD)) {
    // A held key sends a form once.
    if (event.repeat && event.key === 'Enter' && on instanceof HTMLInputElement) swallow(event);
    return;
  }
  if (!on.matches(CONTROL)) return;
  if (event.repeat || isLockedSo(on)) return swallow(event);
  const before = pressedByKey;
  const now = performance.now();
  if (before && before.on.deref() !== on && now - before.at < DOUBLE_MS) {
    swallow(event);
    notify('again', middleOf(on), null);
  } else pressedByKey = { on: new WeakRef(on), at: now };
}

/** The innermost thing there that can be touched, or what an open menu or dialog has around it; null where there is neither. */
function controlAt(target: EventTarget | null): HTMLElement | null {
  if (!(target instanceof Element)) return null;
  const isAround = document.querySelector('[inert]') !== null && !target.closest(OPEN) && target instanceof HTMLElement;
  return target.closest<HTMLElement>(CONTROL) ?? (isAround ? target : null);
}

/** What a button of an order does is its label: the button itself may stay. */
function labelOf(on: HTMLElement | null): string | null {
  return on?.closest('[data-of-order]') ? on.getAttribute('aria-label') : null;
}

/** A dialog that has just come is drawn a moment before it takes touches: they land on what holds the page below it, which takes none. */
function isShutOff(under: Element | null): boolean {
  return under !== null && [...under.children].some((one) => one.matches('[inert]'));
}

function isToggle(on: HTMLElement): boolean {
  return (boxOf(on) ?? on)?.matches(TOGGLE) ?? false;
}

/** Whether it is a button or a field that cannot be used now, or the label of one. */
function isOff(one: HTMLElement): boolean {
  return (boxOf(one) ?? one).matches(':disabled, [aria-disabled="true"]');
}

/** What this is the label of. */
function boxOf(one: HTMLElement | null): HTMLElement | null {
  return one instanceof HTMLLabelElement ? one.control : null;
}

function isField(one: EventTarget | null): boolean {
  return one instanceof Element && one.closest(FIELD) !== null;
}

function swallow(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

function isNear({ x, y }: Place, to: Place, px = DRAWN_PX): boolean {
  return Math.hypot(x - to.x, y - to.y) <= px;
}
