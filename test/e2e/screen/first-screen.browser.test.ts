/** The first start: staff or an installer connect a venue, or practice first. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type App, startApp } from '../../../main/app/app.ts';
import { startBrowserHost } from '../../../main/hosts/browser/browser-host.ts';
import { OPENING_MS } from '../../../main/hosts/browser/one-time-codes.ts';
import { startVirtualPrinter } from '../../../sandbox/printer/virtual-printer.ts';
import { type Sandbox, startSandbox } from '../../../sandbox/sandbox.ts';
import { t } from '../../setup/messages.ts';
import { fillInConnection, leaveSetUp, openFromMenu, openScreen, RENDERER, type Screen, startBrowser } from '../venue/screen.ts';
import { openSettings } from '../venue/settings.ts';
import { openVenue, until } from '../venue/venue.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

const stepIs = (page: Page, step: string, state: 'open' | 'saved' | 'done') =>
  page.locator(`.set-up-line [data-state="${state}"]`, { hasText: step }).waitFor();

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
  const control = async (path: string, body: unknown) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    return (await (await fetch(sandbox.control_url + path, init)).json()) as Record<string, string>;
  };
  const grant = async (redirectUri?: string) =>
    (await control('/venues', { name: 'Harbour Kitchen', ...(redirectUri ? { redirect_uri: redirectUri } : {}) })) as {
      venue_id: string;
      authorization_code: string;
      redirect_uri: string;
    };
  const connect = async (again?: string) => {
    const code = again === undefined ? await grant() : await control(`/venues/${again}/authorization-code`, {});
    const { authorization_code = '', redirect_uri = '' } = code;
    await screen.page.getByLabel('Authorization code').fill(authorization_code);
    await screen.page.getByLabel('Redirect address').fill(redirect_uri);
    await screen.page.getByRole('button', { name: 'Connect', exact: true }).click();
    return String(again ?? code.venue_id);
  };

  test('a venue is connected by pasting an authorization code', async () => {
    await fillIn();
    const { authorization_code, redirect_uri } = await grant();
    const { page } = screen;
    await page.getByLabel('Authorization code').fill(authorization_code);
    await page.getByLabel('Redirect address').fill(redirect_uri);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByRole('region', { name: 'Setup checklist' }).getByText('Signed in').waitFor();
    await page.locator('.set-up-next:focus').waitFor();
    await leaveSetUp(page);
    await page.getByRole('heading', { name: 'Orders' }).waitFor({ state: 'attached' });
    await page.getByText(t('board.empty.new.title')).waitFor();
    // Without a webhook secret, no order arrives.
    await page.getByText(t('board.empty.new.mayNotCome')).waitFor();
  });

  test("the service's data is pasted in one go, fills its fields, and connects the venue", async () => {
    const { page } = screen;
    const { authorization_code, redirect_uri } = await grant();
    await page.getByRole('button', { name: t('setup.connect') }).click();
    await page.getByRole('radio', { name: 'Tests (development)' }).check({ force: true });
    const box = page.getByLabel('Paste what the service sent you');
    await box.fill(
      `Token service: ${sandbox.auth_url}\nOrder API: ${sandbox.order_base_url}\nClient ID: ${sandbox.client_id}
Client secret: ${sandbox.client_secret}\nRedirect: ${redirect_uri}${redirect_uri.includes('?') ? '&' : '?'}code=${authorization_code}&state=1`,
    );
    await page.getByLabel('Token service').focus();
    await page.locator('.paste-sent li', { hasText: 'Client secret' }).waitFor();
    expect(await box.inputValue()).toBe('');
    for (let question = 0; question < 2; question += 1) await page.getByRole('button', { name: 'Continue' }).click();
    expect(await page.getByLabel('Redirect address').inputValue()).toBe(redirect_uri);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByRole('region', { name: 'Setup checklist' }).getByText('Signed in').waitFor();
  });

  test("an authorization code stays in its field if the token service couldn't be reached", async () => {
    await fillIn();
    const { authorization_code, redirect_uri } = await grant();
    const { page } = screen;
    const code = page.getByLabel('Authorization code');
    await code.fill(authorization_code);
    await page.getByLabel('Redirect address').fill(redirect_uri);
    await sandbox.close();
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.locator('.problem').waitFor();
    expect(await code.inputValue()).toBe(authorization_code);
  });

  test('a venue has the name typed when connecting, before any order gives one', async () => {
    await fillIn();
    const { venue_id: id, authorization_code, redirect_uri } = await grant();
    const { page } = screen;
    await page.getByLabel('Authorization code').fill(authorization_code);
    await page.getByLabel('Redirect address').fill(redirect_uri);
    await page.getByLabel('Venue name').fill('Pizzeria at the harbour');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await leaveSetUp(page);
    await page.locator('.bar-name', { hasText: 'Pizzeria at the harbour' }).waitFor();
    await openSettings(page, 'Venues');
    const row = page.locator('.row', { hasText: 'Pizzeria at the harbour' });
    await row.locator('summary', { hasText: 'Venue name' }).click();
    await row.getByLabel('Venue name').fill('Harbour');
    await row.getByRole('button', { name: 'Save name' }).click();
    await page.locator('.bar-name', { hasText: /^Harbour$/ }).waitFor();
    expect(id).not.toBe('');
  });

  test.each([
    ['de-AT', 'de', 'Standort verbinden'],
    ['he-IL', 'he', 'חיבור בית עסק'],
    ['fr-FR', 'en', t('setup.connect')],
  ])(
    'in a browser set to %s the first screen has that language if there is one, until staff choose another',
    async (locale, language, words) => {
      const context = await browser.newContext({ locale });
      const page = await context.newPage();
      // The language is a setting of the computer, and opening the tests' page has already set English.
      rmSync(join(dataDir, 'settings.json'));
      await screen.close();
      await app.close();
      writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ receiver: { port: 0 }, counter: { port: 0 } }));
      app = await startApp({ dataDir, log: 'silent', vault: 'file' });
      const host = await startBrowserHost({ app, rendererDir: RENDERER, dataDir, preferredPort: 0 });
      await page.goto(host.accessLink(OPENING_MS));
      await page.locator(`html[lang="${language}"]`).waitFor();
      await page.getByRole('button', { name: words }).waitFor();
      if (language !== 'en')
        await until('the choice', () => JSON.parse(readFileSync(join(dataDir, 'settings.json'), 'utf8')).screen.language === language);
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
    await page.getByRole('button', { name: t('connect.receive') }).click();
    const redirect = (await page.locator('.receive-address code').textContent()) ?? '';
    expect(redirect).toMatch(/^http:\/\/127\.0\.0\.1:\d+\//);
    const { authorization_code } = await grant(redirect);
    const answer = await fetch(`${redirect}?code=${encodeURIComponent(authorization_code)}`);
    expect(answer.status).toBe(200);
    await page.getByText('Code received.').waitFor();
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await leaveSetUp(page);
    await page.getByText(t('board.empty.new.title')).waitFor();
  });

  test('a page reloaded during setup still has typed data, but no secret or code', async () => {
    await fillIn();
    const { page } = screen;
    const { authorization_code, redirect_uri } = await grant();
    await page.getByLabel('Authorization code').fill(authorization_code);
    await page.getByLabel('Redirect address').fill(redirect_uri);
    await page.getByLabel('Venue name').fill('Harbour Kitchen');
    const kept = () => page.evaluate('JSON.stringify([{ ...sessionStorage }, { ...localStorage }])') as Promise<string>;
    expect(await kept()).toContain(sandbox.client_id);
    await page.reload();
    await page.getByRole('button', { name: t('setup.connect') }).click();
    expect(await page.getByLabel('Token service').inputValue()).toBe(sandbox.auth_url);
    expect(await page.getByLabel('Order API').inputValue()).toBe(sandbox.order_base_url);
    await page.getByRole('button', { name: 'Continue' }).click();
    expect(await page.getByLabel('Client ID').inputValue()).toBe(sandbox.client_id);
    expect(await page.getByLabel('Client secret').inputValue()).toBe('');
    await page.getByLabel('Client secret').fill(sandbox.client_secret);
    await page.getByRole('button', { name: 'Continue' }).click();
    expect(await page.getByLabel('Redirect address').inputValue()).toBe(redirect_uri);
    expect(await page.getByLabel('Authorization code').inputValue()).toBe('');
    // An address that contains the code isn't kept.
    await page.getByLabel('Redirect address').fill(`${redirect_uri}?code=${authorization_code}`);
    for (const none of ['redirectUri', sandbox.client_secret, authorization_code]) expect(await kept()).not.toContain(none);
    await page.getByLabel('Redirect address').fill(redirect_uri);
    await page.getByLabel('Authorization code').fill(authorization_code);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByRole('region', { name: 'Setup checklist' }).getByText('Signed in').waitFor();
    await until('the answers to be forgotten', async () => !(await kept()).includes('authUrl'));
  });

  test('a page reloaded while it is being paired is paired again', async () => {
    const page = await screen.page.context().newPage();
    let isHeld = true;
    let reached = () => {};
    const held = new Promise<void>((resolve) => {
      reached = resolve;
    });
    await page.routeWebSocket(/.*/, (link) => {
      if (!isHeld) return void link.connectToServer();
      reached();
      // The page's WebSocket stays closed until this promise resolves, which it never does.
      return new Promise(() => undefined);
    });
    // Another paired page would give this one a code.
    await screen.page.close();
    await page.goto(screen.host.accessLink(60_000));
    await held;
    isHeld = false;
    await page.reload();
    await page.getByRole('button', { name: t('setup.connect') }).waitFor();
  });

  test('a wrong secret is reported at its field, and only the secret must be typed again', async () => {
    await fillIn();
    const { page } = screen;
    const first = await grant();
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByLabel('Client secret').fill('wrong');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Authorization code').fill(first.authorization_code);
    await page.getByLabel('Redirect address').fill(first.redirect_uri);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page
      .getByRole('alert')
      .filter({ hasText: /client/i })
      .waitFor();
    // The secret left the page with the try, so its field reports it as missing.
    await page.getByRole('heading', { name: 'API credentials' }).waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText(t('connect.clientSecretMissing')).waitFor();
    await page.getByLabel('Client secret').fill(sandbox.client_secret);
    await page.getByRole('button', { name: 'Continue' }).click();
    expect(await page.getByText(t('token.credentialsRefused')).count()).toBe(0);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await leaveSetUp(page);
    await page.getByText(t('board.empty.new.title')).waitFor();
  });

  test("setup's questions lead to a printed page, and unfinished ones stay visible until done", {
    timeout: 120_000,
  }, async () => {
    const printer = await startVirtualPrinter({ port: 0 });
    const { page } = screen;
    const next = () => page.getByRole('button', { name: 'Continue', exact: true }).click();
    const isDone = (step: string) => stepIs(page, step, 'done');
    const isSaved = (step: string) => stepIs(page, step, 'saved');
    const proofs = page.getByRole('region', { name: 'Setup checklist' });
    await fillIn();
    const { venue_id, authorization_code, redirect_uri } = await grant();
    await page.getByLabel('Authorization code').fill(authorization_code);
    await page.getByLabel('Redirect address').fill(redirect_uri);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    // Signing in verifies only the token service, so the order API is checked at once.
    await isDone('Venue');
    await proofs.locator('[data-state="verified"]', { hasText: 'Order API' }).getByText(t('service.answersLikeService')).waitFor();
    await page.getByRole('heading', { name: t('setup.venue.connected') }).waitFor();
    await leaveSetUp(page);
    const left = page.getByRole('region', { name: t('first.title') });
    await left.getByText(t('setup.doneOf', { done: '1', of: '5' })).waitFor();
    await left.getByText('Next: Orders').waitFor();
    await openFromMenu(page, 'Opening check');
    const check = page.getByRole('dialog', { name: 'Opening check' });
    await check.getByRole('button', { name: t('selfTest.start') }).click();
    await check.getByText(t('webhook.noSecret')).waitFor();
    await check.getByRole('button', { name: 'Open it in Settings: Receiver' }).click();
    await check.waitFor({ state: 'detached' });
    const isInSight = `(() => {
      const one = document.querySelector('[data-part="webhook"]');
      const { top } = one.getBoundingClientRect();
      return one === document.activeElement && top >= 0 && top < innerHeight;
    })()`;
    await until('the part in sight, with the keyboard', () => page.evaluate(isInSight));
    await page.getByRole('button', { name: 'Orders', exact: true }).click();
    await left.getByRole('button', { name: 'Continue setup' }).click();
    await proofs.getByText(t('setup.orders.notYet')).waitFor();
    await page.getByText(t('setup.orders.ownAddress')).click();
    await page.getByRole('button', { name: t('webhook.make') }).click();
    await isSaved('Orders');
    const secret = (await page.locator('.hand-over code').last().textContent()) ?? '';
    await next();
    // Playing a sound proves nothing: staff confirm that they heard it.
    await page.getByRole('button', { name: 'Listen' }).click();
    await page.getByRole('button', { name: t('setup.sound.yes') }).click();
    await isDone('Sound');
    await next();
    await page.getByRole('button', { name: t('settings.addPrinter') }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Kitchen');
    await page.getByLabel('Network address').fill(printer.host);
    await page.getByLabel('Port', { exact: true }).fill(String(printer.port));
    const goOn = page.locator('.set-up-next');
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('');
    await goOn.click();
    await until('the field in sight', () => page.evaluate(`document.activeElement?.name === 'name'`));
    await name.fill('Kitchen');
    await goOn.click();
    await page.getByRole('form', { name: 'New printer' }).waitFor({ state: 'detached' });
    await isSaved('Printer');
    await proofs.locator('[data-state="saved"]', { hasText: 'Kitchen' }).waitFor();
    await page.getByRole('button', { name: 'Test print on Kitchen' }).click();
    await page.getByText(t('printJob.printedConfirmed')).waitFor();
    await until('the page', () => printer.papers().some(({ cut }) => cut));
    await isDone('Printer');
    await next();
    await page.getByRole('button', { name: t('selfTest.start') }).click();
    await page.getByText(/^Everything works\./).waitFor();
    await isDone('Check');
    expect(await page.getByText(t('setup.check.done')).count()).toBe(0);
    // The opening check's own notification doesn't count as one from the service.
    for (let back = 0; back < 3; back += 1) await page.getByRole('button', { name: 'Back', exact: true }).click();
    await proofs.getByText(t('setup.orders.notYet')).waitFor();
    await leaveSetUp(page);
    await page.getByText(t('board.empty.new.title')).waitFor();
    await left.getByText(t('setup.doneOf', { done: '4', of: '5' })).waitFor();
    await left.getByText(t('setup.nextNotTested', { step: 'Orders' })).waitFor();
    await left.getByRole('button', { name: 'Continue setup' }).click();
    await control('/webhooks', { url: await app.receiverUrl(), secret });
    await control('/orders', { venue_id, kind: 'takeaway' });
    await isDone('Orders');
    for (let step = 0; step < 3; step += 1) await next();
    await page.getByText(t('setup.check.done')).waitFor();
    await printer.close();
  });

  test('an order API address that is a web page is reported before the code is used', {
    timeout: 120_000,
  }, async () => {
    const { page } = screen;
    const web = createServer((_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome</html>'));
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
    const wrong = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
    const itIsAPage = `A web page answers at ${new URL(wrong).host} (status 200), not the service.`;
    const proofs = page.getByRole('region', { name: 'Setup checklist' });
    await fillInConnection(page, { ...sandbox, order_base_url: wrong });
    await page.getByText(`Order API: ${itIsAPage}`).waitFor();
    await page.getByRole('button', { name: t('setup.venue.change') }).click();
    await page.getByRole('heading', { name: t('setup.venue.service') }).waitFor();
    expect(await page.getByLabel('Order API').inputValue()).toBe(wrong);
    for (let question = 0; question < 2; question += 1) await page.getByRole('button', { name: 'Continue' }).click();
    const venueId = await connect();
    await page.getByRole('heading', { name: t('setup.venue.notVerified') }).waitFor();
    const order = proofs.getByRole('listitem').filter({ hasText: 'Order API' });
    await order.and(page.locator('[data-state="wrong"]')).getByText(itIsAPage).waitFor();
    await order.getByText(wrong).waitFor();
    await stepIs(page, 'Venue', 'saved');
    expect(await page.getByText(t('setup.venue.connected')).count()).toBe(0);
    await leaveSetUp(page);
    await page.getByText(t('board.empty.new.mayNotCome')).waitFor();
    await page.locator('.bar-health').click();
    await page.getByRole('dialog').getByText(itIsAPage).waitFor();
    await page.getByRole('dialog').getByText(t('venue.signedInNotAnswered')).waitFor();
    await page.keyboard.press('Escape');
    await openFromMenu(page, 'Setup');
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await page.getByRole('button', { name: 'Change the address: Order API' }).click();
    await page.getByRole('dialog').getByLabel('Order API').fill(sandbox.order_base_url);
    await page.getByLabel('Client secret').fill(sandbox.client_secret);
    await connect(venueId);
    await page.getByRole('heading', { name: t('setup.venue.connected') }).waitFor();
    await order.and(page.locator('[data-state="verified"]')).waitFor();
    web.closeAllConnections();
    web.close();
  });

  test("a printer that can't confirm printouts is verified by staff, in setup and in the opening check", {
    timeout: 120_000,
  }, async () => {
    const { page } = screen;
    const printer = await startVirtualPrinter({ port: 0, answers_process_id: false, answers_status: false });
    await fillIn();
    await connect();
    await stepIs(page, 'Venue', 'done');
    for (let step = 0; step < 3; step += 1) await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.getByRole('button', { name: t('settings.addPrinter') }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Bar');
    await page.getByLabel('Network address').fill(printer.host);
    await page.getByLabel('Port', { exact: true }).fill(String(printer.port));
    await page.locator('.set-up-next').click();
    await page.getByRole('form', { name: 'New printer' }).waitFor({ state: 'detached' });
    const print = () => page.getByRole('button', { name: 'Test print on Bar' }).click();
    await print();
    await page.getByText(t('settings.didItComeOut')).waitFor();
    await page.getByRole('button', { name: t('settings.nothingCameOut') }).click();
    await page.getByText("Check that it's on, has paper").waitFor();
    await stepIs(page, 'Printer', 'saved');
    await print();
    await page.getByRole('button', { name: t('settings.cameOut') }).click();
    await page.getByText(t('settings.seenPrinted')).waitFor();
    await stepIs(page, 'Printer', 'done');
    await page.locator('.set-up-next').click();
    await app.call('settings.saveWebhookSecret', { secret: 'a-webhook-secret-of-many-bits' });
    await page.getByRole('button', { name: t('selfTest.start') }).click();
    await until('one thing that is not confirmed, and nothing failed', async () => {
      const text = await page.locator('main').innerText();
      if (!text.includes("Nothing failed; 1 thing couldn't be confirmed.")) throw new Error(text);
      return true;
    });
    await stepIs(page, 'Check', 'open');
    await page.getByRole('button', { name: 'It came out: Bar' }).click();
    await stepIs(page, 'Check', 'done');
    const [bar] = JSON.parse(readFileSync(join(dataDir, 'settings.json'), 'utf8')).printers;
    await app.call('settings.savePrinters', { printers: [{ ...bar, host: 'localhost' }] });
    await stepIs(page, 'Printer', 'saved');
    await printer.close();
  });

  test('training mode plays a whole order and leaves no trace on the first screen', async () => {
    const { page } = screen;
    await page.getByRole('button', { name: 'Training mode' }).click();
    await page.getByRole('button', { name: 'Pickup', exact: true }).waitFor();
    await page.locator('.bar-name').getByText('Practice venue').waitFor();
    await page.getByRole('button', { name: 'Pickup', exact: true }).click();
    const card = page.getByRole('article').first();
    await card.getByRole('button', { name: 'Accept', exact: true }).click();
    await card.getByRole('button', { name: 'Mark ready', exact: true }).click();
    await card.getByRole('button', { name: 'Hand over', exact: true }).click();
    await card.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Leave training' }).click();
    await page.getByRole('button', { name: t('setup.connect') }).waitFor();
  });

  test('after a wrong authorization code only the code must be typed again, not the secret', async () => {
    await fillIn();
    const { page } = screen;
    const first = await grant();
    const connectWith = async (code: string) => {
      await page.getByLabel('Authorization code').fill(code);
      await page.getByLabel('Redirect address').fill(first.redirect_uri);
      await page.getByRole('button', { name: 'Connect', exact: true }).click();
    };
    await connectWith('a code that nobody gave');
    await page.getByRole('alert').filter({ hasText: "doesn't accept this authorization" }).waitFor();
    expect(await page.getByLabel('Authorization code').inputValue()).toBe('a code that nobody gave');
    await connectWith(first.authorization_code);
    await page.getByRole('region', { name: 'Setup checklist' }).getByText('Signed in').waitFor();
    expect(await page.getByText(t('connect.clientSecretMissing')).count()).toBe(0);
  });
});

test("an installer's settings file connects a venue once; its secrets are only in the vault", async () => {
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

test('a computer set up before its network works connects the venue as soon as the network does', async () => {
  const venue = await openVenue({ faults: [{ match: 'POST /oauth2/token', status: 503, times: 2 }] });
  expect(Object.values(venue.state().notices).map(({ text }) => text)).toMatchObject([{ code: 'connect.failed' }]);
  await until('the venue', () => venue.state().venues[venue.venueId]?.state === 'connected');
  await until('the trouble to be over', () => Object.keys(venue.state().notices).length === 0);
  await venue.close();
});
