/** Which sound the counter makes now, if any: the worst news first. Pure. */

import type { OrderCard } from '../../contract/contract.ts';
import { alertingOrders } from '../state/board.ts';
import { entryOf } from '../state/entry-of.ts';
import type { SoundName } from './bell.ts';

/** `hushed`: touched here a moment ago. */
export function soundFor(orders: Record<string, OrderCard>, hushed: Record<string, true>): SoundName | null {
  if (Object.values(orders).some(({ id, stopped }) => stopped && !entryOf(hushed, id))) return 'stopped';
  const [first] = alertingOrders(orders, hushed);
  if (!first) return null;
  if (first.column === 'scheduled') return 'reminder';
  if (first.preorder) return 'preorder';
  return first.kind === 'takeaway' ? 'takeaway' : 'delivery';
}
