/** Starts the service in a box beside the app and speaks to it over HTTP alone, as to the real one. */
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

import type { Time } from '../time/time.ts';

export interface SandboxAddresses {
  auth_url: string;
  order_base_url: string;
  delivery_base_url: string;
  control_url: string;
  client_id: string;
  client_secret: string;
  printer_host: string;
  printer_port: number;
  printer_control_url: string;
}

export interface EmbeddedSandbox {
  addresses: SandboxAddresses;
  /** POST to its control API; answers the JSON. Throws when it refuses. */
  control(path: string, body: unknown): Promise<Record<string, unknown>>;
  stop(): Promise<void>;
}

/** A computer that checks every file for viruses, or has much else to do, takes its time. */
const START_TIMEOUT_MS = 60_000;

/** A thread and not a child process: a packaged app has no Node of its own to start one with. */
export async function startEmbeddedSandbox(time: Time, options: { port?: number } = {}): Promise<EmbeddedSandbox> {
  const worker = new Worker(entry(), {
    // Whoever could reach its control API would practise with the venue's staff: its address is told to nobody but this app.
    argv: ['--port', String(options.port ?? 0), '--printer-port', '0', '--private', '--json'],
    stdout: true,
    env: process.env,
  });
  const addresses = await firstLine(worker, time).catch(async (error: unknown) => {
    await worker.terminate();
    throw error;
  });
  return {
    addresses,
    async control(path, body) {
      const response = await fetch(`${addresses.control_url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const answer = (await response.json()) as Record<string, unknown>;
      if (!response.ok) throw new Error(`The sandbox refused ${path} (${response.status}): ${JSON.stringify(answer)}.`);
      return answer;
    },
    async stop() {
      await worker.terminate();
    },
  };
}

/** Bundled beside the main process in a packaged app, else the source. */
function entry(): URL {
  const bundled = new URL('../sandbox/start.js', import.meta.url);
  return existsSync(fileURLToPath(bundled)) ? bundled : new URL('../../sandbox/start.ts', import.meta.url);
}

function firstLine(worker: Worker, time: Time): Promise<SandboxAddresses> {
  return new Promise((resolve, reject) => {
    const noLimit = time.after(START_TIMEOUT_MS, () => reject(new Error('The sandbox did not start in time.')));
    worker.once('error', (error) => {
      noLimit();
      reject(error);
    });
    createInterface({ input: worker.stdout }).once('line', (line) => {
      noLimit();
      resolve(JSON.parse(line) as SandboxAddresses);
    });
  });
}
