import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createFairQueue } from '../../../main/hosts/browser/fair-queue.ts';
import { systemTime } from '../../../shared/time/system-time.ts';

/** Simulated pages; `took`: ms each call of a page blocks. Returns the page served at each time. */
function counter(took: Record<string, number>) {
  let now = 0;
  const served: string[] = [];
  const turns = createFairQueue(() => now);
  return {
    served,
    turns,
    ask(page: string, times = 1) {
      for (let at = 0; at < times; at += 1)
        turns.ask(page, () => {
          now += took[page] ?? 1;
          served.push(page);
        });
    },
    async goOn(turnsOfTheLoop: number) {
      for (let at = 0; at < turnsOfTheLoop; at += 1) await turnOfTheLoop();
    },
  };
}

test('a tap on the main screen waits for one call at most, whatever other pages queued', async () => {
  const { served, ask, goOn } = counter({ flood: 20, other: 20, touch: 1 });
  ask('flood', 60);
  ask('other', 60);
  await goOn(10);
  const before = served.length;
  ask('touch');
  await goOn(130);
  expect(served.slice(before).indexOf('touch')).toBeLessThanOrEqual(1);
  expect(served).toHaveLength(121);
});

test("a page idle for an hour hasn't saved up time", async () => {
  const { served, ask, goOn } = counter({ a: 1, b: 1, quiet: 1 });
  ask('a', 100);
  ask('b', 100);
  await goOn(100);
  const before = served.length;
  ask('quiet', 50);
  await goOn(60);
  const then = served.slice(before, before + 30);
  expect(then.filter((page) => page === 'quiet').length).toBeLessThanOrEqual(11);
  expect(then.filter((page) => page === 'a').length).toBeGreaterThanOrEqual(9);
});

test("a page's calls run in their order, and none of a disconnected page", async () => {
  const turns = createFairQueue(systemTime.elapsed);
  const seen: string[] = [];
  for (const name of ['one', 'two', 'three']) turns.ask('page', () => seen.push(name));
  turns.ask('gone', () => seen.push('of the one that is gone'));
  turns.forget('gone');
  for (let at = 0; at < 10; at += 1) await turnOfTheLoop();
  expect(seen).toEqual(['one', 'two', 'three']);
});
