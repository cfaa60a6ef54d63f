/** Keeps the order alert up to date with orders, time and taps. Outside React, so that no redraw restarts it. */
import { create } from 'zustand';
import type { OrderCard } from '../../contract/contract.ts';
import { isPopoverOpen, onLayers, openDialogs } from '../parts/layers.ts';
import { stoppedOrders } from '../state/board.ts';
import { onTick, serviceNow } from '../state/clock.ts';
import { isInSetUp, readCounter, useCounter } from '../state/counter.ts';
import { touch } from '../state/order-commands.ts';
import { readHands, useHands } from '../touch/hands.ts';
import { askedCall, type Call, type Facts, HIDDEN_S, hiddenCall, hiddenSeconds, leftWaiting, NO_CALL, nextCall } from './call.ts';

/** Who has touched the screen so recently is at work on it, ms. */
const AT_WORK_MS = 5_000;
/** A dialog, a menu or a field that no one has touched for so long was left behind, ms. */
const LEFT_BEHIND_MS = 5 * 60_000;
const FIELD = 'input, textarea, select, [contenteditable], [role="spinbutton"]';

interface Shown {
  call: Call;
  /** What the strip speaks of; empty while there is none. */
  strip: OrderCard[];
  /** For how long one touch hides the call now: what its button says, seconds. */
  hides: number;
}

export const useUnanswered = create<Shown>(() => ({ call: NO_CALL, strip: [], hides: HIDDEN_S }));
const readCall = () => useUnanswered.getState().call;

/** Whether the call is what is on the screen now, and no dialog above it. */
export const isCalling = (): boolean => readCall().open && !isStopped() && openDialogs() <= 1;
/** Orders that were cancelled on the stove come first and have the screen for themselves. */
export const isStopped = ({ held, muted } = readCounter()): boolean => stoppedOrders(held?.state.orders ?? {}, muted).length > 0;
export const calledOrders = (): string[] => readCall().rows;

/** The field that someone has typed into or touched since it has the focus: one that merely got it is no one's work. */
let field: Element | null = null;

/** Starts calling; called once, when the page starts. */
export function startCalling(): void {
  const used = ({ target }: Event) => {
    field = target instanceof Element ? target.closest(FIELD) : null;
  };
  for (const kind of ['keydown', 'pointerdown', 'input'] as const) window.addEventListener(kind, used, { capture: true, passive: true });
  const follow = () => become(nextCall(readCall(), facts()));
  onTick(follow);
  useHands.subscribe((now, before) => {
    if (now.on !== before.on) follow();
  });
  useCounter.subscribe((now, before) => {
    const isOther = (['held', 'muted', 'sending', 'setUp'] as const).some((part) => now[part] !== before[part]);
    if (isOther) follow();
  });
  onLayers(follow);
}

/** One touch: the call is gone for as long as it says, and what it named is silent. */
export function hideCall(): void {
  const { orders } = facts();
  for (const id of readCall().rows) if (orders[id]) touch(orders[id]);
  become(hiddenCall(readCall(), facts(), useUnanswered.getState().hides));
}

/** One touch on the strip brings it. It rings on: not every order of it is in sight, and someone answers, touches or hides them there. */
export function askForCall(): void {
  become(askedCall(readCall(), facts()));
}

function become(call: Call): void {
  const before = useUnanswered.getState();
  const now = facts();
  const shown = { call, strip: leftWaiting(call, now), hides: hiddenSeconds(now) };
  if (!isAlike(before, shown)) useUnanswered.setState(shown);
}

function isAlike(before: Shown, now: Shown): boolean {
  const sameOrders = before.strip.length === now.strip.length && now.strip.every((order, place) => order === before.strip[place]);
  return sameOrders && before.hides === now.hides && JSON.stringify(before.call) === JSON.stringify(now.call);
}

function facts(): Facts {
  const counter = readCounter();
  const { held, muted, sending } = counter;
  const { usedAt, on } = readHands();
  const idle = Date.now() - usedAt;
  const orders = held?.state.orders ?? {};
  const isBusy = openDialogs() > (readCall().open ? 1 : 0) || isPopoverOpen() || (field !== null && field === document.activeElement);
  return {
    orders,
    muted,
    sending,
    now: serviceNow(),
    isActing: isStopped(counter) || idle < AT_WORK_MS || (isBusy && idle < LEFT_BEHIND_MS),
    isSetUp: isInSetUp(counter),
    isTouched: on,
  };
}
