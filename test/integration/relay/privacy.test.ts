/** What a stolen disk of the relay reveals. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { deliveryReference } from '../../../contract/relay/reference.ts';
import { makeSealPair, open, type SealPair } from '../../../contract/relay/sealed.ts';
import { inDatabase, testFolder } from '../../setup/parts.ts';
import { deliveryEvent, openRelay, orderNotification, postDelivery, postOrder, type RunningRelay, VENUE } from './at-the-relay.ts';
import { type Invited, keyFor, type LightCounter, listen, type News, operator, relayWithKey } from './light-counter.ts';

test("the data folder holds no code and no key except the operator's", async () => {
  const { relay, key } = await relayWithKey();
  const { code } = (await operator(relay, 'POST', '/invitations', { venue_ids: [VENUE] })).body as Invited;
  const holding = (secret: string): string[] =>
    readdirSync(relay.dataDir).filter((name) => readFileSync(join(relay.dataDir, name)).includes(secret));
  expect(holding(key)).toEqual([]);
  expect(holding(code)).toEqual([]);
  expect(holding(code.replaceAll('-', ''))).toEqual([]);
  expect(holding(relay.addresses.operator_key)).toEqual(['operator.key']);
});

const PLACE = { lat: 60.170_833_21, lon: 24.938_611_43 };
const NAME = 'Aino Testaaja';

function telling(id: string, over: object = {}, type = 'order.location_updated'): Buffer {
  const details = { id, service_order_reference_id: 's1', venue_id: VENUE, courier_location: PLACE, pin_code: '4711-0815', ...over };
  return deliveryEvent({ type, dispatched_at: '2026-11-22T12:00:00Z', details: { ...details, parcels: [{ description: `For ${NAME}` }] } });
}

/** Which private texts are on disk: plain, or in the token's base64 at each of its three alignments. */
function readableIn(dataDir: string): string[] {
  const parts = [NAME, String(PLACE.lat), String(PLACE.lon), '4711-0815', 'pin_code', 'courier_location'].flatMap((text) => [
    text,
    ...[0, 1, 2].map((before) => {
      const coded = Buffer.concat([Buffer.alloc(before, 'x'), Buffer.from(text)]).toString('base64url');
      return coded.slice(before === 0 ? 0 : before + 1, Math.floor(((before + text.length) * 8) / 6));
    }),
  ]);
  return readdirSync(dataDir).filter((name) => {
    const bytes = readFileSync(join(dataDir, name));
    return parts.some((part) => bytes.includes(part));
  });
}

function bodiesIn(dataDir: string, table = 'news'): Buffer[] {
  return inDatabase(join(dataDir, 'relay.sqlite'), (db) => db.prepare<[], Buffer>(`SELECT body FROM ${table} ORDER BY seq`).pluck().all());
}

function waitingKey(dataDir: string): SealPair {
  return JSON.parse(readFileSync(join(dataDir, 'waiting.key'), 'utf8'));
}

async function known(relay: RunningRelay, key: string, pair: SealPair): Promise<void> {
  const counter = await listen(relay, key, { [VENUE]: 0 }, pair.publicKey);
  await expect.poll(() => counter.frames.length).toBeGreaterThan(0);
  await counter.close();
}

test("a stolen relay disk with all keys reveals no courier's place or name", async () => {
  const relay = await openRelay();
  const [first, second] = [makeSealPair(), makeSealPair()];
  const { key } = await keyFor(relay, VENUE);
  await known(relay, key, first);
  const other = await keyFor(relay, VENUE);
  await known(relay, other.key, second);
  // Events found by venue, by a reference the service used before, and by our own reference.
  const sent = [
    telling('e1'),
    telling('e2', { venue_id: undefined }),
    telling('e3', { venue_id: undefined, service_order_reference_id: 's9', merchant_order_reference_id: deliveryReference(VENUE, 'd1') }),
    telling('e4', {}, 'order.handshake_delivery'),
  ];
  for (const body of sent) expect(await postDelivery(relay, body)).toBe(200);
  expect(readdirSync(relay.dataDir)).toContain('relay.sqlite-wal');
  expect(readableIn(relay.dataDir)).toEqual([]);
  // The search would find texts that aren't sealed.
  expect(readableIn(folderWith(sent[0] ?? Buffer.alloc(0)))).toEqual(['kept']);

  const kept = bodiesIn(relay.dataDir);
  expect(kept).toHaveLength(4);
  for (const [at, body] of kept.entries()) {
    expect(open(body, waitingKey(relay.dataDir))).toEqual({ ok: false, why: 'another-key' });
    for (const pair of [first, second]) expect(open(body, pair)).toEqual({ ok: true, body: sent[at] });
  }
  // Each app receives exactly the stored bytes, also by polling and after a restart.
  const again = await relay.again();
  expect(readableIn(relay.dataDir)).toEqual([]);
  const counter = await listen(again, key, { [VENUE]: 0 }, first.publicKey);
  await expect.poll(() => counter.news().length).toBe(4);
  for (const [at, { body, sealed, signature }] of counter.news().entries()) {
    expect([sealed, signature]).toEqual([true, null]);
    expect(open(Buffer.from(body, 'base64'), first)).toEqual({ ok: true, body: sent[at] });
  }
  expect(again.defects).toEqual([]);
});

