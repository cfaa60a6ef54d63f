/** What one relay is told, all know: the log, the acknowledgements and what they do about an engine that is away, with real NATS servers. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { connect } from '@nats-io/transport-node';
import { expect, onTestFinished, test } from 'vitest';
import type { Engine, Taken } from '../../../../relay/engine/engine.ts';
import { writeEntry } from '../../../../relay/engine/entry.ts';
import { openLocal } from '../../../../relay/engine/local.ts';
import { hashOf } from '../../../../relay/engine/news/rows.ts';
import { openDatabase } from '../../../../relay/store/database.ts';
import type { NatsServer } from '../../../setup/nats-server.ts';
import { folderOfRelay } from '../at-the-relay.ts';
import { LONG_MS, openNatsEngine } from './several.ts';
import { startCluster, startNats } from './started.ts';

const MANY = { count: 1_000, bytes: 1_000_000 };
const patiently = { timeout: LONG_MS };
/** As the relay waits for it. */
const A_SECOND = { answerMs: 1_000 };

function order(venueId: string | null, text = 'news', id: string = randomUUID()): Taken {
  return { kind: 'order', venueId, notificationId: id, references: [], signature: 'ab', body: Buffer.from(text) };
}

async function relayOn(servers: readonly NatsServer[], options: { folder?: string; answerMs?: number; opensIn?: number } = {}) {
  const { engine } = await openNatsEngine(servers, { folder: folderOfRelay(), ...options });
  onTestFinished(async () => engine[Symbol.asyncDispose]());
  return engine;
}

async function read(engine: Engine, venueId: string) {
  return (await engine.readAfter(venueId, 0, MANY)).map(({ seq, body }) => [seq, body.toString()]);
}

async function texts(engine: Engine, venueId: string) {
  return (await read(engine, venueId)).map(([, text]) => text);
}

test('news taken by one relay is at each of them under one number, and one that joins later has it too', async () => {
  const servers = [await startNats()];
  const [one, other] = [await relayOn(servers), await relayOn(servers)];
  const told: string[] = [];
  other.onNews((venueId) => told.push(venueId));
  await Promise.all(Array.from({ length: 50 }, (_, at) => (at % 2 ? one : other).append(order('v1', `news ${at}`))));
  await expect.poll(() => texts(one, 'v1'), patiently).toHaveLength(50);
  await expect.poll(() => read(other, 'v1'), patiently).toEqual(await read(one, 'v1'));
  expect(told).toContain('v1');
  expect(await read(await relayOn(servers), 'v1')).toEqual(await read(one, 'v1'));
});

test('a notification that the service sends to two relays is given once', async () => {
  const servers = [await startNats()];
  const [one, other] = [await relayOn(servers), await relayOn(servers)];
  await Promise.all([one.append(order('v1', 'a', 'n1')), other.append(order('v1', 'a', 'n1'))]);
  expect(await other.append(order('v1', 'a', 'n1'))).toEqual({ kept: 'before' });
  await one.append(order('v1', 'b', 'n2'));
  await expect.poll(() => texts(other, 'v1'), patiently).toEqual(['a', 'b']);
  expect(await texts(one, 'v1')).toEqual(['a', 'b']);
});

test('what was acknowledged at one relay waits at none, also at one that was away meanwhile', async () => {
  const servers = [await startNats()];
  const folder = folderOfRelay();
  const one = await relayOn(servers);
  const other = await relayOn(servers, { folder });
  for (const engine of [one, other]) await engine.setReader('r', ['v1']);
  const kept = await one.append(order('v1'));
  await expect.poll(() => texts(other, 'v1'), patiently).toHaveLength(1);
  await other[Symbol.asyncDispose]();
  await one.acknowledge('r', 'v1', kept.kept === 'venue' ? kept.seq : 0);
  await one.append(order('v1', 'next'));
  await one[Symbol.asyncDispose]();
  const back = await relayOn(servers, { folder });
  await expect.poll(() => texts(back, 'v1'), patiently).toEqual(['next']);
});

