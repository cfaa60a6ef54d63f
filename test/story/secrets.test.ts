/** After a whole order: no token and no secret is anywhere but in the vault, and the log knows no consumer. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { startApp } from '../../main/app.ts';
import { openVault } from '../../main/vault/vault.ts';
import { openVenue, until, type Venue, WEBHOOK_SECRET } from './venue.ts';

let venue: Venue | null = null;
afterEach(() => venue?.close());

test('a scan of every file and of everything that the screen is told finds no secret', async () => {
  venue = await openVenue();
  const { dataDir, sandbox, venueId } = venue;
  await venue.stopApp();
  const settingsFile = join(dataDir, 'venue.json');
  writeFileSync(settingsFile, JSON.stringify({ ...JSON.parse(readFileSync(settingsFile, 'utf8')), secrets: {} }));

  const told: string[] = [];
  const app = await startApp({ dataDir, log: 'info', vault: 'file' });
  app.watch((push) => told.push(JSON.stringify(push)));
  const call = async (name: string, input: unknown) => {
    told.push(JSON.stringify(await app.call(name, input)));
  };
  await venue.control('POST', '/webhooks', { url: await app.receiverUrl(), secret: WEBHOOK_SECRET });
  await venue.control('POST', '/clock', { advance_seconds: 3_500 });
  const name = 'Zxqname Z';
  const { order_id: orderId } = await venue.place('takeaway', {
    consumer_name: name,
    consumer_comment: 'Zxqcomment',
    consumer_phone_number: '+3580001',
  });
  const atService = async (state: string) => until(state, async () => (await venue?.atService(orderId))?.state === state);
  await until('the card', () => told.some((text) => text.includes(orderId)));
  await call('order.accept', { orderId, extraMinutes: 0 });
  await atService('production');
  await until('the ready button', async () => {
    await call('order.ready', { orderId });
    return (await venue?.atService(orderId))?.state === 'ready';
  });
  for (const question of ['settings.get', 'diagnostics.get', 'state.snapshot']) await call(question, {});
  await call('order.detail', { orderId });
  await app.close();

  const vault = await openVault({ dataDir, prefer: 'file' });
  const pair = JSON.parse((await vault.get(`tokens/${venueId}`)) ?? '{}') as { access_token: string; refresh_token: string };
  expect(pair.access_token.length).toBeGreaterThan(100);
  const secrets = { access: pair.access_token, refresh: pair.refresh_token, client: sandbox.client_secret, webhook: WEBHOOK_SECRET };
  for (const [what, secret] of Object.entries(secrets)) {
    for (const text of told) expect(text.includes(secret), `the screen was told the ${what} secret`).toBe(false);
  }
  expect(told.length).toBeGreaterThan(8);

  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const file of files) {
    const text = readFileSync(join(file.parentPath, file.name), 'latin1');
    for (const [what, secret] of Object.entries(secrets))
      expect(text.includes(secret), `${file.name} holds the ${what} secret`).toBe(false);
  }
  const log = readFileSync(join(dataDir, 'log', 'tillbridge.log'), 'utf8');
  expect(log).toContain('started');
  for (const personal of ['Zxqname', 'Zxqcomment', '+3580001']) expect(log).not.toContain(personal);
});
