import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import * as v from 'valibot';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { COMMAND } from '../../../main/outbox/command-payload.ts';
import { OPERATION } from '../../../main/outbox/operation-payload.ts';
import { migrations, UNRELEASED } from '../../../main/store/file/migrations.ts';
import { StorageTrouble } from '../../../main/store/file/storage-trouble.ts';
import { NewerDatabase } from '../../../main/store/file/store-error.ts';
import { jobKind } from '../../../main/store/queue/job-kind.ts';
import { openStore, type Store } from '../../../main/store/store.ts';
import { type Kind, kindOf, startWorker, type Worker } from '../../../main/store/worker.ts';
import { inDatabase, onDefect, testFolder, testStore } from '../../setup/parts.ts';
import { type TestTime, testTime } from '../../setup/test-time.ts';

let dir: string;
let store: Store;
let time: TestTime;

beforeEach(() => {
  dir = testFolder();
  time = testTime();
  store = testStore(dir, { time });
});

const file = () => join(dir, 'tillbridge.sqlite');
const versionIn = () => Number(inDatabase(file(), (db) => db.pragma('user_version', { simple: true })));
const job = (key: string, lane = key, pool = 'venue-1') => ({ kind: 'k', key, lane, pool, payload: { key } });

describe('an unreadable job', () => {
  const READS = jobKind('reads', v.object({ orderId: v.string() }));
  const given = (key: string) => READS.row({ key, lane: key, pool: 'v', orderId: 'o', payload: { orderId: key } });

  it.each([
    ['was damaged', '{"orderId":'],
    ['is of another shape', '{"order":{"id":"b"}}'],
  ])('that %s is listed for staff as failed, and the others are done', async (_, text) => {
    store.write(() => {
      for (const key of ['a', 'b', 'c']) store.queue.add(given(key));
    });
    inDatabase(file(), (db) => db.prepare(`UPDATE job SET payload = ? WHERE key = 'b'`).run(text));
    const done: string[] = [];
    const kind = kindOf(READS, {
      atOnce: 1,
      leaseMs: 60_000,
      run: async (_job, { orderId }) => {
        done.push(orderId);
        return { end: 'done' };
      },
    });
    const worker = startWorker({ store, kinds: [kind], time, onDefect });
    await expect.poll(() => store.queue.countFailed() + done.length).toBe(3);
    await worker.stop();
    expect(done).toEqual(['a', 'c']);
    expect(store.queue.list('failed', 10)).toMatchObject([{ key: 'b', attempts: 1, error: { code: 'job.unreadable' } }]);
    expect(store.queue.ofOrder('o').map(({ key }) => key)).toEqual(['a', 'b', 'c']);
  });
});

describe('the data folder', () => {
  it('belongs to one running Tillbridge at a time, with a clear error', () => {
    expect(() => openStore(dir)).toThrow(/already running/);
  });
  it('written by a newer Tillbridge is read but not changed', () => {
    store.write(() => void store.queue.add(job('of-the-newer')));
    store.close();
    const version = versionIn();
    inDatabase(file(), (db) => db.pragma('user_version = 99'));
    const older = testStore(dir);
    expect(older.readOnly).toMatchObject({ code: 'database-newer' });
    expect(older.queue.get('k', 'of-the-newer')).toMatchObject({ state: 'waiting' });
    expect(() => older.write(() => older.queue.claim({ k: 1_000 }))).toThrow(StorageTrouble);
    expect(() => older.queue.add(job('slipped-through'))).toThrow();
    older.close();
    expect(versionIn()).toBe(99);
    // A database that this version can't read isn't opened at all.
    inDatabase(file(), (db) => db.exec('ALTER TABLE orders RENAME COLUMN stage TO phase'));
    expect(() => openStore(dir)).toThrow(NewerDatabase);
    inDatabase(file(), (db) => db.exec(`ALTER TABLE orders RENAME COLUMN phase TO stage; PRAGMA user_version = ${version}`));
    store = testStore(dir, { time });
    expect(store.queue.get('k', 'slipped-through')).toBeNull();
  });
  it('from before the first release is refused with a text and stays unchanged', () => {
    store.close();
    const version = versionIn();
    inDatabase(file(), (db) => db.pragma(`user_version = ${UNRELEASED}`));
    const before = readFileSync(file());
    expect(() => openStore(dir)).toThrow('from a pre-release Tillbridge');
    expect(readFileSync(file()).equals(before)).toBe(true);
    inDatabase(file(), (db) => db.pragma(`user_version = ${version}`));
    store = testStore(dir, { time });
  });
});

