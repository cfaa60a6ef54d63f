/** The demo's venue: a folder of its own with a settings file, as an installer would write one, connected to the service in a box. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DELIVERY_EVENTS } from '../../contract/contract.ts';
import type { EmbeddedSandbox } from '../training/embedded-sandbox.ts';
import { type DemoRelay, startDemoRelay } from './relay.ts';

export interface DemoVenue {
  venueId: string;
  folder: string;
  settingsFile: string;
  tillFolder: string;
  /** Null where the service posts to the counter itself. */
  relay: DemoRelay | null;
}

/**
 * `courierSeconds`: how soon a courier fetches what is ready. `undoSeconds`: how long a person may think again; a robot never does.
 * `throughRelay`: the service posts to a relay, and the counter joins it with a code.
 */
export async function prepareVenue(
  sandbox: EmbeddedSandbox,
  options: { preparationMinutes: number; courierSeconds: number; undoSeconds: number; throughRelay: boolean },
): Promise<DemoVenue> {
  const { addresses } = sandbox;
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-demo-'));
  const secret = randomBytes(24).toString('base64url');
  const receiverPort = await freePort();
  const relay = options.throughRelay ? await startDemoRelay(secret) : null;
  const postsTo = relay?.ingestUrl ?? `http://127.0.0.1:${receiverPort}/notifications`;
  const grant = await sandbox.control('/venues', {
    name: 'Harbour Kitchen',
    preparation_minutes: options.preparationMinutes,
    courier_after_seconds: options.courierSeconds,
  });
  await sandbox.control('/webhooks', { url: postsTo, secret });

  // For the order that comes by phone: a courier who tells of every step.
  const merchant = await sandbox.control('/merchants', {
    cash_enabled: true,
    handshake_enabled: true,
    courier_step_seconds: options.courierSeconds,
  });
  await registerEvents(sandbox, merchant, `${postsTo}/deliveries`, secret);

  const settingsFile = join(folder, 'settings-of-the-demo.json');
  const tillFolder = join(folder, 'till');
  const settings = {
    service: {
      environment: 'development',
      auth_url: addresses.auth_url,
      order_base_url: addresses.order_base_url,
      delivery_base_url: addresses.delivery_base_url,
      client_id: addresses.client_id,
      merchant_id: merchant.merchant_id,
    },
    receiver: { host: '127.0.0.1', port: receiverPort, path: '/notifications' },
    ...(relay ? { relay: { url: relay.counterUrl } } : {}),
    counter: { port: 0 },
    work: { undo_seconds: options.undoSeconds },
    printers: [
      {
        id: 'kitchen',
        name: 'Kitchen printer',
        host: addresses.printer_host,
        port: addresses.printer_port,
        documents: ['kitchen-ticket', 'participant-label'],
      },
    ],
    pos: { kind: 'hot-folder', folder: tillFolder },
    secrets: {
      client_secret: addresses.client_secret,
      webhook_secrets: [secret],
      merchant_key: merchant.merchant_key,
      delivery_secrets: [secret],
      authorization_codes: [{ code: grant.authorization_code, redirect_uri: grant.redirect_uri }],
      ...(relay ? { relay_code: await relay.invite(String(grant.venue_id)) } : {}),
    },
  };
  writeFileSync(settingsFile, JSON.stringify(settings, null, 2), { mode: 0o600 });
  return { venueId: String(grant.venue_id), folder, settingsFile, tillFolder, relay };
}

/** As somebody would do it by hand at the service; the counter can do it too, in Settings. */
async function registerEvents(sandbox: EmbeddedSandbox, merchant: Record<string, unknown>, url: string, secret: string): Promise<void> {
  const address = `${sandbox.addresses.delivery_base_url}/v1/merchants/${merchant.merchant_id}/webhooks`;
  const headers = { authorization: `Bearer ${merchant.merchant_key}`, 'content-type': 'application/json' };
  const backoff = { exponent_base: 2, max_retry_count: 5 };
  const body = JSON.stringify({ callback_url: url, client_secret: secret, callback_config: { exponential_retry_backoff: backoff } });
  const created = await fetch(address, { method: 'POST', headers, body });
  if (!created.ok) throw new Error(`The sandbox refused the address for the steps of couriers (${created.status}).`);
  const { id } = (await created.json()) as { id: string };
  const events = { subscribed_events: DELIVERY_EVENTS };
  await fetch(`${address}/${id}`, { method: 'PATCH', headers, body: JSON.stringify(events) });
}

/** A port that is free now; the app takes it a moment later. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (typeof address === 'object' && address ? resolve(address.port) : reject(new Error('No free port.'))));
    });
  });
}
