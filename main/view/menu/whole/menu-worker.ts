/** The thread for whole menus: one task at a time. */
import { parentPort } from 'node:worker_threads';
import { digitsBy } from '../../../orders/money/money.ts';
import { type MenuTasks, menuTasks } from './menu-tasks.ts';

export type MenuWorkerRequest = {
  [N in keyof MenuTasks]: { id: number; task: N; given: Parameters<MenuTasks[N]>[0]; exceptions: Readonly<Record<string, number>> };
}[keyof MenuTasks];
export type MenuWorkerReply = { id: number; value: unknown } | { id: number; error: string };

parentPort?.on('message', ({ id, task, given, exceptions }: MenuWorkerRequest) => {
  const tell = (reply: MenuWorkerReply): void => parentPort?.postMessage(reply);
  try {
    const work = menuTasks[task] as (given: unknown, digits: ReturnType<typeof digitsBy>) => unknown;
    tell({ id, value: withOwnMemory(work(given, digitsBy({ currency_digits: exceptions }))) });
  } catch (error) {
    tell({ id, error: error instanceof Error ? error.message : String(error) });
  }
});

/** Copies bytes out of shared buffers, which would be sent whole. */
function withOwnMemory(value: unknown): unknown {
  if (value instanceof Uint8Array) return value.byteLength === value.buffer.byteLength ? value : new Uint8Array(value);
  if (Array.isArray(value)) return value.map(withOwnMemory);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withOwnMemory(one)]));
}
