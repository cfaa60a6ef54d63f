/** How pages of a real browser are admitted, return, and are kept out. */
import { spawn } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createPort } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openVenueProcess, START } from '../../../lab/faults/venue-process.ts';
import { freePort } from '../../../main/demo/venue.ts';
import { startBrowserHost } from '../../../main/hosts/browser/browser-host.ts';
import { OPENING_MS } from '../../../main/hosts/browser/one-time-codes.ts';
import { openScreen, RENDERER, type Screen, startBrowser } from '../../e2e/venue/screen.ts';
import { openSettings } from '../../e2e/venue/settings.ts';
import { openVenue, until, type Venue } from '../../e2e/venue/venue.ts';
import { closing } from '../../setup/parts.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

async function atACounter(): Promise<{ venue: Venue; screen: Screen }> {
  const venue = closing(await openVenue());
  const screen = closing(await openScreen(browser, venue.app(), venue.dataDir));
  await board(screen.page);
  return { venue, screen };
}
const board = (page: Page) => page.getByRole('region', { name: /^New: / }).waitFor();
const outside = (page: Page) => page.getByRole('heading', { name: 'Pair this screen' });

test('another tab of the same browser is admitted; another browser needs a code', async () => {
  const { screen } = await atACounter();
  const tab = await screen.page.context().newPage();
  await tab.goto(screen.host.url);
  await board(tab);
  const other = closing(await browser.newContext());
  const stranger = await other.newPage();
  await stranger.goto(screen.host.url);
  await outside(stranger).waitFor();
  // Only the part after # changes, so the open page reads the code without a page load.
  await stranger.goto(screen.host.accessLink(OPENING_MS));
  await board(stranger);
  expect(new URL(stranger.url()).hash).toBe('');
});

test('a kitchen display opens in its own window', async () => {
  const { screen } = await atACounter();
  await openSettings(screen.page, 'Screens and tablets');
  const [opened] = await Promise.all([
    screen.page.context().waitForEvent('page'),
    screen.page.getByRole('button', { name: 'Kitchen display', exact: true }).click(),
  ]);
  await opened.locator('.kitchen').waitFor();
});

test('a page leaves nothing in the browser that another program at the same address could read', async () => {
  const { screen } = await atACounter();
  const found = () =>
    screen.page.evaluate(
      'JSON.stringify([{ ...sessionStorage }, document.cookie, Object.entries(localStorage).filter(([name]) => name !== "tillbridge-language")])',
    );
  expect(await found()).toBe('[{},"",[]]');
  await screen.page.reload();
  await board(screen.page);
  expect(await found()).toBe('[{},"",[]]');
  const { port } = screen.host;
  await screen.host.close();
  await screen.page.getByText("Tillbridge isn't running on this computer.").waitFor();
  const holder = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Somebody else</title>'),
  );
  await new Promise<void>((resolve) => holder.listen(port, '127.0.0.1', resolve));
  await screen.page.reload();
  expect(await screen.page.title()).toBe('Somebody else');
  expect(await found()).toBe('[{},"",[]]');
  holder.closeAllConnections();
  await new Promise((resolve) => holder.close(resolve));
});

test('a page that stays open while Tillbridge is updated reloads and is admitted with its key', async () => {
  const { venue, screen } = await atACounter();
  const start = (rendererDir: string) =>
    startBrowserHost({ app: venue.app(), rendererDir, dataDir: venue.dataDir, preferredPort: screen.host.port });
  await screen.page.evaluate('window.ofBefore = true');
  const isOfBefore = () => screen.page.evaluate('window.ofBefore === true');
  await screen.host.close();
  const same = await start(RENDERER);
  await until('the page to come back', () => same.hasVisitor(0));
  expect(await isOfBefore()).toBe(true);
  await same.close();
  const updated = join(venue.dataDir, 'updated');
  cpSync(RENDERER, updated, { recursive: true });
  appendFileSync(join(updated, 'index.html'), '<!-- another build -->');
  const other = closing(await start(updated));
  await until('the page to come back', () => other.hasVisitor(0));
  await board(screen.page);
  expect(await isOfBefore()).toBe(false);
});

test('if its port is in use, the browser host takes another, shows that on screen and reports it to its caller', async () => {
  const venue = closing(await openVenue());
  const port = await freePort();
  const taken = createPort();
  await new Promise<void>((resolve) => taken.listen(port, '127.0.0.1', resolve));
  const start = () => startBrowserHost({ app: venue.app(), rendererDir: RENDERER, dataDir: venue.dataDir, preferredPort: port });
  const host = await start();
  expect([host.portTaken, host.port === port]).toEqual([port, false]);
  const context = closing(await browser.newContext());
  const page = await context.newPage();
  await page.goto(host.accessLink(OPENING_MS));
  // The notice that sound is off comes first, so this one is folded.
  await page.getByRole('button', { name: /^Show \d+ more/ }).click();
  await page.getByText(`Another program uses port ${port} on this computer`).waitFor();
  await host.close();
  await new Promise((resolve) => taken.close(resolve));
  const again = closing(await start());
  expect([again.portTaken, again.port]).toEqual([null, port]);
  await until('the notice to go', () => venue.state().notices['counter-port'] === undefined);
});

test('the browser gets the sign-in code through a private file, which a second start renews', async () => {
  const app = closing(await openVenueProcess({ robot: false }));
  const { dataDir } = app.venue;
  const bin = join(dataDir, 'bin');
  mkdirSync(bin);
  const reported = join(dataDir, 'opened-with');
  writeFileSync(join(bin, 'xdg-open'), `#!/bin/sh\necho "$@" >> ${reported}\n`, { mode: 0o755 });
  const start = () => {
    const child = spawn(process.execPath, [START, '--data-dir', dataDir, '--host', 'browser', '--vault', 'file'], {
      stdio: 'ignore',
      env: { ...process.env, PATH: `${bin}:${process.env.PATH}`, DISPLAY: ':99' },
    });
    onTestFinished(() => void child.kill('SIGKILL'));
  };
  const opened = (times: number) =>
    until(
      'the opener',
      () =>
        readFileSync(reported, 'utf8')
          .trim()
          .split('\n')
          .at(times - 1),
      20_000,
    );
  start();
  const file = await opened(1);
  expect(file).toBe(join(dataDir, 'open-counter.html'));
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const first = readFileSync(file, 'utf8');
  const page = closing(await browser.newPage());
  await page.goto(`file://${file}`);
  await board(page);
  start();
  await opened(2);
  expect(readFileSync(file, 'utf8')).not.toBe(first);
  const context = closing(await browser.newContext());
  const second = await context.newPage();
  await second.goto(`file://${file}`);
  await board(second);
}, 60_000);
