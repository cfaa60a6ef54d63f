/** The most urgent sound to play now, if any. Pure. */

import type { KitchenOrder } from '../../contract/contract.ts';
import { alertingOrders, stoppedOrders } from '../state/board.ts';
import type { SoundName } from './bell.ts';

/** `muted`: IDs of orders that staff saw here a moment ago. */
export function soundFor(orders: Record<string, KitchenOrder>, muted: Record<string, true>): SoundName | null {
  if (stoppedOrders(orders, muted).length > 0) return 'stopped';
  const [first] = alertingOrders(orders, muted);
  if (!first) return null;
  if (first.column === 'scheduled') return 'reminder';
  if (first.preorder) return 'preorder';
  return first.kind === 'takeaway' ? 'takeaway' : 'delivery';
}
