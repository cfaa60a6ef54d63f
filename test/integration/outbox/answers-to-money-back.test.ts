/** The three refund operations with each answer: how often each is sent, how it ends, and the card's text. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { english } from '../../../contract/english.ts';
import { createOrderReader } from '../../../main/intake/reading/read-order.ts';
import { isoDigits } from '../../../main/orders/money/money.ts';
import type { Operation } from '../../../main/orders/operations.ts';
import { moneyBackOf } from '../../../main/outbox/money-back.ts';
import { operationStatus } from '../../../main/outbox/operation-status.ts';
import { createOperationKind, giveOperation } from '../../../main/outbox/operations.ts';
import { NO_FOLLOWERS, openRooms, type Rooms } from '../service/rooms.ts';

const MOST_ATTEMPTS = 5;
const GIVEN: Record<string, Operation> = {
  'refund-items': {
    operation: 'refund-items',
    reason: 'QUALITY_ISSUES',
    refunds: [{ row: 2, count: 1, perUnit: 150, comment: null }],
  },
  'refund-basket': { operation: 'refund-basket', amount: 150, reason: 'PRICE_DIFFERENCE', vat: 14 },
  'deposits-returned': { operation: 'deposits-returned', items: [{ description: 'Bottle', count: 1, total: 150, vat: 25.5 }] },
};
/** How its sentence begins. */
const SUBJECT: Record<string, string> = {
  'refund-items': 'The refund',
  'refund-basket': 'The refund',
  'deposits-returned': 'Returning deposits',
};

const WORKED = { sent: 2, counts: 'done', text: null };
const UNKNOWN = {
  sent: 1,
  counts: 'uncertain',
  text: 'may or may not have worked: the answer was lost. Check the order at the service before you try again.',
};
const refused = (why: string) => ({ sent: 1, counts: 'none', text: `didn't work. ${why}` });
const INVALID = (status: number) => refused(`The service refused this as invalid (${status}).`);
const MOVED_ON = 'The order has moved on at the service (409).';
const NO_INVOICE = 'The service has no invoice for this order yet (409), and a refund needs one. Upload the invoice, or try again later.';

/** A definite refusal is followed by a second sending; an unclear answer never is. */
const ANSWERS: [string, Record<string, unknown>, { sent: number; counts: string; text: string | null }][] = [
  ['400', { status: 400 }, INVALID(400)],
  [
    '403',
    { status: 403 },
    refused("The operator hasn't enabled this for you (403). The venue's access works. Ask the operator to enable it."),
  ],
  ['409', { status: 409 }, refused(MOVED_ON)],
  ['422', { status: 422 }, INVALID(422)],
  ['429', { status: 429 }, WORKED],
  ['500', { status: 500 }, UNKNOWN],
  ['502', { status: 502 }, UNKNOWN],
  ['503', { status: 503 }, WORKED],
  ['a line cut before it worked', { drop: 'before' }, UNKNOWN],
  ['a line cut after it worked', { drop: 'after' }, UNKNOWN],
];

describe.each(Object.entries(GIVEN))('%s', (name, operation) => {
  let rooms: Rooms;
  beforeAll(async () => {
    rooms = await openRooms({ invoiced_by: 'service' });
  });
  afterAll(() => rooms.close());

  test.each(ANSWERS)('answered by %s', async (_, fault, expected) => {
    const { store, api, now, venueId, control } = rooms;
    const reader = createOrderReader({ store, api, ...NO_FOLLOWERS, now, monotonic: now, onRead: () => {}, onlyVenueId: () => venueId });
    const kind = createOperationKind({
      store,
      api,
      refundUnit: () => 'minor',
      currencyDigits: isoDigits,
      read: (address) => reader.read(address),
      onTaken: () => {},
    });
    const orderId = String((await control('POST', '/orders', { venue_id: venueId, kind: 'takeaway', order: BASKET })).order_id);
    const address = { venueId, orderId };
    for (const step of [
      () => api.accept(address, null),
      () => api.ready(address),
      () => api.delivered(address),
      () => reader.read(address),
    ])
      expect(await step()).toMatchObject({ ok: true });
    await control('POST', '/faults', { match: `* /orders/${orderId}/${name}`, times: 1, ...fault });
    expect(giveOperation(store, { orderId, requestId: 'one', operation, currencyDigits: isoDigits })).toBeNull();
    let attempts = 0;
    do {
      rooms.pass(2 * 60_000);
      attempts += 1;
    } while ((await rooms.attempt(kind)).end === 'retry' && attempts < MOST_ATTEMPTS);

    const jobs = store.queue.ofOrder(orderId);
    const back = moneyBackOf(jobs)[name === 'deposits-returned' ? 'deposits' : 'refunds'];
    const [counts = 'none'] = Object.entries(back).find(([, amount]) => amount === 150) ?? [];
    const [result] = operationStatus(jobs, false).results;
    const text = result?.state === 'failed' ? english(result.text) : null;
    const { entries } = (await control('GET', '/log')) as { entries: { order_id?: string; operation?: string }[] };
    const sent = entries.filter((one) => one.order_id === orderId && one.operation === name).length;
    const why = name === 'refund-items' ? expected.text?.replace(MOVED_ON, NO_INVOICE) : expected.text;
    expect({ sent, counts, text }).toEqual({ ...expected, text: why ? `${SUBJECT[name]} ${why}` : null });
  });
});

const EUR = (amount: number) => ({ amount, currency: 'EUR' });
const BASKET = {
  items: [1, 2].map((row_number) => ({
    row_number,
    name: 'Water',
    count: 2,
    options: [],
    item_price: { unit_price: EUR(400), total: EUR(800) },
  })),
  basket_price: { total: EUR(1_600) },
  cash_payment: null,
};
