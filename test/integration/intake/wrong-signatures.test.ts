/** Wrongly signed notifications: an alarm if the service uses another secret, but not for strangers. */
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createIngestion } from '../../../main/intake/ingest.ts';
import { type Receiver, startReceiver } from '../../../main/intake/webhook/receiver.ts';
import { type WatchedSignatures, watchSignatures } from '../../../main/intake/webhook/wrong-signatures.ts';
import { openStore, type Store } from '../../../main/store/store.ts';
import { intakeInto } from '../../setup/intake.ts';
import { type TestTime, testTime } from '../../setup/test-time.ts';

const SECRET = 'a-secret-of-at-least-128-bits';
const EARLIER = 'the-secret-that-was-before-it';
const ANOTHER = 'a-secret-that-nobody-stored-here';
const MINUTE = 60_000;
let dir: string;
let time: TestTime;
let store: Store;
let receiver: Receiver;
let watched: WatchedSignatures & Disposable;
let reported: number;
let count = 0;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'tillbridge-signatures-'));
  time = testTime();
  await start();
  store.write(() => store.venues.connected('our-venue', time.wall()));
});
afterEach(async () => {
  await stop();
  rmSync(dir, { recursive: true, force: true });
});

async function start(): Promise<void> {
  reported = 0;
  store = openStore(dir, { time, backups: null });
  const onDefect = (error: unknown) => {
    throw error;
  };
  const onChange = () => {
    reported += 1;
  };
  watched = watchSignatures(store, time, { onChange, onDefect });
  receiver = await startReceiver({
    ...intakeInto(dir, createIngestion(store, undefined, watched), time, onDefect),
    host: '127.0.0.1',
    port: 0,
    path: '/notifications',
    secrets: async () => [SECRET, EARLIER],
    deliverySecrets: async () => [],
    priceUnit: () => () => 1,
    onDefect,
  });
}

async function stop(): Promise<void> {
  await receiver.close();
  watched[Symbol.dispose]();
  store.close();
}

function news(venueId = 'our-venue', type = 'order.notification'): string {
  count += 1;
  return JSON.stringify({ id: `n${count}`, type, order: { id: `o${count}`, venue_id: venueId, status: 'CREATED' } });
}

async function post(body: string, headers: Record<string, string>): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${receiver.port}/notifications`, { method: 'POST', body, headers });
  await response.text();
  return response.status;
}
const signed = (body: string, secret: string) =>
  post(body, { 'service-signature': createHmac('sha256', secret).update(body).digest('hex') });
const tally = (name: string) => store.tallies.all().find((entry) => entry.name === name)?.count ?? 0;

test('requests of strangers change nothing: unsigned, malformed or for other venues', async () => {
  expect(await post(news(), {})).toBe(401);
  expect(await post(news(), { 'service-signature': 'nonsense' })).toBe(401);
  expect(await signed(news('another-venue'), ANOTHER)).toBe(401);
  expect(await signed('this is no notification', ANOTHER)).toBe(401);
  expect(await signed(news('our-venue', 'self-test.notification'), ANOTHER)).toBe(401);
  expect(await signed(news('our-venue', 'anything'), ANOTHER)).toBe(401);
  expect(watched.view()).toEqual({ are: 'none' });
  expect(reported).toBe(0);
  expect([tally('signature-missing'), tally('signature-wrong'), tally('signature-wrong-for-venue')]).toEqual([1, 5, 0]);
});

test('a plausible one raises the alarm at once, over restarts, until one is signed correctly', async () => {
  expect(await signed(news(), ANOTHER)).toBe(401);
  expect(watched.view()).toEqual({ are: 'all' });
  expect(reported).toBe(1);
  await time.advance(1);
  await stop();
  await start();
  expect(watched.view()).toEqual({ are: 'all' });
  await time.advance(120 * MINUTE);
  expect(watched.view()).toEqual({ are: 'all' });
  // One the service never sends proves nothing.
  expect(await signed(JSON.stringify({ id: 'own', type: 'self-test.notification' }), SECRET)).toBe(200);
  expect(watched.view()).toEqual({ are: 'all' });
  expect(await signed(news(), EARLIER)).toBe(200);
  expect(watched.view()).toEqual({ are: 'none' });
});

test('a stranger who knows the venue raises no alarm while valid ones arrive, only a count', async () => {
  const since = time.wall();
  await signed(news(), ANOTHER);
  await time.advance(MINUTE);
  await signed(news(), SECRET);
  expect(watched.view()).toEqual({ are: 'some', count: 1, since });
  for (let more = 0; more < 3; more += 1) await signed(news(), ANOTHER);
  expect(watched.view()).toEqual({ are: 'some', count: 4, since });
  // Screens get one update for many of them.
  await time.advance(2_000);
  const before = reported;
  for (let more = 0; more < 5; more += 1) await signed(news(), ANOTHER);
  expect(reported).toBe(before);
  await time.advance(2_000);
  expect(reported).toBe(before + 1);
  // On a quiet afternoon no valid one arrives for so long that it may be the service after all.
  await time.advance(31 * MINUTE);
  expect(watched.view()).toEqual({ are: 'all' });
  await signed(news(), SECRET);
  expect(watched.view()).toMatchObject({ are: 'some' });
  await time.advance(62 * MINUTE);
  expect(watched.view()).toEqual({ are: 'none' });
});

test('only its own signature verifies the newest secret, and a new one starts unverified', async () => {
  const provedAt = () => store.proofs.at('webhook-secret', '');
  await signed(news(), EARLIER);
  await signed(JSON.stringify({ id: 'own', type: 'self-test.notification' }), SECRET);
  expect(provedAt()).toBeNull();
  const at = time.wall();
  await signed(news(), SECRET);
  expect(provedAt()).toBe(at);
  expect(reported).toBe(1);
  await time.advance(MINUTE);
  await signed(news(), SECRET);
  expect(provedAt()).toBe(at);
  await signed(news(), ANOTHER);
  watched.secretChanged();
  expect(provedAt()).toBeNull();
  expect(watched.view()).toEqual({ are: 'none' });
});
