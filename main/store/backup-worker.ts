/** The thread in which backups are made: one task, its answer, the end. */
import { parentPort, workerData } from 'node:worker_threads';
import { carryOut, type Task } from './backup-work.ts';

carryOut(workerData as Task).then(
  (done) => parentPort?.postMessage({ done }),
  (error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    parentPort?.postMessage({ failed: { code, message: error instanceof Error ? error.message : String(error) } });
  },
);
