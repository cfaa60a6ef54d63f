/** Times a screen's small calls while something else goes on. */
import { setTimeout as wait } from 'node:timers/promises';
import type { CounterClient } from './counter-screen.ts';

/** Rejects if a call does. */
export async function slowestCall<T>(screen: CounterClient, everyMs: number, work: Promise<T>): Promise<{ slowestMs: number; result: T }> {
  let isOver = false;
  let slowestMs = 0;
  const calling = (async () => {
    while (!isOver) {
      const began = performance.now();
      await screen.call('sound.pause', { minutes: 0 });
      slowestMs = Math.max(slowestMs, performance.now() - began);
      await wait(everyMs);
    }
  })();
  calling.catch(() => undefined);
  const result = await work.finally(() => {
    isOver = true;
  });
  await calling;
  return { slowestMs, result };
}
