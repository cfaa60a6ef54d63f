/**
 * A tap acts on the element under the finger at pointerdown, or a notice says why not. Stops taps on locked or just vacated places, second
 * halves of double taps, and clicks that end on another element.
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

/** What a tap was meant for; the second of a double tap repeats the first one's. */
interface Meant {
  /** Weak, so that a removed form's input doesn't stay in memory. Null if nothing tappable was there. */
  control: WeakRef<HTMLElement> | null;
  label: string | null;
  order: OrderHere | null;
}

interface Press extends Place {
  pointerId: number;
  /** Time of the event; a busy page handles it later. */
  at: number;
  meant: Meant;
  /** Why the tap was refused; null if it wasn't. */
  not: WhyNot | null;
  /** Whether the pointer was released where it was pressed. */
  isDone: boolean;
  /** The target acts on pointerup and may be gone at click time. */
  actsEarly: boolean;
  /** The browser chose a control next to the finger. react-aria takes that for a finger moved off. */
  isOutside: boolean;
  isClicked: boolean;
}

const DOUBLE_MS = 500;
/** A second tap within this distance may belong to a double tap, CSS px. */
const DOUBLE_PX = 22;
/** A finger that moves further cancels the tap, CSS px. */
const DRAWN_PX = 16;
/** If the browser sends no click within this, one is made, ms: after two-finger and long presses. */
const CLICK_MS = 250;
/** A click later than this belongs to no press, ms. */
const LATE_CLICK_MS = 3_000;
const MOST_PRESSES = 8;
/** Keys are ignored this long after an automatic focus change, ms. */
const FOCUS_MS = 300;

const CONTROL = [
  'button, a[href], input, select, textarea, summary, label',
  ...['button', 'tab', 'row', 'option', 'checkbox', 'radio', 'switch', 'menuitem', 'gridcell', 'spinbutton'].map(
    (role) => `[role="${role}"]`,
  ),
].join(', ');
const NOTICE = '.touch-notice';
/** Dialogs and menus; a tap outside closes them. */
const OPEN = `${DIALOG}, [role="menu"], [role="listbox"]`;
export const FIELD = 'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"]), textarea, select, [contenteditable]';
const TOGGLE = '[aria-pressed], [type="checkbox"], summary';
/** Elements of react-aria, which act on pointerup. */
const PRESSABLE = '[data-react-aria-pressable]';
const PRESSES = new Set(['Enter', ' ']);

/** Newest first. A busy page handles clicks after the next pointerdown. */
let presses: readonly Press[] = [];
const down = new Map<number, Press>();
let replaying = false;
/** Last typing: taps with typing between them aren't a double tap. */
let typedAt = Number.NEGATIVE_INFINITY;
/** Last key press on a control; null after a pointerdown. */
let pressedByKey: { on: WeakRef<Element>; at: number } | null = null;

export function startGuard(): void {
  const listen = <K extends keyof WindowEventMap>(kind: K, hear: (event: WindowEventMap[K]) => void) =>
    window.addEventListener(kind, hear, { capture: true });
  listen('pointerdown', goDown);
  listen('pointerup', goUp);
  // The browser scrolls instead: neither click nor notice follows.
  listen('pointercancel', ({ pointerId }) => void down.delete(pointerId));
  for (const kind of ['mousedown', 'mouseup'] as const)
    listen(kind, (event) => {
      if (event.button === 0 && presses[0]?.not) swallow(event);
    });
  listen('contextmenu', (event) => {
    // A long press counts as a tap; the browser's menu is useless here.
    if ('pointerType' in event && event.pointerType === 'touch' && !isField(event.target)) swallow(event);
  });
  listen('click', click);
  listen('keydown', key);
  listen('input', ({ target, timeStamp }) => {
    if (isField(target)) typedAt = timeStamp;
  });
}

/** Ends a press: its click does nothing, silently. */
export function endPress(pointerId: number): void {
  const press = presses.find((one) => one.pointerId === pointerId);
  if (press) press.isClicked = true;
}

/** Whether the element ignores keys now; if so, shows a notice. */
export function isLockedSo(one: HTMLElement): boolean {
  const because = lockOf(one) ?? (performance.now() - lastGivenAt() < FOCUS_MS ? 'came' : null);
  if (because) notify(because, middleOf(one), orderHere(one));
  return because !== null;
}

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
    // Repeated taps keep the first one's target.
    meant: first ?? { control: on && new WeakRef(on), label: labelOf(on), order: left ? left.order : orderHere(under) },
    not,
    isDone: false,
    actsEarly: on !== null && (on.matches(PRESSABLE) || !on.matches(CONTROL)),
    isOutside: false,
    isClicked: false,
  };
  presses = [press, ...presses].slice(0, MOST_PRESSES);
  down.set(pointerId, press);
}

/** The first tap's target, if this is the second of a double tap and would act on something else; else null. */
function firstOf(on: HTMLElement | null, place: Place, at: number): Meant | null {
  const [before] = presses;
  // A refused first tap did nothing, so the second may act.
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
  up.isOutside = on.matches(PRESSABLE) && event.target instanceof Node && !on.contains(event.target);
  if (up.isOutside || !up.actsEarly) setTimeout(() => up.isClicked || clickFor(up), CLICK_MS);
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
  // A label's click is followed by one of its input.
  const isPassedOn = was !== undefined && boxOf(was) === event.target;
  const isAgain = own.isClicked && !isPassedOn;
  own.isClicked = true;
  if (own.not || isAgain) return swallow(event);
  if (!own.isOutside && ((was ?? null) === on || isPassedOn)) return;
  swallow(event);
  if (own.isOutside) return clickFor(own);
  // The clicked element appeared since pointerdown. The pressed one has acted, or the finger was moved off to cancel.
  if (own.actsEarly || !isNear({ x: event.clientX, y: event.clientY }, own)) return;
  if (own.meant.control === null) refuse(own, 'came');
  else clickFor(own);
}

/** A click's press: by pointer ID, or by position if the browser lost it. */
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
    // A react-aria label ignores clicks made by code; its input doesn't.
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
    // A held Enter submits once.
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

/** The innermost control, or an element around an open menu or dialog. */
function controlAt(target: EventTarget | null): HTMLElement | null {
  if (!(target instanceof Element)) return null;
  const isAround = document.querySelector('[inert]') !== null && !target.closest(OPEN) && target instanceof HTMLElement;
  return target.closest<HTMLElement>(CONTROL) ?? (isAround ? target : null);
}

/** Label of an order's button, whose action may change within one element. */
function labelOf(on: HTMLElement | null): string | null {
  return on?.closest('[data-of-order]') ? on.getAttribute('aria-label') : null;
}

/** A new dialog is drawn before it takes taps, which then hit the inert page's container. */
function isShutOff(under: Element | null): boolean {
  return under !== null && [...under.children].some((one) => one.matches('[inert]'));
}

function isToggle(on: HTMLElement): boolean {
  return (boxOf(on) ?? on)?.matches(TOGGLE) ?? false;
}

/** Whether the control, or the one of this label, is disabled. */
function isOff(one: HTMLElement): boolean {
  return (boxOf(one) ?? one).matches(':disabled, [aria-disabled="true"]');
}

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
