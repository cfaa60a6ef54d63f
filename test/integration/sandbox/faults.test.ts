/** Faults of the sandbox, set through its control API and observed from outside. */
import { beforeEach, expect, test } from 'vitest';
import { type Partner, startPartner, until } from './partner.ts';

let partner: Partner;
beforeEach(async () => {
  partner = await startPartner();
});

const fault = async (body: Record<string, unknown>) => {
  const { status } = await partner.control('POST', '/faults', body);
  expect(status, JSON.stringify(body)).toBe(201);
};
const put = async (id: string, operation: string, body?: unknown) =>
  (await partner.order('PUT', `/orders/${id}/${operation}`, body)).status;
const read = async (id: string, version = '/v2') => (await partner.order('GET', `${version}/orders/${id}`)).body;
const shown = async (id: string, version?: string) => (await read(id, version)).order_status;
const state = async (id: string) => (await partner.control('GET', `/orders/${id}`)).body.state;
const later = (seconds: number) => partner.control('POST', '/clock', { advance_seconds: seconds });
const place = async (more: Record<string, unknown>, kind = 'instant') =>
  String((await partner.control('POST', '/orders', { venue_id: partner.venueId, kind, ...more })).body.order_id);

test('reads of one order lag in V1 and V2, while notifications are sent at once', async () => {
  const [slow, other] = [await partner.place('takeaway'), await partner.place('takeaway')];
  await fault({ match: `GET *orders/${slow}`, lag_ms: 3_000, for_ms: 60_000 });
  for (const id of [slow, other]) expect(await put(id, 'accept')).toBe(202);
  await until(() => partner.statusesOf(slow).includes('PRODUCTION'), 'the notification');
  expect([await shown(slow), await shown(slow, ''), await shown(other)]).toEqual(['received', 'received', 'production']);
  await later(2);
  expect(await put(slow, 'ready')).toBe(202);
  expect(await shown(slow)).toBe('received');
  await later(1.5);
  expect([await shown(slow), await shown(slow, '')]).toEqual(['production', 'production']);
  await later(2);
  expect(await shown(slow)).toBe('ready');
});

test("reads of all orders lag until the fault's time is over", async () => {
  const before = await partner.place('takeaway');
  await fault({ match: 'GET *orders/*', lag_ms: 5_000, for_ms: 20_000 });
  const after = await partner.place('takeaway');
  for (const id of [before, after]) {
    await put(id, 'accept');
    expect(await shown(id)).toBe('received');
  }
  await later(21);
  for (const id of [before, after]) {
    await put(id, 'ready');
    expect(await shown(id)).toBe('ready');
  }
});

test('a cancel is notified while reads still show the old state', async () => {
  // A pickup estimate in between would be one more change that reads lag behind.
  const id = await place({ pickup_eta_after_ms: 60_000 }, 'instant');
  await partner.control('POST', `/orders/${id}/cancel`, { by: 'consumer', lag_ms: 4_000 });
  await until(() => partner.statusesOf(id).includes('CANCELED'), 'the notification');
  expect([await shown(id), await state(id)]).toEqual(['received', 'rejected']);
  expect(await put(id, 'accept')).toBe(409);
  await later(5);
  expect(await shown(id)).toBe('rejected');
  const { read: reads } = (await partner.control('GET', `/orders/${id}/story`)).body as { read: { old: boolean; order_status: string }[] };
  expect(reads.map(({ old, order_status: status }) => [old, status])).toEqual([
    [true, 'received'],
    [false, 'rejected'],
  ]);
});

