/** A venue with the desktop app in its own process, on the fake Electron. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../main/demo/venue.ts';
import { openVenue, type Venue, type VenueOptions, WEBHOOK_SECRET } from '../e2e/venue/venue.ts';
import { type DesktopApp, driveDesktopApp } from './drive.ts';

export interface VenueWithDesktop {
  venue: Venue;
  app(): DesktopApp;
  startApp(env?: Record<string, string>): Promise<DesktopApp>;
  close(): Promise<void>;
}

/** Opens a venue without its app; the service already knows the app's webhook address. */
export async function openVenueWithoutApp(options: VenueOptions = {}): Promise<Venue> {
  const venue = await openVenue({ ...options, venue: { accept_within_seconds: 0, ...options.venue } });
  await venue.stopApp();
  const port = await freePort();
  const file = join(venue.dataDir, 'settings.json');
  const settings = JSON.parse(readFileSync(file, 'utf8'));
  settings.receiver.port = port;
  writeFileSync(file, JSON.stringify(settings));
  await venue.control('POST', '/webhooks', { url: `http://127.0.0.1:${port}/notifications`, secret: WEBHOOK_SECRET });
  return venue;
}

export async function openVenueWithDesktop(env: Record<string, string> = {}): Promise<VenueWithDesktop> {
  const venue = await openVenueWithoutApp();
  let app = await driveDesktopApp({ dataDir: venue.dataDir, env });
  return {
    venue,
    app: () => app,
    async startApp(again = env) {
      app = await driveDesktopApp({ dataDir: venue.dataDir, env: again });
      return app;
    },
    async close() {
      await app.kill();
      await venue.close();
    },
  };
}
