/** The relay's delivery of notifications to an app. */
import { createHmac } from 'node:crypto';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createEmbeddedEngine } from '../../../relay/engine/embedded.ts';
import { openSession } from '../../../relay/give/session.ts';
import { openDatabase } from '../../../relay/store/database.ts';
import { systemTime } from '../../../shared/time/system-time.ts';
import { testFolder, testTcpServer } from '../../setup/parts.ts';
import { runningTime } from '../../setup/test-time.ts';
import { ORDER_SECRET, OTHER_VENUE, openRelay, orderNotification, postOrder, signed, VENUE } from './at-the-relay.ts';
import { connectedCounter, hello, type Invited, keyFor, listen, operator, ping, redeem, relayWithKey } from './light-counter.ts';

test('a notification arrives with its signature at once, after the earlier ones in order', async () => {
  const relay = await openRelay();
  const [first, second, foreign] = [orderNotification(VENUE), orderNotification(VENUE), orderNotification(OTHER_VENUE)];
  await postOrder(relay, first);
  await postOrder(relay, foreign);
  const { key } = await keyFor(relay, VENUE);
  const counter = await listen(relay, key, { [VENUE]: 0 });
  await expect.poll(() => counter.news().length).toBe(1);
  await postOrder(relay, second);
  await expect.poll(() => counter.news().length).toBe(2);
  const [welcome] = counter.frames;
  expect(welcome).toMatchObject({ type: 'welcome', version: 2, venues: [{ venueId: VENUE, last: counter.news()[0]?.seq }], refused: [] });
  for (const [at, body] of [first, second].entries()) {
    const news = counter.news()[at];
    expect(Buffer.from(news?.body ?? '', 'base64')).toEqual(body);
    expect(news?.signature).toBe(createHmac('sha256', ORDER_SECRET).update(body).digest('hex'));
    expect(news).toMatchObject({ venueId: VENUE, kind: 'order' });
  }
});

test('unacknowledged notifications are delivered again at the next connection, also after a restart', async () => {
  const { relay, key, counter } = await connectedCounter();
  await postOrder(relay, orderNotification(VENUE));
  await expect.poll(() => counter.news().length).toBe(1);
  counter.ack(VENUE);
  for (let count = 0; count < 3; count += 1) await postOrder(relay, orderNotification(VENUE));
  await expect.poll(() => counter.news().length).toBe(4);
  const seqs = counter.news().map(({ seq }) => seq);

  const restarted = await relay.again();
  expect(await counter.ended).toBe('closing');
  const next = await listen(restarted, key, { [VENUE]: seqs[0] ?? 0 });
  await expect.poll(() => next.news().map(({ seq }) => seq)).toEqual(seqs.slice(1));
  next.ack(VENUE);
  next.send(ping(1));
  await expect.poll(() => next.frames.at(-1)?.type).toBe('pong');
  // The position in an app's hello acknowledges too.
  const last = await listen(restarted, key, { [VENUE]: seqs[3] ?? 0 });
  await postOrder(restarted, orderNotification(VENUE));
  await expect.poll(() => last.news().length).toBe(1);
  expect(seqs).not.toContain(last.news()[0]?.seq);
});

test("an app whose position is above the relay's numbers, as after a lost disk, gets all notifications", async () => {
  const relay = await openRelay();
  await postOrder(relay, orderNotification(VENUE));
  const { key } = await keyFor(relay, VENUE);
  const counter = await listen(relay, key, { [VENUE]: Number.MAX_SAFE_INTEGER });
  await expect.poll(() => counter.news().length).toBe(1);
  counter.send({ type: 'ack', venueId: VENUE, seq: Number.MAX_SAFE_INTEGER });
  await counter.close();
  const next = await listen(relay, key, { [VENUE]: 0 });
  await expect.poll(() => next.news().length).toBe(1);
});

