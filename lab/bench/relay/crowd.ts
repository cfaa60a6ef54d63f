/**
 * The other venues of a chain as their own process: a light client each, with notifications at a steady rate, timed from post to client.
 * Controlled by messages.
 */
import { createHmac } from 'node:crypto';
import { Agent, request } from 'node:http';
import { WebSocket } from 'ws';
import { RELAY_PATHS, RELAY_VERSIONS } from '../../../contract/relay/wire.ts';
import { notificationOf } from './inbox.ts';

export interface CrowdGiven {
  port: number;
  secret: string;
  /** Relay key per venue. */
  keys: Record<string, string>;
  /** The deaf venue: it acknowledges only on request. */
  deaf: { venueId: string; key: string };
}
export type CrowdAsked = { id: number } & (
  | { ask: 'measure'; ms: number }
  /** Notifications per second from now on; 0 before. */
  | { ask: 'rate'; perSecond: number }
  | { ask: 'fill'; count: number }
  | { ask: 'empty' }
  | { ask: 'connected' }
  /** Count of notifications that couldn't be posted, since the beginning. */
  | { ask: 'failed' }
);

const QUIET_MS = 1_500;
/** Batched like the app's; single ones would exceed the relay's limit. */
const ACKNOWLEDGE_MS = 5;

const given = JSON.parse(process.argv[2] ?? '') as CrowdGiven;
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const venueIds = Object.keys(given.keys);
const connected = new Map<string, (frame: object) => void>();
const postedAt = new Map<string, number>();
let times: number[] = [];
let acknowledges = false;
let isToAcknowledge = false;
let deafSeq = 0;
let deafAt = 0;
let perSecond = 0;
let owed = 0;
let failed = 0;

function post(venueId: string): Promise<void> {
  const { id, body } = notificationOf(venueId);
  const signature = createHmac('sha256', given.secret).update(body).digest('hex');
  if (venueId !== given.deaf.venueId) postedAt.set(id, performance.now());
  return new Promise((resolve, reject) => {
    const headers = { 'content-length': Buffer.byteLength(body), 'service-signature': signature };
    const asking = request({ host: '127.0.0.1', port: given.port, path: '/notifications', method: 'POST', agent, headers }, (answer) => {
      answer.resume().once('end', () => (answer.statusCode === 200 ? resolve() : reject(new Error(`Answered ${answer.statusCode}.`))));
    });
    asking.once('error', reject).end(body);
  });
}

function acknowledge(send: (frame: object) => void): void {
  isToAcknowledge = false;
  send({ type: 'ack', venueId: given.deaf.venueId, seq: deafSeq });
}

/** Connects and reconnects. Resolves when welcomed; a refusal ends the process. */
function listen(venueId: string, key: string, isDeaf: boolean): Promise<void> {
  let attempt = 0;
  let pings = 0;
  let after = 0;
  return new Promise((resolve) => {
    function connect(): void {
      const socket = new WebSocket(`ws://127.0.0.1:${given.port}${RELAY_PATHS.socket}`, {
        headers: { authorization: `Bearer ${key}` },
        perMessageDeflate: false,
      });
      const send = (frame: object): void => socket.send(JSON.stringify(frame));
      const at = (): string => new Date().toISOString();
      const pinging = setInterval(() => connected.has(venueId) && send({ type: 'ping', id: ++pings, at: at() }), 5_000);
      socket.once('open', () =>
        send({ type: 'hello', versions: RELAY_VERSIONS, appVersion: 'bench', venues: [{ venueId, after }], at: at() }),
      );
      socket.on('message', (data) => {
        const frame = JSON.parse(String(data));
        if (frame.type === 'refused' && frame.code !== 'closing') throw new Error(`The relay refused a counter: ${frame.code}.`);
        if (frame.type === 'welcome') {
          attempt = 0;
          connected.set(venueId, send);
          resolve();
        }
        if (frame.type !== 'news') return;
        if (isDeaf) {
          deafSeq = frame.seq;
          deafAt = performance.now();
          if (acknowledges && !isToAcknowledge) setTimeout(acknowledge, ACKNOWLEDGE_MS, send);
          isToAcknowledge = acknowledges;
          return;
        }
        const { id } = JSON.parse(Buffer.from(frame.body, 'base64').toString());
        const began = postedAt.get(id);
        postedAt.delete(id);
        if (began !== undefined) times.push(performance.now() - began);
        after = frame.seq;
        send({ type: 'ack', venueId, seq: frame.seq });
      });
      socket.once('error', () => undefined);
      socket.once('close', () => {
        clearInterval(pinging);
        connected.delete(venueId);
        setTimeout(connect, 500 + Math.random() * Math.min(30_000, 3_000 * 2 ** attempt));
        attempt += 1;
      });
    }
    connect();
  });
}

async function answer(asked: CrowdAsked): Promise<unknown> {
  if (asked.ask === 'rate') {
    perSecond = asked.perSecond;
    owed = performance.now();
    return null;
  }
  if (asked.ask === 'fill') {
    acknowledges = false;
    let left = asked.count;
    await Promise.all(
      Array.from({ length: 64 }, async () => {
        while (left-- > 0) await post(given.deaf.venueId);
      }),
    );
    return null;
  }
  if (asked.ask === 'empty') {
    acknowledges = true;
    deafAt = performance.now();
    connected.get(given.deaf.venueId)?.({ type: 'ack', venueId: given.deaf.venueId, seq: deafSeq });
    while (performance.now() - deafAt < QUIET_MS) await new Promise((resolve) => setTimeout(resolve, 100));
    return null;
  }
  if (asked.ask === 'connected') return connected.size;
  if (asked.ask === 'failed') return failed;
  times = [];
  await new Promise((resolve) => setTimeout(resolve, asked.ms));
  return times;
}

for (const [venueId, key] of Object.entries(given.keys)) await listen(venueId, key, false);
await listen(given.deaf.venueId, given.deaf.key, true);
setInterval(() => {
  for (; perSecond > 0 && owed < performance.now(); owed += 1_000 / perSecond)
    post(venueIds[Math.floor(Math.random() * venueIds.length)] ?? '').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' || error.code === 'ECONNRESET') failed += 1;
      else console.error(String(error));
    });
}, 5);
process.on('message', async (asked: CrowdAsked) => {
  process.send?.({ id: asked.id, reported: await answer(asked) });
});
process.send?.({ id: 0, reported: null });
