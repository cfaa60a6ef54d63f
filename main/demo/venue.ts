/** The demo's venue: a folder of its own with a settings file, as an installer would write one, connected to the service in a box. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EmbeddedSandbox } from '../training/embedded-sandbox.ts';

export interface DemoVenue {
  venueId: string;
  folder: string;
  settingsFile: string;
  tillFolder: string;
}

/** `courierSeconds`: how soon a courier fetches what is ready. */
export async function prepareVenue(
  sandbox: EmbeddedSandbox,
  options: { preparationMinutes: number; courierSeconds: number },
): Promise<DemoVenue> {
  const { addresses } = sandbox;
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-demo-'));
  const secret = randomBytes(24).toString('base64url');
  const receiverPort = await freePort();
  const grant = await sandbox.control('/venues', {
    name: 'Harbour Kitchen',
    preparation_minutes: options.preparationMinutes,
    courier_after_seconds: options.courierSeconds,
  });
  await sandbox.control('/webhooks', { url: `http://127.0.0.1:${receiverPort}/notifications`, secret });

  const settingsFile = join(folder, 'settings-of-the-demo.json');
  const tillFolder = join(folder, 'till');
  const settings = {
    service: {
      environment: 'development',
      auth_url: addresses.auth_url,
      order_base_url: addresses.order_base_url,
      delivery_base_url: addresses.delivery_base_url,
      client_id: addresses.client_id,
    },
    receiver: { host: '127.0.0.1', port: receiverPort, path: '/notifications' },
    counter: { port: 0 },
    // The robot never thinks again.
    work: { undo_seconds: 0 },
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
      authorization_codes: [{ code: grant.authorization_code, redirect_uri: grant.redirect_uri }],
    },
  };
  writeFileSync(settingsFile, JSON.stringify(settings, null, 2), { mode: 0o600 });
  return { venueId: String(grant.venue_id), folder, settingsFile, tillFolder };
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