test('an order notification is stored as received', async () => {
  const { relay, key } = await relayWithKey();
  await known(relay, key, makeSealPair());
  const body = orderNotification(VENUE);
  await postOrder(relay, body);
  expect(bodiesIn(relay.dataDir)).toEqual([body]);
});

test('an older app without a seal key still gets events, which the relay stores sealed with its own key', async () => {
  const { relay, key } = await relayWithKey();
  const pair = makeSealPair();
  const newer = await keyFor(relay, VENUE);
  await known(relay, newer.key, pair);
  const sent = telling('e1');
  await postDelivery(relay, sent);
  expect(readableIn(relay.dataDir)).toEqual([]);
  const [kept = Buffer.alloc(0)] = bodiesIn(relay.dataDir);
  expect(open(kept, waitingKey(relay.dataDir))).toEqual({ ok: true, body: sent });

  const older = await listen(relay, key, { [VENUE]: 0 });
  expect((await firstNews(older)).sealed).toBeUndefined();
  expect(Buffer.from((await firstNews(older)).body, 'base64')).toEqual(sent);
  const counter = await listen(relay, newer.key, { [VENUE]: 0 }, pair.publicKey);
  expect(open(Buffer.from((await firstNews(counter)).body, 'base64'), pair)).toEqual({ ok: true, body: sent });
  // Once the older app is updated, the relay can open nothing more.
  await known(relay, key, makeSealPair());
  await postDelivery(relay, telling('e2'));
  expect(open(bodiesIn(relay.dataDir)[1] ?? kept, waitingKey(relay.dataDir)).ok).toBe(false);
});

test('events without a venue or app wait sealed on disk, and reach the app that is invited later', async () => {
  const relay = await openRelay();
  const [nameless, early] = [telling('e1', { venue_id: undefined, service_order_reference_id: 's7' }), telling('e2')];
  expect([await postDelivery(relay, nameless), await postDelivery(relay, early)]).toEqual([200, 200]);
  expect(readableIn(relay.dataDir)).toEqual([]);
  const again = await relay.again();
  const { body } = await operator(again, 'GET', '/unroutable');
  expect(body).toMatchObject({ waiting: 1, news: [{ type: 'order.location_updated', reference: 's7' }] });
  const [{ seq }] = (body as { news: [{ seq: number }] }).news;
  expect((await operator(again, 'POST', `/unroutable/${seq}`, { venue_id: VENUE })).status).toBe(204);
  const { key } = await keyFor(again, VENUE);
  const counter = await listen(again, key, { [VENUE]: 0 }, makeSealPair().publicKey);
  await expect.poll(() => counter.news().length).toBe(2);
  expect(counter.news().map((news) => Buffer.from(news.body, 'base64'))).toEqual([early, nameless]);
  expect(counter.news().map(({ sealed }) => sealed)).toEqual([undefined, undefined]);
});

test("an app that replaces another can't open events that were sealed for the other", async () => {
  const { relay, key } = await relayWithKey();
  await known(relay, key, makeSealPair());
  await postDelivery(relay, telling('e1'));
  const pair = makeSealPair();
  const next = await keyFor(relay, VENUE);
  const counter = await listen(relay, next.key, { [VENUE]: 0 }, pair.publicKey);
  const news = await firstNews(counter);
  expect(news.sealed).toBe(true);
  expect(open(Buffer.from(news.body, 'base64'), pair)).toEqual({ ok: false, why: 'another-key' });
});

test('an invalid seal key ends the connection, and events are still accepted', async () => {
  const { relay, key } = await relayWithKey();
  for (const wrong of ['x', 'A'.repeat(43)]) {
    const counter = await listen(relay, key, { [VENUE]: 0 }, wrong);
    expect(await counter.ended).toBe('bad-frame');
  }
  expect(await postDelivery(relay, telling('e1'))).toBe(200);
});

test("a damaged waiting.key stops the relay's start with a text that reveals nothing of the key", async () => {
  const relay = await openRelay();
  const pair = waitingKey(relay.dataDir);
  const file = join(relay.dataDir, 'waiting.key');
  await relay.stop();
  for (const text of ['{"publicKey":', 'null', JSON.stringify({ ...pair, privateKey: makeSealPair().privateKey })]) {
    writeFileSync(file, text);
    const refused = await relay.again().catch((error: Error) => error);
    expect(refused).toMatchObject({ message: expect.stringMatching(/waiting\.key cannot be used: /) });
    expect(String(refused)).not.toContain(pair.privateKey);
  }
  writeFileSync(file, JSON.stringify(pair));
  expect((await relay.again()).defects).toEqual([]);
});

async function firstNews(counter: LightCounter) {
  await expect.poll(() => counter.news().length).toBeGreaterThan(0);
  return counter.news()[0] as News;
}

function folderWith(bytes: Buffer): string {
  const folder = testFolder();
  writeFileSync(join(folder, 'kept'), bytes);
  return folder;
}
