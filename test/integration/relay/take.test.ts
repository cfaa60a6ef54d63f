/** The relay accepts only signed notifications from the service, and a 200 means it is on disk. */
import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { deliveryReference } from '../../../contract/relay/reference.ts';
import { notingReads } from '../../setup/noting-reads.ts';
import { inDatabase } from '../../setup/parts.ts';
import { testTime } from '../../setup/test-time.ts';
import { say } from '../shared/raw-socket.ts';
import {
  DELIVERY_SECRET,
  deliveryEvent,
  fillDisk,
  openRelay,
  orderNotification,
  postDelivery,
  postOrder,
  type RunningRelay,
  signed,
  VENUE,
} from './at-the-relay.ts';
import { keyFor, listen, operator, ping } from './light-counter.ts';

function onDisk(
  relay: RunningRelay,
  table: 'news' | 'unroutable',
): { venue_id?: string; kind: string; body: Buffer; reference?: string }[] {
  const rows = (db: Database.Database) => db.prepare(`SELECT * FROM ${table} ORDER BY seq`).all();
  return inDatabase(join(relay.dataDir, 'relay.sqlite'), rows) as ReturnType<typeof onDisk>;
}

test('a signed notification is on disk byte for byte when answered, and a repeat is recognized', async () => {
  const relay = await openRelay();
  const body = orderNotification(VENUE);
  expect(await postOrder(relay, body)).toBe(200);
  expect(onDisk(relay, 'news')).toMatchObject([{ venue_id: VENUE, kind: 'order', body }]);
  expect(await postOrder(relay, body, signed(body).toUpperCase())).toBe(200);
  const again = await relay.again();
  expect(await postOrder(again, body)).toBe(200);
  expect(onDisk(again, 'news')).toHaveLength(1);
});

test("every webhook secret is compared, so that the time taken doesn't reveal which one fits", async () => {
  const secrets = ['the-first-secret-of-the-webhook', 'the-second-secret-of-the-webhook', 'the-third-secret-of-the-webhook'];
  const { list, read } = notingReads(secrets);
  const relay = await openRelay({ orderSecrets: list });
  for (const secret of secrets) {
    const body = orderNotification(VENUE);
    expect(await postOrder(relay, body, signed(body, secret))).toBe(200);
    expect(read.splice(0)).toEqual(secrets);
  }
});

test("requests without a valid signature aren't written to disk", async () => {
  const relay = await openRelay();
  const body = orderNotification(VENUE);
  expect(await postOrder(relay, body, null)).toBe(401);
  expect(await postOrder(relay, body, '0'.repeat(64))).toBe(401);
  expect(await postOrder(relay, body, 'sha256=x')).toBe(401);
  expect(await postOrder(relay, Buffer.alloc(70_000, 'x'))).toBe(413);
  const event = { type: 'order.received', details: { id: 'e1', venue_id: VENUE } };
  expect(await postDelivery(relay, Buffer.from('{}'))).toBe(400);
  expect(await postDelivery(relay, deliveryEvent(event, 'another-secret-of-the-webhook'))).toBe(401);
  for (const header of [{ alg: 'none' }, { alg: 'HS512' }, { alg: 'HS256', crit: ['exp'] }, { alg: 'HS256', b64: false }, []])
    expect(await postDelivery(relay, deliveryEvent(event, DELIVERY_SECRET, header))).toBe(401);
  expect((await fetch(relay.addresses.ingest_url)).status).toBe(405);
  expect((await fetch(`${relay.addresses.counter_url}/else`)).status).toBe(404);
  expect([...onDisk(relay, 'news'), ...onDisk(relay, 'unroutable')]).toEqual([]);
});

test('the webhook address also works with a trailing slash', async () => {
  const relay = await openRelay();
  const body = orderNotification(VENUE);
  const headers = { 'service-signature': signed(body) };
  expect((await fetch(`${relay.addresses.ingest_url}/`, { method: 'POST', body, headers })).status).toBe(200);
});

test('an aborted request leaves nothing, and the next one is served', async () => {
  const relay = await openRelay();
  const body = orderNotification(VENUE);
  const { port } = new URL(relay.addresses.ingest_url);
  await new Promise<void>((resolve) => {
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(
        `POST /notifications HTTP/1.1\r\nHost: x\r\nService-Signature: ${signed(body)}\r\nContent-Length: ${body.length}\r\n\r\n`,
      );
      socket.write(body.subarray(0, 20), () => socket.resetAndDestroy());
    });
    socket.once('close', () => resolve());
  });
  // A duplicate header, an expectation, an upgrade to nothing: handled as a request or closed.
  for (const headers of [{ expect: 'nothing' }, { upgrade: 'nothing', connection: 'upgrade' }])
    await new Promise((resolve) =>
      request(relay.addresses.ingest_url, { method: 'POST', headers }).on('error', resolve).on('response', resolve).end(),
    );
  expect(await postOrder(relay, body)).toBe(200);
  expect(onDisk(relay, 'news')).toHaveLength(1);
  expect(relay.defects).toEqual([]);
});

