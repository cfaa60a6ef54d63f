/** An attacker runs in a process of his own that gives way to every other: he would have a computer of his own, and what is timed is the app. */
import { fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { RawReport, RawTraffic } from './raw-traffic.ts';

/** Sends it all; `onBegun` hears how far it is. */
export async function rawTraffic(traffic: RawTraffic, onBegun: (begun: number) => void = () => undefined): Promise<RawReport> {
  return (await attacker('raw-traffic.ts', traffic, (message) => {
    if (typeof message.begun === 'number') onBegun(message.begun);
  })) as RawReport;
}

/** Runs a file of this folder with `given` as its argument, until it sends its `report`. Rejects where it ends without one. */
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
