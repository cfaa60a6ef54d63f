/** Runs another program of this project in a thread: a packaged app has no Node for a process. */
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Time } from '../../shared/time/time.ts';

export interface ProgramThread<Addresses> {
  /** The first output line, parsed as JSON. */
  addresses: Addresses;
  stop(): Promise<void>;
}

/** Virus scanners and busy computers delay the start. */
const START_TIMEOUT_MS = 60_000;

/** Starts the program with `--json`. Rejects if it doesn't start. */
export async function startThread<Addresses>(
  name: 'sandbox' | 'relay',
  argv: readonly string[],
  time: Time,
): Promise<ProgramThread<Addresses>> {
  const worker = new Worker(entryOf(name), { argv: [...argv, '--json'], stdout: true, env: process.env });
  const stop = async (): Promise<void> => void (await worker.terminate());
  try {
    return { addresses: JSON.parse(await firstLine(name, worker, time)) as Addresses, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The bundled file next to the main process, else the source. */
function entryOf(name: string): URL {
  const bundled = new URL(`../${name}/start.js`, import.meta.url);
  return existsSync(fileURLToPath(bundled)) ? bundled : new URL(`../../${name}/start.ts`, import.meta.url);
}

function firstLine(name: string, worker: Worker, time: Time): Promise<string> {
  return new Promise((resolve, reject) => {
    const noLimit = time.after(START_TIMEOUT_MS, () => reject(new Error(`The ${name} did not start in time.`)));
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error(`The ${name} ended before it was up.`)));
    createInterface({ input: worker.stdout }).once('line', resolve);
    worker.once('exit', noLimit);
    worker.stdout.once('data', noLimit);
  });
}
