/** Runs an attacker at low priority: a real one has another computer, and only the app is timed. */
import { fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { RawReport, RawTraffic } from './raw-traffic.ts';

export async function rawTraffic(traffic: RawTraffic, onBegun: (begun: number) => void = () => undefined): Promise<RawReport> {
  return (await attacker('raw-traffic.ts', traffic, (message) => {
    if (typeof message.begun === 'number') onBegun(message.begun);
  })) as RawReport;
}

/** Rejects if the process ends without a `report`. */
export function attacker(
  file: string,
  given: object,
  onMessage: (message: Record<string, unknown>) => void = () => undefined,
): Promise<unknown> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), [JSON.stringify(given)], { execArgv: [] });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The attacker ended by himself (${code}).`)));
    child.on('message', (message: Record<string, unknown>) => {
      onMessage(message);
      if ('report' in message) resolve(message.report);
    });
  });
}
