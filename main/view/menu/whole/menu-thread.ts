import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Cancel, Time } from '../../../../shared/time/time.ts';
import type { MenuTasks } from './menu-tasks.ts';
import type { MenuWorkerReply, MenuWorkerRequest } from './menu-worker.ts';

/** Each rejects if the task or the thread fails. */
export type MenuWork = {
  [N in keyof MenuTasks]: (given: Parameters<MenuTasks[N]>[0]) => Promise<ReturnType<MenuTasks[N]>>;
};

/** An idle thread ends to free memory, but not between the steps of a task. */
const IDLE_MS = 30_000;
/** Most objects live as long as their task; with the default few MB, a third of the time goes into copying them. */
const YOUNG_MB = 64;

/** `exceptions`: the setting `service.currency_digits`. */
export function createMenuThread(
  time: Time,
  exceptions: () => Readonly<Record<string, number>>,
): { work: MenuWork; stop(): Promise<void> } {
  const waiting = new Map<number, PromiseWithResolvers<never>>();
  let worker: Worker | null = null;
  let stopIdle: Cancel | undefined;
  let last = 0;

  function begin(): Worker {
    // Code preloaded for the process isn't for the thread.
    const started = new Worker(entry(), { execArgv: [], resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } });
    started.unref();
    started.on('message', (reply: MenuWorkerReply) => {
      const asked = waiting.get(reply.id);
      waiting.delete(reply.id);
      if ('error' in reply) asked?.reject(new Error(reply.error));
      else asked?.resolve(reply.value as never);
      if (waiting.size === 0) stopIdle = time.after(IDLE_MS, end, { keepsAlive: false });
    });
    started.on('error', (error) => gone(started, error.message));
    started.on('exit', () => gone(started, 'its thread ended'));
    return started;
  }

  function gone(thread: Worker, why: string): void {
    if (worker !== thread) return;
    worker = null;
    for (const { reject } of waiting.values()) reject(new Error(why));
    waiting.clear();
  }

  async function end(): Promise<void> {
    stopIdle?.();
    const ending = worker;
    if (ending === null) return;
    gone(ending, 'it was stopped');
    await ending.terminate();
  }

  const ask =
    <N extends keyof MenuTasks>(task: N): MenuWork[N] =>
    (given) => {
      last += 1;
      const id = last;
      const answer = Promise.withResolvers<never>();
      waiting.set(id, answer);
      stopIdle?.();
      worker ??= begin();
      worker.postMessage({ id, task, given, exceptions: exceptions() } as MenuWorkerRequest, givenAway(given));
      return answer.promise;
    };

  return {
    work: {
      read: ask('read'),
      sheet: ask('sheet'),
      checkFile: ask('checkFile'),
      fileToSend: ask('fileToSend'),
      file: ask('file'),
      uploadDifference: ask('uploadDifference'),
    },
    stop: end,
  };
}

/** Moves the service's answer (some 20 MB) instead of copying it. */
function givenAway(given: object): ArrayBuffer[] {
  const answer = 'answer' in given && given.answer instanceof Uint8Array ? given.answer : null;
  return answer?.buffer instanceof ArrayBuffer && answer.byteLength === answer.buffer.byteLength ? [answer.buffer] : [];
}

/** The worker's bundle if it exists, else its source. */
function entry(): URL {
  const bundled = new URL('../menu/worker.js', import.meta.url);
  return existsSync(fileURLToPath(bundled)) ? bundled : new URL('./menu-worker.ts', import.meta.url);
}
