/** Attempts of jobs that hang, and those that are aborted. */
import { expect, onTestFinished, test } from 'vitest';
import { message } from '../../../contract/message.ts';
import { asRetry } from '../../../main/service/problem.ts';
import { type Kind, startWorker } from '../../../main/store/worker.ts';
import { testFolder, testStore } from '../../setup/parts.ts';
import { testTime } from '../../setup/test-time.ts';

function working(how: Pick<Kind, 'atOnce' | 'run'>) {
  const time = testTime();
  const store = testStore(testFolder(), { time, backups: null });
  const defects: unknown[] = [];
  const kinds = [{ kind: 'stuck', leaseMs: 60_000, ...how }];
  const worker = startWorker({ store, time, onDefect: (error) => defects.push(error), kinds });
  onTestFinished(() => worker.stop(0));
  return { store, time, defects };
}

test('an attempt that never ends is given up after its time limit, counts as unclear, and is retried', async () => {
  const begun: boolean[] = [];
  const { store, time } = working({
    atOnce: 1,
    async run(job) {
      begun.push(job.outcomeUnknown);
      if (begun.length === 1) await new Promise(() => undefined);
      return { end: 'done' };
    },
  });
  store.write(() => store.queue.add({ kind: 'stuck', key: '1', lane: 'one', pool: 'one', payload: {} }));
  await time.advanceUntil(() => store.queue.get('stuck', '1')?.state === 'done', 120_000, 1_000);
  expect(begun).toEqual([false, true]);
});

test('calls that were aborted when the network returned are repeated before less urgent ones', async () => {
  const hanging: (() => void)[] = [];
  const sent: string[] = [];
  const { store, time, defects } = working({
    atOnce: 2,
    async run(job) {
      if (job.attempts > 1 || hanging.length === 2) {
        sent.push(job.key);
        return { end: 'done' };
      }
      await new Promise<void>((resolve) => hanging.push(resolve));
      return asRetry({ code: 'timeout', text: message('service.noAnswer'), outcome: 'unknown', cutShort: true }, 900);
    },
  });
  store.write(() => {
    for (const [dueBy, key] of ['a', 'b', 'c', 'd'].entries())
      store.queue.add({ kind: 'stuck', key, lane: key, pool: 'venue', payload: {}, dueBy });
  });
  await expect.poll(() => hanging.length).toBe(2);
  for (const cut of hanging) {
    cut();
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
  }
  await time.advanceUntil(() => sent.length === 4, 5_000, 20);
  expect(sent).toEqual(['a', 'b', 'c', 'd']);
  expect(defects).toEqual([]);
});
