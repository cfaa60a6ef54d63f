/** Which calls a station may make: those of its rights, on orders and venues that it shows. */
import {
  type CallName,
  type OrderCard,
  type Problem,
  permitsAction,
  type Right,
  rightsFor,
  type Station,
} from '../../../contract/contract.ts';
import { message } from '../../../contract/message.ts';
import { isManagers } from '../managers-calls.ts';

/** Of all venues, or of orders that no screen shows now; a pause silences every screen. */
const OF_ALL_VENUES: readonly CallName[] = [
  'sound.pause',
  'history.search',
  'history.order',
  'history.missedToday',
  'history.report',
  'kitchen.recent',
  'kitchen.recall',
];

/** `input`: validated. `shows`: the order's card at this station, or null. */
export function stationRefusal(
  station: Station,
  shows: (orderId: string) => OrderCard | null,
  name: CallName,
  input: unknown,
): Problem | null {
  const { rights, venues } = station;
  const needed = rightsFor(name);
  if (needed !== null && !needed.some((right) => rights.includes(right))) return NOT_ITS_RIGHT;
  if (OF_ALL_VENUES.includes(name)) return venues === null ? null : NOT_ITS_RIGHT;
  const { orderId, venueId } = (input ?? {}) as { orderId?: string; venueId?: string };
  if (venueId !== undefined && venues !== null && !venues.includes(venueId)) return NOT_ITS_RIGHT;
  if (orderId === undefined) return null;
  const shown = shows(orderId);
  if (shown === null || (name === 'order.undo' && shown.pending === null)) return NOT_SHOWN;
  return mayOn(shown, rights, name, input) ? null : NOT_ITS_RIGHT;
}

/** Where the input or the order decides which right is needed. */
function mayOn({ pending }: OrderCard, rights: readonly Right[], name: CallName, input: unknown): boolean {
  if (name === 'order.undo') return pending !== null && permitsAction(rights, pending.action);
  if (name === 'order.review' || name === 'order.operate') return rights.includes(isManagers(name, input) ? 'refund' : 'ready');
  return true;
}

/** The order left the screen, or its step ended, during the tap. The same for an order that was never there. */
const NOT_SHOWN: Problem = { code: 'changed-meanwhile', text: message('command.orderChanged'), hint: message('command.checkAgain') };
const NOT_ITS_RIGHT: Problem = { code: 'not-its-right', text: message('station.notAllowed'), hint: message('station.allowIt') };
