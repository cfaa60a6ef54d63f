/** A server with limited connections: who keeps one when there are too many, and for how long. */
import { Agent, request } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { type GuardedServer, guardedServer, type Limits } from '../../../shared/http/guarded-server.ts';
import { addressOf } from '../../../shared/http/request-address.ts';
import { systemTime } from '../../../shared/time/system-time.ts';
import { until } from '../../e2e/venue/venue.ts';
import { say as sayTo } from './raw-socket.ts';

let server: GuardedServer;
let port: number;
let defects: unknown[];
afterEach(() => server.close());

/** Lets the server answer `/slow`. `/real` authenticates its sender, `/broken` throws. */
let release: () => void = () => undefined;
/** More than a connection buffers if its client doesn't read. */
const LONG = Buffer.alloc(20_000_000, 'here');
async function listen(limits: Partial<Limits>): Promise<void> {
  defects = [];
  server = guardedServer({
    time: systemTime,
    limits: { request: 60_000, answer: 60_000, idle: 60_000, connections: 8, ...limits },
    onDefect: (error) => void defects.push(error),
    async serve(asked, response, { path }) {
      if (path === '/broken') throw new Error('a defect');
      if (path === '/slow') await new Promise<void>((resolve) => (release = resolve));
      if (path === '/real') server.trust(asked);
      response.end(path === '/long' ? LONG : 'here');
    },
  });
  port = await server.listen(0, '127.0.0.1');
}

const say = (words: string, from?: string) => sayTo(port, words, from);

function get(path: string, agent?: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const asking = request({ host: '127.0.0.1', port, path, agent: agent ?? false }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode ?? 0));
    });
    asking.once('error', reject);
    asking.end();
  });
}
const answered = (socket: { heard: string }) => until('the answer', () => socket.heard.includes('here'));

test("idle connections don't block active ones, and the oldest idle one is closed", async () => {
  await listen({});
  const silent: Awaited<ReturnType<typeof say>>[] = [];
  for (let number = 0; number < 30; number += 1) silent.push(await say(number % 2 ? 'GET / HT' : ''));
  expect(await get('/')).toBe(200);
  await until('the first to be gone', () => silent.slice(0, 20).every(({ gone }) => gone));
  expect(silent.slice(-5).some(({ gone }) => gone)).toBe(false);
});

test('an authenticated client keeps its connection, however many others connect', async () => {
  await listen({});
  const proxy = await say('GET /real HTTP/1.1\r\nHost: x\r\n\r\n');
  await answered(proxy);
  for (let number = 0; number < 30; number += 1) await say('');
  proxy.heard = '';
  proxy.write('GET /real HTTP/1.1\r\nHost: x\r\n\r\n');
  await answered(proxy);
  expect(proxy.gone).toBe(false);
});

test("an answer in progress isn't cut off for a new connection", async () => {
  await listen({});
  const before = release;
  const slow = await say('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
  await until('the request', () => release !== before);
  for (let number = 0; number < 30; number += 1) await say('');
  expect(await get('/')).toBe(200);
  release();
  await answered(slow);
});

test("clients that don't read their answers are closed for new ones", async () => {
  await listen({});
  const slow: Awaited<ReturnType<typeof say>>[] = [];
  for (let number = 2; number < 32; number += 1) {
    const one = await say('', `127.0.0.${number}`);
    one.pause();
    one.write('GET /long HTTP/1.1\r\nHost: x\r\n\r\n');
    slow.push(one);
  }
  for (let times = 0; times < 5; times += 1) expect(await get('/')).toBe(200);
  for (const one of slow) one.resume();
  await until('most of them to be gone', () => slow.filter(({ gone }) => gone).length >= slow.length - 8);
});

test("many clients with one connection each don't keep others out", async () => {
  await listen({});
  for (let number = 2; number < 60; number += 1) await say('', `127.0.0.${number}`);
  for (let times = 0; times < 3; times += 1) expect(await get('/')).toBe(200);
});

test('beyond the limit, if all clients are authenticated, the oldest one without a request in progress is closed', async () => {
  await listen({});
  const busy = await say('GET /real HTTP/1.1\r\nHost: x\r\n\r\n');
  await answered(busy);
  const before = release;
  busy.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
  await until('the request', () => release !== before);
  for (let number = 0; number < 20; number += 1) {
    const idle = await say('GET /real HTTP/1.1\r\nHost: x\r\n\r\n');
    await answered(idle);
  }
  busy.heard = '';
  release();
  await answered(busy);
});

test('every time limit closes its connection: idle, half a request or body, no answer, no next request', async () => {
  await listen({ request: 600, answer: 600, idle: 100 });
  const slow = [
    await say(''),
    await say('GET / HTTP/1.1\r\nHo'),
    await say('POST /slow HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\n{'),
    await say('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\n{'),
    await say('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n'),
    await say('GET / HTTP/1.1\r\nHost: x\r\n\r\n'),
    await say('GET / HTTP/1.1\r\nHost: x\r\n\r\nGET'),
  ];
  // A byte now and then doesn't extend the time limits.
  await until(
    'all to be gone',
    () => {
      for (const socket of slow.slice(1, 4)) socket.write('x');
      return slow.every(({ gone }) => gone);
    },
    20_000,
  );
});

test("an upgrade that isn't accepted is closed, also if it is reset just then", async () => {
  server = guardedServer({
    time: systemTime,
    onDefect: (error) => void defects.push(error),
    serve: (_asked, response) => void response.end(),
    upgrade(_asked, socket) {
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    },
    limits: { request: 300 },
  });
  defects = [];
  port = await server.listen(0, '127.0.0.1');
  const sockets = await Promise.all(
    Array.from({ length: 20 }, () => say('GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n')),
  );
  for (const socket of sockets.slice(0, 10)) socket.resetAndDestroy();
  await until('the rest to be closed', () => sockets.every(({ gone }) => gone), 10_000);
  expect(defects).toEqual([]);
});

test('an error in the handler is reported and answered with 500, and the server runs on', async () => {
  await listen({});
  expect(await get('/broken')).toBe(500);
  expect(defects.map(String)).toEqual(['Error: a defect']);
  expect(await get('/')).toBe(200);
});

test('closing the server lets answers in progress finish, and ends all other connections at once', async () => {
  await listen({});
  const slow = await say('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
  const silent = await say('');
  const agent = new Agent({ keepAlive: true });
  await get('/', agent);
  const closed = server.close();
  await until('the silent one to go', () => silent.gone);
  release();
  await closed;
  await answered(slow);
  agent.destroy();
});

test.each([
  ['/notifications?a=b', { path: '/notifications', query: 'a=b' }],
  ['//', { path: '//', query: '' }],
  ['//[', { path: '//[', query: '' }],
  ['/%zz?key=%', { path: '/%zz', query: 'key=%25' }],
  ['http://127.0.0.1:1/x?y=z', { path: '/x', query: 'y=z' }],
  ['http://[', null],
  ['*', null],
  ['', null],
  ['javascript:1', null],
])('the request target %s is parsed without throwing', async (target, expected) => {
  await listen({});
  const address = addressOf(target);
  expect(address && { path: address.path, query: address.query.toString() }).toEqual(expected);
});
