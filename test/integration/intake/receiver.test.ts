import { createHmac } from 'node:crypto';
import { request } from 'node:http';
import { connect } from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import { createIngestion } from '../../../main/intake/ingest.ts';
import { keepReceiving } from '../../../main/intake/webhook/keep-receiving.ts';
import type { Receiver } from '../../../main/intake/webhook/receiver.ts';
import type { Store } from '../../../main/store/store.ts';
import { systemTime } from '../../../shared/time/system-time.ts';
import { intakeInto, postTo, receiverInto, signed } from '../../setup/intake.ts';
import { onDefect, testFolder, testStore } from '../../setup/parts.ts';

const SECRET = 'a-secret-of-at-least-128-bits';
let dir: string;
let store: Store;
let receiver: Receiver;
let secrets: string[];

beforeEach(async () => {
  dir = testFolder();
  store = testStore(dir);
  secrets = [SECRET];
  receiver = await receiverInto(dir, createIngestion(store), systemTime, {
    secrets: async () => secrets,
    deliverySecrets: async () => [SECRET],
  });
});

const DELIVERED = { type: 'order.delivered', dispatched_at: '2026-03-14T11:20:07Z', details: { id: 'd1' } };
const VENUE_EVENT = { event_type: 'VENUE_OFFLINE_ALERT_TRIGGERED', venue_id: 'v1', detected_at: '2026-03-14T10:00:00Z', details: {} };
const created = (id = 'n1', status = 'CREATED', orderId = 'o1') =>
  JSON.stringify({
    id,
    type: 'order.notification',
    order: { id: orderId, venue_id: 'v1', status, resource_url: 'http://127.0.0.1:1/orders/o1' },
    created_at: '2026-03-14T11:14:07.912345Z',
  });

const post = (body: string, headers: Record<string, string> = signed(body, SECRET), path?: string) => postTo(receiver, body, headers, path);
const tally = (name: string) => store.tallies.all().find((entry) => entry.name === name)?.count ?? 0;

