/** A call that may hang has a time limit, and no second call starts where one still hangs. */
import { expect, test } from 'vitest';
import { inTime } from '../../../main/time/time-limit.ts';
import { testTime } from '../../setup/test-time.ts';

test('a result or failure within the time limit is passed on and leaves no timer', async () => {
  const time = testTime();
  expect(await inTime(time, 'a share', 1_000, async () => 'here')).toBe('here');
  await expect(inTime(time, 'a share', 1_000, () => Promise.reject(new Error('full')))).rejects.toThrow('full');
  expect(time.pending()).toBe(0);
});

test('a hanging call is given up, and no other call to the same place starts until it has ended', async () => {
  const time = testTime();
  let ends = (): void => undefined;
  let given: AbortSignal | undefined;
  const hanging = inTime(time, 'a share', 1_000, (signal) => {
    given = signal;
    return new Promise<void>((resolve) => {
      ends = resolve;
    });
  });
  const reported = expect(hanging).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  await time.advance(1_000);
  await reported;
  expect(given?.aborted).toBe(true);
  let asked = 0;
  const ask = (place: string) =>
    inTime(time, place, 1_000, async () => {
      asked += 1;
    });
  await expect(ask('a share')).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  await ask('another share');
  expect(asked).toBe(1);
  ends();
  await time.advance(1);
  await ask('a share');
  expect(asked).toBe(2);
});
