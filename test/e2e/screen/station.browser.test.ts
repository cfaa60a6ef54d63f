/** A station: paired in Settings, answers orders, offers only what it may do, and is changed and unpaired at the main screen. */
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import type { Station } from '../../../contract/contract.ts';
import { keepDisplays } from '../../../main/hosts/displays/displays.ts';
import { t } from '../../setup/messages.ts';
import { atTheCounter, reopen, screen, venue } from '../venue/at-the-counter.ts';
import { RENDERER } from '../venue/screen.ts';
import { openSettings } from '../venue/settings.ts';
import { until } from '../venue/venue.ts';

atTheCounter();

const form = () => screen.page.getByRole('form', { name: t('settings.displays.add') });
const list = () => screen.page.getByRole('list', { name: t('settings.displays.list') });
const right = (name: string) => new RegExp(`^${name}`);

async function serveStations(): Promise<void> {
  await reopen({ settings: { counter: { port: 0, displays_port: 0, stations_port: 0 } }, venue: { accept_within_seconds: 3_600 } });
  const displays = keepDisplays({ app: venue.app(), rendererDir: RENDERER, dataDir: venue.dataDir });
  onTestFinished(() => displays.stop());
  await openSettings(screen.page, t('settings.areas.screens'));
  await screen.page.getByRole('switch', { name: right(t('settings.displays.tablets')) }).click();
}

/** Pairs a station with the form in Settings, and opens it in a browser of its own. */
async function pair(name: string): Promise<Page> {
  await form().getByLabel(t('settings.displays.name')).fill(name);
  await form()
    .getByRole('button', { name: t('settings.displays.makeCode') })
    .click();
  const code = await form().locator('.tablet-code').innerText();
  const address = await form().locator('.tablet-address').innerText();
  const context = await screen.page
    .context()
    .browser()
    ?.newContext({ viewport: { width: 1280, height: 800 }, ignoreHTTPSErrors: true });
  if (!context) throw new Error('no browser');
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(`${address}/#${code}`);
  await page.locator('.bar-station').getByText(name, { exact: true }).waitFor();
  await list().getByText(name, { exact: true }).waitFor();
  return page;
}

const toBoard = () =>
  screen.page
    .getByRole('navigation')
    .getByRole('button', { name: /^Orders/ })
    .click();
const cardAt = (page: Page, number: string) => page.getByRole('article', { name: `Order ${number}`, exact: true });
const screensAt = (page: Page) => page.locator('.bar-screens button').evaluateAll((all) => all.map((one) => one.dataset.screen));

async function arrived(page: Page): Promise<{ id: string; number: string }> {
  const { order_id: id, order_number: number } = await venue.arrived();
  await cardAt(page, number).waitFor();
  return { id, number };
}

test('a station answers an order, and the main screen shows it', async () => {
  await serveStations();
  const bar = await pair('Bar');
  const { id, number } = await arrived(bar);
  await toBoard();
  await cardAt(bar, number).locator('[data-action="accept"]').click();
  await screen
    .column('Preparing')
    .getByRole('article', { name: `Order ${number}`, exact: true })
    .waitFor();
  expect(await venue.asked(id, 'accept')).toBe(1);
  await cardAt(bar, number).getByRole('button', { name: 'Mark ready', exact: true }).click();
  await until('ready', () => venue.card(id).column === 'ready');
}, 60_000);

