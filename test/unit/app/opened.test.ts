/** The app's opened parts close in reverse order, even if one fails or hangs. */
import { expect, test } from 'vitest';
import { openStack } from '../../../main/time/opened.ts';
import { systemTime } from '../../../shared/time/system-time.ts';

const never = () => new Promise<void>(() => undefined);

test("a part that fails and a part that hangs don't keep others open, and both are reported", async () => {
  const closed: string[] = [];
  const reported: string[] = [];
  const opened = openStack(systemTime, (error) => reported.push((error as Error).message), 20);
  opened.defer(() => closed.push('the lock'));
  opened.use({ [Symbol.asyncDispose]: async () => void closed.push('the database') });
  opened.defer(() => {
    throw new Error('it cannot be closed');
  });
  opened.defer(never);
  opened.use({ [Symbol.dispose]: () => closed.push('the screen') });
  await opened.close();
  expect(closed).toEqual(['the screen', 'the database', 'the lock']);
  expect(reported).toEqual(['not closed within 20 ms', 'it cannot be closed']);
});

test('closing twice closes parts once, and a part opened afterwards is closed at once', async () => {
  const closed: string[] = [];
  const opened = openStack(systemTime, () => undefined);
  opened.defer(() => closed.push('first'));
  await Promise.all([opened.close(), opened.close()]);
  expect(opened.isClosing()).toBe(true);
  opened.defer(() => closed.push('late'));
  expect(closed).toEqual(['first', 'late']);
});
