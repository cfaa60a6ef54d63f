/** Retrieving and handling orders: sections 2.3 to 2.5, 3.1, 4.2, 7.2 and 9. */
import { expect } from 'vitest';
import { until } from '../../integration/sandbox/partner.ts';
import { later, orderAfter, pickupEta, post, put, status, v1, v2 } from '../orders.ts';
import { type Rule, rule } from '../rule.ts';

const CALLS = 'contract/calls/orders.ts';
const READ = { counter: 'main/view/card/card.ts: orderCard' } as const;
const ACCEPT = { counter: `${CALLS}: order.accept` } as const;
const REJECT = { counter: `${CALLS}: order.reject` } as const;
const READY = { counter: `${CALLS}: order.ready` } as const;
const DELIVERED = { counter: `${CALLS}: order.delivered` } as const;
const CONFIRM = { counter: `${CALLS}: order.confirm` } as const;
const POS = { counter: 'main/view/card/card.ts: cardTill.serviceKnows' } as const;
const CONFLICT = { counter: 'main/outbox/commands.ts: command.tooLate' } as const;
const PROBLEM = { counter: 'main/view/card/card.ts: problemOf' } as const;

const V2_KEYS = [
  'id',
  'venue',
  'basket_price',
  'delivery',
  'fees',
  'items',
  'created_at',
  'consumer_comment',
  'consumer_name',
  'consumer_phone_number',
  'pickup_eta',
  'attribution_id',
  'type',
  'pre_order',
  'order_number',
  'order_status',
  'modified_at',
  'company_tax_id',
  'company_name',
  'company_address',
  'loyalty_card_number',
  'is_service_plus',
  'is_no_contact_delivery',
  'cash_payment',
  'group_participants',
  'order_handling',
  'in_store_operations',
  'campaigns_applied',
];
const STATUSES = ['received', 'fetched', 'acknowledged', 'production', 'ready', 'delivered', 'rejected', 'other'];

