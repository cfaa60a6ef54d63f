/** What a tap on a ticket's head does now; null if nothing. `mayPack`: tickets can be marked here. Pure. */
import { EXPO, type KitchenOrder, READY } from '../../../contract/contract.ts';
import { isStation, type Tab, type Ticket } from './tickets.ts';

export type HeadAction =
  | { kind: 'ready' | 'delivered'; label: KitchenOrder['actions'][number]['label'] }
  | { kind: 'done' }
  | { kind: 'put-away' };

export function headAction({ order, own, isDone, isRecalled }: Ticket, tab: Tab, mayPack = true): HeadAction | null {
  if (order.pending !== null) return null;
  if (!mayPack && (isStation(tab) || isRecalled)) return null;
  if (isStation(tab)) return own.length === 0 ? null : isRecalled ? { kind: 'put-away' } : { kind: 'done' };
  if (isRecalled) return { kind: 'put-away' };
  const wanted = tab === READY ? 'delivered' : 'ready';
  const action = order.actions.find(({ name }) => name === wanted);
  // At the pass, an order is ready only when every station is done.
  if (!action || (tab === EXPO && !isDone && own.length > 0)) return null;
  return { kind: wanted, label: action.label };
}
