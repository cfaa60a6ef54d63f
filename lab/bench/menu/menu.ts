/**
 * `npm run bench -- menu`: a menu of 5,000 items in the app and a real browser (blocking, display, typing, file check, memory), by turns
 * with a bare page.
 */
import type { Browser, Page } from 'playwright-core';
import { type MenuAnswer, sheetIn } from '../../../contract/contract.ts';
import { freePort } from '../../../main/demo/venue.ts';
import { menuToCsv } from '../../../main/menu/files/menu-to-csv.ts';
import { startBrowser } from '../../../test/e2e/venue/screen.ts';
import { openSettings } from '../../../test/e2e/venue/settings.ts';
import { until } from '../../../test/e2e/venue/venue.ts';
import { heapInUse, inspectable } from '../../faults/attacks/watch/heap-in-use.ts';
import { heldLoop } from '../../faults/attacks/watch/held-loop.ts';
import { openVenueProcess, type VenueProcess } from '../../faults/venue-process.ts';
import type { Figure } from '../table/figures.ts';
import { memoryOf } from '../table/usage.ts';
import { heapMegabytes, timeLetters, timeUntilPainted } from './as-seen.ts';
import { serveBarePage } from './bare-page.ts';
import { largeMenu } from './large-menu.ts';

const ITEMS = Number(process.env.ITEMS ?? 5_000);
const ROUNDS = 12;
const FILES = 4;
const TYPED = ['margherita', 'fried onion', 'pos-12', 'creme brulee no 4', 'zurek chili', 'khach', 'no. 4711', 'large'];
/** Between two letters, ms. */
const LETTER_MS = 90;
/** A new page's or app's initial work is over by then, ms. */
const SETTLED_MS = 4_000;
/** By then page and app have released an unused menu, ms. */
const FORGOTTEN_MS = 75_000;

const HELD = 'longest turn of the bridge while it reads and stores a menu';

