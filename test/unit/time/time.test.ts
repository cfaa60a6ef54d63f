/** Delays and intervals of the real timers, and of the time that tests move. */
import { expect, test } from 'vitest';
import { systemTime } from '../../../shared/time/system-time.ts';
import { testTime } from '../../setup/test-time.ts';

test("a failing run of an interval is reported, and the interval goes on until it's stopped", async () => {
  const reported: unknown[] = [];
  const fail = (): never => {
    throw new Error('thrown');
  };
  const turns = [() => undefined, fail, () => Promise.reject(new Error('rejected')), () => undefined];
  let done = 0;
  const time = testTime();
  const stop = time.every(
    1_000,
    () => turns[done++]?.(),
    (error) => reported.push(error),
  );
  await time.advance(999);
  expect(done).toBe(0);
  await time.advance(3_001);
  expect(done).toBe(4);
  expect(reported.map((error) => (error as Error).message)).toEqual(['thrown', 'rejected']);
  stop();
  await time.advance(10_000);
  expect(done).toBe(4);
  expect(time.pending()).toBe(0);
});

test('with real timers, a failing interval is reported and runs on, and a wait can be aborted', async () => {
  const reported: unknown[] = [];
  let done = 0;
  await new Promise<void>((resolve) => {
    const stop = systemTime.every(
      1,
      () => {
        done += 1;
        if (done < 3) throw new Error('thrown');
        stop();
        resolve();
      },
      (error) => reported.push(error),
    );
  });
  expect(reported).toHaveLength(2);
  const aborting = new AbortController();
  const waiting = systemTime.wait(60_000, { signal: aborting.signal });
  aborting.abort();
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  expect(systemTime.within(60_000).aborted).toBe(false);
});

test('time moved by a test runs due timers in order, also those started on the way', async () => {
  const time = testTime();
  const began = time.monotonic();
  const did: [string, number][] = [];
  const note = (what: string) => did.push([what, time.monotonic() - began]);
  time.after(300, () => note('late'));
  time.after(100, () => {
    note('early');
    time.after(100, () => note('begun on the way'));
  });
  time.after(100, () => note('early too'));
  const forgotten = time.after(200, () => note('taken back'));
  forgotten();
  await time.advance(250);
  await time.advance(250);
  expect(did).toEqual([
    ['early', 100],
    ['early too', 100],
    ['begun on the way', 200],
    ['late', 300],
  ]);
  expect(time.monotonic() - began).toBe(500);
});

test('setting the wall clock moves neither timers nor the monotonic clock', async () => {
  const time = testTime();
  const began = time.monotonic();
  let came = false;
  time.after(1_000, () => {
    came = true;
  });
  time.setWall(began + 24 * 3_600_000);
  await time.advance(999);
  expect([came, time.monotonic() - began, time.wall() - began]).toEqual([false, 999, 24 * 3_600_000 + 999]);
  await time.advance(1);
  expect(came).toBe(true);
});

test('in time moved by a test, a wait ends when due or aborted, and a limit aborts its signal', async () => {
  const time = testTime();
  const aborting = new AbortController();
  const ended = { first: false, second: '' };
  void time.wait(1_000).then(() => {
    ended.first = true;
  });
  void time.wait(60_000, { signal: aborting.signal }).catch((error: Error) => {
    ended.second = error.name;
  });
  const limit = time.within(2_000);
  await time.advance(1_999);
  aborting.abort();
  await time.advance(0);
  expect(ended).toEqual({ first: true, second: 'AbortError' });
  expect(limit.aborted).toBe(false);
  await time.advance(1);
  expect((limit.reason as Error).name).toBe('TimeoutError');
  expect(time.pending()).toBe(0);
});
