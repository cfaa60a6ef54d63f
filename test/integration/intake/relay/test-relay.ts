/**
 * A test relay: real HTTP and WebSocket on loopback, speaking contract/relay/wire.ts, with faults on demand. It queues notifications in
 * memory, delivers them in order, and drops acknowledged ones.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { type WebSocket, WebSocketServer } from 'ws';
import { CounterFrame, Poll, RELAY_PATHS, type RelayFrame } from '../../../../contract/relay/wire.ts';

export type News = Extract<RelayFrame, { type: 'news' }>;
type Hello = Extract<CounterFrame, { type: 'hello' }>;
export type Refusal = Extract<RelayFrame, { type: 'refused' }>['code'];

/** Faults instead of normal work. */
export interface Faults {
  /** Reads, answers and ends nothing: a connection dead at the other side. */
  isHalfOpen: boolean;
  /** A captive portal answers instead, or redirects. */
  portal: 'page' | 'redirect' | null;
  sockets: 'blocked' | 'swallowed' | null;
  /** Each connection is refused with this code after opening. */
  refuses: Refusal | null;
  status: number | null;
  /** How often each notification is delivered. */
  times: number;
  /** Delay before each sent frame. */
  delayMs: number;
  /** Each ping is answered at the next one: slower than the pings. */
  isBehind: boolean;
  isReordered: boolean;
  /** The first notification of each turn is held back: lost or still to come. */
  isFirstLate: boolean;
  /** Reports that it can't save. */
  keepsNothing: boolean;
}

const NONE: Faults = {
  isHalfOpen: false,
  portal: null,
  sockets: null,
  refuses: null,
  status: null,
  times: 1,
  delayMs: 0,
  isBehind: false,
  isReordered: false,
  isFirstLate: false,
  keepsNothing: false,
};

export interface TestRelay extends AsyncDisposable {
  url: string;
  faults: Faults;
  /** A code that works once; `code` sets its text. */
  invite(venueIds: readonly string[], code?: string, settings?: { group: string; key: string }): string;
  /** Returns a key for these venues, as if a code had been exchanged. */
  authenticate(venueIds: readonly string[]): string;
  revoke(key: string, as?: Refusal): void;
  /** Revokes every current key. */
  revokeAll(): void;
  /** Queues a request of the service and delivers it. Returns its seq. */
  take(news: {
    venueId: string;
    body: string | Buffer;
    signature: string | null;
    kind?: News['kind'];
    seq?: number;
    sealed?: boolean;
  }): number;
  say(frame: RelayFrame | string | Buffer): void;
  /** Frames sent with the next polling answer, after its welcome. */
  polled: RelayFrame[];
  /** Cuts every connection, with or without a close frame. */
  cut(): void;
  /** All received so far. */
  hellos: Hello[];
  pings: Extract<CounterFrame, { type: 'ping' }>[];
  acked: Map<string, number>;
  /** Unacknowledged notifications. */
  waiting(venueId: string): News[];
  connected(): number;
}

interface Counter {
  venueIds: readonly string[];
  socket: WebSocket | null;
  /** Delivered on this connection. */
  given: Map<string, number>;
  isWelcome: boolean;
  /** Pings waiting for their answer. */
  asked: number[];
}

/** How long a poll is held: not as long as requested, as tests move their own clock. */
const HELD_MS = 20;