test("an app's key gives access only to the app's own venues", async () => {
  const relay = await openRelay();
  await postOrder(relay, orderNotification(OTHER_VENUE));
  const { key } = await keyFor(relay, VENUE);
  const other = await keyFor(relay, OTHER_VENUE);
  const counter = await listen(relay, key, { [VENUE]: 0, [OTHER_VENUE]: 0 });
  await expect.poll(() => counter.frames[0]).toMatchObject({ type: 'welcome', venues: [{ venueId: VENUE }], refused: [OTHER_VENUE] });
  counter.send({ type: 'ack', venueId: OTHER_VENUE, seq: 1 });
  await postOrder(relay, orderNotification(OTHER_VENUE));
  await postOrder(relay, orderNotification(VENUE));
  await expect.poll(() => counter.news().length).toBe(1);
  expect(counter.news()[0]?.venueId).toBe(VENUE);
  const owner = await listen(relay, other.key, { [OTHER_VENUE]: 0 });
  await expect.poll(() => owner.news().length).toBe(2);
});

test('of two connections with one key the newer one stays', async () => {
  const { relay, key, counter: older } = await connectedCounter();
  await expect.poll(() => older.frames.length).toBe(1);
  const newer = await listen(relay, key, { [VENUE]: 0 });
  expect(await older.ended).toBe('too-many');
  await postOrder(relay, orderNotification(VENUE));
  await expect.poll(() => newer.news().length).toBe(1);
  expect(older.news()).toEqual([]);
});

test('a pong has the time of the last notification for this app', async () => {
  const { relay, counter } = await connectedCounter();
  counter.send(ping(7));
  await expect.poll(() => counter.frames.at(-1)).toMatchObject({ type: 'pong', id: 7, newsAt: null });
  const before = Date.now();
  await postOrder(relay, orderNotification(VENUE));
  counter.send(ping(8));
  await expect.poll(() => counter.frames.at(-1)).toMatchObject({ type: 'pong', id: 8, newsAt: expect.any(String) });
  const pong = counter.frames.at(-1);
  expect(pong?.type === 'pong' && Date.parse(pong.newsAt ?? '')).toBeGreaterThanOrEqual(before);
});

for (const [what, frame] of [
  ["a frame that isn't JSON", 'not json'],
  ['a list as a frame', '[]'],
  ['another frame before its hello', JSON.stringify(ping(1))],
  ['a hello with an invalid venue', JSON.stringify({ ...hello({}), venues: [{ venueId: 7, after: 0 }] })],
  ['a hello with more than 500 venues', JSON.stringify({ ...hello({}), venues: Array(501).fill({ venueId: 'v', after: 0 }) })],
] as const) {
  test(`an app that sends ${what} gets a bad-frame error`, async () => {
    const { relay, key } = await relayWithKey();
    const counter = await listen(relay, key, null);
    counter.send(frame);
    expect(await counter.ended).toBe('bad-frame');
    expect(relay.defects).toEqual([]);
  });
}

test("a second hello, a binary frame or a megabyte ends an app's connection; an unknown frame doesn't", async () => {
  const { relay, key, counter: later } = await connectedCounter();
  later.send(JSON.stringify({ type: 'of-tomorrow', more: 1 }));
  later.send(ping(1));
  await expect.poll(() => later.frames.at(-1)?.type).toBe('pong');
  later.send(hello({ [VENUE]: 0 }));
  expect(await later.ended).toBe('bad-frame');
  const bytes = await listen(relay, key, { [VENUE]: 0 });
  bytes.socket.send(Buffer.from([1, 2, 3]));
  expect(await bytes.ended).toBe('bad-frame');
  const long = await listen(relay, key, { [VENUE]: 0 });
  long.send('x'.repeat(1_000_000));
  await long.ended;
  const after = await listen(relay, key, { [VENUE]: 0 });
  await expect.poll(() => after.frames[0]?.type).toBe('welcome');
  expect(relay.defects).toEqual([]);
});

test('an app with another protocol, without a key or with a wrong one gets an error', async () => {
  const { relay, key } = await relayWithKey();
  const future = await listen(relay, key, null);
  future.send(JSON.stringify({ ...hello({ [VENUE]: 0 }), versions: [98, 99] }));
  expect(await future.ended).toBe('version');
  await expect(listen(relay, null, null)).rejects.toThrow('401');
  expect(await (await listen(relay, 'k'.repeat(43), null)).ended).toBe('key');
});

