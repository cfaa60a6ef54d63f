/** The demo's venue: a folder with an installer's settings file, connected to the sandbox. */
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { systemTime } from '../../shared/time/system-time.ts';
import type { OpenParts } from '../time/opened.ts';
import { type EmbeddedRelay, startEmbeddedRelay } from '../training/embedded-relay.ts';
import { type EmbeddedSandbox, registerEvents } from '../training/embedded-sandbox.ts';

export interface DemoVenue {
  venueId: string;
  settingsFile: string;
  tillFolder: string;
  /** Null if the service posts directly to the app. */
  relay: EmbeddedRelay | null;
}

/**
 * `courierSeconds`: until a courier fetches a ready order. `undoSeconds`: none for a robot. `throughRelay`: the app joins a relay that the
 * service posts to.
 */
export async function prepareVenue(
  sandbox: EmbeddedSandbox,
  opened: OpenParts,
  options: { folder: string; preparationMinutes: number; courierSeconds: number; undoSeconds: number; throughRelay: boolean },
): Promise<DemoVenue> {
  const { addresses } = sandbox;
  const { folder } = options;
  const secret = randomBytes(24).toString('base64url');
  const receiverPort = await freePort();
  const relay = options.throughRelay ? await startEmbeddedRelay(systemTime, { folder: join(folder, 'relay'), secret }) : null;
  if (relay) opened.defer(relay.stop);
  const postsTo = relay?.ingestUrl ?? `http://127.0.0.1:${receiverPort}/notifications`;
  const grant = await sandbox.control('/venues', {
    name: 'Harbour Kitchen',
    preparation_minutes: options.preparationMinutes,
    courier_after_seconds: options.courierSeconds,
  });
  await sandbox.control('/webhooks', { url: postsTo, secret });

  // For phone orders: a courier that reports every step.
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
  return { venueId: String(grant.venue_id), settingsFile, tillFolder, relay };
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
