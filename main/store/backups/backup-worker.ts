import { parentPort, workerData } from 'node:worker_threads';
import type { BackupThreadData } from './backup-thread.ts';
import { doTask } from './backup-work.ts';

const { task, stop } = workerData as BackupThreadData;

doTask(task, () => Atomics.load(stop, 0) !== 0).then(
  (done) => parentPort?.postMessage({ done }),
  (error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    parentPort?.postMessage({ failed: { code, message: error instanceof Error ? error.message : String(error) } });
  },
);
