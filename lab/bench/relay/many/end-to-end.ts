/** Time from a POST at one relay to a counter at another, or at the same. */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { RELAY_PATHS, RELAY_VERSIONS, type RelayFrame } from '../../../../contract/relay/wire.ts';
import { signatureOf } from '../../../faults/attacks/watch/meanwhile.ts';
import { openRelayProcess, type RelayProcess } from '../../../faults/relay/relay-process.ts';
import { inTurns } from '../../table/rounds.ts';
import { type Row, rowOf } from '../../table/row.ts';
import { atShare } from '../../table/statistics.ts';
import { notificationOf } from '../inbox.ts';
import type { Cluster } from './cluster.ts';

const VENUE = 'venue-of-the-counter';
const PAUSE_MS = 8;
const LOST_AFTER_MS = 10_000;

const KEY_FILES = ['operator.key', 'waiting.key'];

export async function measureEndToEnd(cluster: Cluster, posts: number): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-bench-relays-'));
  await using opened = new AsyncDisposableStack();
  opened.defer(() => rmSync(folder, { recursive: true, force: true }));
  const postgres = cluster.newDatabase('relays');
  const start = async (name: string): Promise<RelayProcess> => {
    const relay = await openRelayProcess(join(folder, name), {}, { name, engine: { postgres } });
    opened.defer(() => relay.kill());
    await relay.start();
    return relay;
  };
  const own = await start('own');
  mkdirSync(join(folder, 'other'));
  for (const file of KEY_FILES) copyFileSync(join(folder, 'own', file), join(folder, 'other', file));
  const other = await start('other');
  const counter = await openCounter(own, (await own.pair(VENUE)).key);
  opened.defer(() => counter.close());
  const agent = new Agent({ keepAlive: true });
  opened.defer(() => agent.destroy());

  const side =
    ({ port }: RelayProcess) =>
    async (): Promise<number[]> => {
      const times: number[] = [];
      for (let count = 0; count < posts; count += 1) {
        const { id, body } = notificationOf(VENUE);
        const headers = { 'content-length': Buffer.byteLength(body), 'service-signature': signatureOf(body) };
        const arrived = counter.arrived(id);
        const began = performance.now();
        request({ host: '127.0.0.1', port, path: '/notifications', method: 'POST', agent, headers }, (answer) => answer.resume()).end(body);
        times.push((await arrived) - began);
        await wait(PAUSE_MS);
      }
      return times;
    };
  const sides = { other: side(other), own: side(own) };
  for (const warmUp of Object.values(sides)) await warmUp();
  const times = await inTurns(sides);
  const row = (share: number, id: string, what: string, aim: number | null): Row => {
    const of = (rounds: number[][]): number[] => rounds.map((values) => atShare(values, share));
    return rowOf({ id, what, here: of(times.other), beside: { what: "posted to the counter's own relay", rounds: of(times.own) }, aim });
  };
  return [
    row(0.5, 'relay-many-p50', 'posted to one relay to a counter at another, median', 100),
    row(0.99, 'relay-many-p99', `the same, 99 of 100 (${posts} a round)`, null),
  ];
}

interface Counter {
  /** Resolves with performance.now() when this notification has arrived. */
  arrived(id: string): Promise<number>;
  close(): void;
}

async function openCounter(relay: RelayProcess, key: string): Promise<Counter> {
  const waiting = new Map<string, (at: number) => void>();
  const socket = new WebSocket(relay.addresses().counter_url.replace('http', 'ws') + RELAY_PATHS.socket, {
    headers: { authorization: `Bearer ${key}` },
  });
  const welcome = Promise.withResolvers<void>();
  socket.once('error', welcome.reject);
  const send = (frame: object): void => socket.send(JSON.stringify({ at: new Date().toISOString(), ...frame }));
  socket.once('open', () => send({ type: 'hello', versions: RELAY_VERSIONS, appVersion: 'bench', venues: [{ venueId: VENUE, after: 0 }] }));
  socket.on('message', (data) => {
    const at = performance.now();
    const frame = JSON.parse(String(data)) as RelayFrame;
    if (frame.type === 'welcome') welcome.resolve();
    if (frame.type !== 'news') return;
    waiting.get((JSON.parse(Buffer.from(frame.body, 'base64').toString()) as { id: string }).id)?.(at);
    send({ type: 'ack', venueId: VENUE, seq: frame.seq });
  });
  let pings = 0;
  const pinging = setInterval(() => send({ type: 'ping', id: ++pings }), 5_000);
  await welcome.promise;
  return {
    arrived: (id) =>
      new Promise((resolve, reject) => {
        const lost = setTimeout(() => reject(new Error('A notification did not arrive.')), LOST_AFTER_MS);
        waiting.set(id, (at) => {
          clearTimeout(lost);
          waiting.delete(id);
          resolve(at);
        });
      }),
    close() {
      clearInterval(pinging);
      socket.terminate();
    },
  };
}
