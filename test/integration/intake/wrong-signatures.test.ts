/** Wrongly signed notifications: an alarm if the service uses another secret, but not for strangers. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createIngestion } from '../../../main/intake/ingest.ts';
import type { Receiver } from '../../../main/intake/webhook/receiver.ts';
import { type WatchedSignatures, watchSignatures } from '../../../main/intake/webhook/wrong-signatures.ts';
import type { Store } from '../../../main/store/store.ts';
import { postTo, receiverInto, signed } from '../../setup/intake.ts';
import { onDefect, testFolder, testStore } from '../../setup/parts.ts';
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
  dir = testFolder();
  time = testTime();
  await start();
  store.write(() => store.venues.connected('our-venue', time.wall()));
});
afterEach(stop);

async function start(): Promise<void> {
  reported = 0;
  store = testStore(dir, { time, backups: null });
  const onChange = () => {
    reported += 1;
  };
  watched = watchSignatures(store, time, { onChange, onDefect });
  const ingestion = createIngestion(store, undefined, watched);
  receiver = await receiverInto(dir, ingestion, time, { secrets: async () => [SECRET, EARLIER] });
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

const post = (body: string, headers: Record<string, string>) => postTo(receiver, body, headers);
const signedBy = (secret: string, body: string) => post(body, signed(body, secret));
const tally = (name: string) => store.tallies.all().find((entry) => entry.name === name)?.count ?? 0;

test('requests of strangers (unsigned, malformed or for other venues) raise no alarm', async () => {
  expect(await post(news(), {})).toBe(401);
  expect(await post(news(), { 'service-signature': 'nonsense' })).toBe(401);
  expect(await signedBy(ANOTHER, news('another-venue'))).toBe(401);
  expect(await signedBy(ANOTHER, 'this is no notification')).toBe(401);
  expect(await signedBy(ANOTHER, news('our-venue', 'self-test.notification'))).toBe(401);
  expect(await signedBy(ANOTHER, news('our-venue', 'anything'))).toBe(401);
  expect(watched.view()).toEqual({ are: 'none' });
  expect(reported).toBe(0);
  expect([tally('signature-missing'), tally('signature-wrong'), tally('signature-wrong-for-venue')]).toEqual([1, 5, 0]);
});

test('a wrongly signed notification for our venue raises the alarm until a correctly signed one, also over a restart', async () => {
  expect(await signedBy(ANOTHER, news())).toBe(401);
  expect(watched.view()).toEqual({ are: 'all' });
  expect(reported).toBe(1);
  await time.advance(1);
  await stop();
  await start();
  expect(watched.view()).toEqual({ are: 'all' });
  await time.advance(120 * MINUTE);
  expect(watched.view()).toEqual({ are: 'all' });
  // A self-test isn't from the service, so it doesn't end the alarm.
  expect(await signedBy(SECRET, JSON.stringify({ id: 'own', type: 'self-test.notification' }))).toBe(200);
  expect(watched.view()).toEqual({ are: 'all' });
  expect(await signedBy(EARLIER, news())).toBe(200);
  expect(watched.view()).toEqual({ are: 'none' });
});

test('a stranger who knows the venue raises no alarm while valid ones arrive, only a count', async () => {
  const since = time.wall();
  await signedBy(ANOTHER, news());
  await time.advance(MINUTE);
  await signedBy(SECRET, news());
  expect(watched.view()).toEqual({ are: 'some', count: 1, since });
  for (let more = 0; more < 3; more += 1) await signedBy(ANOTHER, news());
  expect(watched.view()).toEqual({ are: 'some', count: 4, since });
  // Screens get one update for many wrong signatures.
  await time.advance(2_000);
  const before = reported;
  for (let more = 0; more < 5; more += 1) await signedBy(ANOTHER, news());
  expect(reported).toBe(before);
  await time.advance(2_000);
  expect(reported).toBe(before + 1);
  // After half an hour without a valid one, the wrongly signed ones may be the service's.
  await time.advance(31 * MINUTE);
  expect(watched.view()).toEqual({ are: 'all' });
  await signedBy(SECRET, news());
  expect(watched.view()).toMatchObject({ are: 'some' });
  await time.advance(62 * MINUTE);
  expect(watched.view()).toEqual({ are: 'none' });
});

test('a secret is verified only by a notification signed with it, and a changed secret starts unverified', async () => {
  const verifiedAt = () => store.verifications.at('webhook-secret', '');
  await signedBy(EARLIER, news());
  await signedBy(SECRET, JSON.stringify({ id: 'own', type: 'self-test.notification' }));
  expect(verifiedAt()).toBeNull();
  const at = time.wall();
  await signedBy(SECRET, news());
  expect(verifiedAt()).toBe(at);
  expect(reported).toBe(1);
  await time.advance(MINUTE);
  await signedBy(SECRET, news());
  expect(verifiedAt()).toBe(at);
  await signedBy(ANOTHER, news());
  watched.secretChanged();
  expect(verifiedAt()).toBeNull();
  expect(watched.view()).toEqual({ are: 'none' });
});
