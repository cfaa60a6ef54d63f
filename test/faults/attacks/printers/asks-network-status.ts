/** Asks a device for its network status again and again, in a thread of its own: an error that nobody caught ends the thread. */
import { parentPort, workerData } from 'node:worker_threads';
import { networkStatus } from '../../../../main/printing/transports/network-status.ts';

export interface Asking {
  port: number;
  times: number;
  /** For each answer. */
  timeoutMs: number;
  /** After so long a question is one that never ends. */
  endlessMs: number;
}

/** How many questions ended, and how many did not. */
export interface Asked {
  ended: number;
  endless: number;
}

const AT_ONCE = 40;
const { port, times, timeoutMs, endlessMs } = workerData as Asking;
const asked: Asked = { ended: 0, endless: 0 };
let begun = 0;

async function ask(): Promise<void> {
  while (begun < times && asked.endless === 0) {
    begun += 1;
    const question = networkStatus({ host: '127.0.0.1', port, community: 'public' }, begun % 2 === 0 ? 'v1' : 'v2c', timeoutMs);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), endlessMs);
    });
    const outcome = await Promise.race([question.then(() => 'ended' as const), late]);
    clearTimeout(timer);
    asked[outcome === 'ended' ? 'ended' : 'endless'] += 1;
  }
}

await Promise.all(Array.from({ length: Math.min(AT_ONCE, times) }, ask));
parentPort?.postMessage(asked);
