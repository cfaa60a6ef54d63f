/** The first start: nothing is connected, and staff or an installer connect a venue, or practise first. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type App, startApp } from '../../../main/app/app.ts';
import { startBrowserHost } from '../../../main/hosts/browser/browser-host.ts';
import { OPENING_MS } from '../../../main/hosts/browser/one-time-codes.ts';
import { startVirtualPrinter } from '../../../sandbox/printer/virtual-printer.ts';
import { type Sandbox, startSandbox } from '../../../sandbox/sandbox.ts';
import { fillInConnection, openScreen, RENDERER, type Screen, startBrowser } from '../venue/screen.ts';
import { openVenue, until } from '../venue/venue.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

describe('the first screen', () => {
  let dataDir: string;
  let app: App;
  let sandbox: Sandbox;
  let screen: Screen;
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'tillbridge-first-'));
    writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ receiver: { port: 0 }, counter: { port: 0 } }));
    sandbox = await startSandbox({ port: 0 });
    app = await startApp({ dataDir, log: 'silent', vault: 'file' });
    screen = await openScreen(browser, app, dataDir);
  });
  afterEach(async () => {
    await screen.close();
    await app.close();
    await sandbox.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const fillIn = () => fillInConnection(screen.page, sandbox);
  const grant = async (redirectUri?: string) => {
    const response = await fetch(`${sandbox.control_url}/venues`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Harbour Kitchen', ...(redirectUri ? { redirect_uri: redirectUri } : {}) }),
    });
    return (await response.json()) as { venue_id: string; authorization_code: string; redirect_uri: string };
  };

  test('a venue is connected by pasting an authorization code', async () => {
    await fillIn();
    const { authorization_code, redirect_uri } = await grant();
    const { page } = screen;
    await page.getByLabel('Authorization code').fill(authorization_code);
    await page.getByLabel('Redirect address').fill(redirect_uri);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByRole('heading', { name: 'Orders' }).waitFor({ state: 'attached' });
    await page.getByText('No new orders.').waitFor();
    // Without a webhook secret none comes: nothing else is promised.
    await page.getByText('An order may not come in now: the status bar says why.').waitFor();
  });

  test('a venue without any order has the name that was typed when it was connected', async () => {
    await fillIn();
    const { venue_id: id, authorization_code, redirect_uri } = await grant();
    const { page } = screen;
    await page.getByLabel('Authorization code').fill(authorization_code);
    await page.getByLabel('Redirect address').fill(redirect_uri);
    await page.getByLabel('Name of the venue').fill('Pizzeria at the harbour');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.locator('.bar-name', { hasText: 'Pizzeria at the harbour' }).waitFor();
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    const row = page.locator('.row', { hasText: 'Pizzeria at the harbour' });
    await row.locator('summary', { hasText: 'Name of the venue' }).click();
    await row.getByLabel('Name of the venue').fill('Harbour');
    await row.getByRole('button', { name: 'Save name' }).click();
    await page.locator('.bar-name', { hasText: /^Harbour$/ }).waitFor();
    expect(id).not.toBe('');
  });

  test.each([
    ['de-AT', 'de', 'Standort verbinden'],
    ['he-IL', 'he', 'חיבור בית עסק'],
    ['fr-FR', 'en', 'Connect a venue'],
  ])(
    'in a browser that speaks %s the first screen does too, if it can, until somebody chooses another',
    async (locale, language, words) => {
      const context = await browser.newContext({ locale });
      const page = await context.newPage();
      // The page of the tests speaks English, and was here first; a computer has one.
      rmSync(join(dataDir, 'settings.json'));
      await screen.close();
      await app.close();
      writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ receiver: { port: 0 }, counter: { port: 0 } }));
      app = await startApp({ dataDir, log: 'silent', vault: 'file' });
      const host = await startBrowserHost({ app, rendererDir: RENDERER, dataDir, preferredPort: 0 });
      await page.goto(host.wayIn(OPENING_MS));
      await page.locator(`html[lang="${language}"]`).waitFor();
      await page.getByRole('button', { name: words }).waitFor();
      if (language !== 'en')
        await until('the choice', () => JSON.parse(readFileSync(join(dataDir, 'settings.json'), 'utf8')).screen.language === language);
      // Another browser at the same counter follows what is chosen now.
      await app.call('settings.saveScreen', { screen: { language: 'fi' } });
      await page.locator('html[lang="fi"]').waitFor();
      await context.close();
      await host.close();
      screen = await openScreen(browser, app, dataDir);
      await screen.page.locator('html[lang="fi"]').waitFor();
    },
  );

  test('a venue is connected by receiving the code on a loopback redirect', async () => {
    await fillIn();
    const { page } = screen;
    await page.getByRole('button', { name: 'Receive the code here' }).click();
    const redirect = (await page.locator('.receive-address code').textContent()) ?? '';
    expect(redirect).toMatch(/^http:\/\/127\.0\.0\.1:\d+\//);
    const { authorization_code } = await grant(redirect);
    const answer = await fetch(`${redirect}?code=${encodeURIComponent(authorization_code)}`);
    expect(answer.status).toBe(200);
    await page.getByText('The code has arrived.').waitFor();
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByText('No new orders.').waitFor();
  });

  test('a wrong secret or a used code is told in words, and the form can be tried again', async () => {
    await fillIn();
    const { page } = screen;
    const first = await grant();
    await page.getByLabel('Client secret').fill('wrong');
    await page.getByLabel('Authorization code').fill(first.authorization_code);
    await page.getByLabel('Redirect address').fill(first.redirect_uri);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page
      .getByRole('alert')
      .filter({ hasText: /client/i })
      .waitFor();
    await page.getByLabel('Client secret').fill(sandbox.client_secret);
    await page.getByLabel('Authorization code').fill(first.authorization_code);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByText('No new orders.').waitFor();
  });

  test('five steps lead from nothing to a printed page: connect, tell the service, add a printer, hear the alarm, run the drill', async () => {
    const printer = await startVirtualPrinter({ port: 0 });
    const { page } = screen;
    await fillIn();
    const { authorization_code, redirect_uri } = await grant();
    await page.getByLabel('Authorization code').fill(authorization_code);
    await page.getByLabel('Redirect address').fill(redirect_uri);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    const steps = page.getByRole('region', { name: 'Five steps to the first order' });
    await steps.getByRole('button', { name: 'To the printers' }).click();
    await page.getByRole('button', { name: 'Add a printer' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Kitchen');
    await page.getByLabel('Network address').fill(printer.host);
    await page.getByLabel('Port', { exact: true }).fill(String(printer.port));
    await page.getByRole('form', { name: 'New printer' }).getByRole('button', { name: 'Save', exact: true }).click();
    await steps.getByRole('button', { name: 'Listen' }).click();
    // The drill insists on the webhook secret, leads to it, and so do the bar and the list behind it.
    await steps.getByRole('button', { name: 'Opening drill' }).click();
    const drill = page.getByRole('dialog', { name: 'Opening drill' });
    await drill.getByRole('button', { name: 'Start the drill' }).click();
    await drill.getByText('No webhook secret is stored: no notification can be trusted.').waitFor({ timeout: 30_000 });
    const chip = page.locator('.bar-health button', { hasText: 'Receiver' });
    expect(await chip.getAttribute('data-mood')).toBe('bad');
    await drill.getByRole('button', { name: 'Open it in Settings: Receiver' }).click();
    await drill.waitFor({ state: 'detached' });
    const part = page.locator('[data-part="webhook"]');
    const isInSight = `(() => {
      const one = document.querySelector('[data-part="webhook"]');
      const { top } = one.getBoundingClientRect();
      return one === document.activeElement && top >= 0 && top < innerHeight;
    })()`;
    await until('the part in sight, with the keyboard', () => page.evaluate(isInSight));
    await part.getByRole('button', { name: 'Make a secret and copy it' }).click();
    await part.getByText('one secret is stored').or(part.getByText('1 secret is stored')).waitFor();
    await until('the green chip', async () => (await chip.getAttribute('data-mood')) === 'good');
    await page.getByRole('button', { name: 'Orders', exact: true }).click();
    await steps.getByRole('button', { name: 'Opening drill' }).click();
    await drill.getByRole('button', { name: 'Start the drill' }).click();
    await drill.getByText(/^Everything works\./).waitFor({ timeout: 30_000 });
    await page.keyboard.press('Escape');
    await steps.waitFor({ state: 'detached' });
    await until('the page', () => printer.papers().some(({ cut }) => cut));
    await printer.close();
  });

  test('training mode plays a whole order and leaves no trace on the first screen', async () => {
    const { page } = screen;
    await page.getByRole('button', { name: 'Training mode' }).click();
    await page.getByRole('button', { name: 'Takeaway', exact: true }).click();
    const card = page.getByRole('article').first();
    await card.getByRole('button', { name: 'Accept', exact: true }).click();
    await card.getByRole('button', { name: 'Ready', exact: true }).click();
    await card.getByRole('button', { name: 'Delivered', exact: true }).click();
    await card.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Leave training' }).click();
    await page.getByRole('button', { name: 'Connect a venue' }).waitFor();
  });

  test('in training a courier is ordered for an order by phone, and comes by himself', { timeout: 60_000 }, async () => {
    const { page } = screen;
    await page.getByRole('button', { name: 'Training mode' }).click();
    await page.getByRole('button', { name: 'Courier', exact: true }).click();
    await page.getByLabel('Street and house number').fill('Harbour street 5');
    await page.getByLabel('City', { exact: true }).fill('Helsinki');
    await page.getByLabel('What it is').fill('Two pizzas');
    await page.getByRole('button', { name: 'Ask for the price' }).click();
    await page.getByLabel('Name').fill('Aino');
    await page.getByLabel('Phone').fill('+358401234567');
    await page.getByRole('button', { name: 'Order the courier' }).click();
    const card = page.getByRole('article', { name: 'Aino' });
    await card.getByText('Ordered; a courier is being found.').waitFor();
    await card.getByText('The courier is on the way here.').waitFor({ timeout: 30_000 });
    await page.getByRole('button', { name: 'Leave training' }).click();
    await page.getByRole('button', { name: 'Connect a venue' }).waitFor();
  });
});

test('an installer’s settings file connects a venue once; its secrets are in the vault and nowhere else', async () => {
  const venue = await openVenue();
  const secrets = JSON.parse(readFileSync(join(venue.dataDir, 'venue.json'), 'utf8')).secrets;
  await venue.stopApp();
  await venue.startApp();
  await until('the venue', () => venue.state().venues[venue.venueId]?.state === 'connected');
  const exchanges = (await venue.log()).filter((entry) => entry.kind === 'request' && entry.path === '/oauth2/token');
  expect(exchanges.map((entry) => entry.kind === 'request' && entry.status)).toEqual([200]);
  await venue.stopApp();
  const known = [secrets.client_secret, secrets.webhook_secrets[0], secrets.authorization_codes[0].code];
  for (const file of readdirSync(venue.dataDir, { recursive: true, withFileTypes: true })) {
    if (!file.isFile() || file.name === 'venue.json') continue;
    const text = readFileSync(join(file.parentPath, file.name), 'latin1');
    for (const secret of known) expect(text.includes(secret), `${file.name} holds a secret`).toBe(false);
  }
  await venue.close();
});

test('a computer that is set up before its network works connects the venue as soon as it can', async () => {
  const venue = await openVenue({ faults: [{ match: 'POST /oauth2/token', status: 503, times: 2 }] });
  expect(Object.values(venue.state().notices).map(({ says }) => says)).toEqual([expect.stringContaining('could not be connected')]);
  await until('the venue', () => venue.state().venues[venue.venueId]?.state === 'connected');
  await until('the trouble to be over', () => Object.keys(venue.state().notices).length === 0);
  await venue.close();
});

test('a settings file with a mistake is refused with its line, and nothing is changed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-mistake-'));
  const file = join(folder, 'venue.json');
  writeFileSync(file, '{\n  "receiver": {\n    "port": "eighty"\n  }\n}\n');
  const start = fileURLToPath(new URL('../../../main/app/start.ts', import.meta.url));
  const run = spawnSync(
    process.execPath,
    [start, '--data-dir', join(folder, 'data'), '--settings', file, '--host', 'browser', '--no-open'],
    {
      encoding: 'utf8',
      timeout: 20_000,
    },
  );
  expect(run.status).toBe(1);
  expect(run.stderr).toContain('line 3');
  expect(run.stderr).toContain('receiver.port');
  rmSync(folder, { recursive: true, force: true });
});