export async function benchMenu(): Promise<Figure[]> {
  const inspector = await freePort();
  using meter = heldLoop();
  const app = await openVenueProcess({ robot: false, printers: false });
  const browser = await startBrowser();
  const menu = largeMenu(ITEMS);
  try {
    const { venueId } = app.venue;
    await app.venue.control('PATCH', `/venues/${venueId}`, { processing_ms: { reading: 0 } });
    await app.venue.control('PUT', `/venues/${venueId}/menu`, menu);
    await app.switchOn([], meter.env);
    const reading = await openCounter(app, browser);
    const readFrom = Date.now();
    await read(reading);
    const turn = meter.longestSince(readFrom);
    await app.switchOff();
    await app.switchOn([], inspectable(inspector));
    let counter = await openCounter(app, browser);
    const held = () => heapInUse(app.pid(), inspector);
    const heldBefore = await held();
    const idle = memoryOf(app.pid()).rss;
    const first = await timeOpening(counter.page);
    const frame = counter.largest();
    const json = JSON.stringify(await sheetIn((JSON.parse(frame) as { answer: { value: MenuAnswer } }).answer.value.text ?? '{}'));
    console.log(`${ITEMS} items: ${kilobytes(json)} kB as JSON, ${kilobytes(frame)} kB on the way to the page.`);
    await counter.close();
    const bare = await serveBarePage(json);
    const barePage = async () => {
      const page = await browser.newPage();
      await page.goto(bare.url);
      return page;
    };

    const opened: number[] = [];
    const bareOpened: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      counter = await openCounter(app, browser);
      opened.push(await timeOpening(counter.page));
      await counter.close();
      const page = await barePage();
      bareOpened.push(await timeUntilPainted(page, 'pointerdown', () => page.locator('#open').click(), '.row'));
      await page.close();
    }

    counter = await openCounter(app, browser);
    const { page } = counter;
    const before = await heapMegabytes(page);
    await timeOpening(page);
    await page.waitForTimeout(SETTLED_MS);
    const typing = await barePage();
    const [letters, bareLetters] = await timeLetters([page.getByRole('searchbox'), typing.locator('#field')] as const, TYPED, LETTER_MS);
    await typing.close();
    const during = await heapMegabytes(page);
    await page.locator('[data-screen="board"]').click();
    await page.waitForTimeout(FORGOTTEN_MS);
    const after = await heapMegabytes(page);
    const heldAfter = await held();
    // The first visit also leaves loaded code; only the menu is left by the second.
    await page.locator('[data-screen="menu"]').click();
    await timeLetters([page.getByRole('searchbox')], TYPED, LETTER_MS);
    await page.locator('[data-screen="board"]').click();
    await page.waitForTimeout(FORGOTTEN_MS);
    const afterAgain = await heapMegabytes(page);
    const heldAgain = await held();
    const atEnd = memoryOf(app.pid()).rss;

    await openSettings(page, 'Venues');
    await page.getByRole('button', { name: 'Menu file' }).click();
    const files = { json: JSON.stringify(menu), csv: menuToCsv(menu) };
    const checked: Record<'json' | 'csv' | 'bare json' | 'bare csv', number[]> = { json: [], csv: [], 'bare json': [], 'bare csv': [] };
    for (let round = 0; round < FILES; round += 1)
      for (const format of ['json', 'csv'] as const) {
        const file = { name: `${round}.${format}`, mimeType: 'text/plain', buffer: Buffer.from(files[format]) };
        const choose = (on: Page) => () => on.locator('input[type="file"]').last().setInputFiles(file);
        checked[format].push(await timeUntilPainted(page, 'change', choose(page), '.menu-file-good', file.name));
        const other = await barePage();
        checked[`bare ${format}`].push(await timeUntilPainted(other, 'change', choose(other), '.checked'));
        await other.close();
      }
    await bare.close();
    return [
      ...beside(HELD, 50, [turn], 'its file parsed, processor time', parsedIn(files.json)),
      ...beside('touch of Menu to its first row painted', 300, opened, 'the same as JSON fetched, parsed, one row', bareOpened),
      { what: 'the first one after a start', unit: 'ms', limit: 300, values: [first] },
      ...beside('letter typed to its rows laid out', 16, letters.answered, 'letter typed to a text laid out', bareLetters.answered),
      ...beside('  of that, until the page hears of the key', Number.NaN, letters.heard, 'the same', bareLetters.heard),
      ...beside('letter typed to the frame after it', Number.NaN, letters.painted, 'letter typed to the frame', bareLetters.painted),
      ...beside('JSON file chosen to its check shown', 2_000, checked.json, 'sent, parsed, answered', checked['bare json']),
      ...beside('CSV file chosen to its check shown', 2_000, checked.csv, 'sent, split, answered', checked['bare csv']),
      { what: 'memory of the page before the menu', unit: 'MB', limit: Number.NaN, values: [before] },
      { what: 'memory of the page with the menu, looked through', unit: 'MB', limit: Number.NaN, values: [during] },
      { what: 'memory of the page after the menu', unit: 'MB', limit: Number.NaN, values: [after] },
      { what: 'memory of the page after another look at it', unit: 'MB', limit: Number.NaN, values: [afterAgain] },
      { what: 'what the bridge holds before the menu, after a collection', unit: 'MB', limit: Number.NaN, values: [heldBefore] },
      { what: 'what the bridge holds after the menu, after a collection', unit: 'MB', limit: Number.NaN, values: [heldAfter] },
      { what: 'what the bridge holds after another look at it', unit: 'MB', limit: Number.NaN, values: [heldAgain] },
      { what: 'memory of the bridge before the menu', unit: 'MB', limit: Number.NaN, values: [idle] },
      { what: 'memory of the bridge after the menu', unit: 'MB', limit: Number.NaN, values: [atEnd] },
    ];
  } finally {
    await browser.close();
    await app.close();
  }
}

function parsedIn(json: string): number[] {
  return Array.from({ length: ROUNDS }, () => {
    const before = process.threadCpuUsage();
    JSON.parse(json);
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000;
  });
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Figures of the menu and of the bare page; prints their ratio. */
function beside(what: string, limit: number, values: number[], bare: string, bareValues: number[]): Figure[] {
  console.log(`${what}: ${(median(values) / median(bareValues)).toFixed(1)} times the bare page (medians).`);
  return [
    { what, unit: 'ms', limit, values },
    { what: `  bare: ${bare}`, unit: 'ms', limit: Number.NaN, values: bareValues },
  ];
}

const kilobytes = (text: string): number => Math.round(Buffer.byteLength(text) / 1_024);

type Counter = Awaited<ReturnType<typeof openCounter>>;

async function openCounter(app: VenueProcess, browser: Browser) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  let largest = '';
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (payload.length > largest.length) largest = String(payload);
    }),
  );
  await page.goto(app.counterUrl());
  await page.locator('.app[data-linked="true"]').waitFor();
  await page.waitForTimeout(SETTLED_MS);
  /** `largest`: the largest WebSocket frame received. */
  return { page, largest: () => largest, close: () => context.close() };
}

async function read({ page, close }: Counter): Promise<void> {
  await page.locator('[data-screen="menu"]').click();
  await until('the menu', async () => (await page.locator('.menu-row').count()) > 0, 180_000);
  await close();
}

const timeOpening = (page: Page): Promise<number> =>
  timeUntilPainted(page, 'pointerdown', () => page.locator('[data-screen="menu"]').click(), '.menu-row');
