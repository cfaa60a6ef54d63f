/**
 * `npm run bench -- smooth`: frame times of the board with 200 open orders, while scrolling and with ten orders a second. Writes a trace.
 */
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { openScreen, startBrowser } from '../../test/e2e/venue/screen.ts';
import { openVenue, until, type Venue } from '../../test/e2e/venue/venue.ts';
import { timeCards } from './cards.ts';
import type { Figure } from './table/figures.ts';

const OPEN = 200;
const SCROLL_MS = 5_000;
const A_SECOND = 10;
const CARDS = 30;

export async function benchSmooth(): Promise<Figure[]> {
  const venue = await openVenue({ printers: false, venue: { accept_within_seconds: 0 } });
  const browser = await startBrowser();
  const emptyBoard = await cardsSeen(venue, browser);
  await fill(venue);
  const fullBoard = await cardsSeen(venue, browser);
  const screen = await openScreen(browser, venue.app(), venue.dataDir, { width: 1920, height: 1080 });
  const { page } = screen;
  await page
    .locator('.card')
    .nth(OPEN - 1)
    .waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send('Tracing.start', { categories: 'devtools.timeline,benchmark,blink.user_timing', transferMode: 'ReturnAsStream' });
  const still = await frames(page, async () => page.waitForTimeout(SCROLL_MS));
  const scrolled = await frames(page, () => scroll(page));
  let arriving = true;
  const arrivals = (async () => {
    while (arriving) {
      const next = Date.now() + 1_000 / A_SECOND;
      const { order_id: orderId } = await venue.place('instant');
      void until('the card', () => venue.state().orders[orderId]).then(() => venue.call('order.touch', { orderId }));
      await page.waitForTimeout(Math.max(0, next - Date.now()));
    }
  })();
  const rush = await frames(page, () => scroll(page));
  arriving = false;
  await arrivals;
  const file = join(tmpdir(), 'tillbridge-board-trace.json.gz');
  writeFileSync(file, gzipSync(shortened(await endTrace(session))));
  console.log(`Trace: ${file} (the browser's performance panel opens it).`);
  await screen.close();
  await browser.close();
  await venue.close();
  return [
    { what: 'frames a second, nothing happens', unit: '1/s', limit: Number.NaN, values: [still.perSecond] },
    { what: `frames a second, ${OPEN} orders, scrolling`, unit: '1/s', limit: Number.NaN, values: [scrolled.perSecond] },
    { what: `frames a second, scrolling, ${A_SECOND} orders a second arrive`, unit: '1/s', limit: Number.NaN, values: [rush.perSecond] },
    { what: `card on screen, ${CARDS} orders on the board`, unit: 'ms', limit: 1_000, values: emptyBoard },
    { what: `card on screen, ${OPEN} orders on the board`, unit: 'ms', limit: 1_000, values: fullBoard },
    { what: 'longest task of the page, scrolling and orders arrive', unit: 'ms', limit: Number.NaN, values: [rush.longest] },
    { what: 'time between frames, scrolling', unit: 'ms', limit: 17, values: scrolled.gaps },
    { what: 'time between frames, scrolling and orders arrive', unit: 'ms', limit: 17, values: rush.gaps },
  ];
}

async function fill(venue: Venue): Promise<void> {
  for (let placed = 0; placed < OPEN; placed += 1) {
    const { order_id: orderId } = await venue.place(placed % 3 === 0 ? 'group' : 'instant');
    // An order that is slow to read has a card before it can be answered.
    await until('a card', () => venue.state().orders[orderId]?.actions.length, 30_000);
    await venue.call('order.touch', { orderId });
    if (placed % 5 === 0) continue;
    await venue.call('order.accept', { orderId, extraMinutes: 0 });
    if (placed % 5 !== 1) continue;
    await until('preparing', () => venue.card(orderId).column === 'preparing', 30_000);
    await venue.call('order.ready', { orderId });
  }
}

/** Times of new cards, which stay on the board, each tapped once. */
async function cardsSeen(venue: Venue, browser: Browser): Promise<number[]> {
  const screen = await openScreen(browser, venue.app(), venue.dataDir, { width: 1920, height: 1080 });
  await screen.page.locator('.bar').waitFor();
  const times = await timeCards(screen.page, venue, { count: CARDS, pauseMs: 300 });
  for (const orderId of Object.keys(venue.state().orders)) await venue.call('order.touch', { orderId });
  await screen.close();
  return times;
}

interface Frames {
  /** ms between frames. */
  gaps: number[];
  perSecond: number;
  /** Longest blocking of the page, ms; browsers report none below 50. */
  longest: number;
}

/** Times of the frames drawn while `work` runs. */
async function frames(page: Page, work: () => Promise<unknown>): Promise<Frames> {
  await page.evaluate(`(() => {
    const times = [];
    window.frameTimes = times;
    window.longTasks = [];
    window.taskWatch?.disconnect();
    window.taskWatch = new PerformanceObserver((seen) => window.longTasks.push(...seen.getEntries().map(({ duration }) => duration)));
    window.taskWatch.observe({ entryTypes: ['longtask'] });
    const tick = (at) => { times.push(at); if (window.frameTimes === times) requestAnimationFrame(tick); };
    requestAnimationFrame(tick);
  })()`);
  await work();
  const times = (await page.evaluate('(() => { const times = window.frameTimes; window.frameTimes = null; return times; })()')) as number[];
  const gaps = times.slice(1).map((at, place) => at - (times[place] ?? at));
  const whole = (times.at(-1) ?? 0) - (times[0] ?? 0);
  const tasks = (await page.evaluate('window.longTasks')) as number[];
  return { gaps, perSecond: (gaps.length * 1_000) / whole, longest: Math.max(0, ...tasks) };
}

async function scroll(page: Page): Promise<void> {
  await page.mouse.move(800, 600);
  const until = Date.now() + SCROLL_MS;
  for (let step = 0; Date.now() < until; step += 1) {
    await page.mouse.wheel(0, step % 120 < 60 ? 60 : -60);
    await page.waitForTimeout(16);
  }
}

/** Keeps only frames and tasks over two milliseconds, as a whole trace is 40 MB. */
function shortened(trace: string): string {
  const { traceEvents, ...rest } = JSON.parse(trace) as { traceEvents: { name: string; ph: string; dur?: number }[] };
  const kept = traceEvents.filter(({ name, ph, dur = 0 }) => ph === 'M' || dur > 2_000 || /Frame|LayerTree|screenshot/i.test(name));
  return JSON.stringify({ ...rest, traceEvents: kept });
}

async function endTrace(session: CDPSession): Promise<string> {
  const complete = new Promise<string>((resolve) => session.once('Tracing.tracingComplete', ({ stream }) => resolve(stream ?? '')));
  await session.send('Tracing.end');
  const handle = await complete;
  let text = '';
  for (;;) {
    const { data, eof } = await session.send('IO.read', { handle, size: 1_000_000 });
    text += data;
    if (eof) return text;
  }
}
