/** Relays behind a balancer are restarted in turn, and their database fails over, while the service posts. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openBalancer } from '../../../lab/faults/relay/balancer.ts';
import { openDatabases } from '../../../lab/faults/relay/databases.ts';
import { openRelays } from '../../../lab/faults/relay/relays.ts';
import { WEBHOOK_SECRET } from '../../e2e/venue/venue.ts';
import { testFolder } from '../../setup/parts.ts';
import { orderNotification, postOrder, signed } from './at-the-relay.ts';
import { type LinkedCounter, linkedCounter } from './linked-counter.ts';

const RELAYS = 3;
const COUNTERS = 20;
const PAUSE_MS = 50;
const TRIES = 3;
const TRY_AGAIN_MS = 5_000;
/** What docs/relay.md says, ms. Usually 5 s at most: the pause before a counter reconnects. */
const SILENT_MS = 15_000;
const LONG = { timeout: 120_000, interval: 100 };

async function openChain() {
  const databases = await openDatabases(onTestFinished);
  const relays = await openRelays(testFolder(), RELAYS, databases.urls, { limits: { redeem_tries_per_minute: COUNTERS } });
  for (const relay of relays) onTestFinished(relay.kill);
  const balancer = await openBalancer(relays.map(({ port }) => port));
  onTestFinished(balancer.close);
  const url = `http://127.0.0.1:${balancer.port}`;
  const counters: LinkedCounter[] = [];
  for (let number = 1; number <= COUNTERS; number += 1) {
    const venueId = `venue-${number}`;
    const key = await relays[number % RELAYS]?.pair(venueId);
    counters.push(linkedCounter(url, key?.key ?? '', venueId, WEBHOOK_SECRET));
  }
  await expect.poll(() => counters.every((counter) => counter.isConnected()), LONG).toBe(true);
  return { databases, relays, counters, url };
}

function startService(url: string, venueIds: readonly string[]) {
  const sent = new Map<string, { venueId: string; answers: number[] }>();
  const sending: Promise<void>[] = [];
  let isOver = false;

  async function send(venueId: string): Promise<void> {
    const id = randomUUID();
    const body = orderNotification(venueId, id);
    const answers: number[] = [];
    sent.set(id, { venueId, answers });
    for (let tries = 0; tries < TRIES && answers.at(-1) !== 200; tries += 1) {
      if (tries > 0) await wait(TRY_AGAIN_MS);
      answers.push(
        await postOrder({ addresses: { ingest_url: `${url}/notifications` } }, body, signed(body, WEBHOOK_SECRET)).catch(() => 0),
      );
    }
  }

  const running = (async () => {
    for (let at = 0; !isOver; at += 1) {
      sending.push(send(venueIds[at % venueIds.length] ?? ''));
      await wait(PAUSE_MS);
    }
  })();
  return {
    sent,
    async stop() {
      isOver = true;
      await running;
      await Promise.all(sending);
    },
  };
}

test('no counter is without news for long, no notification is lost or comes twice, and the service is answered 200 throughout', async () => {
  const { databases, relays, counters, url } = await openChain();
  const service = startService(
    url,
    counters.map(({ venueId }) => venueId),
  );
  async function untilWell(): Promise<void> {
    const before = new Set(service.sent.keys());
    const isNew = ({ body }: { body: string }) => !before.has(idOf(body));
    const isWell = (counter: LinkedCounter) => counter.isConnected() && counter.news.findLast(isNew) !== undefined;
    await expect.poll(() => counters.filter((counter) => !isWell(counter)).length, LONG).toBe(0);
  }
  await untilWell();
  for (const counter of counters) counter.begin();
  for (const [at, relay] of relays.entries()) {
    await relay.stop();
    await relay.start();
    await untilWell();
    if (at > 0) continue;
    await databases.kill();
    await databases.start();
    await untilWell();
  }
  const silences = counters.map((counter) => counter.longestSilence());
  await service.stop();

  expect(silences.filter((ms) => ms > SILENT_MS)).toEqual([]);
  const sent = [...service.sent];
  expect(sent.filter(([, { answers }]) => answers.at(-1) !== 200)).toEqual([]);
  const byVenue = new Map(counters.map((counter) => [counter.venueId, counter]));
  const missing = () => sent.filter(([id, { venueId }]) => !byVenue.get(venueId)?.has(id));
  await expect.poll(missing, LONG).toEqual([]);
  const numbers = new Map<string, Set<number>>();
  const collect = () => {
    for (const { body, seq } of counters.flatMap(({ news }) => news))
      if (seq > 0) numbers.set(idOf(body), (numbers.get(idOf(body)) ?? new Set()).add(seq));
    return numbers.size;
  };
  await expect.poll(collect, LONG).toBe(sent.length);
  expect([...numbers].filter(([, { size }]) => size > 1)).toEqual([]);
}, 600_000);

function idOf(body: string): string {
  return JSON.parse(Buffer.from(body, 'base64').toString()).id;
}