test('an event that names no venue is routed alike everywhere, whichever relay takes what', async () => {
  const servers = [await startNats()];
  const [one, other] = [await relayOn(servers), await relayOn(servers)];
  const event = (venueId: string | null, references: string[]): Taken => ({ ...order(venueId), kind: 'delivery', references });
  await one.append(event(null, ['s1']));
  await one.append(event(null, ['s2']));
  await other.append(event('v1', ['s1']));
  await expect.poll(() => texts(one, 'v1'), patiently).toHaveLength(2);
  expect(await read(one, 'v1')).toEqual(await read(other, 'v1'));
  const [waiting] = await other.unroutable(10);
  expect(await other.route(waiting?.seq ?? 0, 'v2')).toBe(true);
  await expect.poll(() => read(one, 'v2'), patiently).toEqual(await read(other, 'v2'));
  expect(await one.countUnroutable()).toEqual({ waiting: 0, oldestAt: null });
});

test('what somebody else wrote into the streams is passed over and told', async () => {
  const server = await startNats();
  const defects: unknown[] = [];
  const { engine } = await openNatsEngine([server], { folder: folderOfRelay(), onDefect: (error) => defects.push(error) });
  onTestFinished(async () => engine[Symbol.asyncDispose]());
  const nats = await connect({ servers: server.url });
  onTestFinished(() => nats.close());
  nats.publish('relay-log.nonsense', 'no entry');
  nats.publish('relay-log.nonsense', '{"what":"taken"}\n');
  nats.publish('$KV.relay-state.cursor.nonsense', 'no number');
  await nats.flush();
  await engine.append(order('v1', 'next'));
  expect(await texts(engine, 'v1')).toEqual(['next']);
  expect(defects).toHaveLength(2);
});

test('everything stands in the log under its venue, by what was kept beside it when it was taken, also what an earlier version left', async () => {
  const server = await startNats();
  const folder = folderOfRelay();
  const left = (venueId: string | null, references: string[] = []) => {
    const taken = { ...order(venueId), references };
    return { hash: hashOf(taken), entry: writeEntry({ ...taken, hash: hashOf(taken), takenAt: Date.now() }) };
  };
  {
    using db = openDatabase(join(folder, 'relay.sqlite'));
    db.exec('ALTER TABLE outgoing DROP COLUMN venue_id; PRAGMA user_version = 5');
    const keep = db.prepare('INSERT INTO outgoing (hash, entry) VALUES (?, ?)');
    for (const { hash, entry } of [left('earlier/1'), left(null, ['s1'])]) keep.run(hash, entry);
  }
  {
    using db = openDatabase(join(folder, 'relay.sqlite'));
    // Nobody looks into the entry again: it goes by what stands beside it.
    openLocal(db).add({ ...left('named-within'), venueId: 'named-beside' });
  }
  const nats = await connect({ servers: server.url });
  onTestFinished(() => nats.close());
  const subjects: string[] = [];
  nats.subscribe('relay-log.>', { callback: (_, { subject }) => void subjects.push(subject) });
  await nats.flush();
  const engine = await relayOn([server], { folder });
  await engine.append(order('v1'));
  await engine.append(order(null));
  const venues = () => subjects.map((subject) => Buffer.from(subject.slice('relay-log.'.length), 'base64url').toString());
  await expect.poll(venues, patiently).toEqual(['earlier/1', ' ', 'named-beside', 'v1', ' ']);
  expect(await texts(engine, 'earlier/1')).toEqual(['news']);
  expect(engine.trouble()).toBeNull();
});

test('a lease is one relay’s', async () => {
  const servers = [await startNats()];
  const [one, other] = [await relayOn(servers), await relayOn(servers)];
  const taken = await Promise.all([one.lease('sweep', 'a', 60_000), other.lease('sweep', 'b', 60_000)]);
  expect(taken.filter((lease) => lease !== null)).toHaveLength(1);
});

