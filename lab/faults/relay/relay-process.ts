/** A relay in its own process: killable at any time, and restarted on the same folder and port. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { RELAY_PATHS } from '../../../contract/relay/wire.ts';
import { freePort } from '../../../main/demo/venue.ts';
import type { RelayAddresses } from '../../../relay/relay.ts';
import { WEBHOOK_SECRET } from '../../../test/e2e/venue/venue.ts';
import type { Part } from './part.ts';

const START = fileURLToPath(new URL('../../../relay/start.ts', import.meta.url));

export interface RelayProcess extends Part {
  port: number;
  pid(): number;
  isOn(): boolean;
  /** SIGTERM, as at a deploy; resolves once it has ended. */
  stop(): Promise<void>;
  /** Errors printed since the first start; empty if none. */
  defects(): string;
  addresses(): RelayAddresses;
  /** An operator's request; rejects if the relay is down. */
  operator<T>(method: string, path: string, body?: unknown): Promise<T>;
  /** Creates a pairing code for an app of these venues. */
  invite(label: string, ...venueIds: string[]): Promise<string>;
  pair(venueId: string): Promise<{ key: string; counterId: string }>;
}

/** `env`: merged over this process's. */
export async function openRelayProcess(
  dataDir: string,
  env: Record<string, string | undefined> = {},
  settings: Record<string, unknown> = {},
): Promise<RelayProcess> {
  const port = await freePort();
  mkdirSync(dataDir, { recursive: true });
  const secrets = { orders: [WEBHOOK_SECRET], deliveries: [WEBHOOK_SECRET] };
  writeFileSync(join(dataDir, 'relay.json'), JSON.stringify({ listen: { port }, webhook_secrets: secrets, ...settings }));
  let program: ChildProcess | null = null;
  let gone: Promise<void> = Promise.resolve();
  let defects = '';
  let addresses: RelayAddresses | null = null;

  const self: RelayProcess = {
    name: 'relay',
    port,
    pid: () => program?.pid ?? 0,
    isOn: () => program !== null && program.exitCode === null && program.signalCode === null,
    defects: () => defects,
    addresses() {
      if (!addresses) throw new Error('The relay was never up.');
      return addresses;
    },
    async start() {
      const child = spawn(process.execPath, [START, '--data-dir', dataDir, '--json'], {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, ...env },
      });
      program = child;
      gone = new Promise((resolve) => child.once('close', () => resolve()));
      const { stdout, stderr } = child;
      createInterface(stderr).on('line', (output) => {
        // The inspector prints two lines, which aren't errors.
        if (!/debugger|nodejs\.org/i.test(output)) defects += `${output}\n`;
      });
      const line = new Promise<string>((resolve) => createInterface(stdout).once('line', resolve));
      const printed = await Promise.race([line, gone]);
      if (typeof printed === 'string') addresses = JSON.parse(printed);
    },
    async stop() {
      program?.kill('SIGTERM');
      await gone;
    },
    async kill() {
      if (self.isOn()) program?.kill('SIGKILL');
      await gone;
    },
    async operator(method, path, body) {
      const { operator_url, operator_key } = self.addresses();
      const answer = await fetch(operator_url + path, {
        method,
        headers: { authorization: `Bearer ${operator_key}` },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return (await answer.json()) as never;
    },
    async invite(label, ...venueIds) {
      return (await self.operator<{ code: string }>('POST', '/invitations', { venue_ids: venueIds, label })).code;
    },
    async pair(venueId) {
      const body = JSON.stringify({ code: await self.invite(venueId, venueId) });
      const answer = await fetch(self.addresses().counter_url + RELAY_PATHS.redeem, { method: 'POST', body });
      if (!answer.ok) throw new Error(`The relay gave ${venueId} no key: ${answer.status}.`);
      return (await answer.json()) as { key: string; counterId: string };
    },
  };
  return self;
}