test('a fault "202 without effect" answers success, but nothing is done, notified or changed', async () => {
  const steps: [kind: string, before: string[], operation: string, body: unknown, success: number][] = [
    ['takeaway', [], 'accept', undefined, 202],
    ['self-delivery', [], 'self-delivery/accept', undefined, 202],
    ['takeaway', [], 'reject', { reason: 'Sold out' }, 202],
    ['preorder', [], 'confirm-preorder', undefined, 204],
    ['takeaway', ['accept'], 'ready', undefined, 202],
    ['takeaway', ['accept', 'ready'], 'delivered', undefined, 202],
    ['self-delivery', ['self-delivery/accept', 'ready'], 'pickup-completed', undefined, 202],
    ['retail', ['accept'], 'replace-items', { item_changes: [], item_additions: [{ name: 'A flower' }] }, 202],
    ['takeaway', ['accept'], 'sent-to-pos', { success: true, time_sent_to_pos: '2026-03-14T11:40:00Z' }, 204],
  ];
  for (const [kind, before, operation, body, success] of steps) {
    const id = await place({ pickup_eta_after_ms: 60_000 }, kind);
    for (const step of before) await put(id, step);
    const was = (await partner.control('GET', `/orders/${id}`)).body;
    const reported = partner.statusesOf(id).length;
    await fault({ match: `PUT /orders/${id}/${operation}`, no_effect: true });
    expect(await put(id, operation, body), operation).toBe(success);
    await later(60);
    const is = (await partner.control('GET', `/orders/${id}`)).body;
    expect([is.state, is.history, is.order, is.sent_to_pos], operation).toEqual([was.state, was.history, was.order, was.sent_to_pos]);
    expect(partner.statusesOf(id).length, operation).toBe(reported);
  }
});

test('a fault "202 without effect" still refuses invalid calls, and applies once, or as often as requested', async () => {
  const id = await partner.place('takeaway');
  await fault({ match: 'PUT /orders/*/ready', no_effect: true });
  expect(await put(id, 'ready')).toBe(409);
  await fault({ match: 'PUT /orders/*/accept', no_effect: true, for_ms: 60_000 });
  expect(await put(id, 'accept', { adjusted_pickup_time: 'soon' })).toBe(400);
  for (let times = 0; times < 3; times += 1) expect([await put(id, 'accept'), await state(id)]).toEqual([202, 'created']);
  await later(61);
  expect([await put(id, 'accept'), await state(id)]).toEqual([202, 'production']);
  const { asked } = (await partner.control('GET', `/orders/${id}/story`)).body as { asked: { took_effect: boolean }[] };
  expect(asked.filter(({ took_effect }) => took_effect)).toHaveLength(1);
});

test('a command is answered with 409 if the merchant app accepted or a customer cancelled just before it', async () => {
  const id = await partner.place('instant');
  await fault({ match: 'PUT /orders/*/accept', overtaken_by: 'staff' });
  expect(await put(id, 'accept')).toBe(409);
  expect(await state(id)).toBe('production');
  await until(() => partner.statusesOf(id).includes('PRODUCTION'), 'the notification');
  const cancelled = await partner.place('instant');
  await fault({ match: 'PUT /orders/*/accept', overtaken_by: 'consumer' });
  expect(await put(cancelled, 'accept')).toBe(409);
  await until(() => partner.statusesOf(cancelled).includes('CANCELED'), 'the notification');
  const { truth } = (await partner.control('GET', `/orders/${cancelled}/story`)).body as { truth: { event: string; by: string }[] };
  expect(truth.at(-1)).toMatchObject({ state: 'rejected', event: 'cancelled', by: 'consumer' });
});

test("a fault 429 has its retry time in seconds, as a date by the service's clock, or not at all", async () => {
  const id = await partner.place('instant');
  await later(86_400);
  const limited = async (more: Record<string, unknown>) => {
    await fault({ match: 'GET /v2/orders/*', status: 429, ...more });
    const { headers } = await partner.order('GET', `/v2/orders/${id}`);
    return { retryAfter: headers.get('retry-after'), date: Date.parse(headers.get('date') ?? '') };
  };
  expect((await limited({})).retryAfter).toBe('1');
  expect((await limited({ retry_after_seconds: 30 })).retryAfter).toBe('30');
  const { retryAfter, date } = await limited({ retry_after_seconds: 30, retry_after_form: 'date' });
  expect(retryAfter).toMatch(/ GMT$/);
  expect(Math.abs(Date.parse(retryAfter ?? '') - date - 30_000)).toBeLessThanOrEqual(1_000);
  expect((await limited({ retry_after_form: 'none' })).retryAfter).toBeNull();
  expect((await limited({ headers: { 'retry-after': 'soon' } })).retryAfter).toBe('soon');
});