test('with its engine away a relay keeps news on its own disk, says so, and forwards it in order later, also after a restart', async () => {
  const server = await startNats();
  const folder = folderOfRelay();
  const other = await relayOn([server]);
  const one = await relayOn([server], { folder, ...A_SECOND });
  await one.append(order('v1', 'before'));
  await server.freeze();
  onTestFinished(() => server.goOn());
  expect(await one.append(order('v1', 'away 1', 'n1'))).toEqual({ kept: 'later' });
  // From now on nobody waits for it.
  expect(await one.append(order('v1', 'away 2'))).toEqual({ kept: 'later' });
  expect(await one.append(order('v1', 'away 1', 'n1'))).toEqual({ kept: 'before' });
  expect(one.trouble()).toEqual({ says: expect.stringContaining('NATS does not answer'), since: expect.any(Number), toForward: 2 });
  expect(await one.lease('sweep', 'a', 1_000)).toBeNull();
  // Its own disk is another matter.
  expect(await one.canWrite(64 * 1024)).toBe(true);
  // What it has is given out meanwhile.
  expect(await texts(one, 'v1')).toEqual(['before']);
  await one[Symbol.asyncDispose]();
  const again = await relayOn([server], { folder, ...A_SECOND, opensIn: 100 });
  expect(await again.append(order('v1', 'away 3'))).toEqual({ kept: 'later' });
  server.goOn();
  await expect.poll(() => texts(other, 'v1'), patiently).toEqual(['before', 'away 1', 'away 2', 'away 3']);
  await expect.poll(() => read(again, 'v1'), patiently).toEqual(await read(other, 'v1'));
  await expect.poll(() => again.trouble(), patiently).toBeNull();
});

test('an engine that lost everything is given again what waits, by any relay that has it', async () => {
  const server = await startNats();
  const [one, other] = [await relayOn([server]), await relayOn([server])];
  for (const engine of [one, other]) await engine.setReader('r', ['v1']);
  const kept = await one.append(order('v1', 'acknowledged', 'n1'));
  await one.append(order('v1', 'waits', 'n2'));
  await one.acknowledge('r', 'v1', kept.kept === 'venue' ? kept.seq : 0);
  await expect.poll(() => texts(other, 'v1'), patiently).toEqual(['waits']);
  const before = await read(other, 'v1');
  // Who took it is gone, with its disk.
  await one[Symbol.asyncDispose]();
  await server.kill();
  server.wipe();
  await server.start();
  const fresh = await relayOn([server]);
  await expect.poll(() => texts(fresh, 'v1'), patiently).toEqual(['waits']);
  await expect.poll(() => read(other, 'v1'), patiently).toEqual(await read(fresh, 'v1'));
  // Above what counters may have acknowledged.
  expect((await read(fresh, 'v1'))[0]?.[0]).toBeGreaterThan(Number(before[0]?.[0]));
});

test('an engine that lost the end of its log, as in a power cut, is given that again, and what comes next is not taken for it', async () => {
  const server = await startNats();
  const [one, other] = [await relayOn([server]), await relayOn([server], A_SECOND)];
  await one.append(order('v1', 'kept'));
  await server.kill();
  const bringBack = server.keepDisk();
  await server.start();
  await expect.poll(() => other.trouble(), patiently).toBeNull();
  await expect.poll(() => one.trouble(), patiently).toBeNull();
  expect(await one.append(order('v1', 'lost'))).toMatchObject({ kept: 'venue' });
  await server.kill();
  bringBack();
  await expect.poll(() => other.trouble(), patiently).not.toBeNull();
  expect(await other.append(order('v1', 'next'))).toEqual({ kept: 'later' });
  await server.start();
  const fresh = await relayOn([server]);
  for (const engine of [one, other, fresh]) {
    await expect.poll(async () => (await texts(engine, 'v1')).toSorted(), patiently).toEqual(['kept', 'lost', 'next']);
    await expect.poll(() => read(engine, 'v1'), patiently).toEqual(await read(fresh, 'v1'));
  }
});

test('a cluster of three goes on without one of them', async () => {
  const servers = await startCluster(3);
  const [one, other] = [await relayOn(servers, A_SECOND), await relayOn(servers, A_SECOND)];
  const sent: string[] = [];
  const send = async (engine: Engine): Promise<void> => {
    const text = `news ${sent.length}`;
    sent.push(text);
    await engine.append(order('v1', text));
  };
  for (let count = 0; count < 5; count += 1) await send(one);
  for (const server of servers.slice(0, 1)) await server.kill();
  for (let count = 0; count < 5; count += 1) await send(count % 2 ? one : other);
  for (const engine of [one, other])
    await expect.poll(async () => (await texts(engine, 'v1')).toSorted(), patiently).toEqual(sent.toSorted());
  expect(await read(one, 'v1')).toEqual(await read(other, 'v1'));
  await expect.poll(() => one.trouble() ?? other.trouble(), patiently).toBeNull();
  for (const server of servers.slice(0, 1)) await server.start();
});
