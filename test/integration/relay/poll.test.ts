/** The relay's frames by HTTP requests (polls), for networks that block WebSockets. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { expect, test } from 'vitest';
import { type CounterFrame, RELAY_PATHS, type RelayFrame } from '../../../contract/relay/wire.ts';
import { OTHER_VENUE, orderNotification, postOrder, type RunningRelay, VENUE } from './at-the-relay.ts';
import { connectedCounter, hello, operator, ping, relayWithKey } from './light-counter.ts';

interface Answered {
  status: number;
  frames: RelayFrame[];
  code?: string;
}

async function poll(relay: RunningRelay, key: string, frames: (CounterFrame | object)[], wait: unknown = 0): Promise<Answered> {
  const answer = await fetch(relay.addresses.counter_url + RELAY_PATHS.poll, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: JSON.stringify({ frames, wait }),
  });
  const body = (await answer.json()) as { frames?: RelayFrame[]; code?: string };
  return { status: answer.status, frames: body.frames ?? [], ...(body.code === undefined ? {} : { code: body.code }) };
}

const newsIn = ({ frames }: Answered) => frames.filter((frame) => frame.type === 'news');

test('each answer to a poll has a welcome, a pong and notifications; unacknowledged ones are repeated', async () => {
  const { relay, key } = await relayWithKey();
  for (let count = 0; count < 3; count += 1) await postOrder(relay, orderNotification(VENUE));
  const first = await poll(relay, key, [hello({ [VENUE]: 0, [OTHER_VENUE]: 0 }), ping(1)], 1_000);
  expect(first.frames.map(({ type }) => type)).toEqual(expect.arrayContaining(['welcome', 'pong', 'news']));
  expect(first.frames[0]).toMatchObject({ type: 'welcome', refused: [OTHER_VENUE] });
  const seqs = newsIn(first).map(({ seq }) => seq);
  expect(seqs).toHaveLength(3);
  const second = await poll(relay, key, [hello({ [VENUE]: seqs[0] ?? 0 })]);
  expect(newsIn(second).map(({ seq }) => seq)).toEqual(seqs.slice(1));
  const third = await poll(relay, key, [hello({ [VENUE]: 0 }), { type: 'ack', venueId: VENUE, seq: seqs[2] }]);
  expect(third.status).toBe(200);
  const { body } = await operator(relay, 'GET', '/counters');
  expect(body).toMatchObject({ counters: [{ is_connected: true, way: 'poll', waiting: 0 }] });
});

test('a poll waits for a notification, and is answered as soon as there is one', async () => {
  const { relay, key } = await relayWithKey();
  const asked = poll(relay, key, [hello({ [VENUE]: 0 })], 25_000);
  await expect.poll(async () => (await operator(relay, 'GET', '/counters')).body).toMatchObject({ counters: [{ is_connected: true }] });
  await postOrder(relay, orderNotification(VENUE));
  expect(newsIn(await asked)).toHaveLength(1);
});

test('an answer to a poll has at most a hundred frames; the next answers have the rest', async () => {
  const { relay, key } = await relayWithKey();
  await Promise.all(Array.from({ length: 150 }, () => postOrder(relay, orderNotification(VENUE))));
  const seen = new Set<number>();
  for (let after = 0, rounds = 0; seen.size < 150 && rounds < 5; rounds += 1) {
    const answer = await poll(relay, key, [hello({ [VENUE]: after }), ping(rounds)], 1_000);
    expect(answer.frames.length).toBeLessThanOrEqual(100);
    for (const { seq } of newsIn(answer)) seen.add(seq);
    after = newsIn(answer).at(-1)?.seq ?? after;
  }
  expect(seen.size).toBe(150);
});

test('a refused poll is answered with the reason', async () => {
  const { relay, key, id } = await relayWithKey();
  expect(await poll(relay, 'k'.repeat(43), [hello({})])).toMatchObject({ status: 401, code: 'key' });
  expect(await poll(relay, key, [ping(1)])).toMatchObject({ status: 400, code: 'bad-frame' });
  expect(await poll(relay, key, [hello({})], 'long')).toMatchObject({ status: 400, code: 'bad-frame' });
  expect(await poll(relay, key, [{ ...hello({}), versions: [99] }])).toMatchObject({ status: 400, code: 'version' });
  await operator(relay, 'DELETE', `/counters/${id}`);
  expect(await poll(relay, key, [hello({})])).toMatchObject({ status: 401, code: 'revoked' });
});

test('a key that is revoked while its poll is being sent gets nothing', async () => {
  const { relay, key, id } = await relayWithKey();
  await postOrder(relay, orderNotification(VENUE));
  const headers = { authorization: `Bearer ${key}` };
  const asked = request(relay.addresses.counter_url + RELAY_PATHS.poll, { method: 'POST', headers, agent: false });
  asked.write(' ');
  // Its key has been checked, as the first body bytes arrived before.
  expect((await poll(relay, key, [hello({})])).status).toBe(200);
  await operator(relay, 'DELETE', `/counters/${id}`);
  asked.end(JSON.stringify({ frames: [hello({ [VENUE]: 0 })], wait: 1_000 }));
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  expect(answer.statusCode).toBe(401);
  answer.resume();
});

test('a poll of an app with a WebSocket closes the WebSocket; a stopping relay answers waiting polls', async () => {
  const { relay, key, counter } = await connectedCounter();
  await expect.poll(() => counter.frames.length).toBe(1);
  const asked = poll(relay, key, [hello({ [VENUE]: 0 })], 25_000);
  expect(await counter.ended).toBe('too-many');
  await relay.stop();
  expect(await asked).toMatchObject({ status: 503, code: 'closing' });
});
