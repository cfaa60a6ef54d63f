/** What is done again and again goes on, whatever one turn of it does. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { every } from '../../../main/time/every.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a turn that throws, or rejects, is told and ends nothing; what is stopped is done no more', async () => {
  const told: unknown[] = [];
  const fail = (): never => {
    throw new Error('thrown');
  };
  const turns = [() => undefined, fail, () => Promise.reject(new Error('rejected')), () => undefined];
  let done = 0;
  const stop = every(
    1_000,
    () => turns[done++]?.(),
    (error) => told.push(error),
  );
  await vi.advanceTimersByTimeAsync(999);
  expect(done).toBe(0);
  await vi.advanceTimersByTimeAsync(3_001);
  expect(done).toBe(4);
  expect(told.map((error) => (error as Error).message)).toEqual(['thrown', 'rejected']);
  stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(done).toBe(4);
});
