import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { WhyNot } from '../../files/folder-trouble.ts';
import type { BackupMade, BackupTask, Erased, EraseTask, Task, TryTask } from './backup-work.ts';

/** `stop`: any value but 0 ends the work. */
export interface BackupThreadData {
  task: Task;
  stop: Int32Array<SharedArrayBuffer>;
}

/** `code`: SQLite's, the file system's, BackupError's, 'stopped' or 'unknown'. */
export function apartError(code: string, message: string): Error & { code: string } {
  return Object.assign(new Error(message), { code });
}

export interface BackupThread {
  run(task: BackupTask): Promise<BackupMade>;
  run(task: EraseTask): Promise<Erased>;
  run(task: TryTask): Promise<WhyNot | null>;
  /** Ends work at its next step and resolves then. Unfinished files never get a backup's name. */
  stop(): Promise<void>;
}

export function createBackupThread(): BackupThread {
  const running = new Map<Worker, Promise<unknown>>();
  const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

  function run(task: Task): Promise<never> {
    return new Promise((resolve, reject) => {
      // Without this process's arguments, which may preload code that copying files doesn't need.
      const worker = new Worker(entry(), {
        workerData: { task, stop } satisfies BackupThreadData,
        execArgv: [],
        stdout: false,
        stderr: false,
      });
      running.set(worker, new Promise((ended) => worker.once('exit', ended)));
      worker.once('message', (answer: { done: never } | { failed: { code: string; message: string } }) => {
        if ('done' in answer) resolve(answer.done);
        else reject(apartError(answer.failed.code, answer.failed.message));
      });
      worker.once('error', reject);
      worker.once('exit', () => {
        running.delete(worker);
        reject(apartError('stopped', 'the work was ended'));
      });
    });
  }

  return {
    run,
    async stop() {
      // Never terminated: killing a thread inside the database library crashes the process.
      Atomics.store(stop, 0, 1);
      await Promise.all(running.values());
    },
  };
}

function entry(): URL {
  const bundled = new URL('../backup/worker.js', import.meta.url);
  return existsSync(fileURLToPath(bundled)) ? bundled : new URL('./backup-worker.ts', import.meta.url);
}