describe('the webhook receiver', () => {
  it('answers 200 to a signed notification once it and its read job are stored', async () => {
    expect(await post(created())).toBe(200);
    expect(store.inbox.newest(10)).toMatchObject([{ id: 'n1', type: 'order.notification', orderId: 'o1', status: 'CREATED' }]);
    expect(store.queue.get('read', 'o1')).toMatchObject({ state: 'waiting', payload: { orderId: 'o1', venueId: 'v1' } });
  });

  it('answers 401 to a wrong or missing signature, stores nothing and counts it', async () => {
    expect(await post(created(), signed(created(), 'another secret entirely'))).toBe(401);
    expect(await post(created(), { 'SERVICE-SIGNATURE': 'nonsense' })).toBe(401);
    expect(await post(created(), {})).toBe(401);
    expect(store.inbox.newest(10)).toEqual([]);
    expect([tally('signature-wrong'), tally('signature-missing')]).toEqual([2, 1]);
  });

  it('accepts the old and the new secret while the secret is being changed', async () => {
    secrets = ['the-new-secret-of-128-bits', SECRET];
    const body = created('n2');
    expect(await post(created('n1'))).toBe(200);
    expect(await post(body, signed(body, 'the-new-secret-of-128-bits'))).toBe(200);
    expect(store.inbox.newest(10)).toHaveLength(2);
  });

  it('without a secret asks the service to retry', async () => {
    secrets = [];
    expect(await post(created())).toBe(503);
  });

  it('stores a repeated notification once', async () => {
    expect(await post(created())).toBe(200);
    expect(await post(created())).toBe(200);
    expect(store.inbox.newest(10)).toHaveLength(1);
    expect(tally('notification-again')).toBe(1);
  });

  it('stores many concurrent notifications before answering, sharing disk syncs', async () => {
    let commits = 0;
    store.onCommit(() => {
      commits += 1;
    });
    const all = Array.from({ length: 64 }, (_, at) => `n${at}`);
    const answers = await Promise.all(all.map((id) => post(created(id, 'CREATED', `o-${id}`))));
    expect(answers).toEqual(all.map(() => 200));
    expect(store.inbox.newest(100)).toHaveLength(64);
    expect(commits).toBeLessThan(64);
  });

  it('stores a notification that is sent twice at the same moment once', async () => {
    expect(await Promise.all([post(created()), post(created()), post(created('n2'))])).toEqual([200, 200, 200]);
    expect(store.inbox.newest(10)).toHaveLength(2);
  });

  it.each([
    ["a text that isn't JSON", 'this is not JSON', 'notification-unreadable'],
    ['a JSON array', '[1,2]', 'notification-unreadable'],
    [
      'a notification of an unknown type',
      { id: 'x', type: 'review.notification', order: { id: 'o9', venue_id: 'v1' } },
      'notification-unknown-type',
    ],
    ['a notification of an unknown status', created('x', 'TELEPORTED'), 'notification-unknown-status'],
    ['a venue event without an order', VENUE_EVENT, 'notification-venue-event'],
    ['a notification with fields of the wrong type', { id: {}, type: [], order: 'o1' }, 'notification-unknown-type'],
  ])('stores %s if it is correctly signed, answers 200 and counts it', async (_what, given, name) => {
    const body = typeof given === 'string' ? given : JSON.stringify(given);
    expect(await post(body)).toBe(200);
    expect(store.inbox.newest(1)[0]?.body).toBe(body);
    expect(tally(name)).toBe(1);
  });

  it('identifies a venue event by kind and time, however its body is written', async () => {
    const event = (detected_at: string, details: object) =>
      JSON.stringify({ event_type: 'OPENING_HOURS_UPDATED', venue_id: 'v1', detected_at, details });
    for (const body of [event('2026-03-14T10:00:00Z', {}), event('2026-03-14T10:00:00Z', { more: 1 }), event('2026-03-14T10:05:00Z', {})])
      expect(await post(body)).toBe(200);
    expect(store.inbox.newest(10)).toHaveLength(2);
    expect(tally('notification-again')).toBe(1);
  });

  it("doesn't count the status CANCELED, which the service really sends, as unknown", async () => {
    expect(await post(created('x', 'CANCELED'))).toBe(200);
    expect(tally('notification-unknown-status')).toBe(0);
  });

  it('refuses a body over 64 KiB, whether its length is announced or not', async () => {
    const large = 'x'.repeat(70_000);
    expect(await post(large)).toBe(413);
    const status = await new Promise<number>((resolve, reject) => {
      const chunked = request({ host: '127.0.0.1', port: receiver.port, path: '/notifications', method: 'POST' }, (response) =>
        resolve(response.statusCode ?? 0),
      );
      chunked.on('error', reject);
      for (let sent = 0; sent < 80_000; sent += 8000) chunked.write('y'.repeat(8000));
      chunked.end();
    });
    expect(status).toBe(413);
    expect(store.inbox.newest(10)).toEqual([]);
  });

  it('counts refusals at once and saves the counts rarely; a repeated notification causes no disk write', async () => {
    const body = created();
    expect(await post(body)).toBe(200);
    let commits = 0;
    const leave = store.onCommit(() => (commits += 1));
    for (let times = 0; times < 50; times += 1) {
      expect(await post(body)).toBe(200);
      expect(await post(created(`x${times}`), signed('another text', SECRET))).toBe(401);
    }
    leave();
    expect(commits).toBeLessThan(10);
    expect([tally('notification-again'), tally('signature-wrong')]).toEqual([50, 50]);
    await receiver.close();
    store.close();
    store = testStore(dir);
    expect([tally('notification-again'), tally('signature-wrong')]).toEqual([50, 50]);
    expect(store.inbox.newest(10)).toHaveLength(1);
  });

  it('answers a sender of many unsigned requests with 429, but accepts signed ones from the same address', async () => {
    const statuses = await Promise.all(Array.from({ length: 300 }, () => post('unsigned', {})));
    expect([...new Set(statuses)].sort()).toEqual([401, 429]);
    // Behind a reverse proxy all senders have this address, also the service.
    for (let times = 0; times < 20; times += 1) expect(await post(created(`real-${times}`))).toBe(200);
    expect(await post(created(), signed('another text', SECRET))).toBe(401);
  });

  it.each(['/notifications/', '/', '/webhook/notifications'])('accepts a valid signature also on %s', async (path) => {
    expect(await post(created(), undefined, path)).toBe(200);
    expect(store.queue.get('read', 'o1')).not.toBeNull();
  });

  it('accepts delivery events on the order path, and orders on the delivery path', async () => {
    const [head, payload] = [{ alg: 'HS256' }, DELIVERED].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
    const token = `${head}.${payload}.${createHmac('sha256', SECRET).update(`${head}.${payload}`).digest('base64url')}`;
    expect(await post(JSON.stringify({ token }), {})).toBe(200);
    expect(store.inbox.newest(1)).toMatchObject([{ type: 'order.delivered' }]);
    expect(await post(created(), undefined, '/notifications/deliveries')).toBe(200);
    expect(store.inbox.newest(1)).toMatchObject([{ id: 'n1' }]);
  });

  it('answers requests to other paths and with other methods with an explanation', async () => {
    expect(await post(created(), {}, '/elsewhere')).toBe(404);
    expect(await post(created(), signed('another text', SECRET), '/elsewhere')).toBe(404);
    expect(store.inbox.newest(1)).toEqual([]);
    expect((await fetch(`http://127.0.0.1:${receiver.port}/notifications`)).status).toBe(405);
  });

  it('stores nothing of an aborted request, and keeps running', async () => {
    await new Promise<void>((resolve) => {
      const socket = connect(receiver.port, '127.0.0.1', () => {
        socket.write('POST /notifications HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n{"id":');
        setTimeout(() => socket.destroy(), 50);
      });
      socket.on('close', () => resolve());
      socket.on('error', () => resolve());
    });
    expect(await post(created())).toBe(200);
    expect(store.inbox.newest(10)).toHaveLength(1);
  });
});

it('a receiver that listens on all addresses shows an address at which this computer reaches it', async () => {
  await using receiving = keepReceiving({
    ...intakeInto(dir, createIngestion(store), systemTime, onDefect),
    settings: () => ({ host: '0.0.0.0', port: 0, path: '/notifications' }),
    secrets: async () => secrets,
    deliverySecrets: async () => [],
    priceUnit: () => () => 1,
    notices: { raise: () => undefined, clear: () => undefined },
    onChange: () => undefined,
    onDefect,
  });
  await receiving.settled();
  const { url } = receiving.view();
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/notifications$/);
  const body = created();
  expect((await fetch(url ?? '', { method: 'POST', body, headers: signed(body, SECRET) })).status).toBe(200);
});
