/** A minimal relay client: says hello, collects notifications, and acknowledges on demand. */
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { type CounterFrame, RELAY_PATHS, type RelayFrame } from '../../../contract/relay/wire.ts';
import { openRelay, type RunningRelay, VENUE } from './at-the-relay.ts';

type Reached = Pick<RunningRelay, 'addresses'>;

export type News = Extract<RelayFrame, { type: 'news' }>;

export interface LightCounter {
  socket: WebSocket;
  frames: RelayFrame[];
  news(): News[];
  send(frame: CounterFrame | string): void;
  ack(venueId: string): void;
  /** Resolves with the code of the last frame, or null, when the connection has ended. */
  ended: Promise<string | null>;
  close(): Promise<void>;
}

export interface Invited {
  code: string;
  expires_at: string;
}

export async function operator(relay: Reached, method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(relay.addresses.operator_url + path, {
    method,
    headers: { authorization: `Bearer ${relay.addresses.operator_key}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
}

export async function redeem(
  relay: Reached,
  code: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await fetch(relay.addresses.counter_url + RELAY_PATHS.redeem, { method: 'POST', headers, body: JSON.stringify({ code }) });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

/** Invites and redeems: key and ID of an app with these venues. */
export async function keyFor(relay: Reached, ...venueIds: string[]): Promise<{ key: string; id: string }> {
  const { code } = (await operator(relay, 'POST', '/invitations', { venue_ids: venueIds, label: 'Harbour Kitchen' })).body as Invited;
  const { body } = await redeem(relay, code);
  return { key: String(body.key), id: String(body.counterId) };
}

/** A relay, with the key and ID of an app of VENUE. */
export async function relayWithKey(options?: Parameters<typeof openRelay>[0]) {
  const relay = await openRelay(options);
  return { relay, ...(await keyFor(relay, VENUE)) };
}

/** The same with the app connected. */
export async function connectedCounter(options?: Parameters<typeof openRelay>[0]) {
  const given = await relayWithKey(options);
  return { ...given, counter: await listen(given.relay, given.key, { [VENUE]: 0 }) };
}

export function hello(venues: Record<string, number>, sealKey?: string): CounterFrame {
  const asked = Object.entries(venues).map(([venueId, after]) => ({ venueId, after }));
  return {
    type: 'hello',
    versions: [2],
    ...(sealKey === undefined ? {} : { sealKey }),
    appVersion: '0.1.0',
    venues: asked,
    at: new Date().toISOString(),
  };
}

export function ping(id: number, more: object = {}): CounterFrame {
  return { type: 'ping', id, at: new Date().toISOString(), ...more };
}

/** `venues`: each with the app's position; null sends no hello. */
export async function listen(
  relay: Reached,
  key: string | null,
  venues: Record<string, number> | null,
  sealKey?: string,
): Promise<LightCounter> {
  const socket = new WebSocket(relay.addresses.counter_url.replace(/^http/, 'ws') + RELAY_PATHS.socket, {
    ...(key === null ? {} : { headers: { authorization: `Bearer ${key}` } }),
    perMessageDeflate: false,
  });
  const frames: RelayFrame[] = [];
  socket.on('message', (data) => frames.push(JSON.parse(String(data))));
  const ended = new Promise<string | null>((resolve) =>
    socket.once('close', () => {
      const last = frames.at(-1);
      resolve(last?.type === 'refused' ? last.code : null);
    }),
  );
  onTestFinished(() => socket.terminate());
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const news = (): News[] => frames.filter((frame) => frame.type === 'news');
  const send = (frame: CounterFrame | string): void => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
  if (venues) send(hello(venues, sealKey));
  return {
    socket,
    frames,
    news,
    send,
    ack(venueId) {
      const seq = news().findLast((one) => one.venueId === venueId)?.seq;
      if (seq !== undefined) send({ type: 'ack', venueId, seq });
    },
    ended,
    async close() {
      socket.close();
      await ended;
    },
  };
}
