/** The network is back: what hung was given up, and goes out again before what is less urgent. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { message } from '../../../contract/message.ts';
import { asRetry } from '../../../main/service/problem.ts';
import { startWorker } from '../../../main/store/queue/worker.ts';
import { openStore } from '../../../main/store/store.ts';
import { testTime } from '../../setup/test-time.ts';

test('calls that were cut short one after the other keep their places', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'tillbridge-cut-'));
  const time = testTime();
  const store = openStore(dir, { time, backups: null });
  const hanging: (() => void)[] = [];
  const sent: string[] = [];
  const worker = startWorker({
    store,
    time,
    onDefect: (error) => {
      throw error;
    },
    kinds: [
      {
        kind: 'answer',
        atOnce: 2,
        leaseMs: 60_000,
        async run(job) {
          if (job.attempts > 1 || hanging.length === 2) {
            sent.push(job.key);
            return { end: 'done' };
          }
          await new Promise<void>((resolve) => hanging.push(resolve));
          return asRetry({ code: 'timeout', text: message('service.noAnswer'), mayHaveHappened: true, cutShort: true }, 900);
        },
      },
    ],
  });
  onTestFinished(async () => {
    await worker.stop(0);
    store.close();
    rmSync(dir, { recursive: true });
  });
  store.write(() => {
    for (const [dueBy, key] of ['a', 'b', 'c', 'd'].entries())
      store.queue.add({ kind: 'answer', key, lane: key, pool: 'venue', payload: {}, dueBy });
  });
  await expect.poll(() => hanging.length).toBe(2);
  for (const cut of hanging) {
    cut();
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
  }
  await time.advanceUntil(() => sent.length === 4, 5_000, 20);
  expect(sent).toEqual(['a', 'b', 'c', 'd']);
});
