/** Closing: the last one opened first, whatever one of them does. */
import { expect, test } from 'vitest';
import { openStack } from '../../../main/time/opened.ts';
import { systemTime } from '../../../shared/time/system-time.ts';

const never = () => new Promise<void>(() => undefined);

test('one that fails and one that hangs keep none of the others open, and both are told', async () => {
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

test('closed twice it is closed once, and what is opened after that is closed at once', async () => {
  const closed: string[] = [];
  const opened = openStack(systemTime, () => undefined);
  opened.defer(() => closed.push('first'));
  await Promise.all([opened.close(), opened.close()]);
  expect(opened.isClosing()).toBe(true);
  opened.defer(() => closed.push('late'));
  expect(closed).toEqual(['first', 'late']);
});
