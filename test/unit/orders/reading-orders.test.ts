import { describe, expect, it } from 'vitest';
import { type Order, UNASSIGNED } from '../../../main/orders/order.ts';
import { parseOrder } from '../../../main/orders/reading/parse-order.ts';
import { type Body, orderBody, orderOf } from '../../fixtures/orders.ts';
import fc from '../../setup/property.ts';

const parsed = (body: unknown): Order => orderOf(body, 'venue-1');

const labelled = (order: Order): number => order.participants.flatMap(({ lines }) => lines).reduce((sum, line) => sum + line.count, 0);
const ordered = (order: Order): number => order.items.reduce((sum, item) => sum + item.count, 0);

describe('an order body is read', () => {
  it('of a group order: every participant has their items, and no item is left over', () => {
    const order = parsed(orderBody('group'));
    expect(order.participants.map(({ name }) => name)).toEqual(['Aino K', 'Mikael S', 'Lea P']);
    expect(order.participants[1]?.lines).toEqual([{ item: 1, count: 2 }]);
    expect(labelled(order)).toBe(ordered(order));
    expect(order.items[0]?.options.map(({ group, value, count }) => `${group}: ${value} x${count}`)).toEqual([
      'Size: Family x1',
      'Extra topping: Mozzarella x2',
    ]);
    expect(order.basketTotal).toEqual({ amount: 5080, currency: 'EUR' });
  });

  it('of a self-delivery pre-order: address, phone and requested time', () => {
    const order = parsed(orderBody('self-delivery-preorder'));
    expect(order.delivery).toMatchObject({
      selfDelivery: true,
      address: 'Koekatu 12 B 7, 00100 Testikylä',
      tip: { amount: 200, currency: 'EUR' },
    });
    expect(order.preOrder).toEqual({ time: '2026-03-14T17:30:00.000Z', status: 'waiting' });
    expect(order.consumer.phone).toBe('+358000000001');
  });

  it('with list values in capitals, as in public examples', () => {
    const order = parsed({
      ...orderBody('self-delivery-preorder'),
      type: 'PREORDER',
      order_status: 'RECEIVED',
      delivery: { type: 'HOMEDELIVERY', status: 'PICKED_UP' },
      pre_order: { pre_order_status: 'WAITING' },
    });
    const delivery = { type: 'homedelivery', status: 'picked_up' };
    expect(order).toMatchObject({ type: 'preorder', status: 'received', delivery, preOrder: { status: 'waiting' } });
  });

  it('of takeaway in cash: sum to collect; of retail: weight, deposit and tax ID', () => {
    expect(parsed(orderBody('takeaway-cash')).cash).toEqual({
      collect: { amount: 1680, currency: 'EUR' },
      expect: { amount: 2000, currency: 'EUR' },
    });
    const retail = parsed(orderBody('retail-weighted'));
    expect(retail.items[0]?.weightGrams).toBe(450);
    expect(retail.items[1]?.deposit?.gross).toEqual({ amount: 15, currency: 'EUR' });
    expect(retail.company).toEqual({ taxId: '1234567-8', name: null, address: null });
  });

  const [A, B] = [
    { id: 'a', name: 'A' },
    { id: 'b', name: 'B' },
  ];
  it.each<[how: string, people: unknown[], items?: Body[]]>([
    [
      "a participant's entry lists row numbers",
      [
        { ...A, row_numbers: [1, 2, 3] },
        { ...B, item_ids: ['6b20ab00f1c2d3e4a5b60004'] },
      ],
    ],
    ['an item names its participant', [A], [{ name: 'Soup', count: 2, participant_id: 'a' }]],
    ['nothing links items and participants', [A, B]],
    ["the participants' entries aren't objects", ['A', 7, null]],
  ])('with participants linked in another shape, losing no line: %s', (_how, group_participants, items) => {
    const order = parsed(orderBody('group', { group_participants, ...(items && { items }) }));
    expect(order.participants.length).toBeGreaterThan(0);
    expect(labelled(order)).toBe(ordered(order));
  });

  it('lines without a person are listed as unassigned', () => {
    const order = parsed(orderBody('group', { group_participants: [{ id: 'a', name: 'A', row_numbers: [1] }] }));
    expect(order.participants.at(-1)?.name).toBe(UNASSIGNED);
  });

  it('a body without an order ID or venue is refused with a reason', () => {
    expect(parseOrder({ venue: { id: 'v' } })).toEqual({ ok: false, why: 'the order has no id' });
    expect(parseOrder({ id: 'o' })).toEqual({ ok: false, why: 'the order names no venue' });
    expect(parseOrder('<html>')).toEqual({ ok: false, why: 'the order is not a JSON object' });
  });

  it('any JSON in nested fields is read without a crash or a lost line', () => {
    const keys = 'venue basket_price delivery fees items pre_order cash_payment group_participants order_number order_status type'.split(
      ' ',
    );
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...keys), fc.jsonValue()), (change) => {
        const order = parsed({ id: 'o1', ...change });
        if (order.participants.length > 0) expect(labelled(order)).toBe(ordered(order));
      }),
      { numRuns: 500 },
    );
  });
});
