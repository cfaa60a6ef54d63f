/** An attacker's process that posts refused notifications at a rate. Its argument is an UnsignedTraffic. */
import { createHmac } from 'node:crypto';
import { Agent, request } from 'node:http';

export interface UnsignedTraffic {
  port: number;
  perSecond: number;
  forMs: number;
  /** In every body: must never be in the database. */
  mark: string;
  /** A correctly signed notification, stored once and then repeated. */
  again: { body: string; signature: string };
}

export interface UnsignedReport {
  sent: number;
  answers: Record<string, number>;
}

const EVERY_MS = 10;

const { port, perSecond, forMs, mark, again } = JSON.parse(process.argv[2] ?? '') as UnsignedTraffic;
const agent = new Agent({ keepAlive: true, maxSockets: 32 });
const answers: Record<string, number> = {};
let sent = 0;
let open = 0;

interface Refused {
  path: string;
  body: Buffer;
  headers: Record<string, string>;
}

const body = Buffer.from(JSON.stringify({ id: mark, type: 'order.notification', order: { id: mark, venue_id: mark, status: 'CREATED' } }));
const wrong = createHmac('sha256', 'not the secret').update(body).digest('hex');
const token = `${Buffer.from('{"alg":"HS256"}').toString('base64url')}.${body.toString('base64url')}.${'A'.repeat(43)}`;
const KINDS: Refused[] = [
  { path: '/notifications', body, headers: {} },
  { path: '/notifications', body, headers: { 'service-signature': wrong } },
  { path: '/notifications', body, headers: { 'service-signature': 'nonsense' } },
  { path: '/notifications', body: Buffer.alloc(70_000, 0x20), headers: { 'service-signature': wrong } },
  { path: '/notifications', body: Buffer.concat([body, Buffer.alloc(60_000, 0x20)]), headers: { 'service-signature': wrong } },
  { path: '/notifications', body: Buffer.from(again.body), headers: { 'service-signature': again.signature } },
  { path: '/notifications/deliveries', body, headers: {} },
  { path: '/notifications/deliveries', body: Buffer.from(JSON.stringify({ token })), headers: {} },
  { path: '/elsewhere', body, headers: {} },
];

function post({ path, body: text, headers }: Refused): void {
  sent += 1;
  open += 1;
  let status = 'cut';
  const sending = request(
    { host: '127.0.0.1', port, path, method: 'POST', agent, headers: { 'content-length': text.length, ...headers } },
    (answer) => {
      status = String(answer.statusCode);
      answer.resume();
    },
  );
  sending.on('error', () => undefined);
  sending.once('close', () => {
    answers[status] = (answers[status] ?? 0) + 1;
    open -= 1;
  });
  sending.end(text);
}

const began = performance.now();
await new Promise<void>((resolve) => {
  const posting = setInterval(() => {
    const since = performance.now() - began;
    // Requests queued at the attacker wouldn't load the app.
    while (sent < (Math.min(since, forMs) / 1_000) * perSecond && open < 500) post(KINDS[sent % KINDS.length] as Refused);
    if (since < forMs || open > 0) return;
    clearInterval(posting);
    resolve();
  }, EVERY_MS);
});
process.send?.({ report: { sent, answers } satisfies UnsignedReport }, () => process.exit());
