/**
 * The other venues of the chain, as a process of their own: a light counter each, which acknowledges what it is given, and their share of the
 * service, which posts to them by chance at a steady rate. Measures from each post to its counter. Asked and answering by messages.
 */
import { createHmac } from 'node:crypto';
import { Agent, request } from 'node:http';
import { WebSocket } from 'ws';
import { RELAY_PATHS } from '../../../contract/relay/wire.ts';
import { notificationOf } from './inbox.ts';

export interface CrowdGiven {
  port: number;
  secret: string;
  /** The key of each venue's counter. */
  keys: Record<string, string>;
  /** A venue whose counter acknowledges only when it is told to. */
  deaf: { venueId: string; key: string };
}
export type CrowdAsked = { id: number } & (
  | { ask: 'measure'; ms: number }
  /** Notifications a second from now on; none at the beginning. */
  | { ask: 'rate'; perSecond: number }
  /** So many notifications for the deaf venue. */
  | { ask: 'fill'; count: number }
  /** The deaf venue acknowledges everything; until it is given nothing more. */
  | { ask: 'empty' }
);

const QUIET_MS = 1_500;

const given = JSON.parse(process.argv[2] ?? '') as CrowdGiven;
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const venueIds = Object.keys(given.keys);
const postedAt = new Map<string, number>();
let times: number[] = [];
let acknowledges = false;
let deafSeq = 0;
let deafAt = 0;
let perSecond = 0;
let owed = 0;

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

function listen(venueId: string, key: string, isDeaf: boolean): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${given.port}${RELAY_PATHS.socket}`, {
    headers: { authorization: `Bearer ${key}` },
    perMessageDeflate: false,
  });
  const send = (frame: object): void => socket.send(JSON.stringify(frame));
  const at = (): string => new Date().toISOString();
  let pings = 0;
  const pinging = setInterval(() => socket.readyState === socket.OPEN && send({ type: 'ping', id: ++pings, at: at() }), 5_000);
  socket.on('message', (data) => {
    const frame = JSON.parse(String(data));
    if (frame.type !== 'news') return;
    if (isDeaf) {
      deafSeq = frame.seq;
      deafAt = performance.now();
      if (acknowledges) send({ type: 'ack', venueId, seq: frame.seq });
      return;
    }
    const { id } = JSON.parse(Buffer.from(frame.body, 'base64').toString());
    const began = postedAt.get(id);
    postedAt.delete(id);
    if (began !== undefined) times.push(performance.now() - began);
    send({ type: 'ack', venueId, seq: frame.seq });
  });
  socket.on('close', () => clearInterval(pinging));
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('open', () => {
      send({ type: 'hello', versions: [1], appVersion: 'bench', venues: [{ venueId, after: 0 }], at: at() });
      resolve(socket);
    });
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
    deaf.send(JSON.stringify({ type: 'ack', venueId: given.deaf.venueId, seq: deafSeq }));
    while (performance.now() - deafAt < QUIET_MS) await new Promise((resolve) => setTimeout(resolve, 100));
    return null;
  }
  times = [];
  await new Promise((resolve) => setTimeout(resolve, asked.ms));
  return times;
}

for (const [venueId, key] of Object.entries(given.keys)) await listen(venueId, key, false);
const deaf = await listen(given.deaf.venueId, given.deaf.key, true);
setInterval(() => {
  for (; perSecond > 0 && owed < performance.now(); owed += 1_000 / perSecond)
    post(venueIds[Math.floor(Math.random() * venueIds.length)] ?? '').catch((error: unknown) => console.error(String(error)));
}, 5);
process.on('message', async (asked: CrowdAsked) => {
  process.send?.({ id: asked.id, told: await answer(asked) });
});
process.send?.({ id: 0, told: null });
