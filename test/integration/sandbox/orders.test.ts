/** Sections 2.3, 2.4, 3.1, 4.2 and 7.2, as the sandbox keeps them. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Partner, startPartner, until } from './partner.ts';

let partner: Partner;
beforeEach(async () => {
  partner = await startPartner();
});
afterEach(() => partner.close());

const put = async (id: string, operation: string, body?: unknown) =>
  (await partner.order('PUT', `/orders/${id}/${operation}`, body)).status;
const v2 = async (id: string) => (await partner.order('GET', `/v2/orders/${id}`)).body;
const status = async (id: string) => (await v2(id)).order_status;
const pickedTime = async (id: string): Promise<string> => {
  await until(async () => (await v2(id)).pickup_eta !== null, 'a pickup estimate');
  return String((await v2(id)).pickup_eta);
};
const later = (time: string, minutes: number) => new Date(Date.parse(time) + minutes * 60_000).toISOString();

test('accept, then ready, then delivered', async () => {
  const id = await partner.place('takeaway');
  expect(await status(id)).toBe('received');
  expect(await put(id, 'ready')).toBe(409);
  expect(await put(id, 'accept')).toBe(202);
  expect(await status(id)).toBe('production');
  expect(await put(id, 'accept')).toBe(409);
  expect(await put(id, 'delivered')).toBe(409);
  expect(await put(id, 'ready')).toBe(202);
  expect(await put(id, 'delivered')).toBe(202);
  expect(await status(id)).toBe('delivered');
  expect(await put(id, 'reject', { reason: 'too late' })).toBe(409);
});

test('an adjusted pickup time moves the estimate a moment later, by 25 minutes at most', async () => {
  // Longer than a busy computer takes to look.
  const wishes = { venue_id: partner.venueId, kind: 'instant', pickup_eta_after_ms: 2_500 };
  const id = String((await partner.control('POST', '/orders', wishes)).body.order_id);
  expect((await v2(id)).pickup_eta).toBeNull();
  const first = await pickedTime(id);
  expect(await put(id, 'accept', { adjusted_pickup_time: later(first, 26) })).toBe(422);
  expect(await put(id, 'accept', { adjusted_pickup_time: 'tomorrow' })).toBe(400);
  expect(await put(id, 'accept', { adjusted_pickup_time: later(first, 25).replace('Z', '+00:00') })).toBe(400);
  expect(await put(id, 'accept', { adjusted_pickup_time: later(first, 25) })).toBe(202);
  await until(async () => (await v2(id)).pickup_eta === later(first, 25), 'the adjusted estimate');
});

test('a rejection needs a reason and a known code', async () => {
  const id = await partner.place('instant');
  expect(await put(id, 'reject', {})).toBe(400);
  expect(await put(id, 'reject', { reason: 'Kitchen on fire', code: 'FIRE' })).toBe(400);
  expect(await put(id, 'reject', '{"reason"')).toBe(400);
  expect(await put(id, 'reject', { reason: 'No more salmon', code: 'ITEMS_UNAVAILABLE' })).toBe(202);
  expect(await status(id)).toBe('rejected');
});

test('a self-delivery order is accepted by its own call', async () => {
  const own = await partner.place('self-delivery');
  const time = new Date(Date.now() + 45 * 60_000).toISOString();
  expect(await put(own, 'self-delivery/accept', { total_delivery_time: time })).toBe(202);
  expect((await v2(own)).delivery).toMatchObject({ time, self_delivery: true });
  const other = await partner.place('instant');
  expect(await put(other, 'self-delivery/accept')).toBe(409);
});

test('a pre-order is confirmed, never accepted, and goes into production ahead of its time', async () => {
  const id = await partner.place('preorder');
  expect(await put(id, 'accept')).toBe(409);
  expect(await put(id, 'confirm-preorder')).toBe(204);
  expect((await v2(id)).pre_order).toMatchObject({ pre_order_status: 'confirmed' });
  expect(await put(id, 'confirm-preorder')).toBe(409);
  await partner.control('POST', '/clock', { advance_seconds: 57 * 60 });
  expect(await status(id)).toBe('production');
  await until(() => partner.statusesOf(id).includes('PRODUCTION'), 'the notification');
});

test('an order nobody decides is rejected: an instant one after 3 minutes, a pre-order after 15', async () => {
  const instant = await partner.place('instant');
  const preorder = await partner.place('preorder');
  await partner.control('POST', '/clock', { advance_seconds: 179 });
  expect(await status(instant)).toBe('received');
  await partner.control('POST', '/clock', { advance_seconds: 2 });
  expect(await status(instant)).toBe('rejected');
  expect(await status(preorder)).toBe('received');
  await partner.control('POST', '/clock', { advance_seconds: 12 * 60 });
  expect(await status(preorder)).toBe('rejected');
});

test('sent-to-pos is answered 204 and checked', async () => {
  const id = await partner.place('instant');
  expect(await put(id, 'sent-to-pos', { success: true, time_sent_to_pos: '2026-03-14T11:40:00Z' })).toBe(204);
  expect(await put(id, 'sent-to-pos', { success: 'yes', time_sent_to_pos: '2026-03-14T11:40:00Z' })).toBe(400);
  expect(await put(id, 'sent-to-pos', { success: true })).toBe(400);
  const { body } = await partner.control('GET', `/orders/${id}`);
  expect(body.sent_to_pos).toMatchObject([{ success: true, time_sent_to_pos: '2026-03-14T11:40:00Z' }]);
});

test('V1 has one price and leaves out what came with V2', async () => {
  const id = await partner.place('group');
  await pickedTime(id);
  const two = await v2(id);
  const { body: one } = await partner.order('GET', `/orders/${id}`);
  expect(Array.isArray(two.group_participants) && two.group_participants.length).toBe(3);
  for (const absent of ['basket_price', 'fees', 'company_name', 'company_address', 'group_participants'])
    expect(one).not.toHaveProperty(absent);
  const total = (price: unknown) => (price as { total: { amount: number } }).total.amount;
  expect(one.price).toEqual({ amount: total(two.basket_price) + total(two.fees), currency: 'EUR' });
  for (const written of ['created_at', 'pickup_eta', 'attribution_id', 'consumer_name', 'modified_at'])
    expect(typeof one[written]).toBe('string');
  expect(one.cash_payment).not.toBeNull();
});

test('the sums of a made order add up', async () => {
  for (const kind of ['instant', 'takeaway', 'preorder', 'self-delivery', 'group']) {
    const order = (await v2(await partner.place(kind))) as {
      items: { count: number; item_price: { total: { amount: number }; unit_price: { amount: number } } }[];
      basket_price: { total: { amount: number } };
      fees: { total: { amount: number }; parts: { type: string; total: { amount: number } }[] };
    };
    expect(order.items.reduce((sum, item) => sum + item.item_price.total.amount, 0)).toBe(order.basket_price.total.amount);
    for (const item of order.items) expect(item.item_price.total.amount).toBe(item.count * item.item_price.unit_price.amount);
    expect(order.fees.parts.reduce((sum, fee) => sum + fee.total.amount, 0)).toBe(order.fees.total.amount);
    for (const fee of order.fees.parts) expect(fee.type).toMatch(/^type_[a-z_]+$/);
  }
});

test('strangers, wrong paths and wrong methods are told apart', async () => {
  const id = await partner.place('instant');
  expect((await partner.order('GET', `/v2/orders/${id}`, undefined, 'made.up.token')).status).toBe(401);
  expect((await partner.order('GET', '/v2/orders/nobody')).status).toBe(404);
  expect((await partner.order('GET', '/v3/orders/nobody')).status).toBe(404);
  expect((await partner.order('POST', `/orders/${id}/accept`)).status).toBe(405);
  const other = (await partner.control('POST', '/venues', { name: 'Other' })).body;
  const stranger = await partner.control('POST', '/orders', { venue_id: other.venue_id, kind: 'instant' });
  expect((await partner.order('GET', `/v2/orders/${stranger.body.order_id}`)).status).toBe(404);
});

test('a courier fetches and delivers a ready order of a venue with couriers', async () => {
  await partner.close();
  partner = await startPartner({}, { courier_after_seconds: 0.05 });
  const id = await partner.place('instant');
  await put(id, 'accept');
  await put(id, 'ready');
  await until(async () => (await status(id)) === 'delivered', 'the delivery');
  await until(() => partner.statusesOf(id).includes('DELIVERED'), 'the notification');
  expect(partner.received.some(({ body }) => body.type === 'pickup_completed.notification')).toBe(true);
});

test('a full order body can be given, and unknown keys stay in it', async () => {
  const id = await partner.place('instant', { id: 'abc123', order_number: '77', delivery: { type: 'drone' }, brand_new_key: [1] });
  expect(id).toBe('abc123');
  expect(await v2(id)).toMatchObject({ order_number: '77', delivery: { type: 'drone', self_delivery: false }, brand_new_key: [1] });
});
