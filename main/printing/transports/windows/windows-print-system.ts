/** The real print system: one thread per printer, so that a hanging one blocks no other. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { systemTime } from '../../../../shared/time/system-time.ts';
import type { Time } from '../../../../shared/time/time.ts';
import { WindowsPrintError, type WindowsPrintSystem } from './print-system.ts';
import type { FunctionName, PrintWorkerReply, PrintWorkerRequest } from './print-worker.ts';

/** Limit for accepting a document; the printer may be another computer's. */
const TAKE_OVER_MS = 20_000;
const ASK_MS = 5_000;
/** Assumed speed for time limits, below the slowest serial line in use. */
const BYTES_PER_SECOND = 400;

export const windowsPrintSystem: WindowsPrintSystem = createWindowsPrintSystem(systemTime);

/** Calls reject with WindowsPrintError. */
function createWindowsPrintSystem(time: Pick<Time, 'after'>): WindowsPrintSystem {
  const threads = new Map<string, Ask>();
  const ask = async <T>(printer: string, limitMs: number, call: FunctionName, ...given: unknown[]): Promise<T> => {
    const thread = threads.get(printer) ?? startThread(time, () => threads.delete(printer));
    threads.set(printer, thread);
    return (await thread(limitMs, call, given)) as T;
  };
  return {
    list: () => ask('', ASK_MS, 'list'),
    printer: (name) => ask(name, ASK_MS, 'printer', name),
    print: (name, bytes) => ask(name, TAKE_OVER_MS, 'print', name, bytes),
    document: (name, id) => ask(name, ASK_MS, 'document', name, id),
    cancel: (name, id) => ask(name, ASK_MS, 'cancel', name, id),
    writePort: (path, bytes, stallMs) => ask(path, stallMs + (bytes.length / BYTES_PER_SECOND) * 1_000, 'writePort', path, bytes, stallMs),
    hasPort: (path) => ask(path, ASK_MS, 'hasPort', path),
  };
}

type Ask = (limitMs: number, call: FunctionName, given: unknown[]) => Promise<unknown>;

/** A hanging thread ends only when its call returns. */
function startThread(time: Pick<Time, 'after'>, onEnd: () => void): Ask {
  const worker = new Worker(entry(), { execArgv: [] });
  // The thread doesn't keep the process alive.
  worker.unref();
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let last = 0;
  const end = (why: string): void => {
    onEnd();
    for (const { reject } of waiting.values()) reject(new WindowsPrintError(why, null));
    waiting.clear();
    void worker.terminate();
  };
  worker.on('message', (reply: PrintWorkerReply) => {
    const asked = waiting.get(reply.id);
    waiting.delete(reply.id);
    if ('error' in reply) asked?.reject(new WindowsPrintError(reply.error, reply.code));
    else asked?.resolve(reply.value);
  });
  worker.on('error', (error) => end(error.message));
  worker.on('exit', () => end('its thread ended'));
  return async (limitMs, call, given) => {
    last += 1;
    const id = last;
    const answer = Promise.withResolvers<unknown>();
    waiting.set(id, answer);
    const noLimit = time.after(limitMs, () => end(`no answer in ${limitMs} ms`));
    worker.postMessage({ id, call, given } satisfies PrintWorkerRequest);
    return answer.promise.finally(noLimit);
  };
}

/** The bundled worker, else the source. */
function entry(): URL {
  const bundled = new URL('../winspool/worker.js', import.meta.url);
  return existsSync(fileURLToPath(bundled)) ? bundled : new URL('./print-worker.ts', import.meta.url);
}
