/** An attempt that never ends: the jobs behind it are not kept waiting for good. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startWorker } from '../../../main/store/queue/worker.ts';
import { openStore } from '../../../main/store/store.ts';
import { testTime } from '../../setup/test-time.ts';

test('is given up after its time, counts as one that may have happened, and is tried again', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'tillbridge-hanging-'));
  const time = testTime();
  const store = openStore(dir, { time, backups: null });
  const begun: boolean[] = [];
  const worker = startWorker({
    store,
    time,
    onDefect: () => undefined,
    kinds: [
      {
        kind: 'stuck',
        atOnce: 1,
        leaseMs: 60_000,
        async run(job) {
          begun.push(job.interrupted);
          if (begun.length === 1) await new Promise(() => undefined);
          return { end: 'done' };
        },
      },
    ],
  });
  onTestFinished(async () => {
    await worker.stop(0);
    store.close();
    rmSync(dir, { recursive: true });
  });
  store.write(() => store.queue.add({ kind: 'stuck', key: '1', lane: 'one', pool: 'one', payload: {} }));
  await time.advanceUntil(() => store.queue.get('stuck', '1')?.state === 'done', 120_000, 1_000);
  expect(begun).toEqual([false, true]);
});