test('a station offers only what it may do, and follows a change at once', async () => {
  await serveStations();
  const bar = await pair('Bar');
  const { number } = await arrived(bar);
  expect(await screensAt(bar)).toEqual(['board', 'kitchen', 'menu']);
  for (const gone of ['.bar-menu', '.bar-rush', '.bar-pause']) expect(await bar.locator(gone).count()).toBe(0);
  await cardAt(bar, number)
    .getByRole('button', { name: t('card.open', { number }) })
    .click();
  const sheet = bar.getByRole('dialog', { name: t('detail.name', { number }) });
  await sheet.getByRole('button', { name: t('menu.order.title') }).waitFor();
  await sheet.getByRole('button', { name: t('more.printouts.menu'), exact: true }).waitFor();
  expect(await sheet.getByRole('button', { name: t('history.timeline') }).count()).toBe(0);

  await list()
    .getByRole('button', { name: t('settings.displays.changeNamed', { name: 'Bar' }) })
    .click();
  const change = screen.page.getByRole('form', { name: t('settings.displays.changeNamed', { name: 'Bar' }) });
  for (const off of ['answer', 'pack', 'sold-out'] as const)
    await change.getByRole('checkbox', { name: right(t(`settings.displays.rights.${off}`)) }).uncheck({ force: true });
  await change.getByRole('checkbox', { name: right(t('settings.displays.rights.pause')) }).check({ force: true });
  await change.getByRole('button', { name: t('settings.save') }).click();
  await bar.locator('.bar-pause').waitFor();
  await sheet.waitFor({ state: 'detached' });
  expect(await screensAt(bar)).toEqual(['board', 'kitchen']);
  expect(await cardAt(bar, number).locator('[data-action]').count()).toBe(0);
  await cardAt(bar, number)
    .getByRole('button', { name: t('card.open', { number }) })
    .click();
  await sheet.waitFor();
  expect(await sheet.getByRole('button', { name: t('menu.order.title') }).count()).toBe(0);
  expect(await sheet.getByRole('button', { name: t('more.printouts.menu'), exact: true }).count()).toBe(0);
}, 60_000);

async function change(over: Partial<Station>): Promise<void> {
  const { tablets } = await venue.ask('displays.list', {});
  const [station] = tablets.filter((tablet) => tablet.view === 'station');
  if (!station) throw new Error('no station');
  const { view, rights, venues, zones, rings } = station;
  await venue.ask('displays.change', { id: station.id, screen: { view, rights, venues, zones, rings, ...over } });
}

test('a station limited to some columns draws only those, on a wide screen and on a phone', async () => {
  await serveStations();
  const bar = await pair('Bar');
  const columns = () => bar.locator('.board [data-column]').evaluateAll((all) => all.map((one) => one.getAttribute('data-column')));
  await until('all columns', async () => (await columns()).length === 4);
  await change({ zones: ['ready', 'preparing'] });
  await until('its columns', async () => (await columns()).join() === 'preparing,ready');
  await bar.getByText(t('board.empty.preparing.title'), { exact: true }).waitFor();
  expect(await bar.getByText(t('board.empty.new.title')).count()).toBe(0);
  await bar.locator('.ended').waitFor();
  const { order_id: id, order_number: number } = await venue.arrived();
  await venue.bringTo(id, 'preparing');
  await cardAt(bar, number).waitFor();

  await bar.setViewportSize({ width: 390, height: 844 });
  const tabs = bar.getByRole('tab');
  await tabs.first().waitFor();
  expect(await tabs.evaluateAll((all) => all.map((one) => one.getAttribute('data-key')))).toEqual(['preparing', 'ready', 'ended']);
  expect(await tabs.first().getAttribute('aria-selected')).toBe('true');
  await cardAt(bar, number).waitFor();

  await bar.setViewportSize({ width: 1280, height: 800 });
  await change({ zones: ['new'] });
  await until('its column', async () => (await columns()).join() === 'new');
  await bar.getByText(t('board.empty.new.title'), { exact: true }).waitFor();
  expect(await screensAt(bar)).toEqual(['board', 'menu']);
}, 60_000);

test('a reason that is being typed stays when the station reconnects, unless it may do less since then', async () => {
  await serveStations();
  const bar = await pair('Bar');
  const links: { cut(): Promise<void> }[] = [];
  await bar.routeWebSocket(/\/bridge$/, (socket) => {
    const bridge = socket.connectToServer();
    links.push({
      async cut() {
        await Promise.all([bridge.close(), socket.close()]);
      },
    });
  });
  await bar.reload();
  const { number } = await arrived(bar);
  await cardAt(bar, number).locator('[data-action="reject"]').click();
  const reason = bar.getByRole('dialog').getByRole('textbox');
  await reason.fill('The oven is broken');
  await links.at(-1)?.cut();
  await until('a new link', () => links.length === 2);
  await bar.locator('.app[data-linked="true"]').waitFor();
  await change({ rings: false });
  await until('the next link', () => links.length === 3);
  await bar.locator('.bar-sound').waitFor({ state: 'detached' });
  expect(await reason.inputValue()).toBe('The oven is broken');
  await change({ rights: ['ready'] });
  await reason.waitFor({ state: 'detached' });
}, 60_000);

