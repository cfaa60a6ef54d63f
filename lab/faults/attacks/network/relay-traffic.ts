/** An attacker's process at a relay: requests and frames of every kind, without a key or with a wrong, revoked or foreign one. */
import { createHmac } from 'node:crypto';
import { Agent, request } from 'node:http';
import { WebSocket } from 'ws';
import { RELAY_PATHS } from '../../../../contract/relay/wire.ts';
import { type Chance, chanceOf } from '../../seeded.ts';

export interface RelayTraffic {
  port: number;
  tries: number;
  seed: number;
  /** In everything sent: must never be on the relay's disk. */
  mark: string;
  /** In notifications of the venue this attacker may not read. */
  secretMark: string;
  victimVenue: string;
  ownVenue: string;
  ownKey: string;
  revokedKey: string;
}

export interface RelayTrafficReport {
  sent: number;
  ends: Record<string, number>;
  /** Received data of the other venue: must be empty. */
  leaked: string[];
}

const AT_ONCE = 12;
const FRAMES = 40;
const PATIENCE_MS = 2_000;

const given = JSON.parse(process.argv[2] ?? '') as RelayTraffic;
const { mark, victimVenue, ownVenue } = given;
const chance = chanceOf(given.seed);
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
const base64Mark = [0, 1, 2].map((at) =>
  Buffer.from(`${'x'.repeat(at)}${given.secretMark}`)
    .toString('base64')
    .slice(at === 0 ? 0 : 4, -4),
);
const ends: Record<string, number> = {};
const leaked: string[] = [];
let sent = 0;

function count(end: string): void {
  ends[end] = (ends[end] ?? 0) + 1;
}

function look(text: string, from: string): void {
  if (text.includes(given.secretMark) || base64Mark.some((part) => text.includes(part))) leaked.push(`${from}: ${text.slice(0, 200)}`);
}

const now = (): string => new Date().toISOString();
const keyOf = (chance: Chance): string =>
  chance.pick([given.ownKey, given.ownKey, given.revokedKey, 'k'.repeat(43), '', 'short', given.ownKey.toLowerCase(), `${given.ownKey}=`]);
const of = (...venueIds: string[]) => venueIds.map((venueId) => ({ venueId, after: 0 }));
const hello = (venues: unknown) => ({ type: 'hello', versions: [2], appVersion: mark.slice(0, 40), venues, at: now() });

function frame(chance: Chance): unknown {
  return chance.pick([
    () => hello(of(victimVenue)),
    () => hello(Array.from({ length: 600 }, () => ({ venueId: victimVenue, after: 0 }))),
    () => ({ type: 'ack', venueId: victimVenue, seq: Number.MAX_SAFE_INTEGER }),
    () => ({ type: 'ack', venueId: victimVenue, seq: Date.now() * 1_000 }),
    () => ({ type: 'ack', venueId: ownVenue, seq: chance.pick([-1, 1e300, '1', null, Number.MAX_SAFE_INTEGER]) }),
    () => ({ type: 'ping', id: chance.below(1e9), at: now(), health: { appVersion: mark, openOrders: 'many' } }),
    () => ({ type: 'ping', id: chance.below(1e9), at: chance.pick(['never', now(), 7]) }),
    () => ({ type: 'news', venueId: victimVenue, seq: 1, takenAt: now(), kind: 'order', signature: null, body: mark }),
    () => ({ type: chance.pick(['welcome', 'refused', 'subscribe', '__proto__', 'constructor', 7]), mark }),
    () => ({ type: 'hello', __proto__: null, constructor: mark, venues: { length: 1e9 } }),
    () => chance.pick([null, [], 1, mark, '', '{', '['.repeat(2_000), 'x'.repeat(chance.below(300_000))]),
  ])();
}

function socketTry(): Promise<void> {
  return new Promise((resolve) => {
    const key = keyOf(chance);
    const socket = new WebSocket(`ws://127.0.0.1:${given.port}${RELAY_PATHS.socket}`, {
      headers: key === '' ? {} : { authorization: `Bearer ${key}` },
      perMessageDeflate: false,
    });
    const limit = setTimeout(() => socket.terminate(), PATIENCE_MS);
    socket.on('message', (data) => {
      const text = String(data);
      count(/"type":"([a-z]+)"/.exec(text)?.[1] ?? 'frame');
      look(text, 'a frame');
    });
    socket.on('error', () => undefined);
    socket.on('unexpected-response', (_request, response) => {
      count(`upgrade ${response.statusCode}`);
      response.resume();
      socket.terminate();
    });
    socket.on('open', () => {
      const venues = chance.pick([of(ownVenue), of(victimVenue, ownVenue)]);
      if (chance.below(4) > 0) socket.send(JSON.stringify(hello(venues)));
      for (let at = 0; at < FRAMES; at += 1) {
        sent += 1;
        const one = chance.below(3) > 0 ? gentle() : frame(chance);
        if (chance.below(40) === 0) socket.send(Buffer.from(mark));
        else socket.send(typeof one === 'string' ? one : JSON.stringify(one));
      }
      if (chance.below(3) === 0) socket.terminate();
      else setTimeout(() => socket.close(), 20);
    });
    socket.on('close', () => {
      clearTimeout(limit);
      resolve();
    });
    sent += 1;
  });
}

