/** The operator's page of a relay, light and dark: two healthy apps, a silent one with waiting orders, a venue without an app. */
import { createHmac, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import * as v from 'valibot';
import { WebSocket } from 'ws';
import { makeSettingsPair, signSettings } from '../../contract/relay/settings-document.ts';
import { RELAY_PATHS } from '../../contract/relay/wire.ts';
import { startRelay } from '../../relay/relay.ts';
import { RelaySettings } from '../../relay/settings/settings.ts';
import { until } from '../../test/e2e/venue/venue.ts';
import { runningTime } from '../../test/setup/test-time.ts';

const SECRET = 'a-webhook-secret-of-many-bits';
const SINCE_MS = 4 * 60_000;
const WELL = { appVersion: '0.1.0', openOrders: 6, printers: 'ready', till: 'ready', refreshTokenDays: 21, managedVersion: 7 };

export async function takeOperatorsPage(browser: Browser, folder: string): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tillbridge-pictures-relay-'));
  const time = runningTime();
  const now = time.wall();
  time.setWall(now - SINCE_MS);
  const settings = v.parse(RelaySettings, { listen: { port: 0 }, webhook_secrets: { orders: [SECRET] } });
  const relay = await startRelay({ dataDir, settings, time, onDefect: (error) => console.error(error) });
  const { counter_url, ingest_url, operator_url, operator_key } = relay.addresses;
  const ask = async (path: string, body: unknown) =>
    (await fetch(path, { method: 'POST', headers: { authorization: `Bearer ${operator_key}` }, body: JSON.stringify(body) })).json();
  const sockets: WebSocket[] = [];

  const at = new Date(now).toISOString();
  const signed = signSettings({ format: 1, group: 'city', version: 7, by: 'Example chain', made_at: at, settings: {} }, makeSettingsPair());
  await ask(`${operator_url}/settings/city`, signed);

  async function joined(label: string, venueId: string): Promise<string> {
    const { code } = (await ask(`${operator_url}/invitations`, { venue_ids: [venueId], label, group: 'city' })) as { code: string };
    return ((await ask(counter_url + RELAY_PATHS.redeem, { code })) as { key: string }).key;
  }
  async function connect(key: string, venueId: string, health: object): Promise<void> {
    const socket = new WebSocket(counter_url.replace('http', 'ws') + RELAY_PATHS.socket, { headers: { authorization: `Bearer ${key}` } });
    sockets.push(socket);
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    const at = new Date(time.wall()).toISOString();
    socket.send(JSON.stringify({ type: 'hello', versions: [2], appVersion: '0.1.0', venues: [{ venueId, after: 0 }], at }));
    socket.send(JSON.stringify({ type: 'ping', id: 1, at, health }));
    // The relay compares the app's clock at the ping.
    await new Promise<void>((resolve) => socket.on('message', (data) => String(data).includes('"pong"') && resolve()));
  }
  async function post(venueId: string): Promise<void> {
    const body = JSON.stringify({ id: randomUUID(), type: 'order.notification', order: { id: randomUUID(), venue_id: venueId } });
    const signature = createHmac('sha256', SECRET).update(body).digest('hex');
    await fetch(ingest_url, { method: 'POST', headers: { 'service-signature': signature }, body });
  }

  await joined('Old Town', '6b1f0c2d9e4a57318c2ad033');
  for (const venueId of ['6b1f0c2d9e4a57318c2ad033', '6b1f0c2d9e4a57318c2ad033', '6b1f0c2d9e4a57318c2ad044']) await post(venueId);
  // An app is silent only after a minute.
  await time.advance(60_000);
  time.setWall(now - SINCE_MS);
  await connect(await joined('Harbour Kitchen', '6b1f0c2d9e4a57318c2ad011'), '6b1f0c2d9e4a57318c2ad011', WELL);
  await connect(await joined('Market Street', '6b1f0c2d9e4a57318c2ad022'), '6b1f0c2d9e4a57318c2ad022', {
    ...WELL,
    openOrders: 2,
    printers: 'trouble',
    managedVersion: 6,
    settingsRefused: { version: 7, code: 'unknown-key', about: 'work.undo_by_voice' },
  });
  time.setWall(now);
  const page = await browser.newPage({ viewport: { width: 1280, height: 1220 } });
  await page.goto(operator_url);
  await page.getByLabel('Operator key').fill(operator_key);
  await page.getByRole('button', { name: 'Open' }).click();
  await until('the counters', async () => (await page.getByText('Old Town is not connected').count()) > 0);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(folder, `relay-operator-${colorScheme}.png`) });
  }
  await page.close();
  for (const socket of sockets) socket.terminate();
  await relay[Symbol.asyncDispose]();
  rmSync(dataDir, { recursive: true, force: true });
}
