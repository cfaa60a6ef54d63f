/** Sections 2.3, 2.4, 3.1, 4.2 and 7.2 in the sandbox. */
import { beforeEach, expect, test } from 'vitest';
import { type Partner, startPartner, until } from './partner.ts';

let partner: Partner;
beforeEach(async () => {
  partner = await startPartner();
});

const put = async (id: string, operation: string, body?: unknown) =>
  (await partner.order('PUT', `/orders/${id}/${operation}`, body)).status;
const v2 = async (id: string) => (await partner.order('GET', `/v2/orders/${id}`)).body;
const status = async (id: string) => (await v2(id)).order_status;

test('an unanswered order is rejected: an instant one after 3 minutes, a pre-order after 15', async () => {
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

test('the sums of a generated order add up', async () => {
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

test('a courier picks up and delivers a ready order of a venue with couriers', async () => {
  partner = await startPartner({}, { courier_after_seconds: 0.05 });
  const id = await partner.place('instant');
  await put(id, 'accept');
  await put(id, 'ready');
  await until(async () => (await status(id)) === 'delivered', 'the delivery');
  await until(() => partner.statusesOf(id).includes('DELIVERED'), 'the notification');
  expect(partner.received.some(({ body }) => body.type === 'pickup_completed.notification')).toBe(true);
});

test('a test can place an order with a full body, and unknown keys stay in it', async () => {
  const id = await partner.place('instant', { id: 'abc123', order_number: '77', delivery: { type: 'drone' }, brand_new_key: [1] });
  expect(id).toBe('abc123');
  expect(await v2(id)).toMatchObject({ order_number: '77', delivery: { type: 'drone', self_delivery: false }, brand_new_key: [1] });
});
