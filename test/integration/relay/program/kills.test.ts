/** The relay is killed repeatedly while the service posts: acknowledged notifications arrive, others are resent. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../../main/demo/venue.ts';
import { testFolder } from '../../../setup/parts.ts';
import { ORDER_SECRET, orderNotification, postOrder, type RunningRelay, VENUE } from '../at-the-relay.ts';
import { keyFor, type LightCounter, listen } from '../light-counter.ts';

const KILLS = 6;
const SENDERS = 8;

test('every notification answered with 200 arrives, and none arrives twice under another number', async () => {
  const dataDir = testFolder();
  writeFileSync(
    join(dataDir, 'relay.json'),
    JSON.stringify({ listen: { port: await freePort() }, webhook_secrets: { orders: [ORDER_SECRET], deliveries: [ORDER_SECRET] } }),
  );
  let program: ChildProcess | undefined;
  onTestFinished(() => void program?.kill('SIGKILL'));

  async function start(): Promise<RunningRelay> {
    program = spawn(process.execPath, ['relay/start.ts', '--data-dir', dataDir, '--json'], { stdio: ['ignore', 'pipe', 'inherit'] });
    const { stdout } = program;
    if (!stdout) throw new Error('It has an output.');
    const addresses = JSON.parse(await new Promise<string>((resolve) => createInterface(stdout).once('line', resolve)));
    const nothing = async () => undefined;
    return { addresses, dataDir, defects: [], drain: nothing, stop: nothing, again: start };
  }

  let relay = await start();
  const { key } = await keyFor(relay, VENUE);
  const answered = new Set<string>();
  const counters: LightCounter[] = [];
  let isOver = false;

  async function send(): Promise<void> {
    while (!isOver) {
      const id = randomUUID();
      const body = orderNotification(VENUE, id);
      // Resends until acknowledged like the service, but without a limit.
      while (!isOver && (await postOrder(relay, body).catch(() => 0)) !== 200) await pause(20);
      if (!isOver) answered.add(id);
    }
  }

  const senders = Array.from({ length: SENDERS }, send);
  for (let kills = 0; kills < KILLS; kills += 1) {
    const counter = await listen(relay, key, { [VENUE]: counters.flatMap((one) => one.news()).at(-1)?.seq ?? 0 });
    counter.socket.on('error', () => undefined);
    counters.push(counter);
    const known = answered.size;
    await expect.poll(() => answered.size, { timeout: 30_000 }).toBeGreaterThan(known + 20);
    if (kills % 2 === 0) counter.ack(VENUE);
    const gone = new Promise((resolve) => program?.once('close', resolve));
    program?.kill('SIGKILL');
    await gone;
    relay = await start();
  }
  isOver = true;
  await Promise.all(senders);
  const last = await listen(relay, key, { [VENUE]: counters.flatMap((one) => one.news()).at(-1)?.seq ?? 0 });
  counters.push(last);

  const arrived = new Map<string, Set<number>>();
  const idOf = (body: string): string => JSON.parse(Buffer.from(body, 'base64').toString()).id;
  const lost = (): string[] => {
    for (const { body, seq } of counters.flatMap((one) => one.news()))
      arrived.set(idOf(body), (arrived.get(idOf(body)) ?? new Set()).add(seq));
    return [...answered].filter((id) => !arrived.has(id));
  };
  await expect.poll(lost, { timeout: 30_000 }).toEqual([]);
  expect(answered.size).toBeGreaterThan(KILLS * 20);
  expect([...arrived.values()].filter((seqs) => seqs.size > 1)).toEqual([]);
});

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
