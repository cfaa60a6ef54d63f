/** Commands on an order: once per tap, and a refusal appears on the card. */
import type { ActionName, Answer, CallInput, KitchenOrder } from '../../contract/contract.ts';
import { say } from '../words.ts';
import { entryOf } from './entry-of.ts';
import { isBagMissing, isHandOver } from './hand-over.ts';
import { call } from './link.ts';
import { sendingWords } from './names.ts';
import { ordersIn, readUiState, setUiState, without } from './ui-state.ts';

/** After main's answer, its update of the order may take this long, ms. */
const WORD_FOLLOWS_MS = 1000;

/** Marks an order as seen: silent here at once. If main can't be notified, it alerts again after reconnecting. */
export function markTapped(order: KitchenOrder): void {
  if ((order.alerting || order.cancelled === 'unseen') && !entryOf(readUiState().muted, order.id)) void mute(order);
}

async function mute({ id: orderId, cancelled }: KitchenOrder): Promise<void> {
  setUiState(({ muted }) => ({ muted: { ...muted, [orderId]: true } }));
  const answer = await call('order.touch', { orderId, cancelled: cancelled !== null });
  // Without a link, unmuting the order would start a sound that nothing could stop.
  if (!answer.ok && !readUiState().linked) return;
  setTimeout(() => setUiState(({ muted }) => ({ muted: without(muted, orderId) })), answer.ok ? WORD_FOLLOWS_MS : 0);
}

/**
 * Runs an action of a button, key or gesture; asks first if one tap isn't enough. `minutes` null: the usual time. Resolves to false if main
 * refused it.
 */
export async function act(order: KitchenOrder, action: ActionName, minutes: number | null): Promise<boolean> {
  if (action === 'accept') return accept(order, minutes);
  if (action === 'reject') {
    markTapped(order);
    setUiState({ rejecting: order.id });
  } else if (action === 'ready' && order.actions.some(({ needsBatches }) => needsBatches)) {
    markTapped(order);
    setUiState({ openOrder: order.id });
  } else if (isBagMissing(order) && isHandOver(order, action)) setUiState({ handingOver: { orderId: order.id, action } });
  else return step(order, action);
  return true;
}

export async function undo(order: KitchenOrder): Promise<void> {
  if (!order.pending?.undoUntil) return;
  const answer = await call('order.undo', { orderId: order.id });
  if (!answer.ok) setUiState(({ refusals }) => ({ refusals: { ...refusals, [order.id]: answer.problem } }));
}

const accept = (order: KitchenOrder, extraMinutes: number | null) =>
  send(order, 'accept', (seen) => call('order.accept', { ...seen, extraMinutes }));

export const reject = (order: KitchenOrder, reason: string, code: CallInput<'order.reject'>['code']) =>
  send(order, 'reject', (seen) => call('order.reject', { ...seen, reason, code }));

export const step = (order: KitchenOrder, action: 'confirm' | 'ready' | 'delivered') =>
  send(order, action, (seen) => call(`order.${action}`, seen));

/** The order's state as on its card: command under way, refusal, or status. Null without a card. */
export function orderState(id: string): string | null {
  const shown = readUiState();
  const order = entryOf(ordersIn(shown), id);
  const underWay = entryOf(shown.sending, id);
  if (order?.pending) return say(order.pending.text);
  if (underWay) return sendingWords(underWay, order?.kind);
  return order ? say(entryOf(shown.refusals, id)?.text ?? order.statusLabel) : null;
}

export function dismissRefusal(orderId: string): void {
  setUiState(({ refusals }) => ({ refusals: without(refusals, orderId) }));
}

type Command = (seen: { orderId: string; revision: string }) => Promise<Answer<unknown>>;

/** Sends a command; false if main refused it. Refusals are kept for the card and the dialog. `order`: as shown when tapped. */
async function send(order: KitchenOrder, action: ActionName, command: Command): Promise<boolean> {
  if (entryOf(readUiState().sending, order.id)) return false;
  markTapped(order);
  setUiState(({ sending, refusals }) => ({ sending: { ...sending, [order.id]: action }, refusals: without(refusals, order.id) }));
  const answer = await command({ orderId: order.id, revision: order.revision });
  setUiState(({ sending, refusals }) => ({
    sending: without(sending, order.id),
    refusals: answer.ok ? refusals : { ...refusals, [order.id]: answer.problem },
  }));
  return answer.ok;
}
