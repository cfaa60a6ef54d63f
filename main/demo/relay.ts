/** `npm run demo -- --relay`: a relay beside the service in a box, as a process of its own, as for a venue behind a router. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface DemoRelay {
  /** Where the service posts to: orders here, events of couriers below it. */
  ingestUrl: string;
  /** What the counter is given as the relay's address. */
  counterUrl: string;
  operatorUrl: string;
  /** A code for the counter of this venue, as its operator would make one. */
  invite(venueId: string): Promise<string>;
  /** Notifications that it kept, and those of them that the counter has not acknowledged. */
  counts(): Promise<{ takenByRelay: number; waitingAtRelay: number }>;
  stop(): Promise<void>;
}

interface Addresses {
  ingest_url: string;
  counter_url: string;
  operator_url: string;
  operator_key: string;
  metrics_url: string;
}

/** `secret`: with which the service signs for both of its APIs. Rejects where the relay does not start. */
export async function startDemoRelay(secret: string): Promise<DemoRelay> {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-demo-relay-'));
  const settings = { webhook_secrets: { orders: [secret], deliveries: [secret] } };
  writeFileSync(join(folder, 'relay.json'), JSON.stringify(settings), { mode: 0o600 });
  const entry = fileURLToPath(new URL('../../relay/start.ts', import.meta.url));
  const child: ChildProcess = spawn(process.execPath, [entry, '--data-dir', folder, '--port', '0', '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  process.once('exit', () => child.kill('SIGKILL'));

  async function stop(): Promise<void> {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }

  const addresses = await firstLine(child).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  const headers = { authorization: `Bearer ${addresses.operator_key}`, 'content-type': 'application/json' };
  return {
    ingestUrl: addresses.ingest_url,
    counterUrl: addresses.counter_url,
    operatorUrl: addresses.operator_url,
    async invite(venueId) {
      const body = JSON.stringify({ venue_ids: [venueId], label: 'Harbour Kitchen' });
      const answer = await fetch(`${addresses.operator_url}/invitations`, { method: 'POST', headers, body });
      if (!answer.ok) throw new Error(`The relay made no code (${answer.status}).`);
      return String(((await answer.json()) as { code: string }).code);
    },
    async counts() {
      const text = await (await fetch(addresses.metrics_url, { headers })).text();
      const figure = (name: string): number =>
        Number(
          text
            .split('\n')
            .find((line) => line.startsWith(`${name} `))
            ?.split(' ')[1] ?? 0,
        );
      return { takenByRelay: figure('relay_requests_total{outcome="kept"}'), waitingAtRelay: figure('relay_waiting') };
    },
    stop,
  };
}

function firstLine({ stdout }: ChildProcess): Promise<Addresses> {
  return new Promise((resolve, reject) => {
    if (!stdout) return reject(new Error('The relay has no output.'));
    const lines = createInterface({ input: stdout });
    lines.once('line', (line) => resolve(JSON.parse(line) as Addresses));
    lines.once('close', () => reject(new Error('The relay ended before it was up.')));
  });
}
