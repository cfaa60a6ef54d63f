/** Live memory of a Node process after garbage collection; resident memory varies with collections. */
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { until } from '../../../../test/e2e/venue/venue.ts';

/** Environment of the process. `port`: a free port. */
export const inspectable = (port: number) => ({ NODE_OPTIONS: `--inspect-port=127.0.0.1:${port}` });

/** Returns MB. The collection blocks the process for some tens of ms. */
export async function heapInUse(pid: number, port: number): Promise<number> {
  process.kill(pid, 'SIGUSR1');
  const [target] = await until('the inspector', async () =>
    fetch(`http://127.0.0.1:${port}/json/list`).then(
      (answer) => answer.json() as Promise<{ webSocketDebuggerUrl: string }[]>,
      () => null,
    ),
  );
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '', { perMessageDeflate: false });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  let asked = 0;
  const ask = (method: string, params = {}) =>
    new Promise<{ result?: { value?: string } }>((resolve) => {
      asked += 1;
      const id = asked;
      socket.on('message', (data) => {
        const answer = JSON.parse(String(data)) as { id?: number; result: { result?: { value?: string } } };
        if (answer.id === id) resolve(answer.result);
      });
      socket.send(JSON.stringify({ id, method, params }));
    });
  try {
    await ask('HeapProfiler.collectGarbage');
    // Buffers of collected objects are freed afterwards.
    await wait(100);
    await ask('HeapProfiler.collectGarbage');
    const { result } = await ask('Runtime.evaluate', { expression: 'JSON.stringify(process.memoryUsage())' });
    const { heapUsed, external } = JSON.parse(result?.value ?? '{}') as { heapUsed: number; external: number };
    return Math.round((heapUsed + external) / 104_857.6) / 10;
  } finally {
    socket.close();
  }
}
