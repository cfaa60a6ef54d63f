/** The venue: section 2.6 and the venue endpoints of 4.3, with 7.2; public paths, bodies and events. */
import { expect } from 'vitest';
import { example, later, venue } from '../../integration/sandbox/menus.ts';
import { type Partner, signatureOf, until } from '../../integration/sandbox/partner.ts';
import { type Rule, rule } from '../rule.ts';

const STATUS = { counter: 'renderer/sale/pause-strips.tsx: strip' } as const;
const ONLINE = { counter: 'renderer/sale/pause-dialog.tsx: sale.pause' } as const;
const HOURS = {
  counter: 'renderer/sale/hours/opening-hours.tsx: hours',
} as const;
const PROVIDER = {
  counter: 'renderer/sale/delivery-provider.tsx: sale.setDeliveryProvider',
} as const;
const EVENTS = {
  counter: 'main/view/menu/venue-alerts.ts: hint',
} as const;
const REFUSED = { counter: 'renderer/menu/parts/pending-state.tsx: refused' } as const;

interface Status {
  status: { is_open: boolean; is_online: boolean };
  opening_times: unknown[];
  special_times: { opening_date: string }[];
  last_three_orders_status: string[];
  order_handling_configuration: { acceptance_by_service: boolean; using_courier_arrival_notification: boolean };
}
const read = async (partner: Partner) => (await venue(partner, 'GET', 'status')).body as unknown as Status;
const online = async (partner: Partner, body: unknown): Promise<number> => (await venue(partner, 'PATCH', 'online', body)).status;
const order = async (partner: Partner): Promise<number> =>
  (await partner.control('POST', '/orders', { venue_id: partner.venueId, kind: 'takeaway' })).status;
const inMinutes = async (partner: Partner, minutes: number): Promise<string> =>
  new Date(Date.parse(String((await partner.control('GET', '/clock')).body.now)) + minutes * 60_000).toISOString();
const reported = async (partner: Partner, event: string) => {
  const found = () => partner.received.find(({ body }) => body.event_type === event);
  await until(() => found() !== undefined, event);
  return found();
};
const decide = async (partner: Partner, operation: string) =>
  partner.order('PUT', `/orders/${await partner.place('takeaway')}/${operation}`, { reason: 'Sold out' });

