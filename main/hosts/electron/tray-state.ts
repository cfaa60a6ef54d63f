/** Tray color and text, and orders to announce, from the main screen's state. */

import { type AppState, nothingShown, type OrderCard, type StatePush, sourceOf, type Topic } from '../../../contract/contract.ts';
import { english } from '../../../contract/english.ts';
import { isSame, type Message, message, type Text } from '../../../contract/message.ts';
import type { Say } from '../../../contract/words.ts';

export type Light = 'quiet' | 'new' | 'late' | 'printer' | 'trouble' | 'offline';

export interface TrayState {
  light: Light;
  newOrders: number;
  openOrders: number;
  /** Orders in the state that `light` shows. */
  count: number;
  tooltip: string;
  /** Orders that started to ring, or ring for a new reason; none if unattended. */
  arrived: OrderCard[];
  soundPaused: boolean;
  printers: { id: string; name: string }[];
  /** IDs of ringing orders; announcements of others are removed. */
  ringing: ReadonlySet<string>;
}

/** Windows' limit, in characters. */
const TOOLTIP_LENGTH = 127;

/** Call it with each push in order, and with null to recheck as time passes. */
export function followTrayState(now: () => number, say: Say = english): (push: StatePush | null) => TrayState {
  let state: AppState = nothingShown();
  const announced = new Map<string, Message>();

  return (push) => {
    if (push?.push === 'snapshot') state = structuredClone(push.state);
    else for (const change of push?.changes ?? []) apply(state, change.topic, change.id, change.value);

    const orders = Object.values(state.orders);
    const ringing = new Set(orders.filter((order) => order.alerting || order.cancelled === 'unseen').map((order) => order.id));
    // An order that rings again, such as a pre-order at its time, is announced again.
    for (const id of announced.keys()) if (!ringing.has(id)) announced.delete(id);
    // A new reason also announces again, as the earlier text is outdated.
    const arrived = orders.filter((order) => ringing.has(order.id) && !isSame(announced.get(order.id) ?? '', titleOf(order)));
    for (const order of arrived) announced.set(order.id, titleOf(order));

    const newOrders = orders.filter((order) => order.column === 'new').length;
    const serviceNow = now() + (state.app.app?.clockOffsetMs ?? 0);
    const late = orders.filter((order) => isLate(order, serviceNow)).length;
    const light = lightOf(state, newOrders, late);
    return {
      light,
      newOrders,
      openOrders: orders.filter((order) => order.column !== 'ended').length,
      count: light === 'late' ? late : newOrders,
      tooltip: tooltipOf(state, newOrders, late, say),
      arrived: state.app.app?.unattended === true ? [] : arrived,
      ringing,
      soundPaused: state.app.app?.soundPausedUntil != null,
      printers: Object.values(state.printers).map(({ id, name }) => ({ id, name })),
    };
  };
}

/** No names or addresses, as it may appear on a locked screen. */
export function announcementOf(order: OrderCard, say: Say = english): { title: string; body: string } {
  const title = say(titleOf(order));
  if (order.cancelled === 'unseen') return { title, body: order.venueName };
  // The items of an unread order are unknown, not none.
  const items = order.unread || order.itemCount === 0 ? '' : say(message('order.itemCount', { itemCount: order.itemCount }));
  // The sum as on the card: cash to pay, or the paid total; without a total, the items' sum, labeled as such.
  const paid = order.toPay ? say(order.toPay) : order.total && say(message('announce.items', { text: order.total }));
  const sum = order.cashToCollect ? say(message('announce.toPay', { text: order.cashToCollect })) : paid;
  const body = [order.venueName, say(order.kindLabel), items, sum].filter(Boolean).join(' · ');
  return { title, body };
}

/** Only new orders are announced as new, with the main screen's words. */
function titleOf({ column, number, cancelled }: OrderCard): Message {
  if (cancelled === 'unseen') return message('announce.orderCancelled', { number });
  if (column === 'new') return message('announce.newOrder', { number });
  if (column === 'scheduled') return message('announce.preorderNotStarted', { number });
  return message('announce.checkOrder', { number });
}

function apply<T extends Topic>(state: AppState, topic: T, id: string, value: AppState[T][string] | null): void {
  const { [id]: _before, ...others } = state[topic] as Record<string, AppState[T][string]>;
  Object.assign(state, { [topic]: value === null ? others : { ...others, [id]: value } });
}

/** Still in preparation after its pickup time. */
function isLate({ column, pickupAt }: OrderCard, serviceNow: number): boolean {
  return column === 'preparing' && pickupAt !== null && Date.parse(pickupAt) < serviceNow;
}

function lightOf(state: AppState, newOrders: number, late: number): Light {
  if (newOrders > 0) return 'new';
  if (late > 0) return 'late';
  if (serviceTrouble(state) !== null) return 'offline';
  if (Object.values(state.printers).some((printer) => printer.state === 'trouble')) return 'printer';
  return needsAPerson(state) ? 'trouble' : 'quiet';
}

function tooltipOf(state: AppState, newOrders: number, late: number, say: Say): string {
  const orders = message('tray.summary', { newOrders, late });
  const trouble = serviceTrouble(state) ?? (needsAPerson(state) ? message('announce.needsAttention') : unconfirmed(state));
  const text = [orders, ...(trouble === null ? [] : [trouble])].map(say).join('\n');
  return text.length <= TOOLTIP_LENGTH ? text : `${text.slice(0, TOOLTIP_LENGTH - 1)}…`;
}

/** Printers without confirmations: neither a problem nor fine. */
function unconfirmed(state: AppState): Message | null {
  const names = Object.values(state.printers).flatMap(({ name, state: is }) => (is === 'unconfirmed' ? [name] : []));
  const printers = names.join(', ');
  return names.length === 0 ? null : message('announce.printoutsUnconfirmed', { printers });
}

function serviceTrouble(state: AppState): Text | null {
  const service = sourceOf(state.app.app, 'poller');
  return service?.state === 'lost' ? service.text : null;
}

function needsAPerson(state: AppState): boolean {
  const app = state.app.app;
  return (
    (app?.mode === 'live' && app.intake.some(({ kind, state: is }) => kind !== 'poller' && is === 'lost')) ||
    (app?.failedJobs ?? 0) > 0 ||
    Object.values(state.notices).some((notice) => notice.level === 'error') ||
    Object.values(state.printers).some((printer) => printer.state === 'trouble') ||
    Object.values(state.venues).some((venue) => venue.state === 'reconnect')
  );
}
