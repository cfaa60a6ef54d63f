/** Many pipelined requests, and unchanged behavior although they are read in pieces. */
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { type GuardedServer, guardedServer } from '../../../shared/http/guarded-server.ts';
import { systemTime } from '../../../shared/time/system-time.ts';
import { until } from '../../e2e/venue/venue.ts';
import { say as sayTo } from './raw-socket.ts';

let server: GuardedServer;
let port: number;
let served: string[];
afterEach(() => server.close());

/** Answers with path and body length; trusts senders of `/real`. */
async function listen(): Promise<void> {
  served = [];
  server = guardedServer({
    time: systemTime,
    limits: { connections: 400 },
    onDefect: (error) => void served.push(String(error)),
    async serve(asked, response, { path }) {
      served.push(path);
      if (path === '/early') return void response.writeHead(401).end('early;');
      let bytes = 0;
      for await (const part of asked as AsyncIterable<Buffer>) bytes += part.length;
      if (path === '/real') server.trust(asked);
      response.end(`${path} ${bytes};`);
    },
  });
  port = await server.listen(0, '127.0.0.1');
}

const say = (words: string, from?: string) => sayTo(port, words, from);

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const post = (path: string, body: string) => `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const chunked = (path: string) => `POST ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`;

test.each([
  ['requests', get('/')],
  ['requests with a body', post('/', '{}')],
  ['requests in chunks', chunked('/')],
  ['requests that are answered before their body arrived', post('/early', '{}')],
  ['requests with an unknown expectation', 'GET / HTTP/1.1\r\nHost: x\r\nExpect: y\r\n\r\n'],
])('of a thousand pipelined %s on each of many connections only the first few are read', async (_, one) => {
  await listen();
  const many = await Promise.all(Array.from({ length: 40 }, () => say(one.repeat(1_000))));
  await until('all to be cut off', () => many.every(({ gone }) => gone), 20_000);
  // The last request of each connection is cut off, and its handler is informed.
  const read = served.filter((path) => path.startsWith('/'));
  expect(read.length).toBeGreaterThan(0);
  expect(read.length).toBeLessThanOrEqual(3 * 40);
});

test('a few pipelined requests are answered in order', async () => {
  await listen();
  const one = await say(get('/1') + post('/2', '{}\r\n\r\n') + chunked('/3'));
  await until('the last answer', () => one.heard.includes('/3 2;'));
  expect(one.heard.match(/\/\d \d;/g)).toEqual(['/1 0;', '/2 6;', '/3 2;']);
  one.write(get('/4'));
  await until('another answer', () => one.heard.includes('/4 0;'));
});

test('an authenticated client may pipeline many requests, and all are answered', async () => {
  await listen();
  const one = await say(post('/real', '{}'));
  await until('the answer', () => one.heard.includes('/real 2;'));
  one.write(Array.from({ length: 50 }, (_, number) => post(`/${number}`, '{}')).join(''));
  await until('the last answer', () => one.heard.includes('/49 2;'));
  expect(served).toEqual(['/real', ...Array.from({ length: 50 }, (_, number) => `/${number}`)]);
});

test('requests are the same wherever their bytes are split', async () => {
  await listen();
  const words = get('/1') + post('/2', 'a\r\n\r\nb') + chunked('/3');
  for (let at = 1; at < words.length; at += 1) {
    const one = await say(words.slice(0, at));
    one.setNoDelay();
    await new Promise((resolve) => setImmediate(resolve));
    one.write(words.slice(at));
    await until('the last answer', () => one.heard.includes('/3 2;'));
    expect(one.heard.match(/\/\d \d;/g)).toEqual(['/1 0;', '/2 6;', '/3 2;']);
    one.destroy();
  }
});

test.each(['', ', even if it has only blank lines'])('a long body arrives whole%s', async (kind) => {
  await listen();
  const body = kind === '' ? 'x'.repeat(8_000_000) : '\r\n\r\n'.repeat(20_000);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (const path of ['/first', '/again']) {
    const asking = request({ port, host: '127.0.0.1', path, method: 'POST', agent });
    asking.end(body);
    const [answer] = await once(asking, 'response');
    let heard = '';
    for await (const part of answer) heard += part;
    expect(heard).toBe(`${path} ${body.length};`);
  }
  agent.destroy();
});

test('data sent together with an upgrade request, and large frames after it, arrive in both directions', async () => {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 10_000_000 });
  server = guardedServer({
    time: systemTime,
    onDefect: (error) => void served.push(String(error)),
    serve: (_asked, response) => void response.end(),
    upgrade(asked, socket, head) {
      server.trust(asked);
      sockets.handleUpgrade(asked, socket, head, (joined) => {
        joined.on('message', (data) => joined.send(data));
      });
    },
  });
  served = [];
  port = await server.listen(0, '127.0.0.1');

  const upgrade =
    'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n';
  // The blank lines in its payload don't end a request.
  const frame = Buffer.concat([Buffer.from([0x81, 0x88, 0, 0, 0, 0]), Buffer.from('\r\n\r\n\r\n\r\n')]);
  const raw = await say('');
  raw.write(Buffer.concat([Buffer.from(`GET / HTTP/1.1\r\nHost: x\r\n${upgrade}`), frame, frame]));
  await until('both frames', () => raw.heard.split('\r\n\r\n\r\n\r\n').length === 3);

  const link = new WebSocket(`ws://127.0.0.1:${port}`);
  await once(link, 'open');
  const large = Buffer.alloc(5_000_000, 'GET / HTTP/1.1\r\n\r\n');
  link.send(large);
  const [echo] = (await once(link, 'message')) as [Buffer];
  expect(echo.equals(large)).toBe(true);
  link.terminate();
  expect(served).toEqual([]);
});

test('a client that sends one request and closes its side gets the answer', async () => {
  await listen();
  const one = await say(get('/1'));
  await until('the answer', () => one.heard.includes('/1 0;'));
  one.end();
  await until('it to be closed', () => one.gone);
});

test('a body in one-byte chunks from an unauthenticated client is read a few kB per turn, and arrives whole', async () => {
  await listen();
  const bytes = 50_000;
  const head = 'POST /tiny HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
  const one = await say(`${head + '1\r\nx\r\n'.repeat(bytes)}0\r\n\r\n`);
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  // Counted every turn: a check every few ms would miss some.
  while (served.length === 0) await turn();
  let turns = 0;
  while (!one.heard.includes(';')) {
    await turn();
    turns += 1;
  }
  expect(one.heard).toContain(`/tiny ${bytes};`);
  expect(turns).toBeGreaterThan((bytes * 6) / (4 * 1_024) / 2);
});

test('small requests are answered before large ones in one-byte chunks', async () => {
  await listen();
  const head = 'POST /tiny HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
  const many = await Promise.all(Array.from({ length: 10 }, () => say(`${head + '1\r\nx\r\n'.repeat(20_000)}0\r\n\r\n`)));
  await until('all of them to have begun', () => served.length === many.length);
  const one = await say(get('/little'));
  await until('the answer', () => one.heard.includes('/little 0;'));
  expect(many.filter(({ heard }) => heard !== '')).toEqual([]);
  await until('the others', () => many.every(({ heard }) => heard.includes('/tiny 20000;')));
});
