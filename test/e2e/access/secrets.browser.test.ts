/** After a whole order tokens and secrets are only in the vault, and the log has no customer data. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { startApp } from '../../../main/app/app.ts';
import { openVault } from '../../../main/vault/vault.ts';
import { startSandbox } from '../../../sandbox/sandbox.ts';
import { t } from '../../setup/messages.ts';
import { fillInConnection, leaveSetUp, openScreen, startBrowser } from '../venue/screen.ts';
import { openSettings } from '../venue/settings.ts';
import { openVenue, until, type Venue, WEBHOOK_SECRET } from '../venue/venue.ts';

let venue: Venue | null = null;
afterEach(() => venue?.close());

test('no file, screen update or answer contains a secret', async () => {
  venue = await openVenue();
  const { dataDir, sandbox, venueId } = venue;
  await venue.stopApp();
  const settingsFile = join(dataDir, 'venue.json');
  writeFileSync(settingsFile, JSON.stringify({ ...JSON.parse(readFileSync(settingsFile, 'utf8')), secrets: {} }));

  const reported: string[] = [];
  const app = await startApp({ dataDir, log: 'info', vault: 'file' });
  app.watch((push) => reported.push(JSON.stringify(push)));
  const call = async (name: string, input: unknown) => {
    reported.push(JSON.stringify(await app.call(name, input)));
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
  await until('the card', () => reported.some((text) => text.includes(orderId)));
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
  const pair = JSON.parse((await vault.get(`development/tokens/${venueId}`)) ?? '{}') as { access_token: string; refresh_token: string };
  expect(pair.access_token.length).toBeGreaterThan(100);
  const secrets = { access: pair.access_token, refresh: pair.refresh_token, client: sandbox.client_secret, webhook: WEBHOOK_SECRET };
  for (const [what, secret] of Object.entries(secrets)) {
    for (const text of reported) expect(text.includes(secret), `the screen was told the ${what} secret`).toBe(false);
  }
  expect(reported.length).toBeGreaterThan(8);

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

test("typed secrets don't stay in the page's memory, and no token reaches the page's process", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tillbridge-secrets-'));
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ receiver: { port: 0 }, counter: { port: 0 } }));
  const sandbox = await startSandbox({ port: 0 });
  const app = await startApp({ dataDir, log: 'silent', vault: 'file' });
  const browser = await startBrowser();
  const control = async (path: string, body: unknown) =>
    (await (
      await fetch(`${sandbox.control_url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).json()) as Record<string, string>;
  try {
    const grant = await control('/venues', { name: 'Harbour Kitchen' });
    const screen = await openScreen(browser, app, dataDir);
    const { page } = screen;
    const received: string[] = [];
    page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => received.push(String(payload))));
    await page.getByRole('button', { name: t('connect.title') }).waitFor();
    await page.reload();

    await fillInConnection(page, sandbox);
    await page.getByLabel('Authorization code').fill(grant.authorization_code ?? '');
    await page.getByLabel('Redirect address').fill(grant.redirect_uri ?? '');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await leaveSetUp(page);
    await page.getByText(t('board.empty.new.title')).waitFor();
    await openSettings(page, 'Webhooks');
    await page.getByLabel('New secret').fill(WEBHOOK_SECRET);
    await page.getByRole('button', { name: 'Save secret' }).click();
    // The page also generates a secret to copy, and must forget it when it is left.
    const part = page.locator('[data-part="webhook"]');
    await part.getByText('Saved.', { exact: true }).waitFor();
    await part.getByRole('button', { name: t('webhook.make') }).click();
    const made = (await part.locator('.hand-over code').nth(1).textContent()) ?? '';
    await control('/webhooks', { url: await app.receiverUrl(), secret: WEBHOOK_SECRET });
    await page.getByRole('button', { name: 'Orders', exact: true }).click();
    const { order_number: number, order_id: orderId = '' } = await control('/orders', { venue_id: grant.venue_id, kind: 'takeaway' });
    await screen
      .card(number ?? '')
      .getByRole('button', { name: 'Accept', exact: true })
      .click();
    await screen
      .card(number ?? '')
      .getByRole('button', { name: 'Mark ready', exact: true })
      .waitFor();

    const vault = await openVault({ dataDir, prefer: 'file' });
    const tokens = JSON.parse((await vault.get(`development/tokens/${grant.venue_id}`)) ?? '{}') as {
      access_token: string;
      refresh_token: string;
    };
    const never = { 'access token': tokens.access_token, 'refresh token': tokens.refresh_token };
    const typed = { 'client secret': sandbox.client_secret, 'webhook secret': WEBHOOK_SECRET, 'webhook secret that was made': made };
    const heap = await heapOf(page);
    expect(heap, 'the memory that is looked through').toContain(t('board.empty.new.title'));
    for (const [what, secret] of Object.entries({ ...never, ...typed })) {
      expect(secret.length).toBeGreaterThan(15);
      expect(heap.includes(secret), `the page's memory holds the ${what}`).toBe(false);
      for (const text of received) expect(text.includes(secret), `the screen was sent the ${what}`).toBe(false);
    }
    expect(received.length).toBeGreaterThan(5);
    const processes = renderersOf(process.pid);
    expect(processes.length).toBeGreaterThan(0);
    const found = await Promise.all(processes.map((pid) => findInMemory(pid, [orderId, ...Object.values(never)])));
    // The order's ID is found, so the memory is readable; the tokens aren't found.
    expect([...new Set(found.flat())]).toEqual([orderId]);
    await screen.close();
  } finally {
    await browser.close();
    await app.close();
    await sandbox.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

/** All strings in the page's JavaScript heap after garbage collection. */
async function heapOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const parts: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => parts.push(chunk));
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  return parts.join('');
}

function renderersOf(pid: number): number[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const parentOf = new Map<number, number>();
  for (const name of all) {
    const parent = /^PPid:\s+(\d+)/m.exec(readText(`/proc/${name}/status`))?.[1];
    if (parent) parentOf.set(Number(name), Number(parent));
  }
  const descends = (child: number): boolean => {
    const parent = parentOf.get(child);
    return parent === pid || (parent !== undefined && parent > 1 && descends(parent));
  };
  return all.map(Number).filter((child) => descends(child) && readText(`/proc/${child}/cmdline`).includes('--type=renderer'));
}

/** The texts found in a process's writable memory, as one or two bytes per letter. */
async function findInMemory(pid: number, texts: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  const memory = await open(`/proc/${pid}/mem`, 'r');
  try {
    for (const [, from, to] of readText(`/proc/${pid}/maps`).matchAll(/^([0-9a-f]+)-([0-9a-f]+) rw/gm)) {
      const start = Number.parseInt(from ?? '', 16);
      const length = Number.parseInt(to ?? '', 16) - start;
      // So large an area is reserved and unused: unreadable or empty.
      if (length > 64 * 1024 * 1024) continue;
      const part = Buffer.alloc(length);
      await memory.read(part, 0, length, start).catch(() => undefined);
      for (const text of texts) if (part.includes(text) || part.includes(Buffer.from(text, 'utf16le'))) found.add(text);
    }
  } finally {
    await memory.close();
  }
  return [...found];
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
