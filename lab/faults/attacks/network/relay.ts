/** A relay on a public address under attack by strangers, a removed app and another venue's app. */
import { randomUUID } from 'node:crypto';
import { mkdtempDisposableSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { RELAY_PATHS } from '../../../../contract/relay/wire.ts';
import { freePort } from '../../../../main/demo/venue.ts';
import { openRelayProcess, type RelayProcess } from '../../relay/relay-process.ts';
import type { Attack } from '../attack.ts';
import { heapInUse, inspectable } from '../watch/heap-in-use.ts';
import { notificationOf, postSigned } from '../watch/meanwhile.ts';
import { attacker, rawTraffic } from './attacker.ts';
import type { RelayTraffic, RelayTrafficReport } from './relay-traffic.ts';

const TRIES = 100_000;
/** Share of tries with arbitrary bytes or malformed HTTP. */
const RAW_SHARE = 0.1;
const MARK = 'never-store-this';
const SECRET_MARK = 'only-for-the-other-venue';
const VICTIM = 'venue-that-is-attacked';
const OWN = 'venue-of-the-attacker';
const REAL_EVERY_MS = 50;
/** Allowed memory growth, MB: the relay counts addresses and reuses buffers. */
const MORE_MEMORY = 8;

export const relay: Attack = {
  wants: 'a relay writes down something unsigned, gives a venue news of another, loses or forgets some, or grows',
  async run({ chance, tries, say }) {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'tillbridge-attack-relay-'));
    const dataDir = folder.path;
    const inspectorPort = await freePort();
    const at = await openRelayProcess(dataDir, inspectable(inspectorPort));
    const reached: string[] = [];
    try {
      await at.start();
      const { key: victimKey } = await at.pair(VICTIM);
      const { key: ownKey } = await at.pair(OWN);
      const { key: revokedKey, counterId } = await at.pair(VICTIM);
      const { operator_url: operator, operator_key: operatorKey } = at.addresses();
      await fetch(`${operator}/counters/${counterId}`, { method: 'DELETE', headers: { authorization: `Bearer ${operatorKey}` } });
      const taken = new Set<string>();
      const failed: string[] = [];
      const tell = async (): Promise<void> => {
        const id = randomUUID();
        const status = await postSigned(at.port, notificationOf(SECRET_MARK, VICTIM, id)).catch((error: unknown) => String(error));
        if (status === 200) taken.add(id);
        else failed.push(`a real notification was answered ${status}`);
      };
      await tell();
      await postSigned(at.port, JSON.stringify({ id: randomUUID(), order: { id: 'o', venue_id: OWN } }));
      let isOver = false;
      const service = (async () => {
        while (!isOver) {
          await tell();
          await wait(REAL_EVERY_MS);
        }
      })();
      const about = { port: at.port, mark: MARK, secretMark: SECRET_MARK, victimVenue: VICTIM, ownVenue: OWN, ownKey, revokedKey };
      const traffic = (share: number) => {
        const given: RelayTraffic = { ...about, tries: Math.ceil(tries(TRIES) * share), seed: chance.below(1e9) };
        const onMessage = ({ begun }: { begun?: unknown }) => Number(begun) % 10_000 < 1_000 && say(`${begun} sent`);
        return attacker('relay-traffic.ts', given, onMessage) as Promise<RelayTrafficReport>;
      };
      const first = await traffic(0.2);
      const before = await heapInUse(at.pid(), inspectorPort);
      const raw = { port: at.port, tries: Math.ceil(tries(TRIES) * RAW_SHARE), seed: chance.below(1e9), keys: null };
      const [second, bytes] = await Promise.all([
        traffic(0.8 - RAW_SHARE),
        rawTraffic({ ...raw, path: '/notifications', mark: MARK, atOnce: 8 }),
      ]);
      isOver = true;
      await service;
      const after = at.isOn() ? await heapInUse(at.pid(), inspectorPort) : 0;

      reached.push(...new Set(failed), ...new Set([...first.leaked, ...second.leaked].map((what) => `another venue's news: ${what}`)));
      if (!at.isOn()) reached.push('the relay died');
      if (at.defects() !== '') reached.push(`the relay told of defects: ${at.defects().slice(0, 500)}`);
      if (after > before + MORE_MEMORY) reached.push(`memory grew from ${before} to ${after} MB`);
      const stored = readdirSync(dataDir).filter((name) => readFileSync(join(dataDir, name), 'latin1').includes(MARK));
      if (stored.length > 0) reached.push(`something unsigned stands in ${stored.join(', ')}`);
      const counters = await at.operator<{ counters: unknown[] }>('GET', '/counters');
      if (counters.counters.length !== 2) reached.push(`${counters.counters.length} counters hold a key, and not 2`);
      const given = await read(at, victimKey, taken.size);
      const lost = [...taken].filter((id) => !given.has(id));
      if (lost.length > 0) reached.push(`${lost.length} of ${taken.size} notifications that were answered 200 are lost`);
      return {
        tried: first.sent + second.sent + bytes.sent,
        reached,
        figures: `${taken.size} real notifications meanwhile, all given to their venue; memory ${before} to ${after} MB; answers ${JSON.stringify(second.ends)}`,
      };
    } finally {
      await at.kill();
    }
  },
};

async function read(at: RelayProcess, key: string, many: number): Promise<Set<string>> {
  const ids = new Set<string>();
  const socket = new WebSocket(`ws://127.0.0.1:${at.port}${RELAY_PATHS.socket}`, { headers: { authorization: `Bearer ${key}` } });
  const done = Promise.withResolvers<void>();
  socket.on('error', done.reject);
  socket.on('message', (data) => {
    const frame = JSON.parse(String(data));
    if (frame.type !== 'news') return;
    ids.add(JSON.parse(Buffer.from(frame.body, 'base64').toString()).id);
    socket.send(JSON.stringify({ type: 'ack', venueId: VICTIM, seq: frame.seq }));
    if (ids.size >= many) done.resolve();
  });
  await new Promise((resolve) => socket.once('open', resolve));
  const hello = { type: 'hello', versions: [2], appVersion: '0.1.0', venues: [{ venueId: VICTIM, after: 0 }] };
  socket.send(JSON.stringify({ ...hello, at: new Date().toISOString() }));
  await Promise.race([done.promise, wait(15_000)]);
  socket.terminate();
  return ids;
}
