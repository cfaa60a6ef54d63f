/** Strangers share a part of each turn of the event loop: however many there are, everybody else has the rest of it. */
import { expect, test } from 'vitest';
import { createStrangersShare } from '../../../main/listening/strangers-share.ts';

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

test('work that takes long is done a few pieces a turn, and all of it in the end', async () => {
  let now = 0;
  const share = createStrangersShare(() => now);
  const done: number[] = [];
  for (let at = 0; at < 200; at += 1)
    share.later(() => {
      now += 3;
      done.push(at);
    }, true);
  const after: number[] = [];
  while (done.length < 200) {
    await turn();
    after.push(done.length);
  }
  const most = Math.max(...after.map((count, at) => count - (after[at - 1] ?? 0)));
  // Two turns may fall between two looks.
  expect(most).toBeLessThanOrEqual(20);
  expect(done).toEqual(Array.from({ length: 200 }, (_, at) => at));
});

test('work that takes no time is done at once, and nobody overtakes who waits', async () => {
  const share = createStrangersShare(() => 0);
  expect(share.hasTime()).toBe(true);
  let done = 0;
  for (let at = 0; at < 300; at += 1)
    share.later(() => {
      done += 1;
    }, true);
  expect(share.hasTime()).toBe(false);
  await turn();
  await turn();
  expect(done).toBe(300);
  expect(share.hasTime()).toBe(true);
});

test('who had hardly any comes before those that had much, and these have their turn all the same', async () => {
  let now = 0;
  const share = createStrangersShare(() => now);
  const done: string[] = [];
  const work = (name: string) => () => {
    now += 10;
    done.push(name);
  };
  for (let at = 0; at < 100; at += 1) share.later(work('old'), false);
  for (let at = 0; at < 20; at += 1) share.later(work('new'), true);
  while (done.length < 120) await turn();
  expect(done.lastIndexOf('new')).toBeLessThan(30);
  expect(done.slice(0, 20).filter((name) => name === 'old').length).toBeGreaterThan(2);
});

test('who has gone has no turn', async () => {
  const share = createStrangersShare(() => 0);
  let done = 0;
  const work = (): void => {
    done += 1;
  };
  share.later(work, true);
  share.forget(work);
  await turn();
  await turn();
  expect(done).toBe(0);
});