test('a courier who comes rings only at a station that rings', async () => {
  await serveStations();
  const bar = await pair('Bar');
  await bar.evaluate(`window.rung = 0;
    const start = AudioBufferSourceNode.prototype.start;
    AudioBufferSourceNode.prototype.start = function (...given) {
      if (!this.loop) window.rung += 1;
      return start.apply(this, given);
    };`);
  const courierComes = async () => {
    const { order_id: id, order_number: number } = await venue.arrived('instant');
    await venue.bringTo(id, 'preparing');
    await cardAt(bar, number).waitFor();
    await venue.control('POST', `/orders/${id}/courier-arrives`);
    await cardAt(bar, number).locator('[data-courier="approaching"]').waitFor();
  };
  await courierComes();
  expect(await bar.evaluate('window.rung')).toBe(1);
  await change({ rings: false });
  await bar.locator('.bar-sound').waitFor({ state: 'detached' });
  await courierComes();
  expect(await bar.evaluate('window.rung')).toBe(1);
}, 60_000);

test('unpaired at the main screen, a station says so and shows nothing', async () => {
  await serveStations();
  const bar = await pair('Bar');
  const { number } = await arrived(bar);
  await list()
    .getByRole('button', { name: t('settings.displays.unpairNamed', { name: 'Bar' }) })
    .click();
  await screen.page
    .getByRole('dialog')
    .getByRole('button', { name: t('settings.displays.unpair') })
    .click();
  await bar.getByRole('heading', { name: 'Pair this screen' }).waitFor();
  expect(await bar.getByText(number).count()).toBe(0);
}, 60_000);

test('a second screen of the same name is refused at its field', async () => {
  await serveStations();
  await pair('Bar');
  await form().getByLabel(t('settings.displays.name')).fill('bar ');
  await form()
    .getByRole('button', { name: t('settings.displays.makeCode') })
    .click();
  await form().locator('.field-error').getByText(t('tablet.nameTaken')).waitFor();
  expect(await form().locator('.tablet-code').count()).toBe(0);
}, 60_000);

/** Holds back what the page is sent of orders, as on a slow network; answers still come. */
async function holdPushes(page: Page): Promise<void> {
  let isHeld = false;
  await page.routeWebSocket(/\/bridge$/, (socket) => {
    const bridge = socket.connectToServer();
    socket.onMessage((text) => bridge.send(text));
    bridge.onMessage((text) => {
      if (!isHeld || !/^{"push":"(patch|snapshot)"/.test(String(text))) socket.send(text);
    });
  });
  await page.reload();
  await page.locator('.app[data-linked="true"]').waitFor();
  await page.exposeFunction('holdNow', () => {
    isHeld = true;
  });
}

test.each([
  { who: 'without named staff', name: 'Bar', signsIn: false },
  { who: 'with named staff', name: 'Ana (Bar)', signsIn: true },
])(
  'a tap on an outdated card says who answered it at which station, $who',
  async ({ name, signsIn }) => {
    await serveStations();
    const bar = await pair('Bar');
    if (signsIn) {
      await venue.ask('staff.save', { id: 'ana', name: 'Ana', role: 'staff' });
      await venue.ask('staff.save', { id: 'caro', name: 'Caro', role: 'manager', pin: '246802' });
      await venue.ask('settings.saveStaff', { staff: { on: true } });
    }
    await holdPushes(screen.page);
    const { number } = await arrived(bar);
    await cardAt(screen.page, number).locator('[data-action="accept"]').waitFor();
    const signIn = async (page: Page) => {
      if (signsIn)
        await page
          .getByRole('dialog', { name: t('staff.who') })
          .getByRole('button', { name: /^Ana/ })
          .click();
    };
    await screen.page.evaluate('window.holdNow()');
    await cardAt(bar, number).locator('[data-action="accept"]').click();
    await signIn(bar);
    await bar
      .getByRole('region', { name: /^Preparing: / })
      .getByRole('article', { name: `Order ${number}`, exact: true })
      .waitFor();
    await cardAt(screen.page, number).locator('[data-action="accept"]').click();
    await signIn(screen.page);
    await cardAt(screen.page, number).getByText(`by ${name}`).waitFor();
  },
  60_000,
);
