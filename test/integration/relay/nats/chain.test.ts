/** A chain: three relays, three NATS servers, twenty counters. One relay and one server are killed while the service posts to any relay. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../../main/demo/venue.ts';
import {
  DELIVERY_SECRET,
  folderOfRelay,
  ORDER_SECRET,
  openRelay,
  orderNotification,
  postOrder,
  type RunningRelay,
} from '../at-the-relay.ts';
import { keyFor, type LightCounter, listen, type News } from '../light-counter.ts';
import { startCluster } from './started.ts';

const COUNTERS = 20;
const AT_ONCE = 40;
const patiently = { timeout: 60_000 };

test('what any relay answered with 200 reaches its counter once, whichever relay that one is connected to', async () => {
  const servers = await startCluster(3);
  const engine = { nats: { servers: servers.map(({ url }) => url) } };
  const relays: RunningRelay[] = [await openRelay({ settings: { engine } }), await openRelay({ settings: { engine } })];
  const program = await relayProgram(engine);
  relays.push(program.relay);

  const venues = Array.from({ length: COUNTERS }, (_, at) => `venue-${at}`);
  // Invited by one, and listening to another.
  const counters = await Promise.all(
    venues.map(async (venueId, at) => keepListening(relays, at + 1, (await keyFor(anyOf(relays, at), venueId)).key, venueId)),
  );

  const answered = new Map<string, string>();
  let next = 0;
  async function post(): Promise<void> {
    const venueId = venues[next % COUNTERS] ?? '';
    const id = randomUUID();
    const body = orderNotification(venueId, id);
    // A balancer gives it to any relay, and where there is none behind it the service sends again.
    for (let tries = next++; ; tries += 1) {
      if ((await postOrder(anyOf(relays, tries), body).catch(() => 0)) === 200) break;
      await pause(50);
    }
    answered.set(id, venueId);
  }
  const postMany = () => Promise.all(Array.from({ length: AT_ONCE }, post));

  await postMany();
  await servers[0]?.kill();
  await postMany();
  program.kill();
  await postMany();
  // What it had answered for alone is on its disk.
  await program.start();
  await postMany();

  const missing = (): string[] => {
    const had = new Set(counters.flatMap(({ news }) => news().map(idOf)));
    return [...answered.keys()].filter((id) => !had.has(id));
  };
  await expect.poll(missing, patiently).toEqual([]);
  expect(answered.size).toBe(4 * AT_ONCE);
  for (const { venueId, news } of counters) {
    expect(news().filter((one) => answered.get(idOf(one)) !== venueId)).toEqual([]);
    // Again is only what it had not acknowledged when its connection ended; nothing came under two numbers.
    expect(new Map(news().map((one) => [one.seq, idOf(one)])).size).toBe(new Set(news().map(idOf)).size);
  }
});

function anyOf(relays: readonly RunningRelay[], at: number): RunningRelay {
  const relay = relays[at % relays.length];
  if (!relay) throw new Error('There are some.');
  return relay;
}

function idOf({ body }: News): string {
  return JSON.parse(Buffer.from(body, 'base64').toString()).id;
}

/** As a counter does: acknowledges what it has, and goes to the next relay when its own is gone. */
function keepListening(relays: readonly RunningRelay[], first: number, key: string, venueId: string) {
  const sessions: LightCounter[] = [];
  let isOver = false;
  const news = (): News[] => sessions.flatMap((one) => one.news());
  async function run(): Promise<void> {
    for (let at = first; !isOver; at += 1) {
      const after = Math.max(0, ...news().map(({ seq }) => seq));
      const session = await listen(anyOf(relays, at), key, { [venueId]: after }).catch(() => null);
      if (session) {
        sessions.push(session);
        session.socket.on('error', () => undefined);
        session.socket.on('message', () => session.ack(venueId));
        await session.ended;
      }
      await pause(50);
    }
  }
  void run();
  onTestFinished(() => {
    isOver = true;
  });
  return { venueId, news };
}

/** A relay of its own process, that can be killed. */
async function relayProgram(engine: object) {
  const dataDir = folderOfRelay();
  writeFileSync(
    join(dataDir, 'relay.json'),
    JSON.stringify({
      listen: { port: await freePort() },
      webhook_secrets: { orders: [ORDER_SECRET], deliveries: [DELIVERY_SECRET] },
      engine,
    }),
  );
  let program: ChildProcess | undefined;
  onTestFinished(() => void program?.kill('SIGKILL'));
  async function start() {
    program = spawn(process.execPath, ['relay/start.ts', '--data-dir', dataDir, '--json'], { stdio: ['ignore', 'pipe', 'ignore'] });
    const { stdout } = program;
    if (!stdout) throw new Error('It has an output.');
    return JSON.parse(await new Promise<string>((resolve) => createInterface(stdout).once('line', resolve)));
  }
  const relay: RunningRelay = {
    addresses: await start(),
    dataDir,
    defects: [],
    stop: async () => undefined,
    again: () => Promise.reject(new Error('It is started by hand.')),
  };
  return { relay, start, kill: () => void program?.kill('SIGKILL') };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
