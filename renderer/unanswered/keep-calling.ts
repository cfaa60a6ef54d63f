/** Updates the order alert by orders, time and taps. Outside React, so that rendering doesn't restart it. */
import { create } from 'zustand';
import type { KitchenOrder } from '../../contract/contract.ts';
import { isPopoverOpen, onLayers, openDialogs } from '../parts/layers.ts';
import { stoppedOrders } from '../state/board.ts';
import { onTick, serviceNow } from '../state/clock.ts';
import { markTapped } from '../state/order-commands.ts';
import { isInSetUp, may, ordersIn, readUiState, useUiState } from '../state/ui-state.ts';
import { readHands, useHands } from '../touch/hands.ts';
import { type Call, type Facts, HIDDEN_S, hiddenCall, hiddenSeconds, leftWaiting, NO_CALL, nextCall, openedCall } from './call.ts';

/** The screen is in use for this long after a tap, ms. */
const AT_WORK_MS = 5_000;
/** A dialog, menu or field unused this long counts as abandoned, ms. */
const LEFT_BEHIND_MS = 5 * 60_000;
const FIELD = 'input, textarea, select, [contenteditable], [role="spinbutton"]';

interface Shown {
  call: Call;
  /** Orders the strip reports. */
  strip: KitchenOrder[];
  /** How long a tap hides the alert, as on its button, seconds. */
  hides: number;
}

export const useUnanswered = create<Shown>(() => ({ call: NO_CALL, strip: [], hides: HIDDEN_S }));
const readCall = () => useUnanswered.getState().call;

/** Whether the alert is open without a dialog over it. */
export const isCalling = (): boolean => readCall().open && !isStopped() && openDialogs() <= 1;
/** Whether the screen of canceled orders is open, which comes first. */
export const isStopped = (now = readUiState()): boolean => stoppedOrders(ordersIn(now), now.muted).length > 0;
export const calledOrders = (): string[] => readCall().rows;

/** The focused field, if used; mere focus doesn't count as use. */
let field: Element | null = null;

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
  useUiState.subscribe((now, before) => {
    const isOther = (['held', 'muted', 'sending', 'setUp'] as const).some((part) => now[part] !== before[part]);
    if (isOther) follow();
  });
  onLayers(follow);
}

/** Hides the alert and silences its orders for the time on its button. */
export function hideCall(): void {
  const { orders } = facts();
  for (const id of readCall().rows) if (orders[id]) markTapped(orders[id]);
  become(hiddenCall(readCall(), facts(), useUnanswered.getState().hides));
}

/** Opens the alert. It keeps ringing until its orders are answered, tapped or hidden, since some may be out of view. */
export function askForCall(): void {
  become(openedCall(readCall(), facts()));
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
  const counter = readUiState();
  const { muted, sending } = counter;
  const { usedAt, on } = readHands();
  const idle = Date.now() - usedAt;
  const orders = may(counter, 'answer') ? ordersIn(counter) : {};
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