export const venueRules: Rule[] = [
  rule(
    '2.6',
    'the venue has is_open, order_handling_configuration, and the status of its last three orders, newest first',
    { ...STATUS, venue: { announces_courier: false } },
    async (partner) => {
      await partner.order('PUT', `/orders/${await partner.place('takeaway')}/accept`);
      await partner.place('takeaway');
      const { status, last_three_orders_status: last, order_handling_configuration: handling } = await read(partner);
      expect(status.is_open).toBe(true);
      expect(last).toEqual(['RECEIVED', 'PRODUCTION']);
      expect(handling).toEqual({ acceptance_by_service: false, using_courier_arrival_notification: false });
    },
  ),
  rule('4.3', 'get venue status returns every known field', STATUS, async (partner) => {
    expect(Object.keys(await read(partner))).toEqual(Object.keys(example('venue-status')));
  }),
  rule(
    '4.3',
    'setting a venue offline or online answers 204 and is visible in its status; offline it gets no orders',
    ONLINE,
    async (partner) => {
      expect([await online(partner, { status: 'OFFLINE' }), await order(partner)]).toEqual([204, 409]);
      expect((await read(partner)).status.is_online).toBe(false);
      expect([await online(partner, { status: 'ONLINE' }), await order(partner)]).toEqual([204, 201]);
      expect((await read(partner)).status.is_online).toBe(true);
    },
  ),
  rule('4.3', "offline until a time ends automatically; online can't be scheduled", ONLINE, async (partner) => {
    expect(await online(partner, { status: 'ONLINE', until: await inMinutes(partner, 15) })).toBe(400);
    expect(await online(partner, { status: 'OFFLINE', until: await inMinutes(partner, 15) })).toBe(204);
    await later(partner, 14 * 60);
    expect((await read(partner)).status.is_online).toBe(false);
    await later(partner, 61);
    expect((await read(partner)).status.is_online).toBe(true);
  }),
  rule(
    '4.3',
    'update venue opening times answers 202; the list replaces the week after a while; no order is placed while closed',
    HOURS,
    async (partner) => {
      const week = example('opening-times');
      expect((await venue(partner, 'PATCH', 'opening-times', week)).status).toBe(202);
      await later(partner, 60);
      expect((await read(partner)).opening_times).toEqual(week.availability);
      expect((await venue(partner, 'PATCH', 'opening-times', { availability: [] })).status).toBe(202);
      await later(partner, 60);
      expect([(await read(partner)).status.is_open, await order(partner)]).toEqual([false, 409]);
    },
  ),
  rule('7.2', "400 for opening times that aren't valid times of a week", HOURS, async (partner) => {
    const span = { opening_day: 'MONDAY', opening_time: '10:00', closing_day: 'MONDAY', closing_time: '12:00' };
    for (const wrong of [
      { ...span, opening_day: 1 },
      { ...span, closing_time: '25:00' },
      { ...span, opening_time: '24:00' },
    ])
      expect((await venue(partner, 'PATCH', 'opening-times', { availability: [wrong] })).status).toBe(400);
  }),
  rule(
    '4.3',
    'set special opening times answers 202 and replaces the full list, which has priority over the week',
    HOURS,
    async (partner) => {
      const set = async (body: unknown) => {
        expect((await venue(partner, 'PUT', 'special-opening-times', body)).status).toBe(202);
        await later(partner, 60);
      };
      await set(example('special-opening-times'));
      expect([...new Set((await read(partner)).special_times.map(({ opening_date: day }) => day))]).toEqual(['2930-05-01', '2930-12-31']);
      const days = [(await inMinutes(partner, -1_500)).slice(0, 10), (await inMinutes(partner, 1_500)).slice(0, 10)];
      await set({ days_closed: [{ start_date: days[0], end_date: days[1] }] });
      const { status, special_times: special } = await read(partner);
      expect([status.is_open, special]).toEqual([false, []]);
      await set({});
      expect((await read(partner)).status.is_open).toBe(true);
    },
  ),
  rule('7.2', '400 for special days that overlap, and for windows that overlap or run past midnight', HOURS, async (partner) => {
    const day = { start_date: '2930-05-01', end_date: '2930-05-02' };
    const open = (...windows: [string, string][]) => ({
      days_open: [{ ...day, daily_availability: windows.map(([open_time, close_time]) => ({ open_time, close_time })) }],
    });
    for (const wrong of [
      { days_closed: [day], ...open(['10:00', '12:00']) },
      { days_closed: [day, { ...day, start_date: '2930-05-02' }] },
      open(),
      open(['10:00', '12:00'], ['11:00', '13:00']),
      open(['22:00', '02:00']),
    ])
      expect((await venue(partner, 'PUT', 'special-opening-times', wrong)).status).toBe(400);
    expect((await venue(partner, 'PUT', 'special-opening-times', open(['10:00', '12:00'], ['12:00', '24:00']))).status).toBe(202);
  }),
  rule(
    '4.3',
    'the delivery provider can be read; it can be changed (204) only if delivery is hybrid, else 400',
    PROVIDER,
    async (partner) => {
      const change = async () => (await venue(partner, 'PATCH', 'delivery-provider', { delivery_provider: 'SELF_DELIVERY' })).status;
      expect((await venue(partner, 'GET', 'delivery-provider')).body).toEqual({ delivery_provider: 'SERVICE' });
      expect([await change(), (await venue(partner, 'GET', 'delivery-provider')).body]).toEqual([
        204,
        { delivery_provider: 'SELF_DELIVERY' },
      ]);
      await partner.control('PATCH', `/venues/${partner.venueId}`, { hybrid_delivery: false });
      expect(await change()).toBe(400);
    },
  ),
  rule('4.3', 'get venue settings returns is_open', { counter: 'service alone' }, async (partner) => {
    expect((await venue(partner, 'GET', 'settings')).body).toEqual({ status: { is_open: true } });
  }),
  rule(
    '7.2',
    '401 without a token, 403 at a venue that is not the token’s, 404 for an unknown venue, 405 for a wrong method',
    REFUSED,
    async (partner) => {
      const { venue_id: other } = (await partner.control('POST', '/venues', {})).body;
      const status = async (id: unknown, token?: string) => (await partner.order('GET', `/venues/${id}/status`, undefined, token)).status;
      expect([await status(partner.venueId, 'nonsense'), await status(other), await status('0123456789abcdef01234567')]).toEqual([
        401, 403, 404,
      ]);
      expect((await venue(partner, 'DELETE', 'online')).status).toBe(405);
    },
  ),
  rule(
    '6.1',
    'three rejections in a row raise REJECTION_ALERT_TRIGGERED, an accepted order REJECTION_ALERT_RECOVERED; signed, without id',
    EVENTS,
    async (partner) => {
      for (let times = 0; times < 3; times += 1) await decide(partner, 'reject');
      const alert = await reported(partner, 'REJECTION_ALERT_TRIGGERED');
      expect(Object.keys(alert?.body ?? {})).toEqual(['event_type', 'venue_id', 'external_venue_id', 'detected_at', 'details']);
      expect(alert?.signature).toBe(signatureOf(alert?.raw ?? ''));
      await decide(partner, 'accept');
      await reported(partner, 'REJECTION_ALERT_RECOVERED');
    },
  ),
  rule(
    '6.1',
    'offline within its opening hours raises VENUE_OFFLINE_ALERT_TRIGGERED, online again VENUE_OFFLINE_ALERT_RECOVERED',
    EVENTS,
    async (partner) => {
      await online(partner, { status: 'OFFLINE' });
      await reported(partner, 'VENUE_OFFLINE_ALERT_TRIGGERED');
      await online(partner, { status: 'ONLINE' });
      await reported(partner, 'VENUE_OFFLINE_ALERT_RECOVERED');
    },
  ),
  rule('6.1', 'OPENING_HOURS_UPDATED when weekly or special opening times changed', EVENTS, async (partner) => {
    await venue(partner, 'PATCH', 'opening-times', example('opening-times'));
    await later(partner, 60);
    await reported(partner, 'OPENING_HOURS_UPDATED');
  }),
];