it("jobs in an earlier version's database keep what is known of their earlier attempts", () => {
  const old = testFolder();
  const db = new Database(join(old, 'tillbridge.sqlite'));
  db.exec(migrations[0] ?? '');
  db.pragma(`user_version = ${UNRELEASED + 1}`);
  const insert = db.prepare(`INSERT INTO job (kind, key, lane, pool, order_id, payload, state, not_before, created_at, interrupted, outcome)
    VALUES (?, ?, ?, 'v', 'o', ?, ?, 0, 0, ?, ?)`);
  const command = { venueId: 'v', command: { action: 'confirm' }, selfDelivery: false, shiftedTime: null };
  const operation = { venueId: 'v', operation: { operation: 'courier-at-customer' }, currency: null };
  const rows: [kind: string, payload: object, state: string, interrupted: 0 | 1, outcome: string | null][] = [
    ['command', { ...command, mayBeDone: true }, 'waiting', 1, null],
    ['command', { ...command, mayBeDone: true, mustBeRead: true }, 'waiting', 0, null],
    ['command', command, 'done', 0, 'already-so'],
    ['operation', { ...operation, wasTaken: true, mayHaveWorked: true }, 'waiting', 0, null],
    ['operation', { ...operation, mayHaveWorked: true }, 'failed', 0, 'uncertain'],
  ];
  for (const [at, [kind, payload, state, interrupted, outcome]] of rows.entries())
    insert.run(kind, `k${at}`, `lane ${at}`, JSON.stringify(payload), state, interrupted, outcome);
  insert.run('command', 'damaged', 'lane', '{', 'waiting', 0, null);
  db.close();
  const opened = testStore(old, { time });
  const jobs = opened.queue.ofOrder('o');
  expect(jobs.map((one) => [(COMMAND.read(one) ?? OPERATION.read(one))?.earlier, one.outcomeUnknown, one.outcome])).toEqual([
    ['unknown', true, null],
    ['unread', false, null],
    [undefined, false, 'already-so'],
    ['taken', false, null],
    ['unknown', false, 'unknown'],
    [undefined, false, null],
  ]);
});

