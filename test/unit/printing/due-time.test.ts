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
  ['a self-delivery is due at the time that the customer chose', { own: true }, ['deliverAt', CHOSEN]],
  ['a self-delivery without a chosen time is due at the promised time', { own: true, chosen: null }, ['deliverAt', PROMISED]],
  ['a self-delivery without either time has no due time', { own: true, chosen: null, promised: null }, ['deliverAt', null]],
  ["a courier's order is due at the pickup", {}, ['courierAt', PICKUP]],
  ["a courier's order without a pickup time is due for the chosen time", { pickup: null }, ['forTime', CHOSEN]],
  ["a courier's order without a pickup or chosen time has no due time", { pickup: null, chosen: null }, ['courierAt', null]],
  ['a takeaway order is due at the pickup', { type: 'takeaway' }, ['pickupAt', PICKUP]],
  [
    'a takeaway order without a pickup time is due at the promised time',
    { type: 'takeaway', pickup: null, chosen: null },
    ['pickupAt', PROMISED],
  ],
  ['an eat-in order is due at the pickup time', { type: 'eatin', chosen: null }, ['serveAt', PICKUP]],
])('%s', (_what, times, expected) => {
  expect(due(times)).toEqual(expected);
});
