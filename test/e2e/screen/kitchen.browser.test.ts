/** Kitchen displays in a real browser: stations, dishes struck off, recalled tickets, power cuts, lost links. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { CallOutput } from '../../../contract/contract.ts';
import { keepDisplays } from '../../../main/hosts/displays/displays.ts';
import { t } from '../../setup/messages.ts';
import { cook, type Dish, openKitchen } from '../venue/kitchen-rush.ts';
import { drawn, letStand as seen, stopTime } from '../venue/page-time.ts';
import { openScreen, RENDERER, type Screen, startBrowser } from '../venue/screen.ts';
import { choose, openSettings } from '../venue/settings.ts';
import { middleOf, putFinger } from '../venue/touch/finger.ts';
import { until, type Venue } from '../venue/venue.ts';

const START = fileURLToPath(new URL('../../../main/start/start.ts', import.meta.url));

let browser: Browser;
let venue: Venue;
let displays: { stop(): Promise<void> } | null = null;
/** Each tablet has its own name. */
let paired = 0;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
  venue = await openKitchen();
});
afterEach(async () => {
  await displays?.stop();
  displays = null;
  await venue.close();
});

const PIZZA: Dish = [2, 'Pizza diavola', 'Pizza', 'Family size'];
const SALAD: Dish = [1, 'Insalata mista', 'Salads'];
const COLA: Dish = [3, 'Cola', 'Drinks'];

const ticket = (page: Page, number: string) => page.getByRole('article', { name: `Order ${number}`, exact: true });
const dish = (page: Page, number: string, name: string) => ticket(page, number).getByRole('button', { name: new RegExp(name) });
const head = (page: Page, number: string) => ticket(page, number).locator('.ticket-head');
const numbers = (page: Page) =>
  page.locator('.ticket').evaluateAll((all) => all.map((one) => (one as unknown as { dataset: { order: string } }).dataset.order).sort());

async function display(
  station: string,
  size: { width?: number; height?: number; movesTime?: boolean } = { width: 1280, height: 800 },
): Promise<Screen> {
  const screen = await openScreen(browser, venue.app(), venue.dataDir, size);
  onTestFinished(() => screen.close());
  await screen.page.locator('.app[data-linked="true"] .bar').waitFor();
  await screen.page.goto(`${new URL(screen.page.url()).origin}/?view=kitchen&station=${station}`);
  await screen.page.locator('.kitchen').waitFor();
  return screen;
}

/** A tablet in the venue's network. `cable`: data arrives only while it is in. `clockWrongByMs`: offset of its clock. */
async function tablet(
  view: 'kitchen' | 'customer',
  station: string | null,
  { cable, clockWrongByMs = 0 }: { cable?: { isIn: boolean }; clockWrongByMs?: number } = {},
): Promise<{ page: Page; heard: string[] }> {
  if (displays === null) {
    displays = keepDisplays({ app: venue.app(), rendererDir: RENDERER, dataDir: venue.dataDir });
    await venue.call('displays.allow', { on: true });
  }
  const way = await until('a code', async () => {
    const answer = await venue.call('displays.pair', { view, name: `${view} ${++paired}`, station });
    return answer.ok ? (answer.value as CallOutput<'displays.pair'>) : null;
  });
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const heard: string[] = [];
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => heard.push(String(payload))));
  if (cable)
    await page.routeWebSocket(/\/bridge$/, (socket) => {
      const bridge = socket.connectToServer();
      socket.onMessage((text) => bridge.send(text));
      bridge.onMessage((text) => void (cable.isIn && socket.send(text)));
    });
  if (clockWrongByMs !== 0) await page.addInitScript(`{ const now = Date.now; Date.now = () => now() + ${clockWrongByMs}; }`);
  await page.goto(way.url);
  await page.locator(`.${view}`).waitFor();
  return { page, heard };
}

