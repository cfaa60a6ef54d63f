/** The built desktop app on real Chromium: window, tray, notifications, sleep, links and quitting. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { BridgeClient } from '../../../contract/contract.ts';
import { openFromMenu } from '../../e2e/venue/screen.ts';
import { openSettings } from '../../e2e/venue/settings.ts';
import { openTileService } from '../../e2e/venue/tile-service.ts';
import { until } from '../../e2e/venue/venue.ts';
import { startProcess } from '../../fake-electron/drive.ts';
import { openVenueWithDesktop, type VenueWithDesktop } from '../../fake-electron/venue-with-desktop.ts';
import { closing, testFolder } from '../../setup/parts.ts';

let here: VenueWithDesktop;
let config: string;
beforeEach(async () => {
  config = testFolder();
  here = closing(await openVenueWithDesktop({ XDG_CONFIG_HOME: config }));
});

const app = () => here.app();
const screen = () => app().page();
const card = (number: string) => screen().getByRole('article', { name: `Order ${number}`, exact: true });
const theWindow = async () => (await app().look()).windows[0];
const papers = () => here.venue.printer.papers().filter(({ cut }) => cut);
async function ends(...operation: Parameters<ReturnType<typeof app>['act']>): Promise<void> {
  await app()
    .act(...operation)
    .catch(() => undefined);
  expect(await app().ended).toBe(0);
}
async function place(): Promise<{ id: string; number: string }> {
  const { order_id: id, order_number: number } = await here.venue.place('takeaway');
  await card(number).waitFor();
  return { id, number };
}

test('a new order is in window, tray and notification, and is accepted from there', async () => {
  const quiet = (await app().look()).tray?.image;
  const { id, number } = await place();
  const look = await until('the notification', async () => {
    const now = await app().look();
    return now.notifications.length > 0 && now.tray?.image !== quiet ? now : null;
  });
  expect(look.notifications).toEqual([
    { title: `New order ${number}`, body: expect.stringContaining('Pickup'), actions: ['Accept', 'Open'], closed: false },
  ]);
  expect(look.tray?.tooltip).toContain('1 new order');
  expect(look.badge).toBe(1);
  expect((await theWindow())?.flashing).toBe(true);

  await app().act('chooseInNotification', 0, 0);
  await until('the ticket', () => papers().length === 1);
  expect((await here.venue.atService(id)).history.filter(({ event }) => event === 'accepted')).toHaveLength(1);
  await until('silence', async () => (await app().look()).notifications[0]?.closed);
  expect((await app().look()).badge).toBe(0);
  expect((await app().look()).pageErrors).toEqual([]);
}, 60_000);

test('closing the window hides it: tray, notification or a second start reopens it', async () => {
  await app().act('closeWindow');
  expect(await theWindow()).toMatchObject({ visible: false, destroyed: false });
  const { order_number: number } = await here.venue.place('takeaway');
  await until('the notification', async () => (await app().look()).notifications.length === 1);
  await app().act('clickNotification', 0);
  expect(await theWindow()).toMatchObject({ visible: true, focused: true });
  await card(number).waitFor();

  await app().act('closeWindow');
  await app().act('clickTray');
  expect((await theWindow())?.visible).toBe(true);
  await app().act('closeWindow');
  const second = startProcess({ dataDir: here.venue.dataDir });
  expect(await new Promise((resolve) => second.once('exit', resolve))).toBe(0);
  await until('the first copy in front', async () => (await theWindow())?.visible);
}, 60_000);

test('a crashed page reloads and shows every order again', async () => {
  const { number } = await place();
  await app().act('crashPage');
  await until('the page to be loaded again', async () => (await app().look()).pageLoads === 2, 20_000);
  const page = await app().pageAgain();
  await card(number).waitFor();
  await card(number).getByRole('button', { name: 'Accept', exact: true }).click();
  await until('the ticket', () => papers().length === 1);
  expect(await page.title()).toBe('Tillbridge');
}, 60_000);

test.each([
  ['crashes', () => app().act('crashPage', 1)],
  ['hangs', () => app().act('tellWindow', 'unresponsive', 1)],
])(
  'a display window whose page %s reloads within seconds, and staff are notified',
  async (_what, fail) => {
    await screen().evaluate("void window.open('?view=kitchen')");
    await until('the display', async () => (await app().look()).windows.length === 2 && (await app().look()).pageLoads === 2, 20_000);
    await fail();
    await until('it to be loaded again', async () => (await app().look()).pageLoads === 3, 12_000);
    expect((await app().look()).windows[1]).toMatchObject({ destroyed: false, url: expect.stringContaining('view=kitchen') });
    await screen().getByText('A display on this computer stopped working and was opened again.').waitFor();
  },
  60_000,
);

test("a page that hangs only briefly isn't reloaded", async () => {
  await app().act('tellWindow', 'unresponsive');
  await app().act('tellWindow', 'responsive');
  await app().act('crashPage');
  await until('the page to be loaded again', async () => (await app().look()).pageLoads === 2, 20_000);
}, 60_000);

test('after the graphics process ends, windows are redrawn and no page is lost', async () => {
  await app().act('tellApp', 'child-process-gone', { type: 'GPU', reason: 'crashed' });
  expect((await app().look()).repaints).toBe(1);
  await app().act('tellApp', 'child-process-gone', { type: 'Utility', reason: 'crashed' });
  expect(await app().look()).toMatchObject({ repaints: 1, pageLoads: 1 });
}, 60_000);

test('quitting asks if an order is open, then closes everything properly', async () => {
  const { number } = await place();
  await app().act('quit');
  await until('the question', async () => (await app().look()).boxes.length === 1);
  expect((await app().look()).boxes[0]?.title).toBe('1 order is open. Quit anyway?');
  await card(number).getByRole('button', { name: 'Accept', exact: true }).click();
  await until('the ticket', () => papers().length === 1);

  await app().act('answerBoxWith', 1);
  await ends('quit');
}, 60_000);

test.each([
  ['power', 'shutdown'],
  // Windows reports a shutdown only with these messages, and only to a window.
  ['tellWindow', 'query-session-end'],
  ['tellWindow', 'session-end'],
] as const)(
  'a shutdown of the computer (%s: %s) quits the app without asking',
  async (...[operation, event]) => {
    await place();
    await ends(operation, event);
  },
  60_000,
);

test('the alarm is paused from the tray, the screen shows it, and one tap ends the pause', async () => {
  await app().act('chooseInTray', 'Pause the alarm for 10 minutes');
  const strip = screen().getByRole('button', { name: /Alarm paused until/ });
  await strip.waitFor();
  await screen().getByRole('button', { name: 'Alarm paused', exact: true }).waitFor();
  await until('the menu', async () => (await app().look()).tray?.menu.some(({ label }) => label === 'Turn the alarm back on'));
  await strip.click();
  await strip.waitFor({ state: 'detached' });
}, 60_000);

test('sound needs no tap to start, and the alarm rings while the window is hidden', async () => {
  await app().act('closeWindow');
  await here.venue.place('takeaway');
  await until('the ringing', async () => (await app().look()).notifications.length === 1);
  const sound = screen().getByRole('button', { name: 'Sound on', exact: true });
  await sound.waitFor({ state: 'attached' });
  expect(await screen().getByText('Tap to turn sound on').count()).toBe(0);
  expect((await theWindow())?.visible).toBe(false);
}, 60_000);

test('the tray menu prints a test page', async () => {
  await app().act('chooseInTray', 'Test print on Kitchen');
  await until('the page', () => papers().some(({ text }) => text.includes('TEST PAGE')));
}, 60_000);

test('after sleep every open order is read at once', async () => {
  const { id } = await place();
  const before = await here.venue.asked(id, 'get order v2');
  await app().act('power', 'resume');
  await until('a reading', async () => (await here.venue.asked(id, 'get order v2')) > before, 3_000);
  expect((await app().look()).awake).toEqual(['prevent-app-suspension']);
}, 60_000);

test('a link of the service delivers the authorization code, or reports that none is expected', async () => {
  const call = (name: string, input: unknown) =>
    screen().evaluate(
      ([called, given]) =>
        (globalThis as unknown as { tillbridge: BridgeClient }).tillbridge.call(
          called as 'venue.awaitCode',
          given as { redirectUri: string },
        ),
      [name, input],
    );
  const opened = (await call('venue.openRedirect', { via: 'link' })) as unknown as { ok: true; value: { redirectUri: string } };
  const { redirectUri } = opened.value;
  expect(redirectUri).toMatch(/^tillbridge:\/\/connected\/[\w-]{43}$/);
  const code = call('venue.awaitCode', { redirectUri });
  await app().act('openLink', 'tillbridge://connected?code=of-a-stranger');
  await app().act('openLink', `${redirectUri}?code=a-code-from-the-service`);
  expect(await code).toEqual({ ok: true, value: { authorizationCode: 'a-code-from-the-service' } });
  await app().act('openLink', `${redirectUri}?code=another`);
  await screen().getByText('An authorization arrived that no one here requested.').waitFor();
  expect((await app().look()).linkSchemes).toEqual(['tillbridge']);
}, 60_000);

test('kiosk, start at login and bring to front are set in Settings and apply at once', async () => {
  await openSettings(screen(), 'Computer and backups');
  const choose = async (name: string) => {
    const box = screen().getByLabel(name);
    await box.click();
    await until(`${name} to be kept`, () => box.isChecked());
  };
  await choose('Launch at login');
  const entry = join(config, 'autostart', 'tillbridge.desktop');
  await until('the autostart file', () => existsSync(entry));
  expect(readFileSync(entry, 'utf8')).toMatch(/^Exec="[^"]*node[^"]*" "[^"]*out\/main\/index\.js"$/m);
  await choose('Full screen (kiosk)');
  await until('kiosk', async () => (await theWindow())?.kiosk);
  await choose('Bring to front for each new order');
  await app().act('closeWindow');
  await here.venue.place('takeaway');
  await until('the window in front', async () => (await theWindow())?.focused);
  expect((await theWindow())?.flashing).toBe(false);
}, 60_000);

test('the window reopens at its last place, also after a power cut', async () => {
  await app().act('placeWindow', { x: 100, y: 60, width: 900, height: 700 });
  const place = join(here.venue.dataDir, 'window.json');
  await until('its place on disk', () => existsSync(place) && readFileSync(place, 'utf8').includes('900'));
  await app().kill();
  await here.startApp();
  expect((await theWindow())?.bounds).toEqual({ x: 100, y: 60, width: 900, height: 700 });
}, 60_000);

test("the page can't use Node, open other addresses or windows, get permissions, or make calls outside the contract", async () => {
  const page = screen();
  expect(await page.evaluate('[typeof require, typeof process, typeof module, Object.keys(window.tillbridge).join()]')).toEqual([
    'undefined',
    'undefined',
    'undefined',
    'call,watch',
  ]);
  expect((await app().look()).granted).toEqual([]);
  const call = (name: string, input: unknown) => page.evaluate(`window.tillbridge.call(${JSON.stringify(name)}, ${JSON.stringify(input)})`);
  expect(await call('vault.read', {})).toMatchObject({ ok: false, problem: { code: 'unknown-call' } });
  expect(await call('order.accept', { orderId: 7 })).toMatchObject({ ok: false, problem: { code: 'bad-input' } });
  expect(JSON.stringify(await call('settings.get', {}))).not.toContain(here.venue.sandbox.client_secret);

  await page.evaluate('setTimeout(() => { location.href = "http://127.0.0.1:1/elsewhere"; }); undefined');
  await until('the address to be refused', async () => (await app().look()).refusedAddresses.includes('http://127.0.0.1:1/elsewhere'));
  await page.evaluate('setTimeout(() => window.open("http://127.0.0.1:1/window")); undefined');
  await until('the window to be refused', async () => (await app().look()).openedWindows.length === 1);
  expect((await theWindow())?.url).toBe('tillbridge-app://counter/index.html');
  const again = await app().pageAgain();
  await openFromMenu(again, 'Settings');
}, 60_000);

test("the map's frame has no preload and reaches only its own page and the tile service", async () => {
  const tiles = closing(await openTileService());
  const page = screen();
  const call = async (name: string, input: unknown) =>
    expect(await page.evaluate(`window.tillbridge.call(${JSON.stringify(name)}, ${JSON.stringify(input)})`)).toMatchObject({ ok: true });
  const { merchant_id: merchantId, merchant_key: key } = await here.venue.control('POST', '/merchants', {});
  await call('settings.saveMerchant', { merchantId, key, webhookSecret: null });
  await call('settings.saveMap', { map: { tiles_url: tiles.template, attribution: '© Harbour maps', largest_zoom: null } });
  await page.locator('[data-screen="courier"]').click();
  await page.locator('.map-ground[data-shown] polygon').waitFor();
  expect(tiles.asked.length).toBeGreaterThan(0);
  const frame = page.frame({ url: /map\/index\.html$/ });
  expect(await frame?.evaluate('typeof window.tillbridge')).toBe('undefined');
  const other = `http://localhost:${new URL(tiles.origin).port}`;
  expect(await frame?.evaluate(`fetch('${other}/0/0/0.png').then(() => 'answered', () => 'refused')`)).toBe('refused');
  expect(await page.evaluate(`fetch('${tiles.origin}/0/0/0.png').then(() => 'answered', () => 'refused')`)).toBe('refused');
  await frame?.evaluate("setTimeout(() => { location.href = '../index.html'; }); undefined");
  const { refusedAddresses } = await until('the frame to be kept', async () => {
    const look = await app().look();
    return look.refusedAddresses.length > 0 ? look : null;
  });
  expect(refusedAddresses).toEqual(['tillbridge-app://counter/index.html']);
  expect((await theWindow())?.url).toBe('tillbridge-app://counter/index.html');
  expect((await app().look()).pageErrors).toEqual([]);
}, 60_000);

test('the kitchen display opens in its own window with the same calls and limits', async () => {
  const { id, number } = await place();
  await card(number).getByRole('button', { name: 'Accept', exact: true }).click();
  await openSettings(screen(), 'Screens and tablets');
  // The page clicks later, as Playwright's own click sometimes waits for a page that the new window takes over.
  await screen()
    .getByRole('button', { name: 'Kitchen display', exact: true })
    .evaluate((button) => void setTimeout(() => (button as unknown as { click(): void }).click(), 700));
  const kitchen = await until('the window', async () => (await app().look()).windows.find(({ url }) => url.endsWith('?view=kitchen')));
  expect(kitchen.preferences).toMatchObject({ contextIsolation: true, sandbox: true, nodeIntegration: false });
  const page = await app().pageAgain((url) => url.includes('view=kitchen'));
  await page.getByRole('article').getByRole('button', { name: 'Mark ready', exact: true }).click();
  await until('ready', async () => (await here.venue.atService(id)).order_status === 'ready', 15_000);
}, 60_000);

test("the window has Electron's strictest security preferences", async () => {
  const { preload, ...preferences } = (await theWindow())?.preferences ?? {};
  expect(preferences).toEqual({
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    webviewTag: false,
    devTools: true,
    spellcheck: false,
    backgroundThrottling: false,
    autoplayPolicy: 'no-user-gesture-required',
  });
  expect(preload).toMatch(/out\/preload\/preload\.cjs$/);
}, 60_000);

test("a frame other than the app's page gets no answer", async () => {
  for (const url of ['tillbridge-app://counter/index.html', 'https://example.test/', 'about:blank'])
    expect(await app().act('invokeFrom', url)).toEqual({ invoked: 1, error: expect.stringContaining('This is not the counter page.') });
}, 60_000);

test('the log folder opens from the tray and the app menu', async () => {
  const file = join(here.venue.dataDir, 'log', 'tillbridge.log');
  expect(existsSync(file)).toBe(true);
  await until('the tray menu', async () => (await app().look()).tray?.menu.some(({ label }) => label === 'Open log folder'));
  await app().act('chooseInTray', 'Open log folder');
  await app().act('chooseInMenu', 'Open log folder');
  expect((await app().look()).shownFiles).toEqual([file, file]);
}, 60_000);

test("kiosk mode turns start at login on, and staff can't turn it off meanwhile", async () => {
  const page = screen();
  await openSettings(page, 'Computer and backups');
  await page.getByRole('switch', { name: 'Full screen (kiosk)' }).click();
  await until('the choice to be fixed', () => page.getByRole('switch', { name: 'Launch at login' }).isDisabled());
  expect(existsSync(join(config, 'autostart', 'tillbridge.desktop'))).toBe(true);
}, 60_000);

test("setup's last step asks whether to start at login", async () => {
  const page = screen();
  await openFromMenu(page, 'Setup');
  const question = page.getByRole('region', { name: 'Launch at login?' });
  const goOn = page.getByRole('button', { name: 'Continue', exact: true });
  await until('the last step', async () => {
    if (await goOn.isVisible()) await goOn.click();
    return question.isVisible();
  });
  await question.getByRole('switch', { name: 'Launch at login' }).click();
  await until('the start at login', () => existsSync(join(config, 'autostart', 'tillbridge.desktop')));
}, 60_000);
