/** Another program holds the database's write lock: the app keeps working and reports it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { english } from '../../../contract/english.ts';
import { answerCall } from '../../../main/features/answer-call.ts';
import { DONE } from '../../../main/features/answers.ts';
import { createIngestion } from '../../../main/intake/ingest.ts';
import type { Store } from '../../../main/store/store.ts';
import { postTo, receiverInto, signed } from '../../setup/intake.ts';
import { testFolder, testStore } from '../../setup/parts.ts';
import { type TestTime, testTime } from '../../setup/test-time.ts';

const HOLDER = fileURLToPath(new URL('../../fixtures/holds-database.mjs', import.meta.url));
let dir: string;
let store: Store;
let time: TestTime;
let holder: ChildProcess | null = null;
beforeEach(() => {
  dir = testFolder();
  time = testTime();
  store = testStore(dir, { time, backups: null });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await release();
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

test('writes fail at once during a lock; after a second the lock is reported, and later its end', async () => {
  const reported: (string | null)[] = [];
  store.onTrouble((trouble) => reported.push(trouble && english(trouble.text)));
  await hold();
  const began = performance.now();
  for (let times = 0; times < 10; times += 1) expect(write).toThrow(expect.objectContaining({ code: 'database-locked' }));
  // With SQLite's default wait of five seconds, ten writes would take fifty.
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

test("a lock shorter than a second isn't reported", async () => {
  const reported: unknown[] = [];
  store.onTrouble((trouble) => reported.push(trouble));
  await hold();
  expect(write).toThrow();
  await release();
  await time.advance(2_000);
  expect(reported).toEqual([]);
});

async function receiving() {
  const ingestion = createIngestion(store);
  const ingest = vi.spyOn(ingestion, 'notification');
  const receiver = await receiverInto(dir, ingestion, time, { secrets: async () => ['secret'], onDefect: () => undefined });
  const post = (id: string) => {
    const body = JSON.stringify({ id, type: 'order.notification', order: { id: `of-${id}`, venue_id: 'v1', status: 'CREATED' } });
    return postTo(receiver, body, signed(body, 'secret'));
  };
  return { ingest, post };
}

test('a notification that arrives while the database is locked is stored and answered once the lock ends', async () => {
  const receiver = await receiving();
  await hold();
  const answer = receiver.post('n1');
  await vi.waitFor(() => expect(receiver.ingest.mock.calls.length).toBeGreaterThan(0), { timeout: 10_000 });
  await time.advance(500);
  await release();
  expect(await time.advanceWhile(answer, 400)).toBe(200);
  expect(store.inbox.has('n1')).toBe(true);
});

test('during a longer lock each notification is answered within a second, and stored once the lock ends', async () => {
  const receiver = await receiving();
  await hold();
  for (const [id, afterMs] of [
    ['n1', 1_000],
    ['n2', 9_000],
    ['n1', 9_000],
  ] as const) {
    await time.advance(afterMs);
    expect(await time.advanceWhile(receiver.post(id), 2_000)).toBe(200);
  }
  await time.advance(16_000);
  expect(store.inbox.newest(10)).toEqual([]);
  await release();
  await time.advance(1_000);
  expect(store.claims.unread().map(({ orderId, alerting }) => ({ orderId, alerting }))).toEqual([
    { orderId: 'of-n1', alerting: true },
    { orderId: 'of-n2', alerting: true },
  ]);
  expect(store.inbox.newest(10)).toHaveLength(2);
});

test("if a notification can't be kept in a file either, the service is asked to retry", async () => {
  const receiver = await receiving();
  writeFileSync(join(dir, 'notifications-waiting'), 'no folder');
  await hold();
  expect(await time.advanceWhile(receiver.post('n1'), 2_000)).toBe(503);
  await release();
  expect(await time.advanceWhile(receiver.post('n1'), 2_000)).toBe(200);
});

test('a tap of staff waits briefly for the lock to end, and is refused with a text if it lasts', async () => {
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
