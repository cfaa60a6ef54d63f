import { ACCEPTING_ACTIONS, type StaffAction } from '../orders/commands.ts';
import type { Store } from '../store/store.ts';
import { COMMAND } from './command-payload.ts';
import { mayHaveTakenEffect } from './commands.ts';

type Who = (store: Store, orderId: string) => string | null;

/** Whose answer the service accepted or may have accepted; null if unnamed or without effect. */
export const acceptedBy: Who = (store, orderId) => givenBy(store, orderId, ACCEPTING_ACTIONS);
export const answeredBy: Who = (store, orderId) => givenBy(store, orderId, [...ACCEPTING_ACTIONS, 'reject']);
export const readyBy: Who = (store, orderId) => givenBy(store, orderId, ['ready']);

/** Only the last of these commands counts. */
function givenBy(store: Store, orderId: string, actions: readonly StaffAction[]): string | null {
  const last = store.journal.ofKind(orderId, 'command').findLast(({ action }) => (actions as readonly string[]).includes(action));
  if (!last?.by) return null;
  const job = store.queue.get(COMMAND.kind, `${orderId}/${last.action}`);
  return job && mayHaveTakenEffect(job) ? last.by : null;
}
