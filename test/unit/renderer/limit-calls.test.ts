/** Calls for many orders together stay within the limit per page. */
import { expect, test } from 'vitest';
import { limitCalls } from '../../../renderer/state/limit-calls.ts';

test('of a hundred calls 32 run at a time; a failed one makes room for the next, and all are answered', async () => {
  const limited = limitCalls(32);
  const underWay: { answer: (value: number) => void; fail: (error: Error) => void }[] = [];
  const calls = Array.from({ length: 100 }, () => limited(() => new Promise<number>((answer, fail) => underWay.push({ answer, fail }))));
  const ends = Promise.allSettled(calls);
  let most = 0;
  for (let at = 0; at < 100; at += 1) {
    await new Promise(setImmediate);
    most = Math.max(most, underWay.length);
    if (at === 7) underWay.shift()?.fail(new Error('lost'));
    else underWay.shift()?.answer(at);
  }
  expect((await ends).filter(({ status }) => status === 'fulfilled')).toHaveLength(99);
  expect(most).toBe(32);
});
