/** Support files: what the relay passes on, keeps and deletes. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { RELAY_PATHS, type RelayFrame } from '../../../contract/relay/wire.ts';
import { COMMANDS, type Command } from '../../../relay/command/commands.ts';
import { testFolder } from '../../setup/parts.ts';
import { runningTime } from '../../setup/test-time.ts';
import { OTHER_VENUE, type RunningRelay, VENUE } from './at-the-relay.ts';
import { hello, keyFor, listen, operator, relayWithKey } from './light-counter.ts';
import { answer, asked, listenForSupport, packed } from './support-counter.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const REASON = { reason: 'Orders print late' };
const FILE = `${JSON.stringify({ made_at: 'now', venues: ['Ä'] }, null, 2)}\n`;

const filesIn = ({ dataDir }: RunningRelay): string[] =>
  existsSync(join(dataDir, 'support')) ? readdirSync(join(dataDir, 'support')) : [];
const type = (relay: RunningRelay, id: string, more: Partial<Command> = {}): Promise<string> =>
  COMMANDS.get('support')?.({ dataDir: relay.dataDir, words: [id], label: undefined, json: false, now: Date.now, ...more }) ??
  Promise.reject(new Error('no command'));

test('a request reaches the counter, and the operator saves the same bytes that it sent', async () => {
  const { relay, key, id } = await relayWithKey();
  const counter = await listenForSupport(relay, key);
  expect(await type(relay, id, REASON)).toMatch(/^Asked .*Z, until .*Z\. Its staff decide/);
  await expect.poll(() => asked(counter)).toMatchObject([REASON]);
  const [request] = asked(counter);
  await expect(type(relay, id, { out: 'nowhere' })).rejects.toThrow('has sent no support file');

  expect(await answer(relay, key, request?.id, packed(FILE))).toBe(200);
  expect(await type(relay, id)).toMatch(/^Sent .*Z\. Save it until/);
  const out = join(testFolder(), 'support.json');
  await type(relay, id, { out });
  expect(readFileSync(out, 'utf8')).toBe(FILE);
  expect((await operator(relay, 'GET', `/counters/${id}/support/file`)).body).toEqual(JSON.parse(FILE));
  const [kept] = filesIn(relay);
  expect(statSync(join(relay.dataDir, 'support', kept ?? '')).mode & 0o077).toBe(0);
  expect(await answer(relay, key, request?.id, packed(FILE))).toBe(200);
  expect(await answer(relay, key, request?.id, { file: null })).toBe(410);

  expect(await type(relay, id, { withdraw: true })).toBe('The request is withdrawn.');
  expect([filesIn(relay), (await operator(relay, 'GET', `/counters/${id}/support`)).status]).toEqual([[], 404]);
  expect(relay.defects).toEqual([]);
});

test('a counter gets the open request with each connection until it answers, and one it knows only once', async () => {
  const { relay, key, id } = await relayWithKey();
  await operator(relay, 'POST', `/counters/${id}/support`, REASON);
  const first = await listenForSupport(relay, key);
  await expect.poll(() => asked(first)).toMatchObject([REASON]);
  const request = asked(first)[0]?.id ?? '';
  const second = await listenForSupport(relay, key);
  await expect.poll(() => asked(second)).toMatchObject([{ id: request }]);
  const third = await listenForSupport(relay, key, request);
  expect(await operator(relay, 'POST', `/counters/${id}/support`, REASON)).toMatchObject({ status: 409 });
  expect(await answer(relay, key, request, { file: null })).toBe(200);
  expect(await operator(relay, 'GET', `/counters/${id}/support`)).toMatchObject({
    body: { id: request, ...REASON, state: 'refused', asked_at: expect.any(String), answered_at: expect.any(String) },
  });
  const again = await operator(relay, 'POST', `/counters/${id}/support`, { reason: 'And again' });
  expect(again).toMatchObject({ status: 201, body: { state: 'asked' } });
  await expect.poll(() => asked(third)).toMatchObject([{ reason: 'And again' }]);
  expect(await answer(relay, key, request, packed(FILE))).toBe(410);
});

test('a withdrawn request is taken back from the counter, also from one that was away', async () => {
  const { relay, key, id } = await relayWithKey();
  await operator(relay, 'POST', `/counters/${id}/support`, REASON);
  const counter = await listenForSupport(relay, key);
  await expect.poll(() => asked(counter)).toMatchObject([REASON]);
  const request = asked(counter)[0]?.id ?? '';
  expect((await operator(relay, 'DELETE', `/counters/${id}/support`)).status).toBe(204);
  await expect.poll(() => asked(counter)).toMatchObject([REASON, null]);
  const away = await listenForSupport(relay, key, request);
  await expect.poll(() => asked(away)).toEqual([null]);
  expect(await answer(relay, key, request, packed(FILE))).toBe(410);
  expect((await operator(relay, 'DELETE', `/counters/${id}/support`)).status).toBe(404);
});

test('an app that does not show requests gets none', async () => {
  const { relay, key, id } = await relayWithKey();
  await operator(relay, 'POST', `/counters/${id}/support`, REASON);
  const counter = await listen(relay, key, { [VENUE]: 0 });
  counter.send({ type: 'ping', id: 1, at: new Date().toISOString() });
  await expect.poll(() => counter.frames.some(({ type: frame }) => frame === 'pong')).toBe(true);
  expect(asked(counter)).toEqual([]);
});

test('a polling counter gets the request, and its withdrawal, in the answers', async () => {
  const { relay, key, id } = await relayWithKey();
  const poll = async (known: string | null) => {
    const body = JSON.stringify({ frames: [{ ...hello({ [VENUE]: 0 }), support: { request: known } }], wait: 20_000 });
    const url = relay.addresses.counter_url + RELAY_PATHS.poll;
    const polled = await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${key}` }, body });
    return ((await polled.json()) as { frames: RelayFrame[] }).frames.filter((frame) => frame.type === 'support');
  };
  const waiting = poll(null);
  await operator(relay, 'POST', `/counters/${id}/support`, REASON);
  const [given] = await waiting;
  expect(given?.request).toMatchObject(REASON);
  const later = poll(given?.request?.id ?? null);
  await operator(relay, 'DELETE', `/counters/${id}/support`);
  expect(await later).toEqual([{ type: 'support', request: null }]);
});

test("a counter can answer only its own open request, in the request's form", async () => {
  const { relay, key, id } = await relayWithKey();
  const other = await keyFor(relay, OTHER_VENUE);
  const made = await operator(relay, 'POST', `/counters/${id}/support`, REASON);
  const request = (made.body as { id: string }).id;
  expect(await answer(relay, other.key, request, packed(FILE))).toBe(410);
  expect(await answer(relay, 'k'.repeat(43), request, packed(FILE))).toBe(401);
  expect(await answer(relay, key, '../operator.key', packed(FILE))).not.toBe(200);
  for (const wrong of [{}, { file: 'text' }, { file: gzipSync('x') }, FILE]) expect(await answer(relay, key, request, wrong)).toBe(400);
  expect(await answer(relay, key, request, { file: `H4sI${'A'.repeat(4 * 1024 * 1024)}` })).toBe(413);
  expect(filesIn(relay)).toEqual([]);
  for (const reason of [undefined, '', ' ', 5, 'x'.repeat(201)])
    expect((await operator(relay, 'POST', `/counters/${other.id}/support`, { reason })).status).toBe(400);
  expect((await operator(relay, 'POST', '/counters/unknown/support', REASON)).status).toBe(404);
});

test('a request without an answer ends after a week, and a file is deleted after one, also by a removed counter', async () => {
  const running = runningTime();
  let ahead = 0;
  const time = { ...running, wall: () => running.wall() + ahead };
  const { relay, key, id } = await relayWithKey({ time });
  const ask = async () => ((await operator(relay, 'POST', `/counters/${id}/support`, REASON)).body as { id: string }).id;
  await ask();
  ahead = 7 * DAY_MS;
  const counter = await listenForSupport(relay, key);
  const request = await ask();
  await expect.poll(() => asked(counter)).toMatchObject([{ id: request }]);
  expect(await answer(relay, key, request, packed(FILE))).toBe(200);
  ahead = 14 * DAY_MS - HOUR_MS;
  await time.advance(HOUR_MS / 2);
  expect(filesIn(relay)).toHaveLength(1);
  await time.advance(2 * HOUR_MS);
  await expect.poll(() => filesIn(relay)).toEqual([]);

  expect(await answer(relay, key, await ask(), packed(FILE))).toBe(200);
  expect(filesIn(relay)).toHaveLength(1);
  await operator(relay, 'DELETE', `/counters/${id}`);
  expect(filesIn(relay)).toEqual([]);
});

test('a restarted relay still has the request and the file', async () => {
  const { relay, key, id } = await relayWithKey();
  await operator(relay, 'POST', `/counters/${id}/support`, REASON);
  const again = await relay.again();
  const counter = await listenForSupport(again, key);
  await expect.poll(() => asked(counter)).toMatchObject([REASON]);
  expect(await answer(again, key, asked(counter)[0]?.id, packed(FILE))).toBe(200);
  const once = await again.again();
  expect((await operator(once, 'GET', `/counters/${id}/support/file`)).body).toEqual(JSON.parse(FILE));
});
