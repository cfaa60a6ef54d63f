/** Taps, keys and gestures of a kitchen display. Each sets a state, never toggles one. */
import type { Answer, KitchenOrder } from '../../../contract/contract.ts';
import { call } from '../../state/link.ts';
import { act, markTapped } from '../../state/order-commands.ts';
import { may, readUiState, setUiState, without } from '../../state/ui-state.ts';
import { notify } from '../../touch/notice.ts';
import { headAction } from './head-action.ts';
import { isStation, type Tab, type Ticket } from './tickets.ts';

/** For gestures and keys: as a tap on the ticket's head, or a notice if that does nothing. */
export function doHeadOrSay(ticket: Ticket, tab: Tab, at: { x: number; y: number }): void {
  if (actionNow(ticket, tab) !== null) return doHead(ticket, tab);
  const { order } = ticket;
  notify(order.pending ? 'changed' : 'off', at, order.pending ? order : null);
}

const actionNow = (ticket: Ticket, tab: Tab) => headAction(ticket, tab, may(readUiState(), 'pack'));

export function doHead(ticket: Ticket, tab: Tab): void {
  const { order } = ticket;
  const action = actionNow(ticket, tab);
  if (action === null) return;
  markTapped(order);
  if (action.kind === 'ready' || action.kind === 'delivered') return void act(order, action.kind, null);
  const stations = action.kind === 'put-away' ? ticket.own.filter(({ recalled }) => recalled) : ticket.own;
  for (const { station, key } of stations)
    void notice(order.id, call('kitchen.setTicket', { orderId: order.id, station, done: true, seen: key }));
}

export function setDish(order: KitchenOrder, line: string, done: boolean): void {
  markTapped(order);
  void notice(order.id, call('kitchen.setDish', { orderId: order.id, line, done }));
}

export function prioritize(order: KitchenOrder, on: boolean): void {
  void notice(order.id, call('kitchen.prioritize', { orderId: order.id, on }));
}

/** The station of a view; null for the whole kitchen. */
export const stationOf = (tab: Tab): string | null => (isStation(tab) ? tab : null);

/** Shows a refusal on the ticket until it's dismissed. */
async function notice(orderId: string, asked: Promise<Answer<unknown>>): Promise<void> {
  const answer = await asked;
  const { refusals } = readUiState();
  if (!answer.ok) setUiState({ refusals: { ...refusals, [orderId]: answer.problem } });
  else if (orderId in refusals) setUiState({ refusals: without(refusals, orderId) });
}
