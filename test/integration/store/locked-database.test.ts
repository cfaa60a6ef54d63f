/** Another program holds the write lock of the database: the counter goes on, and it is said who is in the way. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { english } from '../../../contract/english.ts';
import { answerCall } from '../../../main/features/answer-call.ts';
import { DONE } from '../../../main/features/answers.ts';
import { createIngestion } from '../../../main/intake/ingest.ts';
import { startReceiver } from '../../../main/intake/webhook/receiver.ts';
import { openStore, type Store } from '../../../main/store/store.ts';
import { systemTime } from '../../../main/time/system-time.ts';
import { type TestTime, testTime } from '../../setup/test-time.ts';

const HOLDER = fileURLToPath(new URL('../../fixtures/holds-database.mjs', import.meta.url));
let dir: string;
let store: Store;
let time: TestTime;
let holder: ChildProcess | null = null;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'tillbridge-locked-'));
  time = testTime();
  store = openStore(dir, { time, backups: null });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await release();
  store.close();
  rmSync(dir, { recursive: true, force: true });
});

async function hold(): Promise<void> {
  holder = spawn(process.execPath, [HOLDER, join(dir, 'tillbridge.sqlite')], { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(holder.stdout as NodeJS.ReadableStream, 'data');
}
async function release(): Promise<void> {
  if (!holder) return;
  const over = once(holder, 'exit');
  holder.stdin?.end();
  await over;
  holder = null;
}
const write = () => store.write(() => store.tallies.count('test', ''));

test('no write waits for it; after a second it is told who holds it, and again once it is free', async () => {
  const reported: (string | null)[] = [];
  store.onTrouble((trouble) => reported.push(trouble && english(trouble.text)));
  await hold();
  const began = performance.now();
  for (let times = 0; times < 10; times += 1) expect(write).toThrow(expect.objectContaining({ code: 'database-locked' }));
  // Ten waits of SQLite's usual five seconds are fifty.
  expect(performance.now() - began).toBeLessThan(4_000);
  await time.advance(900);
  expect(reported).toEqual([]);
  await time.advance(500);
  const who = process.platform === 'linux' ? ` (${holder?.pid})`.replace(/\((\d+)\)/, '\\(.+, PID $1\\)') : '.*';
  expect(reported).toEqual([expect.stringMatching(new RegExp(`^Another program${who} is locking this computer's database`))]);
  await release();
  await time.advance(500);
  expect(reported.slice(1)).toEqual([null]);
  write();
});

test('a lock that is gone in a moment is told to nobody', async () => {
  const reported: unknown[] = [];
  store.onTrouble((trouble) => reported.push(trouble));
  await hold();
  expect(write).toThrow();
  await release();
  await time.advance(2_000);
  expect(reported).toEqual([]);
});

test('a notification that comes meanwhile is taken in once it is free, and is answered then', async () => {
  const ingestion = createIngestion(store);
  const ingest = vi.spyOn(ingestion, 'notification');
  const receiver = await startReceiver({
    time: systemTime,
    ingestion,
    host: '127.0.0.1',
    port: 0,
    path: '/notifications',
    secrets: async () => ['secret'],
    deliverySecrets: async () => [],
    priceUnit: () => () => 1,
    onDefect: () => undefined,
  });
  try {
    await hold();
    const body = JSON.stringify({ id: 'n1', type: 'order.notification', order: { id: 'o1', venue_id: 'v1', status: 'CREATED' } });
    const signature = createHmac('sha256', 'secret').update(body).digest('hex');
    const url = `http://127.0.0.1:${receiver.port}/notifications`;
    const answer = fetch(url, { method: 'POST', body, headers: { 'service-signature': signature } });
    await vi.waitFor(() => expect(ingest.mock.calls.length).toBeGreaterThan(1), { timeout: 10_000 });
    await release();
    expect((await answer).status).toBe(200);
    expect(store.inbox.has('n1')).toBe(true);
  } finally {
    await receiver.close();
  }
});

test('a touch waits a moment for it, and is refused in words where it lasts', async () => {
  let touches = 0;
  const handlers = {
    'order.touch': () => {
      touches += 1;
      write();
      return DONE;
    },
  } as unknown as Parameters<typeof answerCall>[0];
  const touch = () => answerCall(handlers, 'order.touch', { orderId: 'o1' }, { time, refusalOf: () => null });
  await hold();
  const refused = touch();
  const reported = expect(refused).rejects.toMatchObject({ code: 'database-locked' });
  await time.advance(1_500);
  await reported;
  touches = 0;
  const touched = touch();
  await time.advanceUntil(() => touches > 1, 1_000, 10);
  await release();
  expect(await time.advanceWhile(touched, 2_000)).toEqual(DONE);
});
