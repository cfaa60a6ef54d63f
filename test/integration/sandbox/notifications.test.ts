/** Section 6.1 and section 5, point 6: notifications, signatures and retries, and their faults. */
import { beforeEach, expect, test } from 'vitest';
import { type Partner, SECRET, signatureOf, startPartner, until } from './partner.ts';

let partner: Partner;
beforeEach(async () => {
  partner = await startPartner();
});

test('the secret and body of the published test vector give its signature', async () => {
  const body =
    '{"id":"6b3a51f10c2d4e5f60718293","type":"order.notification","order":{"id":"6b3a51e07c9d2f4b18e6a301","venue_id":"6b1f0c2d9e4a57318c2ad011","status":"CREATED","resource_url":"https://orders.example.test/orders/6b3a51e07c9d2f4b18e6a301"},"created_at":"2026-03-14T11:14:07.912345Z"}';
  expect(SECRET).toBe('0123456789abcdef0123456789abcdef');
  expect(signatureOf(body)).toBe('e0820f67b18dde49b57f0ea54b37fe32b1cb00b3744d0989fd4e9b8aca198748');
});

test('a notification is tried three times, then dropped', async () => {
  partner.answers.push(500, 503, 500);
  const id = await partner.place('instant');
  await until(() => partner.received.length === 3, 'three attempts');
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(partner.received).toHaveLength(3);
  expect(new Set(partner.received.map(({ body }) => body.id)).size).toBe(1);
  const { body } = await partner.control('GET', '/log');
  const attempts = (body.entries as { kind: string; outcome: string; order_id: string }[]).filter((entry) => entry.kind === 'notification');
  expect(attempts.map(({ outcome }) => outcome)).toEqual(['500', '503', '500']);
  expect(attempts.every((attempt) => attempt.order_id === id)).toBe(true);
});

test('only the status 200 acknowledges a notification', async () => {
  partner.answers.push(204);
  await partner.place('instant');
  await until(() => partner.received.length === 2, 'a second attempt');
});

test('a cancel is notified as CANCELED, or not at all if the venue is set so', async () => {
  const reported = await partner.place('instant');
  await partner.control('POST', `/orders/${reported}/cancel`);
  await until(() => partner.statusesOf(reported).includes('CANCELED'), 'the cancel');
  partner = await startPartner({}, { announces_rejection: false });
  const silent = await partner.place('instant');
  await partner.control('POST', `/orders/${silent}/cancel`);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(partner.statusesOf(silent)).toEqual(['CREATED']);
  expect((await partner.order('GET', `/v2/orders/${silent}`)).body.order_status).toBe('rejected');
});

test("faults of notifications apply as often as requested, and the sandbox's log records them", async () => {
  const id = await partner.place('instant');
  const fault = (body: unknown) => partner.control('POST', '/faults', body);
  expect((await fault({ match: 'PUT /orders/*/accept' })).status).toBe(400);
  await fault({ match: 'GET /v2/orders/*', status: 429, headers: { 'retry-after': '2' }, times: 2 });
  const limited = await partner.order('GET', `/v2/orders/${id}`);
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '2']);
  expect((await partner.order('GET', `/v2/orders/${id}`)).status).toBe(429);
  expect((await partner.order('GET', `/v2/orders/${id}`)).status).toBe(200);

  await fault({ match: 'PUT /orders/*/accept', drop: 'before' });
  await expect(partner.order('PUT', `/orders/${id}/accept`)).rejects.toThrow();
  expect((await partner.order('GET', `/v2/orders/${id}`)).body.order_status).toBe('received');
  await fault({ match: 'PUT /orders/*/accept', drop: 'after' });
  await expect(partner.order('PUT', `/orders/${id}/accept`)).rejects.toThrow();
  expect((await partner.order('GET', `/v2/orders/${id}`)).body.order_status).toBe('production');

  const { body } = await partner.control('GET', '/log');
  const accepts = (body.entries as { operation?: string; status: number | null; took_effect: boolean }[]).filter(
    (entry) => entry.operation === 'accept',
  );
  expect(accepts.map(({ status, took_effect }) => [status, took_effect])).toEqual([
    [null, false],
    [null, true],
  ]);
});

test('notifications can be withheld, doubled and wrongly signed', async () => {
  await partner.control('POST', '/faults', { match: 'notification CREATED', drop: true });
  await partner.place('instant');
  await partner.control('POST', '/faults', { match: 'notification CREATED', duplicate: true });
  const twice = await partner.place('instant');
  await until(() => partner.statusesOf(twice).length === 2, 'both copies');
  expect(partner.received).toHaveLength(2);
  await partner.control('POST', '/faults', { match: 'notification', bad_signature: true });
  await partner.place('instant');
  await until(() => partner.received.length === 3, 'the third');
  expect(partner.received[2]?.signature).not.toBe(signatureOf(partner.received[2]?.raw ?? ''));
});

test("the Date header follows the service's clock", async () => {
  await partner.control('POST', '/clock', { advance_seconds: 86_400 });
  const { headers } = await partner.order('GET', '/v2/orders/none');
  expect(Date.parse(headers.get('date') ?? '') - Date.now()).toBeGreaterThan(86_390_000);
});
