/** The three refund operations with each answer: how often each is sent, how it ends, and the card's text. */
import { describe, expect, test } from 'vitest';
import { english } from '../../../contract/english.ts';
import { isoDigits } from '../../../main/orders/money/money.ts';
import type { Operation } from '../../../main/orders/operations.ts';
import { moneyBackOf } from '../../../main/outbox/money-back.ts';
import { operationStatus } from '../../../main/outbox/operation-status.ts';
import { enqueueOperation } from '../../../main/outbox/operations.ts';
import { openRooms } from '../service/rooms.ts';
import { deliveredOrder, operationsOf } from './delivered-order.ts';

const MOST_ATTEMPTS = 5;
const GIVEN: Record<string, Operation> = {
  'refund-items': { operation: 'refund-items', reason: 'QUALITY_ISSUES', refunds: [{ row: 2, count: 1, perUnit: 150, comment: null }] },
  'refund-basket': { operation: 'refund-basket', amount: 150, reason: 'PRICE_DIFFERENCE', vat: 14 },
  'deposits-returned': { operation: 'deposits-returned', items: [{ description: 'Bottle', count: 1, total: 150, vat: 25.5 }] },
};
/** How the card's sentence about each operation begins. */
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

/** Only after 429 and 503, which mean that nothing was done, is a refund sent a second time. */
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
  ['a connection cut before it worked', { drop: 'before' }, UNKNOWN],
  ['a connection cut after it worked', { drop: 'after' }, UNKNOWN],
];

describe.each(Object.entries(GIVEN))('the refund operation %s', (name, operation) => {
  test.each(ANSWERS)('answered by %s', async (_, fault, expected) => {
    const rooms = await openRooms({ invoiced_by: 'service' });
    const { store, control } = rooms;
    const kind = operationsOf(rooms);
    const orderId = await deliveredOrder(rooms, 'EUR', 400);
    await control('POST', '/faults', { match: `* /orders/${orderId}/${name}`, times: 1, ...fault });
    expect(enqueueOperation(store, { orderId, requestId: 'one', operation, currencyDigits: isoDigits })).toBeNull();
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
