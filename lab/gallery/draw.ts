/** Draws stories reproducibly in a real browser: fixed clock and zone, no motion. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Language } from '../../contract/language.ts';
import { type Picture, readPicture } from './picture.ts';

export interface Look {
  theme: 'light' | 'dark';
  language: Language;
}

/** Both themes and directions, and Greek, which needs most space. */
export const LOOKS: readonly Look[] = [
  { theme: 'light', language: 'en' },
  { theme: 'dark', language: 'he' },
  { theme: 'light', language: 'el' },
];

export const NOW = new Date('2026-11-23T18:42:00Z');
export const ZONE = 'Europe/Helsinki';
const SIZE = { width: 1280, height: 800 };
/** Groups of stories drawn in full height. */
const LONG = ['courier', 'history', 'sale', 'settings', 'set-up'];
const LONG_PX = 2_000;
const PHONE = { width: 390, height: 844 };

/** Story IDs by story file. */
export async function storiesAt(url: string): Promise<Map<string, string[]>> {
  const { entries } = (await (await fetch(`${url}index.json`)).json()) as { entries: Record<string, { id: string; type: string }> };
  const stories = Object.values(entries).filter(({ type }) => type === 'story');
  return Map.groupBy(
    stories.map(({ id }) => id),
    groupOf,
  );
}

export const groupOf = (story: string): string => story.split('--')[0] ?? '';

export interface Drawing {
  story: string;
  look: Look;
}

export type Change = (page: Page) => Promise<unknown>;

/** Draws two at a time; `take` gets each picture and a function to redraw it. */
export async function drawAll(
  browser: Browser,
  url: string,
  drawings: readonly Drawing[],
  take: (drawing: Drawing, picture: Picture, again: () => Promise<Picture>) => Promise<void>,
): Promise<void> {
  const AT_A_TIME = 2;
  const left = [...drawings];
  const work = async () => {
    const context = await openContext(browser);
    const page = await context.newPage();
    for (let drawing = left.shift(); drawing; drawing = left.shift()) {
      const { story, look } = drawing;
      const once = () => draw(page, url, { story, look });
      await take(drawing, await once(), once);
    }
    await context.close();
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
}

export function openContext(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({
    viewport: SIZE,
    deviceScaleFactor: 1,
    locale: 'en-GB',
    timezoneId: ZONE,
    reducedMotion: 'reduce',
  });
}

/** Rejects if the story can't be drawn. */
export async function draw(page: Page, url: string, { story, look: { theme, language } }: Drawing, change?: Change): Promise<Picture> {
  const wrong: string[] = [];
  const hear = (error: Error) => wrong.push(error.message);
  page.on('pageerror', hear);
  await page.clock.setFixedTime(NOW);
  await page.setViewportSize(sizeOf(groupOf(story)));
  await page.goto(`${url}iframe.html?id=${story}&viewMode=story&globals=theme:${theme};language:${language}`);
  await page.waitForFunction(HAS_ENDED);
  // A lazily loaded part may appear after two equal pictures.
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  const failure = await page.evaluate<string | null>(WHAT_FAILED);
  page.off('pageerror', hear);
  if (failure !== null || wrong.length > 0) throw new Error(`${story} was not drawn: ${[failure, ...wrong].join(' ')}`);
  await change?.(page);
  await page.evaluate(HAS_SETTLED);
  return stillPicture(page, story);
}

function sizeOf(group: string): { width: number; height: number } {
  if (group === 'phone') return PHONE;
  return LONG.includes(group) ? { ...SIZE, height: LONG_PX } : SIZE;
}

/** Data and decoded images arrive late, so two pictures in a row must be equal. */
async function stillPicture(page: Page, story: string): Promise<Picture> {
  const TRIES = 20;
  const take = () => page.screenshot({ animations: 'disabled', caret: 'hide' });
  let last = await take();
  for (let tried = 1; tried < TRIES; tried++) {
    const next = await take();
    if (next.equals(last) || isAlike(readPicture(next), readPicture(last))) return readPicture(next);
    last = next;
  }
  throw new Error(`${story} is another picture every time.`);
}

/** Allows a few pixels, as the browser's shading of a border's corner varies. */
function isAlike(one: Picture, other: Picture): boolean {
  const A_CORNER_OR_TWO = 50;
  if (one.width !== other.width || one.height !== other.height) return false;
  let pixels = 0;
  for (let at = 0; at < one.pixels.length; at++) if (one.pixels[at] !== other.pixels[at]) pixels += 1;
  return pixels <= A_CORNER_OR_TWO;
}

/** The story is drawn with its interactions done, or failed. */
const HAS_ENDED = `(() => {
  const { phase } = globalThis.__STORYBOOK_PREVIEW__?.currentRender ?? {};
  return phase === 'finished' || phase === 'errored' || document.body.classList.contains('sb-show-errordisplay');
})()`;

const WHAT_FAILED = `document.body.classList.contains('sb-show-errordisplay')
  ? document.getElementById('error-message')?.textContent + ' ' + document.getElementById('error-stack')?.textContent
  : null`;

/** Waits for fonts and two more frames. */
const HAS_SETTLED = `(async () => {
  const frame = () => new Promise((go) => requestAnimationFrame(go));
  await frame();
  await document.fonts.ready;
  await frame();
  await frame();
})()`;