test("the second tap of a double tap on a dish doesn't undo striking it off; a notice says so", async () => {
  const id = await cook(venue, '622', [PIZZA, [1, 'Minestrone', 'Pasta']]);
  const { page } = await display('hot', { movesTime: true });
  const finger = await putFinger(page);
  await ticket(page, '622').waitFor();
  // The tap turns the sound on and removes this strip, so tickets move up once the finger is gone.
  await page.locator('.strip-sound').click();
  await page.locator('.strip-sound').waitFor({ state: 'detached' });
  await page.clock.runFor(3_000);
  await stopTime(page);
  const place = await middleOf(dish(page, '622', 'Minestrone'));
  const isStruck = async () => (await dish(page, '622', 'Minestrone').getAttribute('aria-pressed')) === 'true';
  await finger.tap(place);
  await until('struck off', () => venue.card(id).kitchen?.lines[1]?.doneAt.includes('hot'));
  await drawn(page, 'the dish struck off', isStruck);
  await finger.tap(place);
  await page.locator('.touch-notice').getByText('This tap did nothing more.').waitFor();
  expect(await isStruck()).toBe(true);
  await page.clock.runFor(700);
  await finger.tap(place);
  await until('taken back', () => venue.card(id).kitchen?.lines[1]?.doneAt.length === 0);
});

test('two displays of one station agree: changes are sent in order, without reloading everything', async () => {
  const ids = await Promise.all(['603', '604', '605'].map((number) => cook(venue, number, [PIZZA, [1, 'Minestrone', 'Pasta']])));
  const one = await tablet('kitchen', 'hot');
  const other = await tablet('kitchen', 'hot');
  await until('both', async () => (await numbers(one.page)).length === 3 && (await numbers(other.page)).length === 3);
  await seen(one.page);
  for (const number of ['603', '604', '605']) await dish(one.page, number, 'Minestrone').click();
  await head(one.page, '604').click();
  await until('gone there', async () => (await numbers(other.page)).join() === '603,605');
  for (const number of ['603', '605'])
    expect(await dish(other.page, number, 'Minestrone').getAttribute('aria-pressed'), number).toBe('true');
  const frames = other.heard.map((text) => JSON.parse(text) as { push?: string; after?: number; seq?: number });
  expect(frames.filter(({ push }) => push === 'snapshot')).toHaveLength(1);
  const pushes = frames.filter(({ seq }) => seq !== undefined);
  expect(pushes.slice(1).map(({ after }) => after)).toEqual(pushes.slice(0, -1).map(({ seq }) => seq));
  expect(ids.map((id) => venue.card(id).kitchen?.lines[1]?.doneAt)).toEqual([['hot'], ['hot'], ['hot']]);
});

test('finishing a ticket by a tap on its header is refused if the order has just changed: the ticket stays', async () => {
  const id = await cook(venue, '607', [PIZZA]);
  const answer = await venue.call('kitchen.setTicket', { orderId: id, station: 'hot', done: true, seen: 'another-ticket' });
  expect(answer).toMatchObject({ ok: false, problem: { code: 'changed', text: { code: 'order.justChanged' } } });
  expect(await venue.call('kitchen.setDish', { orderId: id, line: 'gone', done: true })).toMatchObject({ ok: false });
  expect(venue.card(id).kitchen?.tickets[0]?.finishedAt).toBeNull();
});

test('what was done on a kitchen display survives a power cut', async () => {
  await cook(venue, '608', [PIZZA, SALAD]);
  await cook(venue, '609', [PIZZA]);
  await venue.stopApp();
  const before = await switchOn();
  await ticket(before.page, '609').waitFor();
  await seen(before.page);
  await dish(before.page, '608', 'Pizza').click();
  await until('struck off', async () => (await dish(before.page, '608', 'Pizza').getAttribute('aria-pressed')) === 'true');
  await head(before.page, '609').click();
  await ticket(before.page, '609').waitFor({ state: 'detached' });
  before.app.kill('SIGKILL');
  const after = await switchOn();
  await ticket(after.page, '608').waitFor();
  expect(await dish(after.page, '608', 'Pizza').getAttribute('aria-pressed')).toBe('true');
  expect(await numbers(after.page)).toEqual(['608']);
  after.app.kill('SIGKILL');
});

