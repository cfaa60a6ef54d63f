/** Tokens made of dots, wherever an unauthenticated client can send one: their cost to the app, compared with letters. */
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent, type RequestOptions } from 'node:http';
import { AUTHENTICATE_PATH, BRIDGE_PATH, PROTOCOL, SCHEME } from '../../../../contract/entry.ts';
import type { Attack } from '../attack.ts';
import { notificationOf, postSigned, statusOf } from '../watch/meanwhile.ts';
import { connectMerchant, openPorts } from './open-ports.ts';

/** Requests per text and place. */
const REQUESTS = 3_000;
const LEAST = 40;
/** Measurements, alternating with letters; the cheapest counts, to exclude the app's other work. */
const PARTS = 4;
/** A difference after this many measurements is real. */
const MOST_PARTS = 24;
/** Dots may cost this many times as much as letters. Splitting at dots before the check cost three times. */
const MOST_TIMES = 2;
/** Headers end at 16 kB, bodies at 64 kB. */
const [LONGEST_HEADER, LONGEST_BODY] = [15_000, 64_000];

const TEXTS: Record<string, (length: number) => string> = {
  'four dots': () => '....',
  'four parts': () => 'a.b.c.d',
  'dots alone': (length) => '.'.repeat(length),
  'a letter before each dot': (length) => 'a.'.repeat(length / 2),
  'two parts and dots': (length) => `a.b.${'.'.repeat(length - 4)}`,
  'dots and then something else': (length) => `${'.'.repeat(length - 2)}a!`,
  'letters and a dot at the end': (length) => `${'a'.repeat(length - 1)}.`,
};

interface Place {
  at: string;
  longest: number;
  ask(text: string): RequestOptions & { body?: string };
}

export const dottedTokens: Attack = {
  wants: 'a token of dots costs the app many times what one of letters does, or lets somebody in',
  async run({ tries, say }) {
    if (process.platform !== 'linux')
      return { tried: 0, reached: [], skipped: 'what a thread has had of the processor is read from /proc' };
    const many = Math.max(LEAST, tries(REQUESTS));
    await using ports = await openPorts();
    const { app, counter, receiverPort, counterPort, redirect } = ports;
    await connectMerchant(counter);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const reached: string[] = [];
    let [tried, most, where] = [0, 0, ''];
    try {
      const cost = async (place: Place, text: string, times: number): Promise<number> => {
        const before = used(app.pid());
        for (let at = 0; at < times; at += 1) {
          const { body, ...options } = place.ask(text);
          const status = await statusOf({ agent, ...options }, body);
          if (!REFUSALS.has(status) && !(place.at.startsWith('page') && status === 200)) reached.push(`${place.at} answered ${status}`);
        }
        tried += times;
        return (used(app.pid()) - before) / times;
      };
      for (const place of places(receiverPort, `127.0.0.1:${counterPort}`, redirect.port)) {
        await cost(place, 'a'.repeat(place.longest), LEAST);
        for (const [name, make] of Object.entries(TEXTS)) {
          const text = make(place.longest);
          let [letters, dots] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
          for (let part = 0; part < PARTS || (dots > MOST_TIMES * letters && part < MOST_PARTS); part += 1) {
            const times = Math.ceil(many / PARTS);
            letters = Math.min(letters, await cost(place, 'a'.repeat(text.length), times));
            dots = Math.min(dots, await cost(place, text, times));
          }
          const ratio = dots / letters;
          if (ratio > most) [most, where] = [ratio, `${place.at}, ${name}`];
          if (ratio > MOST_TIMES)
            reached.push(`${place.at}: ${name} cost ${dots.toFixed(2)} ms of the processor, letters ${letters.toFixed(2)} ms`);
          say(`${place.at}: ${name}: ${dots.toFixed(3)} ms, letters ${letters.toFixed(3)} ms`);
        }
      }
      const status = await postSigned(receiverPort, notificationOf(ports.orderId, app.venue.venueId, 'after-the-dots'));
      if (status !== 200) reached.push(`a real notification was answered with ${status} afterwards`);
      return { tried, reached: [...new Set(reached)], figures: `at most ${most.toFixed(2)} times what letters cost (${where})` };
    } finally {
      agent.destroy();
    }
  },
};

const REFUSALS: ReadonlySet<number> = new Set([400, 401, 403, 404, 429]);

function places(receiver: number, host: string, redirect: string): Place[] {
  const counter = { port: Number(new URL(`http://${host}`).port), headers: { host } };
  const post = { port: receiver, method: 'POST' };
  const authenticate = (header: string) => ({ ...counter, path: AUTHENTICATE_PATH, headers: { host, authorization: header } });
  const body = (text: string) => ({ headers: { 'content-length': String(Buffer.byteLength(text)) }, body: text });
  const header = (at: string, ask: Place['ask']): Place => ({ at, longest: LONGEST_HEADER, ask });
  return [
    {
      at: 'delivery event',
      longest: LONGEST_BODY,
      ask: (token) => ({ ...post, path: '/notifications/deliveries', ...body(JSON.stringify({ token })) }),
    },
    { at: 'notification', longest: LONGEST_BODY, ask: (text) => ({ ...post, path: '/notifications', ...body(text) }) },
    header('signature', (text) => ({ ...post, path: '/notifications', headers: { 'service-signature': text, 'content-length': '0' } })),
    header('signature of a right length', (text) => {
      const sent = body(text);
      const signature = createHmac('sha256', 'not the secret').update(text).digest('hex');
      return { ...post, path: '/notifications', ...sent, headers: { ...sent.headers, 'service-signature': signature } };
    }),
    header('path of the receiver', (text) => ({ ...post, path: `/${text}`, headers: { 'content-length': '0' } })),
    header('query of the receiver', (text) => ({ ...post, path: `/notifications?token=${text}`, headers: { 'content-length': '0' } })),
    header('bearer token', (text) => authenticate(`Bearer ${text}`)),
    header('id of a key', (text) => authenticate(`${SCHEME} ${text} a.b.c nonce proof`)),
    header('challenge', (text) => authenticate(`${SCHEME} id ${text} nonce proof`)),
    header('proof', (text) => authenticate(`${SCHEME} id a.b.c nonce ${text}`)),
    header('page with a cookie', (text) => ({ ...counter, path: '/', method: 'HEAD', headers: { host, cookie: `session=${text}` } })),
    header('page with a query', (text) => ({ ...counter, path: `/?code=${text}`, method: 'HEAD' })),
    header('path of the counter', (text) => ({ ...counter, path: `/${text}` })),
    header('ticket', (text) => ({
      ...counter,
      path: BRIDGE_PATH,
      headers: {
        host,
        origin: `http://${host}`,
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
        'sec-websocket-protocol': `${PROTOCOL}, ${text}`,
      },
    })),
    header('redirect address', (text) => ({ port: Number(redirect), path: `/connected/${text}?code=${text.slice(0, 10)}` })),
    header('code of a redirect', (text) => ({ port: Number(redirect), path: `/connected/elsewhere?code=${text}` })),
  ];
}

/** CPU time of the app's main thread, ms: hardly depends on other load. */
function used(pid: number): number {
  const [nanoseconds = '0'] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ');
  if (Number(nanoseconds) === 0) throw new Error('this system does not count what a thread has had of the processor');
  return Number(nanoseconds) / 1e6;
}
