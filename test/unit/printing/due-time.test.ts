/** Which of an order's three times is printed as due. */
import { expect, test } from 'vitest';
import type { Order } from '../../../main/orders/order.ts';
import { dueTime } from '../../../main/printing/documents/parts/due-time.ts';
import { order } from './papers/orders.ts';

const PROMISED = '2026-03-14T12:10:00.000Z';
const CHOSEN = '2026-03-14T12:30:00.000Z';
const PICKUP = '2026-03-14T11:50:00.000Z';

interface Times {
  type?: string;
  own?: boolean;
  promised?: string | null;
  chosen?: string | null;
  pickup?: string | null;
}
function due({ type = 'homedelivery', own = false, promised = PROMISED, chosen = CHOSEN, pickup = PICKUP }: Times) {
  const { word, at } = dueTime(
    order({
      delivery: { type: type as Order['delivery']['type'], selfDelivery: own, time: promised, address: null, tip: null },
      preOrder: chosen === null ? null : { time: chosen, status: 'confirmed' },
      pickupEta: pickup,
    }),
  );
  return [word.replace('printout.', ''), at];
}

test.each<[what: string, times: Times, due: [string, string | null]]>([
  ['an own delivery, as the customer chose it', { own: true }, ['deliverAt', CHOSEN]],
  ['an own delivery without a chosen time, as it was promised', { own: true, chosen: null }, ['deliverAt', PROMISED]],
  ['an own delivery without either', { own: true, chosen: null, promised: null }, ['deliverAt', null]],
  ['a courier’s, at the pickup', {}, ['courierAt', PICKUP]],
  ['a courier’s whose pickup is not set, for the chosen time', { pickup: null }, ['forTime', CHOSEN]],
  ['a courier’s whose pickup is not set and that no one chose a time for', { pickup: null, chosen: null }, ['courierAt', null]],
  ['what is collected, at the pickup', { type: 'takeaway' }, ['pickupAt', PICKUP]],
  ['what is collected without one, as it was promised', { type: 'takeaway', pickup: null, chosen: null }, ['pickupAt', PROMISED]],
  ['what is eaten here', { type: 'eatin', chosen: null }, ['serveAt', PICKUP]],
])('%s', (_what, times, expected) => {
  expect(due(times)).toEqual(expected);
});
