/** From an empty folder to the first real order: everything an installer taps, pastes and reads, in a real browser. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type App, startApp } from '../../../main/app/app.ts';
import { type Sandbox, startSandbox } from '../../../sandbox/sandbox.ts';
import { t } from '../../setup/messages.ts';
import { leaveSetUp, openScreen, type Screen, startBrowser } from '../venue/screen.ts';
import { until } from '../venue/venue.ts';

const MOST_TOUCHES = 12;

let browser: Browser;
let dataDir: string;
let sandbox: Sandbox;
let app: App;
let screen: Screen;
beforeEach(async () => {
  browser = await startBrowser();
  dataDir = mkdtempSync(join(tmpdir(), 'tillbridge-first-order-'));
  sandbox = await startSandbox({ port: 0 });
});
afterEach(async () => {
  await screen?.close();
  await app?.close();
  await sandbox.close();
  await browser.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const control = async (path: string, body: unknown): Promise<Record<string, string>> =>
  (await (
    await fetch(sandbox.control_url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  ).json()) as Record<string, string>;

test('twelve taps after an empty data folder, the first real order arrives by webhook and is accepted', {
  timeout: 180_000,
}, async () => {
  // The folder has only settings for ports, so that tests can run in parallel.
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ receiver: { port: 0 }, counter: { port: 0 } }));
  const startedAt = performance.now();
  app = await startApp({ dataDir, log: 'silent', vault: 'file' });
  screen = await openScreen(browser, app, dataDir);
  const { page } = screen;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(screen.host.url).origin });

  const touches: string[] = [];
  const touch = async (name: string) => {
    touches.push(name);
    await page.getByRole('button', { name, exact: true }).click();
  };
  const paste = async (label: string, text: string) => {
    touches.push(label);
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
    await page.getByLabel(label, { exact: true }).click();
    await page.keyboard.press('ControlOrMeta+v');
  };
  const clipboard = () => page.evaluate('navigator.clipboard.readText()') as Promise<string>;

  const enter = () => page.keyboard.press('Enter');

  await touch(t('setup.connect'));
  touches.push('Tests (development)');
  await page.getByText('Tests (development)').click();
  await paste('Token service', sandbox.auth_url);
  await paste('Order API', sandbox.order_base_url);
  await enter();
  await paste('Client ID', sandbox.client_id);
  await paste('Client secret', sandbox.client_secret);
  await enter();
  const venue = await control('/venues', { name: 'Harbour Kitchen', redirect_uri: 'https://partner.example.test/connected?shop=7' });
  await paste('Authorization code', `${venue.redirect_uri}&code=${venue.authorization_code}&state=abc`);
  await enter();

  await touch('Continue');
  const proofs = page.getByRole('region', { name: 'Setup checklist' });
  await proofs.getByText(t('first.webhookWhy')).waitFor();
  touches.push(t('setup.orders.ownAddress'));
  await page.getByText(t('setup.orders.ownAddress')).click();
  await page.getByText('Give the service that address').waitFor();
  await touch('Copy: Webhook address');
  const url = await clipboard();
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/notifications$/);
  await touch(t('webhook.make'));
  const secret = await until('the secret', async () => {
    const text = await clipboard();
    return text === url ? null : text;
  });
  expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
  // The secret is saved, not verified: nothing has shown yet that the service has the same.
  await proofs.locator('[data-state="saved"]', { hasText: t('setup.orders.secret') }).waitFor();

  await control('/webhooks', { url, secret });
  const order = await control('/orders', { venue_id: venue.venue_id, kind: 'takeaway', order: { order_number: '501' } });
  await proofs.locator('[data-state="verified"]', { hasText: t('setup.orders.came') }).waitFor();
  await proofs.locator('[data-state="verified"]', { hasText: t('setup.orders.secret') }).waitFor();
  await proofs.locator('[data-state="verified"]', { hasText: t('setup.orders.orderCame', { number: '501' }) }).waitFor();
  await touch('Accept');
  const atService = async () => (await (await fetch(`${sandbox.control_url}/orders/${order.order_id}`)).json()) as { state: string };
  await until('accepted', async () => (await atService()).state === 'production');
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  console.info(`From an empty folder to the first accepted order: ${touches.length} touches, ${seconds} s (${touches.join(', ')}).`);
  expect(touches.length).toBeLessThanOrEqual(MOST_TOUCHES);
  // The order arrived by webhook only, signed with that secret.
  const log = (await (await fetch(`${sandbox.control_url}/log`)).json()) as { entries: { kind: string; outcome?: string }[] };
  expect(log.entries.filter(({ kind }) => kind === 'notification').map(({ outcome }) => outcome)).toContain('200');
  await leaveSetUp(page);
  expect(await page.content()).not.toContain(secret);
  for (const file of readdirSync(dataDir, { recursive: true, withFileTypes: true })) {
    if (file.isFile()) expect(readFileSync(join(file.parentPath, file.name), 'latin1').includes(secret), file.name).toBe(false);
  }
});