/** `path`: a prefix of the wire's paths. */
export async function startTestRelay({ port = 0, path = '' }: { port?: number; path?: string } = {}): Promise<TestRelay> {
  const faults: Faults = { ...NONE };
  const codes = new Map<string, { venueIds: readonly string[]; isUsed: boolean; settings: object }>();
  const keys = new Map<string, { venueIds: readonly string[]; refuses: Refusal | null }>();
  const news = new Map<string, News[]>();
  const last = new Map<string, number>();
  const acked = new Map<string, number>();
  const hellos: Hello[] = [];
  const pings: TestRelay['pings'] = [];
  const counters = new Set<Counter>();
  const connections = new Set<Socket>();
  const polling = new Set<() => void>();
  const polled: RelayFrame[] = [];
  let seqs = 0;
  let newsAt: string | null = null;
  let keyCount = 0;

  const now = (): string => new Date().toISOString();
  const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()));
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 1024 * 1024, perMessageDeflate: false });
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });

  const keyOf = ({ headers }: IncomingMessage) => keys.get((headers.authorization ?? '').replace(/^Bearer /, ''));
  const answer = (response: ServerResponse, status: number, body: unknown): void =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (faults.isHalfOpen) return;
    if (faults.portal === 'redirect') return void response.writeHead(302, { location: '/sign-in' }).end();
    if (faults.portal === 'page') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome to our Wi-Fi</h1>');
    if (faults.status !== null) return answer(response, faults.status, {});
    const text = await textOf(request);
    if (request.url === path + RELAY_PATHS.redeem) return redeem(response, JSON.parse(text) as { code: string });
    if (request.url !== path + RELAY_PATHS.poll) return answer(response, 404, {});
    const known = keyOf(request);
    if (!known) return answer(response, 401, { code: 'key' });
    const refusal = known.refuses ?? faults.refuses;
    if (refusal) return answer(response, 200, { frames: [{ type: 'refused', code: refusal }] });
    const { frames, wait: forMs } = v.parse(Poll, JSON.parse(text));
    const counter: Counter = { venueIds: known.venueIds, socket: null, given: new Map(), isWelcome: false, asked: [] };
    const out: RelayFrame[] = [];
    for (const frame of frames) out.push(...(await heard(counter, frame)));
    const isThere = (): boolean => counter.venueIds.some((id) => due(counter, id).length > 0);
    if (!isThere()) {
      const { promise: woken, resolve: wake } = Promise.withResolvers<void>();
      polling.add(wake);
      await Promise.race([woken, wait(Math.min(forMs, HELD_MS))]);
      polling.delete(wake);
    }
    for (const id of counter.venueIds) out.push(...turnOf(counter, id));
    out.push(...polled.splice(0));
    await wait(faults.delayMs);
    answer(response, 200, { frames: out.slice(0, 100) });
  }

  function redeem(response: ServerResponse, { code }: { code: string }): void {
    const invited = codes.get(code);
    if (!invited || invited.isUsed) return answer(response, 400, { code: invited ? 'used' : 'unknown' });
    invited.isUsed = true;
    const key = relay.authenticate(invited.venueIds);
    answer(response, 200, { counterId: `counter-${keyCount}`, key, venueIds: invited.venueIds, ...invited.settings });
  }

  server.on('upgrade', (request, socket: Socket, head) => {
    if (faults.isHalfOpen) return;
    const refuse = (status: string, more = ''): void =>
      void socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n${more}\r\n`);
    if (faults.portal === 'redirect') return refuse('302 Found', 'location: /sign-in\r\n');
    if (faults.portal === 'page') return refuse('200 OK', 'content-type: text/html\r\n');
    if (faults.sockets === 'blocked') return refuse('400 Bad Request');
    if (faults.status !== null) return refuse(`${faults.status} Refused`, 'content-type: application/json\r\n');
    const known = keyOf(request);
    if (request.url !== path + RELAY_PATHS.socket) return refuse('404 Not Found');
    if (!known) return refuse('401 Unauthorized', 'content-type: application/json\r\n');
    sockets.handleUpgrade(request, socket, head, (opened) => {
      const counter: Counter = { venueIds: known.venueIds, socket: opened, given: new Map(), isWelcome: false, asked: [] };
      counters.add(counter);
      opened.on('error', () => undefined);
      opened.on('close', () => counters.delete(counter));
      let turn: Promise<unknown> = Promise.resolve();
      opened.on('message', (data) => {
        if (faults.isHalfOpen || faults.sockets === 'swallowed') return;
        const refusal = known.refuses ?? faults.refuses;
        if (refusal) {
          send(counter, { type: 'refused', code: refusal });
          return opened.close();
        }
        const frame = v.parse(CounterFrame, JSON.parse(String(data)));
        turn = turn.then(async () => {
          for (const one of await heard(counter, frame)) send(counter, one);
          if (counter.isWelcome) give(counter);
        });
      });
    });
  });

  async function heard(counter: Counter, frame: CounterFrame): Promise<RelayFrame[]> {
    await wait(faults.delayMs);
    if (frame.type === 'hello') {
      hellos.push(frame);
      counter.isWelcome = true;
      const mine = frame.venues.filter(({ venueId }) => counter.venueIds.includes(venueId));
      for (const { venueId, after } of mine) counter.given.set(venueId, after);
      const refused = frame.venues.flatMap(({ venueId }) => (counter.venueIds.includes(venueId) ? [] : [venueId]));
      const venues = mine.map(({ venueId }) => ({ venueId, last: last.get(venueId) ?? 0 }));
      return [{ type: 'welcome', version: 2, relayVersion: 'test', at: now(), venues, refused }];
    }
    if (frame.type === 'ping') {
      pings.push(frame);
      counter.asked.push(frame.id);
      const due = faults.isBehind ? counter.asked.splice(0, counter.asked.length - 1) : counter.asked.splice(0);
      return due.map((id) => ({ type: 'pong', id, at: now(), newsAt, keeps: !faults.keepsNothing }));
    }
    // An acknowledgement beyond the last notification counts for the last.
    const seq = Math.min(frame.seq, last.get(frame.venueId) ?? 0);
    if (seq > 0) acked.set(frame.venueId, Math.max(seq, acked.get(frame.venueId) ?? 0));
    return [];
  }

  function due(counter: Counter, venueId: string): News[] {
    const from = counter.given.get(venueId);
    if (from === undefined) return [];
    return (news.get(venueId) ?? []).filter(({ seq }) => seq > from && seq > (acked.get(venueId) ?? 0));
  }

  function turnOf(counter: Counter, venueId: string): News[] {
    const found = due(counter, venueId);
    const from = counter.given.get(venueId) ?? 0;
    const highest = found.at(-1)?.seq;
    if (highest !== undefined) counter.given.set(venueId, highest);
    const linked = found.map((one, at) => ({ ...one, after: found[at - 1]?.seq ?? from }));
    const inTurn = faults.isReordered ? linked.toReversed() : linked;
    const sent = faults.isFirstLate && inTurn.length > 1 ? inTurn.slice(1) : inTurn;
    return sent.flatMap((one) => Array.from({ length: faults.times }, () => one));
  }

  function send({ socket }: Counter, frame: RelayFrame): void {
    if (!faults.isHalfOpen) socket?.send(JSON.stringify(frame));
  }

  function give(counter: Counter): void {
    for (const id of counter.venueIds) for (const one of turnOf(counter, id)) send(counter, one);
  }

  const relay: TestRelay = {
    url: '',
    faults,
    invite(venueIds, code = `code-${codes.size}-of-the-operator`, settings) {
      codes.set(code, { venueIds, isUsed: false, settings: settings ? { settings } : {} });
      return code;
    },
    authenticate(venueIds) {
      keyCount += 1;
      const key = `key-${keyCount}-${'k'.repeat(40)}`;
      keys.set(key, { venueIds, refuses: null });
      return key;
    },
    revoke(key, as = 'revoked') {
      const known = keys.get(key);
      if (known) known.refuses = as;
      for (const counter of counters) {
        send(counter, { type: 'refused', code: as });
        counter.socket?.close();
      }
    },
    revokeAll() {
      for (const key of keys.keys()) relay.revoke(key);
    },
    take({ venueId, body, signature, kind = 'order', seq = seqs + 10, sealed }) {
      seqs = Math.max(seqs, seq);
      newsAt = now();
      const how = sealed ? { sealed } : {};
      const text = Buffer.from(body).toString('base64');
      const one: News = { type: 'news', venueId, seq, takenAt: newsAt, kind, signature, ...how, body: text };
      news.set(venueId, [...(news.get(venueId) ?? []), one]);
      last.set(venueId, seq);
      for (const counter of counters) if (counter.isWelcome) give(counter);
      for (const wake of polling) wake();
      return seq;
    },
    say(frame) {
      const text = typeof frame === 'string' || Buffer.isBuffer(frame) ? frame : JSON.stringify(frame);
      for (const { socket } of counters) socket?.send(text);
    },
    polled,
    cut() {
      for (const socket of connections) socket.destroy();
    },
    hellos,
    pings,
    acked,
    waiting: (venueId) => (news.get(venueId) ?? []).filter(({ seq }) => seq > (acked.get(venueId) ?? 0)),
    connected: () => counters.size,
    async [Symbol.asyncDispose]() {
      for (const socket of connections) socket.destroy();
      sockets.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  relay.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  return relay;
}