test('an app with a revoked key is informed at once, and at every later try', async () => {
  const { relay, key, id, counter } = await connectedCounter();
  await expect.poll(() => counter.frames.length).toBe(1);
  expect((await operator(relay, 'DELETE', `/counters/${id}`)).status).toBe(204);
  expect(await counter.ended).toBe('revoked');
  expect(await (await listen(relay, key, { [VENUE]: 0 })).ended).toBe('revoked');
  expect((await operator(relay, 'DELETE', `/counters/${id}`)).status).toBe(404);
  await postOrder(relay, orderNotification(VENUE));
  const next = await keyFor(relay, VENUE);
  const successor = await listen(relay, next.key, { [VENUE]: 0 });
  await expect.poll(() => successor.news().length).toBe(1);
});

test('an app that stops reading slows no other app, and gets the rest when it reads on', async () => {
  const relay = await openRelay();
  const [slow, quick] = [await keyFor(relay, VENUE), await keyFor(relay, OTHER_VENUE)];
  const big = () => {
    const body = JSON.parse(String(orderNotification(VENUE)));
    return Buffer.from(JSON.stringify({ ...body, filling: 'x'.repeat(50_000) }));
  };
  const stuck = await listen(relay, slow.key, { [VENUE]: 0 });
  await expect.poll(() => stuck.frames.length).toBe(1);
  stuck.socket.pause();
  for (let count = 0; count < 40; count += 1) await Promise.all([1, 2, 3, 4, 5].map(() => postOrder(relay, big())));
  const counter = await listen(relay, quick.key, { [OTHER_VENUE]: 0 });
  await postOrder(relay, orderNotification(OTHER_VENUE));
  await expect.poll(() => counter.news().length).toBe(1);
  stuck.socket.resume();
  await expect.poll(() => stuck.news().length, { timeout: 20_000 }).toBe(200);
  expect(new Set(stuck.news().map(({ seq }) => seq)).size).toBe(200);
});

test('no more notifications than configured are delivered before an acknowledgement', async () => {
  const { relay, key } = await relayWithKey({ settings: { limits: { unacknowledged: 2 } } });
  for (let count = 0; count < 5; count += 1) await postOrder(relay, orderNotification(VENUE));
  const counter = await listen(relay, key, { [VENUE]: 0 });
  for (const given of [2, 4, 5]) {
    await expect.poll(() => counter.news().length).toBe(given);
    counter.send(ping(given));
    await expect.poll(() => counter.frames.at(-1)).toMatchObject({ type: 'pong', id: given });
    expect(counter.news().length).toBe(given);
    counter.ack(VENUE);
  }
});

test('an app whose connection is dead no longer counts as connected after some seconds', async () => {
  const time = runningTime();
  const { relay, key } = await relayWithKey({ time });
  const { port } = new URL(relay.addresses.counter_url);
  let isDead = false;
  const between = await testTcpServer((socket) => {
    const onward = connect(Number(port), '127.0.0.1');
    socket.once('close', () => onward.destroy());
    for (const [from, to] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      from.on('data', (data) => isDead || to.write(data)).on('error', () => undefined);
    }
  });
  const through = { ...relay, addresses: { ...relay.addresses, counter_url: `http://127.0.0.1:${between}` } };
  const counter = await listen(through, key, { [VENUE]: 0 });
  await expect.poll(() => counter.frames.length).toBe(1);
  const isConnected = async () =>
    ((await operator(relay, 'GET', '/counters')).body as { counters: { is_connected: boolean }[] }).counters[0]?.is_connected;
  expect(await isConnected()).toBe(true);
  isDead = true;
  await time.advance(10_000);
  expect(await isConnected()).toBe(true);
  await time.advance(8_000);
  expect(await isConnected()).toBe(false);
});