export const handlingRules: Rule[] = [
  rule('2.3', 'GET /v2/orders/{orderId} returns every field of Order V2', READ, async (partner) => {
    expect(Object.keys(await v2(partner, await partner.place('instant')))).toEqual(expect.arrayContaining(V2_KEYS));
  }),
  rule(
    '2.3',
    'type is instant or preorder, delivery.type takeaway or homedelivery, order_status one of the list',
    READ,
    async (partner) => {
      for (const kind of ['instant', 'takeaway', 'preorder']) {
        const order = await v2(partner, await partner.place(kind));
        expect(order.type).toBe(kind === 'preorder' ? 'preorder' : 'instant');
        expect(order.delivery).toMatchObject({ type: kind === 'takeaway' ? 'takeaway' : 'homedelivery' });
        expect(STATUSES).toContain(order.order_status);
      }
    },
  ),
  rule(
    '2.3',
    'consumer_phone_number is null except for self-delivery; consumer_name is a first name and a letter',
    READ,
    async (partner) => {
      const order = await v2(partner, await partner.place('instant'));
      expect(order.consumer_phone_number).toBeNull();
      expect(order.consumer_name).toMatch(/^\S+ \p{Lu}\.?$/u);
      expect((await v2(partner, await partner.place('self-delivery'))).consumer_phone_number).toMatch(/^\+\d+$/);
    },
  ),
  rule(
    '2.3',
    'rows have a row_number; at retail also weight_details, a deposit of gross_price and net_price, substitution settings',
    READ,
    async (partner) => {
      const { items } = (await v2(partner, await partner.place('retail'))) as { items: Record<string, unknown>[] };
      for (const item of items)
        for (const key of ['row_number', 'weight_details', 'substitution_settings', 'deposit']) expect(item).toHaveProperty(key);
      for (const { deposit } of items)
        if (deposit !== null) expect(Object.keys(deposit as object)).toEqual(expect.arrayContaining(['gross_price', 'net_price']));
    },
  ),
  rule('2.3', "pre_order, cash_payment and group_participants are null if they don't apply", READ, async (partner) => {
    const plain = await v2(partner, await partner.place('instant', { cash_payment: null }));
    expect([plain.pre_order, plain.cash_payment, plain.group_participants]).toEqual([null, null, null]);
    expect((await v2(partner, await partner.place('preorder'))).pre_order).not.toBeNull();
    expect((await v2(partner, await partner.place('group'))).group_participants).not.toHaveLength(0);
  }),
  rule('2.3', "campaigns_applied is a list, possibly empty, or null while it can't be resolved", READ, async (partner) => {
    for (const campaigns_applied of [[{ id: 'c', name: 'Two for one' }], [], null])
      expect((await v2(partner, await partner.place('instant', { campaigns_applied }))).campaigns_applied).toEqual(campaigns_applied);
  }),
  rule('2.3', 'a company tax id may come without a name and an address', READ, async (partner) => {
    const order = await v2(partner, await partner.place('instant', { company_tax_id: '1234567-8' }));
    expect([order.company_tax_id, order.company_name, order.company_address]).toEqual(['1234567-8', null, null]);
  }),
  rule('9.2', 'unknown keys and values may appear at any time', READ, async (partner) => {
    const added = { brand_new_key: [1], type: 'subscription', order_status: 'paused', delivery: { type: 'drone' } };
    expect(await v2(partner, await partner.place('instant', added))).toMatchObject(added);
  }),
  rule(
    '9.1',
    'the second version of the order API is only for reading orders, not for commands',
    { counter: 'service alone' },
    async (partner) => {
      const id = await partner.place('instant');
      for (const operation of ['accept', 'ready', 'delivered'])
        expect((await partner.order('PUT', `/v2/orders/${id}/${operation}`)).status).toBe(404);
    },
  ),
  rule('9.4', 'fee parts carry lowercase types', { counter: 'main/view/card/money-facts.ts: feeName' }, async (partner) => {
    const { fees } = (await v2(partner, await partner.place('instant'))) as { fees: { parts: { type: string }[] } };
    for (const { type } of fees.parts) expect(type).toMatch(/^type_[a-z_]+$/);
  }),
  rule(
    '2.4',
    'V1 has one price, and no basket_price, fees, company_name, company_address, group_participants',
    { counter: 'service alone' },
    async (partner) => {
      const order = await v1(partner, await partner.place('group'));
      for (const absent of ['basket_price', 'fees', 'company_name', 'company_address', 'group_participants'])
        expect(order).not.toHaveProperty(absent);
      expect(order.price).toBeTruthy();
    },
  ),
  rule(
    '2.4',
    'in V1 created_at, pickup_eta, attribution_id, consumer_name, modified_at and cash_payment are not null',
    { counter: 'service alone' },
    async (partner) => {
      const order = await v1(partner, await partner.place('instant'));
      for (const key of ['created_at', 'pickup_eta', 'attribution_id', 'consumer_name', 'modified_at', 'cash_payment'])
        expect(order[key]).not.toBeNull();
    },
  ),
  rule('2.4', 'only V1 has the status refunded', { counter: 'main/orders/stage.ts: refunded' }, async (partner) => {
    const id = await orderAfter(partner, 'takeaway', 'delivered');
    expect(
      await post(partner, id, 'refund-basket', {
        basket_refunds: [{ refund_incl_vat: 100, reason: 'PRICE_DIFFERENCE', vat_percentage: 0 }],
      }),
    ).toBe(202);
    await until(async () => (await v1(partner, id)).order_status === 'refunded', 'V1 to say refunded');
    expect(await status(partner, id)).toBe('delivered');
  }),
  rule('3.1', 'accept takes a regular order to production (202)', ACCEPT, async (partner) => {
    const id = await partner.place('instant');
    expect(await put(partner, id, 'accept')).toBe(202);
    await until(async () => (await status(partner, id)) === 'production', 'production');
  }),
  rule(
    '4.2',
    'adjusted_pickup_time shifts the pickup',
    { counter: 'renderer/order/actions/accept-minutes.tsx: acceptPlus' },
    async (partner) => {
      const id = await partner.place('instant');
      const first = await pickupEta(partner, id);
      expect(await put(partner, id, 'accept', { adjusted_pickup_time: later(first, 10) })).toBe(202);
      await until(async () => (await v2(partner, id)).pickup_eta === later(first, 10), 'the shifted estimate');
    },
  ),
  rule(
    '8',
    'adjusted_pickup_time is at most 25 minutes after the initial estimate',
    { counter: 'contract/calls/orders.ts: maxValue(25)' },
    async (partner) => {
      const id = await partner.place('instant');
      const first = await pickupEta(partner, id);
      expect([400, 422]).toContain(await put(partner, id, 'accept', { adjusted_pickup_time: later(first, 26) }));
      expect(await status(partner, id)).toBe('received');
      expect(await put(partner, id, 'accept', { adjusted_pickup_time: later(first, 25) })).toBe(202);
    },
  ),
  rule('Conventions', 'request datetimes are UTC with a Z; anything else is a 400', { counter: 'service alone' }, async (partner) => {
    const id = await partner.place('instant');
    for (const wrong of ['2026-03-14T11:40:00+02:00', '2026-03-14', 'soon', 12])
      expect(await put(partner, id, 'accept', { adjusted_pickup_time: wrong })).toBe(400);
  }),
  rule(
    '3.1',
    'self-delivery/accept takes a self-delivery order to production, with an optional total_delivery_time',
    { counter: `${CALLS}: order.accept` },
    async (partner) => {
      const id = await partner.place('self-delivery');
      const time = new Date(Date.now() + 45 * 60_000).toISOString();
      expect(await put(partner, id, 'self-delivery/accept', { total_delivery_time: time })).toBe(202);
      expect((await v2(partner, id)).delivery).toMatchObject({ time });
      expect(await put(partner, await partner.place('self-delivery'), 'self-delivery/accept')).toBe(202);
    },
  ),
  rule(
    '4.2',
    'reject needs a reason; code is GENERIC, ITEMS_UNAVAILABLE or VENUE_CLOSING_SOON and may be left out',
    REJECT,
    async (partner) => {
      expect(await put(partner, await partner.place('instant'), 'reject', {})).toBe(400);
      expect(await put(partner, await partner.place('instant'), 'reject', { reason: 'x', code: 'FIRE' })).toBe(400);
      for (const code of ['GENERIC', 'ITEMS_UNAVAILABLE', 'VENUE_CLOSING_SOON', null, undefined]) {
        const id = await partner.place('instant');
        expect(await put(partner, id, 'reject', { reason: 'Sold out', code })).toBe(202);
        expect(await status(partner, id)).toBe('rejected');
      }
    },
  ),
  rule(
    '3.1',
    "confirm-preorder answers 204; the order moves to production before its time, by the venue's preparation time",
    CONFIRM,
    async (partner) => {
      const id = await partner.place('preorder');
      expect(await put(partner, id, 'confirm-preorder')).toBe(204);
      expect((await v2(partner, id)).pre_order).toMatchObject({ pre_order_status: 'confirmed' });
      await partner.control('POST', '/clock', { advance_seconds: 3_500 });
      expect(await status(partner, id)).toBe('production');
    },
  ),
  rule('3.1', 'pre-orders are never accepted', { counter: `${CALLS}: order.confirm` }, async (partner) => {
    expect(await put(partner, await partner.place('preorder'), 'accept')).toBe(409);
  }),
  rule('3.1', 'ready takes an order from production to ready', READY, async (partner) => {
    const id = await orderAfter(partner, 'takeaway', 'ready');
    expect(await status(partner, id)).toBe('ready');
  }),
  rule('3.1', 'delivered takes an order from ready to delivered', DELIVERED, async (partner) => {
    const id = await orderAfter(partner, 'takeaway', 'delivered');
    expect(await status(partner, id)).toBe('delivered');
  }),
  rule('3.1', "ready for an order that isn't accepted yet is a 409", CONFLICT, async (partner) => {
    expect(await put(partner, await partner.place('instant'), 'ready')).toBe(409);
  }),
  rule('3.1', 'accepting or rejecting an order in a terminal state is a 409', CONFLICT, async (partner) => {
    const done = await orderAfter(partner, 'takeaway', 'delivered');
    const gone = await partner.place('instant');
    await put(partner, gone, 'reject', { reason: 'x' });
    for (const id of [done, gone]) {
      expect(await put(partner, id, 'accept')).toBe(409);
      expect(await put(partner, id, 'reject', { reason: 'x' })).toBe(409);
    }
  }),
  rule('7.2', 'confirming a pre-order outside the allowed window is a 409', CONFLICT, async (partner) => {
    const late = await partner.place('preorder');
    await partner.control('POST', '/clock', { advance_seconds: 16 * 60 });
    expect(await put(partner, late, 'confirm-preorder')).toBe(409);
    const twice = await partner.place('preorder');
    await put(partner, twice, 'confirm-preorder');
    expect(await put(partner, twice, 'confirm-preorder')).toBe(409);
  }),
  rule('9.4', 'sent-to-pos answers 204 and needs success and time_sent_to_pos', POS, async (partner) => {
    const id = await partner.place('instant');
    const time = new Date().toISOString();
    expect(await put(partner, id, 'sent-to-pos', { success: true, time_sent_to_pos: time })).toBe(204);
    expect(await put(partner, id, 'sent-to-pos', { success: false, time_sent_to_pos: time })).toBe(204);
    for (const wrong of [
      { success: true },
      { time_sent_to_pos: time },
      { success: 'yes', time_sent_to_pos: time },
      { success: true, time_sent_to_pos: 'now' },
    ]) {
      expect(await put(partner, id, 'sent-to-pos', wrong)).toBe(400);
    }
  }),
  rule('7.2', '400 for malformed JSON', PROBLEM, async (partner) => {
    expect(await put(partner, await partner.place('instant'), 'reject', '{"reason":')).toBe(400);
  }),
  rule('7.2', '401 without a valid access token', { counter: 'main/view/board.ts: venue.accessRefusedReconnect' }, async (partner) => {
    expect((await partner.order('GET', `/v2/orders/${await partner.place('instant')}`, undefined, 'not.a.token')).status).toBe(401);
  }),
  rule('7.2', '404 for an unknown path and an unknown order', { counter: 'main/monitor/diagnostics.ts: parked' }, async (partner) => {
    expect((await partner.order('GET', '/v2/orders/unknown')).status).toBe(404);
    expect((await partner.order('GET', '/v9/nothing')).status).toBe(404);
  }),
  rule('7.2', '405 for a wrong method', { counter: 'service alone' }, async (partner) => {
    const id = await partner.place('instant');
    expect(await post(partner, id, 'accept')).toBe(405);
    expect((await partner.order('PUT', `/v2/orders/${id}`)).status).toBe(405);
  }),
  rule(
    '7.2',
    '429, 500 and 503 are temporary: nothing has changed, and the same call works later',
    { counter: 'main/view/card/card.ts: text.tryingAgain' },
    async (partner) => {
      const id = await partner.place('instant');
      for (const wanted of [429, 500, 503]) {
        await partner.control('POST', '/faults', { match: 'PUT /orders/*/accept', status: wanted });
        expect(await put(partner, id, 'accept')).toBe(wanted);
      }
      expect(await status(partner, id)).toBe('received');
      expect(await put(partner, id, 'accept')).toBe(202);
    },
  ),
];
