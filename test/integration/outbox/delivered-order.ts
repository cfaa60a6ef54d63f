/** A delivered order and its operations. */
import { expect } from 'vitest';
import { isoDigits } from '../../../main/orders/money/money.ts';
import { createOperationKind } from '../../../main/outbox/operations.ts';
import type { Kind } from '../../../main/store/worker.ts';
import type { Rooms } from '../service/rooms.ts';

export function operationsOf({ store, api, reader }: Rooms, refundUnit: 'minor' | 'major' = 'minor'): Kind {
  const { read } = reader();
  return createOperationKind({ store, api, refundUnit: () => refundUnit, currencyDigits: isoDigits, read, onTaken: () => {} });
}

/** `price`: of one of its four pieces, in minor units. */
export async function deliveredOrder(
  { api, control, reader, venueId }: Rooms,
  currency: string,
  price: number,
  more = {},
): Promise<string> {
  const money = (amount: number) => ({ amount, currency });
  const item = { name: 'Water', count: 2, options: [], item_price: { unit_price: money(price), total: money(2 * price) } };
  const items = [1, 2].map((row_number) => ({ row_number, ...item }));
  const order = { items, basket_price: { total: money(4 * price) }, cash_payment: null, ...more };
  const orderId = String((await control('POST', '/orders', { venue_id: venueId, kind: 'takeaway', order })).order_id);
  const address = { venueId, orderId };
  for (const step of [
    () => api.accept(address, null),
    () => api.ready(address),
    () => api.delivered(address),
    () => reader().read(address),
  ])
    expect(await step()).toMatchObject({ ok: true });
  return orderId;
}