test("an app's code is exchanged for a key once; a used code and an unknown one get different errors", async () => {
  const relay = await openRelay();
  const { code } = (await operator(relay, 'POST', '/invitations', { venue_ids: [VENUE], label: 'x' })).body as Invited;
  expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{5}-){4}[0-9A-HJKMNP-TV-Z]{5}$/);
  // As a person may type it.
  const redeemed = await redeem(relay, ` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')}`);
  expect(redeemed).toMatchObject({ status: 200, body: { venueIds: [VENUE], key: expect.stringMatching(/^[\w-]{43}$/) } });
  expect(await redeem(relay, code)).toEqual({ status: 400, body: { code: 'used' } });
  expect(await redeem(relay, 'AAAAA-AAAAA-AAAAA-AAAAA-AAAAA')).toEqual({ status: 400, body: { code: 'unknown' } });
  expect(await redeem(relay, 'short')).toEqual({ status: 400, body: { code: 'unknown' } });
});

test('an address that tries several wrong codes within a minute has to wait', async () => {
  const relay = await openRelay({ settings: { limits: { redeem_tries_per_minute: 3 } } });
  for (let count = 0; count < 3; count += 1) expect((await redeem(relay, `AAAAA-AAAAA-AAAA${count}`)).status).toBe(400);
  const { code } = (await operator(relay, 'POST', '/invitations', { venue_ids: [VENUE] })).body as Invited;
  expect((await redeem(relay, code)).status).toBe(429);
});

test.each([
  // A client may write anything into the header; a proxy appends the address it saw.
  [true, ['203.0.113.1, 192.0.2.7', '203.0.113.2, 192.0.2.7', '203.0.113.3,192.0.2.7'], 400],
  [false, ['203.0.113.1', '203.0.113.2', '203.0.113.3'], 429],
])(
  "tries of codes are counted per address; a client's own X-Forwarded-For can't hide it (behind a proxy: %s)",
  async (behind_proxy, forwarded, another) => {
    const relay = await openRelay({ settings: { behind_proxy, limits: { redeem_tries_per_minute: 2 } } });
    const tryFrom = async (from: string) => (await redeem(relay, 'AAAAA-AAAAA', { 'x-forwarded-for': from })).status;
    const statuses: number[] = [];
    for (const from of forwarded) statuses.push(await tryFrom(from));
    expect([...statuses, await tryFrom('203.0.113.1, 192.0.2.8')]).toEqual([400, 400, 429, another]);
  },
);

test('an app with hundreds of waiting notifications gets them in several turns, so that other work runs between', async () => {
  await using engine = createEmbeddedEngine(openDatabase(join(testFolder(), 'relay.sqlite')), systemTime, () => undefined);
  await engine.setReader('c1', [VENUE]);
  for (let one = 0; one < 500; one += 1) {
    const body = orderNotification(VENUE);
    const taken = { kind: 'order', venueId: VENUE, notificationId: String(one), references: [], signature: signed(body), body } as const;
    await engine.append(taken);
  }
  let given = 0;
  const session = openSession({
    counter: { id: 'c1', label: '', venueIds: [VENUE], createdAt: 0, seenAt: 0, sealKey: null, group: null },
    engine,
    registry: { setSealKey: async () => undefined },
    sealing: { seal: (_, body) => body, open: (body) => body, given: ({ body }) => ({ body, sealed: false }) },
    groupSettings: { newest: () => null },
    support: { of: async () => null },
    time: systemTime,
    outlet: {
      send({ type }) {
        if (type === 'news') given += 1;
      },
      isFull: () => false,
    },
    mostUnacknowledged: 1_000,
    earlyGiven: new Map(),
    keeps: () => true,
    onHello: () => undefined,
    onDefect: (error) => expect.fail(String(error)),
  });
  await session.received(hello({ [VENUE]: 0 }));
  const afterTurns = [given];
  while (given < 500 && afterTurns.length < 50) {
    await new Promise(setImmediate);
    afterTurns.push(given);
  }
  expect(given).toBe(500);
  expect(Math.max(...afterTurns.map((now, at) => now - (afterTurns[at - 1] ?? 0)))).toBeLessThanOrEqual(256);
  session.end();
});
