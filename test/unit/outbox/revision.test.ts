import { expect, test } from 'vitest';
import { revisionOf } from '../../../main/outbox/revision.ts';
import type { Job } from '../../../main/store/queue/queue.ts';
import type { OrderRow } from '../../../main/store/rows/order-rows.ts';
import { type Body, orderBody, orderOf } from '../../fixtures/orders.ts';
import { cardOf, type Given, rowOf } from '../view/card-context.ts';

const NOW = Date.parse('2026-03-14T12:21:00Z');
const USUAL = orderBody('takeaway-cash');
const [ITEM, ...OTHERS] = USUAL.items as [Body, ...Body[]];

interface Case {
  body?: Body;
  row?: Partial<OrderRow>;
  given?: Given;
  now?: number;
}
const revision = ({ body = {}, row = {}, given = {}, now = NOW }: Case): string =>
  cardOf(orderOf({ ...USUAL, ...body }), now, given, row).revision;
const items = (change: Body): Case => ({ body: { items: [{ ...ITEM, ...change }, ...OTHERS] } });
const option = (value: string): Case =>
  items({
    options: [{ id: 'o', name: 'Extras', value, count: 1, price: { amount: 0, currency: 'EUR' }, value_pos_id: null, pos_id: null }],
  });
const cash = (amount: number): Case => ({ body: { cash_payment: { cash_amount: { amount, currency: 'EUR' }, cash_to_expect: null } } });

function job(over: Partial<Job>, action = 'accept'): Case {
  const command = { action, extraMinutes: 0, success: true, timeSentToPos: '2026-03-14T12:21:00Z' };
  const payload = { venueId: 'v', command, selfDelivery: false, shiftedTime: null };
  const usual = { id: 1, kind: 'command', key: `o/${action}`, state: 'waiting', attempts: 0, createdAt: NOW, finishedAt: null, payload };
  return { given: { jobs: [{ ...usual, ...over } as Job] } };
}

test.each<[what: string, one: Case, other: Case]>([
  ['its status', {}, { body: { order_status: 'production' } }],
  ['its stage, under an unknown status', { body: { order_status: 'odd' } }, { body: { order_status: 'odd' }, row: { stage: 'preparing' } }],
  ['the count of an item', {}, items({ count: 7 })],
  ['the name of an item', {}, items({ name: 'Veggie burger' })],
  ['an option of an item', option('No onions'), option('No nuts: allergy')],
  ['one item fewer', {}, { body: { items: OTHERS } }],
  ['its pickup time', {}, { body: { pickup_eta: '2026-03-14T12:55:00.000Z' } }],
  ['the note', {}, { body: { consumer_comment: 'Allergic to nuts' } }],
  ['the cash to collect', cash(1_680), cash(1_700)],
  ['a command', {}, job({})],
  ['an undone command', job({}), job({ state: 'given-up' })],
  ['an undone command, and none', {}, job({ state: 'given-up' })],
  ['a command given again after an undo', job({}), job({ createdAt: NOW + 5_000 })],
])('changes with %s', (_, one, other) => {
  expect(revision(one)).not.toBe(revision(other));
});

test.each<[what: string, other: Case]>([
  ['the alarm', { row: { alerting: true } }],
  ['time', { now: NOW + 3_600_000 }],
  ['another reading of the same order', { row: { readAt: NOW + 60_000 }, body: { modified_at: '2026-03-14T12:20:59Z' } }],
  ['a checked bag', { given: { localState: { courier: null, checked: [0] } } }],
  ['the courier', { given: { localState: { courier: { state: 'approaching', at: null }, checked: [] } } }],
  ['delivery progress', { body: { delivery: { ...(USUAL.delivery as Body), status: 'picked_up' } } }],
  ['printing', job({ kind: 'print', key: 'o/kitchen-ticket' })],
  ['a report that the till has the order', job({}, 'sent-to-pos')],
])("doesn't change with %s", (_, other) => {
  expect(revision(other)).toBe(revision({}));
});

test('sending a command is no change', () => {
  expect(revision(job({ state: 'leased', attempts: 1 }))).toBe(revision(job({})));
});

test('drawn again, an order is not hashed again', () => {
  const order = orderOf(USUAL);
  const before = revisionOf(rowOf(order, NOW), []);
  order.items = [];
  expect(revisionOf(rowOf(order, NOW), [])).toBe(before);
});