describe('the durable queue', () => {
  const take = () => store.queue.claim({ k: 1000 }) ?? expect.unreachable('nothing to claim');

  it("holds a job once: a done job can't be added again, a failed one can", () => {
    store.write(() => {
      expect(store.queue.add(job('a'))).toBe('added');
      expect(store.queue.add(job('a'))).toBe('kept');
    });
    expect(store.queue.fail(take(), { error: 'no' })).toBe(true);
    expect(store.queue.add(job('a'))).toBe('revived');
    store.queue.complete(take());
    expect(store.queue.add(job('a'))).toBe('kept');
    expect(store.queue.claim({ k: 1000 })).toBeNull();
  });

  it("runs the jobs of a lane in order; other lanes don't wait for them", () => {
    store.write(() => {
      store.queue.add(job('a1', 'a'));
      store.queue.add(job('a2', 'a'));
      store.queue.add(job('b1', 'b'));
    });
    const [a1, b1] = [take(), take()];
    expect([a1.key, b1.key]).toEqual(['a1', 'b1']);
    expect(store.queue.claim({ k: 1000 })).toBeNull();
    store.queue.retry(a1, { error: 'later', notBefore: time.monotonic() + 5000 });
    expect(store.queue.claim({ k: 1000 })).toBeNull();
    time.sleep(5000);
    expect(store.queue.claim({ k: 1000 })?.key).toBe('a1');
  });

  it('gives the most urgent job first, then the oldest, and none of a kind whose pool is full', () => {
    const now = time.monotonic();
    const of = (kind: string, key: string, due?: number, pool = 'p') => ({
      ...job(key, key, pool),
      kind,
      ...(due ? { dueBy: now + due } : {}),
    });
    store.write(() => {
      for (const one of [of('print', 'plain'), of('read', 'soon', 9), of('command', 'sooner', 5), of('command', 'soonest', 1, 'full')])
        store.queue.add(one);
      store.queue.add({ ...of('print', 'not-yet'), notBefore: now + 1 });
      store.queue.add(of('unknown', 'of-nobody', 1));
    });
    const leases = { print: 1_000, read: 2_000, command: 3_000 };
    const claim = () => store.queue.claim(leases, Object.entries({ command: 'full', read: 'elsewhere' }));
    expect([claim(), claim(), claim(), claim()].map((taken) => taken && [taken.key, taken.leaseUntil - now])).toEqual([
      ['sooner', 3_000],
      ['soon', 2_000],
      ['plain', 1_000],
      null,
    ]);
    expect(store.queue.isAnyDue(leases)).toBe(true);
    expect(store.queue.claim(leases)?.key).toBe('soonest');
    expect(store.queue.isAnyDue(leases)).toBe(false);
    time.sleep(1_001);
    expect(store.queue.isAnyDue({})).toBe(true);
  });

  it('ignores the end of an attempt whose lease expired', () => {
    store.write(() => store.queue.add(job('a')));
    const slow = take();
    time.sleep(2000);
    expect(store.queue.reclaimExpired()).toBe(1);
    const second = take();
    expect(second.outcomeUnknown).toBe(true);
    expect(store.queue.complete(slow, { result: 'late' })).toBe(false);
    expect(store.queue.complete(second, { result: 'mine' })).toBe(true);
    expect(store.queue.get('k', 'a')?.result).toBe('mine');
  });

  it('marks jobs that were running at a power cut as possibly done at the next start', () => {
    store.write(() => store.queue.add(job('a')));
    store.queue.claim({ k: 60_000 });
    store.close();
    store = testStore(dir, { time });
    expect(store.queue.claim({ k: 1000 })).toMatchObject({ key: 'a', outcomeUnknown: true, attempts: 2 });
  });

  it('runs a reading once more if it is requested during a run', () => {
    store.write(() => store.queue.addAgain(job('r')));
    const running = take();
    store.write(() => store.queue.addAgain(job('r')));
    expect(store.queue.claim({ k: 1000 })).toBeNull();
    store.queue.complete(running);
    expect(store.queue.claim({ k: 1000 })?.key).toBe('r');
  });

  it("doesn't count an attempt that ended at a rate limit", () => {
    store.write(() => store.queue.add(job('a')));
    store.queue.retry(take(), { error: 'slow down', notBefore: time.monotonic(), blameless: true });
    expect(store.queue.claim({ k: 1000 })?.attempts).toBe(1);
  });

  it("keeps an attempt's phase over power cuts until the job ends or is retried manually", () => {
    store.write(() => store.queue.add(job('a')));
    const now = time.monotonic();
    store.queue.retry(take(), { error: 'refused', notBefore: now, phase: 'checking', waitsFor: 'contact' });
    take();
    store.close();
    store = testStore(dir, { time });
    expect(store.queue.get('k', 'a')).toMatchObject({ state: 'waiting', outcomeUnknown: true, phase: 'checking', waitsFor: null });
    expect(store.queue.tryNow(1)).toMatchObject({ phase: null });
    store.queue.retry(take(), { error: 'refused', notBefore: now, phase: 'checking' });
    store.queue.complete(take(), { outcome: 'overtaken' });
    expect(store.queue.get('k', 'a')).toMatchObject({ state: 'done', phase: null, outcome: 'overtaken' });
    expect(store.queue.addOnceMore(job('a'))).toBe('revived');
    expect(store.queue.get('k', 'a')).toMatchObject({ state: 'waiting', phase: null, outcome: null });
  });

  it('ignores an unknown phase or outcome of a job', () => {
    store.write(() => store.queue.add(job('a')));
    inDatabase(file(), (db) => db.exec(`UPDATE job SET phase = 'CHECKING', outcome = 'had worked', waits_for = ''`));
    expect(store.queue.get('k', 'a')).toMatchObject({ phase: null, outcome: null, waitsFor: null });
  });

  it('commits or rolls back rows of one transaction together', () => {
    expect(() =>
      store.write(() => {
        store.queue.add(job('a'));
        throw new Error('power');
      }),
    ).toThrow('power');
    expect(store.queue.get('k', 'a')).toBeNull();
  });
});

