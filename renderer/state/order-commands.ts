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

/** Orders silenced by a tap that main doesn't know of yet. */
const unreported = new Map<string, KitchenOrder>();

/**
 * Marks an order as seen: silent here at once. Main is notified after the tap, unless the tap sends a command, which silences too. If that
 * fails, the order alerts again after reconnecting.
 */
export function markTapped(order: KitchenOrder): void {
  const { id } = order;
  if ((!order.alerting && order.cancelled !== 'unseen') || entryOf(readUiState().muted, id)) return;
  setUiState(({ muted }) => ({ muted: { ...muted, [id]: true } }));
  unreported.set(id, order);
  setTimeout(() => {
    if (!entryOf(readUiState().sending, id)) void reportTapped(id);
  });
}

async function reportTapped(orderId: string): Promise<void> {
  const order = unreported.get(orderId);
  if (!order) return;
  unreported.delete(orderId);
  const answer = await call('order.touch', { orderId, cancelled: order.cancelled !== null });
  // Without a link, unmuting the order would start a sound that nothing could stop.
  if (answer.ok || readUiState().linked) unmuteIn(orderId, answer.ok ? WORD_FOLLOWS_MS : 0);
}

function unmuteIn(orderId: string, ms: number): void {
  setTimeout(() => setUiState(({ muted }) => ({ muted: without(muted, orderId) })), ms);
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
  const answer = await call('order.undo', { orderId: order.id, revision: order.revision });
  if (!answer.ok) setUiState(({ refusals }) => ({ refusals: { ...refusals, [order.id]: answer.problem } }));
}

const accept = (order: KitchenOrder, extraMinutes: number | null) =>
  send(order, 'accept', (seen, asking) => call('order.accept', { ...seen, extraMinutes }, asking));

export const reject = (order: KitchenOrder, reason: string, code: CallInput<'order.reject'>['code']) =>
  send(order, 'reject', (seen, asking) => call('order.reject', { ...seen, reason, code }, asking));

export const step = (order: KitchenOrder, action: 'confirm' | 'ready' | 'delivered') =>
  send(order, action, (seen, asking) => call(`order.${action}`, seen, asking));

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

/** `asking`: called before a sign-in, so that the order is silent everywhere meanwhile. */
type Command = (seen: { orderId: string; revision: string }, asking: () => void) => Promise<Answer<unknown>>;

/** Sends a command; false if main refused it. Refusals are kept for the card and the dialog. `order`: as shown when tapped. */
async function send(order: KitchenOrder, action: ActionName, command: Command): Promise<boolean> {
  if (entryOf(readUiState().sending, order.id)) return false;
  markTapped(order);
  setUiState(({ sending, refusals }) => ({ sending: { ...sending, [order.id]: action }, refusals: without(refusals, order.id) }));
  const answer = await command({ orderId: order.id, revision: order.revision }, () => void reportTapped(order.id));
  setUiState(({ sending, refusals }) => ({
    sending: without(sending, order.id),
    refusals: answer.ok ? refusals : { ...refusals, [order.id]: answer.problem },
  }));
  if (!answer.ok) void reportTapped(order.id);
  else if (unreported.delete(order.id)) unmuteIn(order.id, WORD_FOLLOWS_MS);
  return answer.ok;
}