/** Valid frames that keep the connection, some about the other venue. */
function gentle(): unknown {
  return chance.pick([
    { type: 'ack', venueId: victimVenue, seq: Number.MAX_SAFE_INTEGER },
    { type: 'ping', id: chance.below(1e9), at: now() },
    { type: 'subscribe', venueId: victimVenue },
  ]);
}

interface Post {
  method?: string;
  path: string;
  body?: Buffer | string;
  headers?: Record<string, string>;
}

function requestOf(chance: Chance): Post {
  const order = JSON.stringify({ id: mark, type: 'order.notification', order: { id: mark, venue_id: victimVenue, status: 'CREATED' } });
  const wrong = createHmac('sha256', 'not the secret').update(order).digest('hex');
  const token = (header: object, signature: string) =>
    JSON.stringify({
      token: `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${Buffer.from(order).toString('base64url')}.${signature}`,
    });
  const bearer = { authorization: `Bearer ${keyOf(chance)}` };
  const poll = (frames: unknown) => ({ path: RELAY_PATHS.poll, headers: bearer, body: JSON.stringify({ frames, wait: 0 }) });
  const operator = (path: string, method = 'GET', body = '') => ({ path: `/operator${path}`, method, body, headers: bearer });
  return chance.pick<() => Post>([
    () => ({ path: '/notifications', body: order }),
    () => ({ path: '/notifications', body: order, headers: { 'service-signature': chance.pick([wrong, '0'.repeat(64), 'x', mark]) } }),
    () => ({ path: '/notifications', body: order + ' '.repeat(chance.below(90_000)), headers: { 'service-signature': wrong } }),
    () => ({
      path: '/notifications/deliveries',
      body: token(chance.pick([{ alg: 'none' }, { alg: 'HS256' }, { alg: 'RS256' }]), chance.pick(['', 'A'.repeat(43)])),
    }),
    () => ({ path: '/deliveries', body: chance.pick([order, '{"token":7}', `{"token":"${'.'.repeat(5_000)}"}`, '', 'null']) }),
    () => poll([hello(of(victimVenue))]),
    () => poll([hello(of(victimVenue, ownVenue)), { type: 'ack', venueId: victimVenue, seq: Number.MAX_SAFE_INTEGER }]),
    () => poll([frame(chance), frame(chance)]),
    () => ({ ...poll([]), body: chance.pick(['', '[]', mark, '{"frames":{}}', 'x'.repeat(chance.below(300_000))]) }),
    () => ({ path: RELAY_PATHS.redeem, body: JSON.stringify({ code: `${mark}-${chance.below(1e9)}`, label: mark }) }),
    () => ({ path: RELAY_PATHS.redeem, body: chance.pick(['', mark, '{"code":{}}', `{"code":"${'A'.repeat(25)}"}`]) }),
    () => operator(chance.pick(['/counters', '/problems', `/venues/${victimVenue}/backlog`, '/unroutable'])),
    () => operator(chance.pick(['//counters', '/../operator/counters', '/%63ounters'])),
    () => operator('/invitations', 'POST', JSON.stringify({ venue_ids: [victimVenue], label: mark })),
    () => operator(`/counters/${mark}`, 'DELETE'),
    () => ({
      path: chance.pick(['/metrics', '/operator', '/', `/${mark}`, '/notifications/', '//notifications', '*']),
      method: chance.pick(['GET', 'PUT', 'DELETE', 'HEAD', 'OPTIONS']),
      headers: { ...bearer, 'x-forwarded-for': mark, 'x-forwarded-proto': 'https' },
    }),
  ])();
}

function requestTry(): Promise<void> {
  const { method = 'POST', path, body = '', headers = {} } = requestOf(chance);
  sent += 1;
  return new Promise((resolve) => {
    const length = Buffer.byteLength(body);
    const asking = request(
      { host: '127.0.0.1', port: given.port, path, method, agent, timeout: PATIENCE_MS, headers: { 'content-length': length, ...headers } },
      (answer) => {
        count(String(answer.statusCode));
        let text = '';
        answer.setEncoding('latin1').on('data', (part: string) => {
          text += part;
        });
        answer.on('end', () => look(text, `${method} ${path}`));
        answer.on('error', () => undefined);
      },
    );
    asking.on('error', () => count('cut'));
    asking.on('timeout', () => asking.destroy());
    asking.on('close', () => resolve());
    asking.end(body);
  });
}

async function lane(): Promise<void> {
  let reported = 0;
  while (sent < given.tries) {
    await (chance.below(8) === 0 ? socketTry() : requestTry());
    if (sent - reported < 1_000) continue;
    reported = sent;
    process.send?.({ begun: sent });
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, lane));
process.send?.({ report: { sent, ends, leaked } satisfies RelayTrafficReport }, () => process.exit());