test("many idle connections don't keep the service or an app from connecting", async () => {
  const relay = await openRelay({ settings: { limits: { connections: 16 } } });
  const counter = await listen(relay, (await keyFor(relay, VENUE)).key, { [VENUE]: 0 });
  const { port } = new URL(relay.addresses.ingest_url);
  for (let number = 0; number < 40; number += 1) await say(Number(port), number % 2 ? 'POST /notif' : '');
  expect(await postOrder(relay, orderNotification(VENUE))).toBe(200);
  await expect.poll(() => counter.news().length).toBe(1);
});

test('a delivery event is routed by venue, by our prefix, or by a known reference', async () => {
  const relay = await openRelay();
  const send = (details: object, type = 'order.received') =>
    postDelivery(relay, deliveryEvent({ type, dispatched_at: new Date().toISOString(), details: { id: randomUUID(), ...details } }));
  const place = { tracking_id: 't1', merchant_order_reference_id: '1001', courier_location: { lat: 1, lon: 2 } };

  expect(
    await send(
      { service_order_reference_id: 's0', ...place, tracking_id: 't0', merchant_order_reference_id: deliveryReference(VENUE, 'b7') },
      'order.location_updated',
    ),
  ).toBe(200);
  expect(onDisk(relay, 'news').map(({ venue_id }) => venue_id)).toEqual([VENUE]);

  expect(await send({ service_order_reference_id: 's1', ...place }, 'order.location_updated')).toBe(200);
  expect(onDisk(relay, 'unroutable')).toMatchObject([{ kind: 'delivery', reference: 's1' }]);
  // This event names the venue: the waiting ones are released, and from then on the reference is enough.
  expect(await send({ service_order_reference_id: 's1', tracking_reference: 't1', venue_id: 'v1' })).toBe(200);
  expect(onDisk(relay, 'unroutable')).toEqual([]);
  expect(await send({ service_order_reference_id: 's1', pin_code: '1234' }, 'order.handshake_delivery')).toBe(200);
  expect(onDisk(relay, 'news').map(({ venue_id }) => venue_id)).toEqual([VENUE, 'v1', 'v1', 'v1']);

  // A reference like 1001 may exist at two venues, so it proves neither.
  expect(await send({ service_order_reference_id: 's2', venue_id: 'v2', merchant_order_reference_id: '1001' })).toBe(200);
  expect(await send({ service_order_reference_id: 's3', merchant_order_reference_id: '1001' }, 'order.handshake_delivery')).toBe(200);
  expect(onDisk(relay, 'unroutable')).toMatchObject([{ reference: 's3' }]);
});

test('while the disk is full the service is asked to retry, and the retry is stored once there is space', async () => {
  const relay = await openRelay();
  const mend = fillDisk(relay, 'news');
  const bodies = Array.from({ length: 5 }, () => orderNotification(VENUE));
  expect(await Promise.all(bodies.map((body) => postOrder(relay, body)))).toEqual([503, 503, 503, 503, 503]);
  expect(String(relay.defects[0])).toContain('the disk is full');
  const { key } = await keyFor(relay, VENUE);
  const counter = await listen(relay, key, { [VENUE]: 0 });
  counter.send(ping(1));
  await expect.poll(() => counter.frames.at(-1)).toMatchObject({ type: 'pong', keeps: false });
  mend();
  expect(await Promise.all(bodies.map((body) => postOrder(relay, body)))).toEqual([200, 200, 200, 200, 200]);
  expect(onDisk(relay, 'news')).toHaveLength(5);
});

test('a disk with space again is noticed even without new notifications', async () => {
  const time = testTime();
  const relay = await openRelay({ time });
  const problems = async () => ((await operator(relay, 'GET', '/problems')).body as { problems: { code: string }[] }).problems;
  const mend = fillDisk(relay, 'news', 'write_probe');
  expect(await postOrder(relay, orderNotification(VENUE))).toBe(503);
  await time.advance(20_000);
  expect(await problems()).toMatchObject([{ code: 'storage' }]);
  mend();
  // One success isn't enough: a full disk accepts a few now and then.
  expect(await postOrder(relay, orderNotification(VENUE))).toBe(200);
  expect(await problems()).toMatchObject([{ code: 'storage' }, { code: 'unknown-venue' }]);
  await time.advance(11_000);
  expect(await problems()).toMatchObject([{ code: 'unknown-venue' }]);
});
