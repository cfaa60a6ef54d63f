/** Thread of one Windows printer: the functions block until the printer answers. */
import { parentPort } from 'node:worker_threads';
import * as winspool from './winspool.ts';

export type FunctionName = keyof typeof FUNCTIONS;
export interface PrintWorkerRequest {
  id: number;
  call: FunctionName;
  given: unknown[];
}
export type PrintWorkerReply = { id: number; value: unknown } | { id: number; error: string; code: number | null };

const { list, printer, print, document, cancel, writePort, hasPort } = winspool;
const FUNCTIONS = { list, printer, print, document, cancel, writePort, hasPort };

parentPort?.on('message', ({ id, call, given }: PrintWorkerRequest) => {
  const tell = (reply: PrintWorkerReply): void => parentPort?.postMessage(reply);
  try {
    tell({ id, value: (FUNCTIONS[call] as (...given: unknown[]) => unknown)(...given) });
  } catch (error) {
    tell({ id, error: String(error), code: error instanceof winspool.NativeError ? error.code : null });
  }
});
