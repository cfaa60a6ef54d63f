/** Notifications: section 6.1 and section 5, point 6; and the venue resource of 2.6. */
import { expect } from 'vitest';
import { type Partner, type Received, signatureOf, until } from '../../integration/sandbox/partner.ts';
import { orderAfter, put } from '../orders.ts';
import { type Rule, rule } from '../rule.ts';

const RECEIVE = { counter: 'main/monitor/diagnostics.ts: notifications' } as const;
const of = (partner: Partner, id: string, type = 'order.notification', status?: string): Received[] =>
  partner.received.filter(
    ({ body }) => body.order?.id === id && body.type === type && (status === undefined || body.order.status === status),
  );
const heard = async (partner: Partner, id: string, status: string): Promise<Received> => {
  await until(() => of(partner, id, 'order.notification', status).length > 0, status);
  return of(partner, id, 'order.notification', status)[0] as Received;
};

export const eventRules: Rule[] = [
  rule('6.1', 'CREATED when the order arrives, PRODUCTION on accept, READY on ready, DELIVERED on delivered', RECEIVE, async (partner) => {
    const id = await orderAfter(partner, 'takeaway', 'delivered');
    for (const status of ['CREATED', 'PRODUCTION', 'READY', 'DELIVERED']) await heard(partner, id, status);
  }),
  rule('6.1', 'PRODUCTION also when staff accept in the merchant app', RECEIVE, async (partner) => {
    const id = await partner.place('instant');
    await partner.control('POST', `/orders/${id}/staff-accept`);
    await heard(partner, id, 'PRODUCTION');
  }),
  rule(
    '6.1',
    'a notification has id, type, order {id, venue_id, status, resource_url} and created_at with microseconds',
    RECEIVE,
    async (partner) => {
      const id = await partner.place('instant');
      const { body } = await heard(partner, id, 'CREATED');
      expect(body).toEqual({
        id: expect.any(String),
        type: 'order.notification',
        order: { id, venue_id: partner.venueId, status: 'CREATED', resource_url: expect.stringContaining(id) },
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
      });
    },
  ),
  rule(
    '5.6',
    'SERVICE-SIGNATURE is the hex HMAC-SHA256 of the exact compact body with the client secret',
    { counter: 'main/intake/notification.ts: WRONG_SIGNATURE' },
    async (partner) => {
      const id = await partner.place('instant');
      const { raw, signature } = await heard(partner, id, 'CREATED');
      expect(raw).toBe(JSON.stringify(JSON.parse(raw)));
      expect(signature).toBe(signatureOf(raw));
    },
  ),
  rule(
    '5.6',
    'the webhook secret can be changed',
    { counter: 'renderer/setup/connect/secret-form.tsx: saveWebhookSecret' },
    async (partner) => {
      const log = async () =>
        ((await partner.control('GET', '/log')).body.entries as { outcome?: string }[]).filter(({ outcome }) => outcome === '200').length;
      const before = await log();
      await partner.place('instant');
      await until(async () => (await log()) > before, 'an answer');
      const { sandbox } = partner;
      expect((await partner.control('POST', '/webhooks', { url: `${sandbox.control_url}/nowhere`, secret: 'short' })).status).toBe(400);
      expect(
        (await partner.control('POST', '/webhooks', { url: `${sandbox.control_url}/nowhere`, secret: 'another-secret-of-many-bits' }))
          .status,
      ).toBe(200);
    },
  ),
  rule(
    '6.1',
    'courier.notification once, before the courier arrives, with courier_pickup_eta; not for takeaway orders',
    RECEIVE,
    async (partner) => {
      const id = await orderAfter(partner, 'instant', 'accept');
      const takeaway = await orderAfter(partner, 'takeaway', 'accept');
      await partner.control('POST', '/clock', { advance_seconds: 30 * 60 });
      await until(() => of(partner, id, 'courier.notification').length === 1, 'the courier');
      expect(of(partner, id, 'courier.notification')[0]?.body).toMatchObject({
        courier_details: { courier_pickup_eta: expect.any(String) },
      });
      expect(of(partner, takeaway, 'courier.notification')).toHaveLength(0);
    },
  ),
  rule('6.1', 'pickup_completed.notification when the courier picked the order up', RECEIVE, async (partner) => {
    const id = await orderAfter(partner, 'instant', 'ready');
    await partner.control('POST', `/orders/${id}/pickup`);
    await until(() => of(partner, id, 'pickup_completed.notification').length === 1, 'the pickup');
    expect(of(partner, id, 'pickup_completed.notification')[0]?.body).toMatchObject({ details: { is_pickup_completed: true } });
  }),
  rule('3.1', 'self-delivery pickup-completed is announced by pickup_completed.notification', RECEIVE, async (partner) => {
    const id = await orderAfter(partner, 'self-delivery', 'ready');
    expect(await put(partner, id, 'pickup-completed')).toBe(202);
    await until(() => of(partner, id, 'pickup_completed.notification').length === 1, 'the pickup');
  }),
];