async function switchOn(): Promise<{ app: ChildProcess; page: Page }> {
  const app = spawn(process.execPath, [START, '--data-dir', venue.dataDir, '--host', 'browser', '--no-open', '--vault', 'file'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void app.kill('SIGKILL'));
  let counter = '';
  for await (const line of createInterface({ input: app.stdout })) {
    counter = /^Counter: +(\S+)/.exec(line)?.[1] ?? '';
    if (counter !== '') break;
  }
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const address = new URL(counter);
  address.search = '?view=kitchen&station=hot';
  await page.goto(String(address));
  return { app, page };
}

test('a finished ticket can be called back, also after its order was handed over, and put away again', async () => {
  const id = await cook(venue, '610', [PIZZA]);
  const { page } = await display('hot');
  await ticket(page, '610').waitFor();
  await seen(page);
  await head(page, '610').click();
  await ticket(page, '610').waitFor({ state: 'detached' });
  await venue.bringTo(id, 'ended');
  await page.getByRole('button', { name: 'Call back', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: t('kitchen.callBackTitle') });
  await dialog.getByText('2 Pizza diavola').waitFor();
  await seen(page);
  await dialog.getByRole('button', { name: t('kitchen.callBackNamed', { number: '610' }) }).click();
  await ticket(page, '610').getByText('called back').waitFor();
  await seen(page);
  await ticket(page, '610')
    .getByRole('button', { name: t('kitchen.putAway') })
    .click();
  await ticket(page, '610').waitFor({ state: 'detached' });
});

test("a tablet shows its station's dishes; a tap on a ticket's header finishes it there; Settings names the station", async () => {
  const id = await cook(venue, '631', [PIZZA, COLA]);
  const { page } = await tablet('kitchen', 'drinks');
  await page.locator('.kitchen-tab[aria-current="page"]', { hasText: 'Drinks' }).waitFor();
  expect(await ticket(page, '631').textContent()).not.toContain('Pizza');
  await seen(page);
  await head(page, '631').click();
  await until('done there', () => venue.card(id).kitchen?.tickets.find(({ station }) => station === 'drinks')?.finishedAt);
  expect((await venue.call('displays.list', {})) as unknown).toMatchObject({ value: { tablets: [{ station: 'drinks' }] } });
});

test('a key opens an order on a tablet: all that the tablet has of it, and its buttons', async () => {
  const id = await cook(venue, '634', [PIZZA]);
  const { page } = await tablet('kitchen', 'hot');
  await ticket(page, '634').waitFor();
  await seen(page);
  await page.keyboard.press('Home');
  await page.keyboard.press('o');
  const opened = page.getByRole('dialog', { name: t('detail.name', { number: '634' }) });
  await opened.getByText('Pizza diavola').waitFor();
  await seen(page);
  await opened.getByRole('button', { name: t('actions.markReady') }).click();
  await until('ready', () => venue.card(id).column === 'ready');
});

test("a tablet with a wrong clock counts by and shows the venue's time", async () => {
  await cook(venue, '617', [PIZZA]);
  const right = await display('hot');
  const wrong = await tablet('kitchen', 'hot', { clockWrongByMs: 47 * 60_000 });
  await ticket(wrong.page, '617').waitFor();
  const shown = async (page: Page) => [await page.locator('.kitchen-clock').textContent(), await head(page, '617').textContent()];
  await until('the same time on both', async () => JSON.stringify(await shown(wrong.page)) === JSON.stringify(await shown(right.page)));
});

test('a display that gets no updates says how old it is, takes no tap, and recovers', async () => {
  const id = await cook(venue, '632', [PIZZA]);
  const cable = { isIn: true };
  const { page } = await tablet('kitchen', 'hot', { cable });
  await ticket(page, '632').waitFor();
  await seen(page);
  // The connection stays open, but no data arrives.
  cable.isIn = false;
  const lost = page.getByRole('alert').filter({ hasText: 'No connection to Tillbridge.' });
  await lost.getByText(/What you see is \d+ s old\./).waitFor();
  expect(await page.locator('.app').getAttribute('data-linked')).toBe('false');
  await dish(page, '632', 'Pizza').click();
  await ticket(page, '632').getByRole('alert').waitFor();
  expect(venue.card(id).kitchen?.lines[0]?.doneAt).toEqual([]);
  cable.isIn = true;
  await lost.waitFor({ state: 'detached' });
  expect(await page.locator('.app').getAttribute('data-linked')).toBe('true');
});

test('a changed order returns to a display that had finished it; unchanged dishes stay struck off', async () => {
  const id = await cook(venue, '633', [PIZZA, [1, 'Minestrone', 'Pasta']], 'retail');
  const { page } = await display('hot');
  await ticket(page, '633').waitFor();
  await seen(page);
  await head(page, '633').click();
  await ticket(page, '633').waitFor({ state: 'detached' });
  const changes = [{ row: 1, replacements: [{ type: 'count-change-replacement' as const, count: 1 }] }];
  const operation = { operation: 'replace-items' as const, changes, additions: [] };
  expect(await venue.call('order.operate', { orderId: id, requestId: 'fewer-pizzas', operation })).toMatchObject({ ok: true });
  await until('fewer', () => venue.card(id).items.some(({ name, count }) => name === 'Pizza diavola' && count === 1));
  await ticket(page, '633').waitFor();
  expect(await dish(page, '633', 'Pizza').getAttribute('aria-pressed')).toBe('false');
  expect(await dish(page, '633', 'Minestrone').getAttribute('aria-pressed')).toBe('true');
});

test('orders cancelled together are listed on one screen of a display, and one tap confirms all', async () => {
  const ids = [await cook(venue, '636', [PIZZA]), await cook(venue, '637', [COLA])];
  const { page } = await tablet('kitchen', 'hot');
  await ticket(page, '636').waitFor();
  for (const id of ids) await venue.control('POST', `/orders/${id}/cancel`);
  const stop = page.getByRole('dialog', { name: '2 orders were cancelled' });
  await stop.getByText('Cola').waitFor();
  await seen(page);
  await stop.getByRole('button', { name: 'Got it, all 2 stopped' }).click();
  await stop.waitFor({ state: 'detached' });
  await until('the answers', () => ids.every((id) => venue.card(id).cancelled !== 'unseen'));
});

test('a station is set up in Settings, and its display opens from there', async () => {
  await venue.call('settings.saveKitchen', { kitchen: { stations: [] } });
  const screen = await openScreen(browser, venue.app(), venue.dataDir);
  onTestFinished(() => screen.close());
  const { page } = screen;
  await page.locator('.app[data-linked="true"] .bar').waitFor();
  await openSettings(page, t('settings.areas.screens'));
  const part = page.getByRole('region', { name: 'Kitchen', exact: true });
  await part.getByText(t('settings.kitchen.none')).waitFor();
  await part.getByRole('button', { name: t('settings.kitchen.add') }).click();
  const form = part.getByRole('form', { name: t('settings.kitchen.add') });
  await form.getByLabel('Name', { exact: true }).fill('Grill');
  await form.getByLabel('Categories').fill('Burgers\nSteaks');
  await form.getByLabel(/^Prep time in minutes/).fill('12');
  await form.getByRole('button', { name: 'Save' }).click();
  await part.getByText('Burgers, Steaks').waitFor();
  const kept = await venue.call('settings.get', {});
  expect(kept).toMatchObject({
    value: {
      settings: {
        kitchen: { stations: [{ id: 'grill', name: 'Grill', takes: { categories: ['Burgers', 'Steaks'], rest: false }, minutes: 12 }] },
      },
    },
  });
  const others = page.getByRole('region', { name: 'Other screens' });
  await choose(others, 'Station', 'Grill');
  const [window] = await Promise.all([
    page.waitForEvent('popup'),
    others.getByRole('button', { name: 'Kitchen display', exact: true }).click(),
  ]);
  await window.locator('.kitchen-tab[aria-current="page"]', { hasText: 'Grill' }).waitFor();
});