describe('the worker', () => {
  /** Checked after the worker stopped: inside it, a failing expectation would only be a defect. */
  let defects: unknown[];
  let ran: string[];
  let letGo: () => void;
  let hanging: Promise<void>;
  beforeEach(() => {
    defects = [];
    ran = [];
    ({ promise: hanging, resolve: letGo } = Promise.withResolvers<void>());
  });
  async function letAllGo(worker: Worker): Promise<void> {
    letGo();
    await time.advance(0);
    await worker.stop();
    expect(defects).toEqual([]);
  }
  const work = (...kinds: Kind[]) => startWorker({ store, kinds, time, onDefect: (error) => defects.push(error) });
  /** `where`: only jobs of this pool hang. */
  const hangs = (kind: string, atOnce: number, where?: string): Kind => ({
    kind,
    atOnce,
    leaseMs: 60_000,
    async run({ key, pool }) {
      ran.push(key);
      if (pool === (where ?? pool)) await hanging;
      return { end: 'done' };
    },
  });

  it('claims all due jobs in one transaction, and opens none if nothing is due', async () => {
    const kinds = ['a', 'b', 'c'].map((kind) => hangs(kind, 1));
    const worker = work(...kinds);
    await time.advance(0);
    store.write(() => {
      for (const { kind } of kinds) for (const key of [`${kind}1`, `${kind}2`]) store.queue.add({ ...job(key), kind });
    });
    const writes = vi.spyOn(store, 'write');
    await time.advance(10);
    expect(ran).toEqual(['a1', 'b1', 'c1']);
    worker.nudge();
    await time.advance(3_000);
    expect(writes).toHaveBeenCalledTimes(1);
    await letAllGo(worker);
    expect(ran).toHaveLength(6);
  });

  it('runs queued jobs, retries after a defect, and reports it', async () => {
    let runs = 0;
    const kind: Kind = {
      kind: 'k',
      atOnce: 2,
      leaseMs: 5000,
      async run() {
        runs += 1;
        if (runs === 1) throw new Error('defect');
        return { end: 'done', result: 'fine', also: () => store.journal.append('o', { kind: 'touched' }) };
      },
    };
    const worker = work(kind);
    store.write(() => store.queue.add(job('a')));
    await time.advance(0);
    expect(defects).toHaveLength(1);
    await time.advance(10_000);
    await worker.stop();
    expect(store.queue.get('k', 'a')).toMatchObject({ state: 'done', result: 'fine' });
    expect(store.journal.of('o')).toHaveLength(1);
  });

  it("doesn't let hanging jobs of one venue block those of another", async () => {
    store.write(() => {
      for (let count = 0; count < 10; count += 1) store.queue.add(job(`t${count}`, `t${count}`, 'troubled'));
      for (let count = 0; count < 3; count += 1) store.queue.add(job(`w${count}`, `w${count}`, 'well'));
    });
    const worker = work(hangs('k', 2, 'troubled'));
    await time.advance(1_000);
    expect(ran.sort()).toEqual(['t0', 't1', 'w0', 'w1', 'w2']);
    await letAllGo(worker);
    expect(ran).toHaveLength(13);
  });

  it('checks the queue once a second, not continuously, while due jobs wait for a running one', async () => {
    store.write(() => {
      for (const key of ['first', 'second']) store.queue.add(job(key, 'one-lane'));
      store.queue.add({ ...job('of-later', 'another-lane', 'another-pool'), notBefore: time.monotonic() + 2_500 });
    });
    const worker = work(hangs('k', 1));
    await time.advance(0);
    const looks = vi.spyOn(store.queue, 'reclaimExpired');
    await time.advance(2_400);
    expect(ran).toEqual(['first']);
    expect(looks.mock.calls.length).toBeLessThanOrEqual(3);
    await time.advance(101);
    expect(ran).toEqual(['first', 'of-later']);
    await letAllGo(worker);
    expect(ran).toEqual(['first', 'of-later', 'second']);
  });
});