test('faults repeat a notification, with the same ID or another, and let a later one overtake it', async () => {
  const id = await place({
    faults: [
      { match: 'notification CREATED :order', duplicate: 'new id' },
      { match: 'notification PRODUCTION :order', delay_ms: 400 },
    ],
  });
  await until(() => partner.statusesOf(id).length === 2, 'both');
  expect(new Set(partner.received.map(({ body }) => body.id)).size).toBe(2);
  await put(id, 'accept');
  await put(id, 'ready');
  await until(() => partner.statusesOf(id).length === 4, 'all four');
  expect(partner.statusesOf(id)).toEqual(['CREATED', 'CREATED', 'READY', 'PRODUCTION']);
});

test('a group order links people to items in every known shape; two people share a dish', async () => {
  const dish = expect.stringMatching(/^[0-9a-f]{24}$/);
  const name = expect.any(String);
  const row = expect.any(Number);
  /** How the first person, or the first item, refers to the other. */
  const shapes: Record<string, { person?: unknown; item?: unknown }> = {
    rows: { person: { id: 'gp-1', name, items: [{ row_number: row }] } },
    'rows with counts': {
      person: {
        id: 'gp-1',
        name,
        items: [
          { row_number: row, count: row },
          { row_number: row, count: 2 },
        ],
      },
    },
    'item ids': { person: { id: 'gp-1', name, item_ids: expect.arrayContaining([dish]) } },
    'ids in items': { person: { id: 'gp-1', name, items: [{ id: dish, count: row }] } },
    'row numbers': { person: { id: 'gp-1', name, row_numbers: [1] } },
    participant: { person: { id: 'gp-1', name }, item: { participant: 'gp-1' } },
    'participant id': { person: { id: 'gp-1', name }, item: { participant_id: 'gp-1' } },
    'group participant id': { person: { id: 'gp-1', name }, item: { group_participant_id: 'gp-1' } },
    'participant object': { person: { id: 'gp-1', name }, item: { participant: { id: 'gp-1', name } } },
    'participants of an item': { person: { id: 'gp-1', name }, item: { participants: [{ id: 'gp-1', count: row }] } },
    'names in items': { person: { id: 'gp-1', name }, item: { participant: name } },
    names: { person: { id: 'gp-1', name } },
    nothing: { person: { id: 'gp-1' } },
  };
  for (const [shape, { person, item }] of Object.entries(shapes)) {
    const body = await read(await place({ group_shape: shape }, 'group'));
    const [people, items] = [body.group_participants as object[], body.items as { id: string }[]];
    expect(people, shape).toHaveLength(3);
    expect(new Set(items.map(({ id }) => id)).size, shape).toBeLessThan(items.length);
    expect(people[0], shape).toEqual(person);
    if (item) expect(items[0], shape).toMatchObject(item);
  }
  expect((await partner.control('POST', '/orders', { venue_id: partner.venueId, kind: 'group', group_shape: 'cloud' })).status).toBe(400);
});

test('a fault with no effect, or an unknown one, is refused', async () => {
  for (const wrong of [
    {},
    { overtaken_by: 'nobody' },
    { lag_ms: -1 },
    { for_ms: 'long', status: 500 },
    { status: 429, retry_after_form: 'x' },
  ])
    expect((await partner.control('POST', '/faults', { match: 'GET *', ...wrong })).status, JSON.stringify(wrong)).toBe(400);
});
