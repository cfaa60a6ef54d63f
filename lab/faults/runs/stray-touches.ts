/** Thousands of double, early and late taps on real screens while cards move: each does what was under it, or explains why not. */
import type { Browser, Page } from 'playwright-core';
import { openScreen, type Screen, startBrowser } from '../../../test/e2e/venue/screen.ts';
import { type Finger, putFinger, wait } from '../../../test/e2e/venue/touch/finger.ts';
import { openVenue, until, type Venue } from '../../../test/e2e/venue/venue.ts';
import { type Chance, chanceOf } from '../seeded.ts';
import { problemIf, secondsSince } from './outcome.ts';
import { AIMS, RECORDER, type RecordedTouch, TAKE_RECORD } from './recorded-touches.ts';

/** Open orders at any time: enough to fill the columns. */
const AT_ONCE = 16;
/** A double tap's second tap is within these ms and CSS px. */
const DOUBLE_MS = 700;
const BESIDE_PX = 15;
const SAME_PLACE_PX = Math.ceil(Math.hypot(BESIDE_PX, BESIDE_PX));
/** A person sees a dialog closed before the next tap, ms. */
const CLOSED_MS = 350;
const COMMANDS = ['accept', 'self-delivery/accept', 'reject', 'confirm-preorder', 'ready', 'delivered'];
const VIEWS = [
  { view: 'counter', width: 1280, height: 800 },
  { view: 'counter', width: 1024, height: 768 },
  { view: 'kitchen', width: 1280, height: 800 },
] as const;

export async function strayTouches(count: number, seed: number, say: (line: string) => void = () => undefined) {
  const chance = chanceOf(seed);
  const began = Date.now();
  const venue = await openVenue({
    printers: false,
    settings: { work: { undo_seconds: 3 } },
    venue: { courier_after_seconds: 1 },
    sandbox: { logEntries: 1_000_000 },
  });
  const browser = await startBrowser();
  const world = startWorld(venue, chance);
  const screens: Screen[] = [];
  const touches: RecordedTouch[] = [];
  const stray = { count: 0 };
  try {
    for (const look of VIEWS) screens.push(await openHand(browser, venue, look));
    await until('a full board', async () => ((await screens[0]?.page.locator('.card').count()) ?? 0) > 4, 60_000);
    const share = Math.ceil(count / screens.length);
    await Promise.all(
      screens.map(async ({ page }, place) => {
        const touched = await touchAbout(page, share, chanceOf(seed + place), stray, place === 0 ? say : () => undefined);
        touches.push(...touched);
      }),
    );
    await world.stop();
    // Undo times are over by now.
    await wait(4_500);
    return await judge(venue, world, touches, stray.count, secondsSince(began));
  } finally {
    await world.stop();
    for (const screen of screens) await screen.close();
    await browser.close();
    await venue.close();
  }
}

async function openHand(browser: Browser, venue: Venue, { view, width, height }: (typeof VIEWS)[number]): Promise<Screen> {
  const screen = await openScreen(browser, venue.app(), venue.dataDir, { width, height });
  await screen.page.addInitScript(RECORDER);
  // Animations cost the computer more than the taps.
  await screen.page.emulateMedia({ reducedMotion: 'reduce' });
  // The page must be admitted before it leaves, or the next page has no key.
  await screen.page.locator('.bar').first().waitFor({ timeout: 60_000 });
  await screen.page.goto(`${new URL(screen.page.url()).origin}/${view === 'kitchen' ? '?view=kitchen' : ''}`);
  const order = screen.page.locator('.card, .ticket').first();
  await order.waitFor({ timeout: 60_000 }).catch(async () => {
    throw new Error(`no order in sight on the ${view} of ${width} px, but: ${await screen.page.locator('body').innerText()}`);
  });
  return screen;
}

/** Taps mostly on buttons, often twice, often where a button just was, sometimes anywhere. */
async function touchAbout(
  page: Page,
  count: number,
  chance: Chance,
  stray: { count: number },
  say: (line: string) => void,
): Promise<RecordedTouch[]> {
  const finger = await putFinger(page);
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 800 };
  const touched: RecordedTouch[] = [];
  const take = async () => touched.push(...((await page.evaluate(TAKE_RECORD)) as RecordedTouch[]));
  for (let done = 0; done < count; ) {
    const aims = (await page.evaluate(AIMS)) as { x: number; y: number; text: string }[];
    const aim = aims.length > 0 && chance.next() < 0.85 ? chance.pick(aims) : { x: chance.below(width), y: chance.below(height) };
    const way = chance.next();
    // A late tap: the screen may change between aim and tap.
    if (way < 0.25) await wait(80 + chance.below(500));
    await touchOnce(finger, aim, chance);
    done += 1;
    if (way >= 0.4) {
      await wait(20 + chance.below(260));
      const near = { x: aim.x + chance.below(2 * BESIDE_PX + 1) - BESIDE_PX, y: aim.y + chance.below(2 * BESIDE_PX + 1) - BESIDE_PX };
      await touchOnce(finger, way < 0.85 ? aim : near, chance);
      done += 1;
      stray.count += 1;
    } else if (way < 0.25) stray.count += 1;
    // Now and then a rest, so gaps close just before the next tap.
    if (chance.next() < 0.06) await wait(900 + chance.below(500));
    if (done % 20 < 2) await comeBack(page);
    if (done % 200 < 2) await take();
    if (done % 500 < 2) say(`${done} of ${count} touches on the first screen`);
  }
  await wait(600);
  await take();
  return touched;
}

async function touchOnce(finger: Finger, at: { x: number; y: number }, chance: Chance): Promise<void> {
  await finger.tap(at, 15 + chance.below(50));
}

/** Returns to the board with everything closed, so that taps are about orders. */
async function comeBack(page: Page): Promise<void> {
  for (let times = 0; times < 3 && (await page.getByRole('dialog').count()) > 0; times += 1) {
    await wait(520);
    await page.keyboard.press('Escape');
    await wait(CLOSED_MS);
  }
  await page.evaluate(`{
    const board = document.querySelector('.bar-screens button');
    if (board && board.getAttribute('aria-current') !== 'page') board.click();
  }`);
}

type World = ReturnType<typeof startWorld>;

function startWorld(venue: Venue, chance: Chance) {
  const numbers = new Map<string, string>();
  let running = true;
  const live = async () => {
    while (running) {
      const open = Object.values(venue.state().orders).filter(({ column }) => column !== 'ended');
      if (open.length < AT_ONCE) {
        const number = String(10_000 + numbers.size);
        const kind = chance.pick(['takeaway', 'takeaway', 'instant', 'self-delivery', 'group', 'preorder']);
        const placed = await venue.place(kind, { order_number: number }).catch(async (error: unknown) => {
          // A tap paused the venue; it reopens, so that orders keep arriving.
          if (!String(error).includes('VENUE_OFFLINE')) throw error;
          await venue.control('PATCH', `/venues/${venue.venueId}`, { is_online: true });
          return null;
        });
        if (placed) numbers.set(placed.order_id, number);
      } else if (chance.next() < 0.25) {
        const { id } = chance.pick(open);
        // The service refuses impossible steps.
        await venue
          .control('POST', `/orders/${id}/${chance.pick(['cancel', 'staff-accept', 'pickup', 'delivered'])}`)
          .catch(() => undefined);
      }
      await wait(60 + chance.below(240));
    }
  };
  const living = live();
  return {
    numbers,
    async stop(): Promise<void> {
      running = false;
      await living;
    },
  };
}

async function judge(venue: Venue, { numbers }: World, touches: RecordedTouch[], stray: number, seconds: number) {
  const elsewhere: string[] = [];
  const requests = (await venue.log()).filter((entry) => entry.kind === 'request');
  const sent = requests
    .map(({ order_id: id, operation }) => ({ id: id ?? '', operation: operation ?? '' }))
    .filter(({ operation }) => COMMANDS.includes(operation));
  const asked = new Map<string, RecordedTouch[]>();
  const named = ({ number, several }: RecordedTouch) => (several.length > 0 ? several : [number ?? '']);
  for (const touch of touches) for (const number of named(touch)) asked.set(number, [...(asked.get(number) ?? []), touch]);
  for (const { id, operation } of sent) {
    const number = numbers.get(id) ?? '?';
    const meant = (asked.get(number) ?? []).some(({ calls }) =>
      calls.some(({ name, orderId }) => orderId === id && operation.includes(name.slice(6, 12))),
    );
    if (!meant) elsewhere.push(`the service got "${operation}" of order ${number}, and nobody touched that`);
  }
  for (const [at, touch] of touches.entries()) {
    const { calls, number, control } = touch;
    for (const { name, orderId } of calls) {
      const acts = orderId !== null && name.startsWith('order.') && name !== 'order.touch';
      if (acts && !named(touch).includes(numbers.get(orderId) ?? '?'))
        elsewhere.push(
          `"${control}" of order ${number} became ${name} of order ${numbers.get(orderId)}, after ${JSON.stringify(touches.slice(Math.max(0, at - 8), at + 1))}`,
        );
    }
  }
  /** A double tap's second tap: the first did its work. */
  const isSecond = (
    { at, x, y }: Pick<RecordedTouch, 'at' | 'x' | 'y'>,
    { control, number }: { control: string | null; number: string | null },
    before?: RecordedTouch,
  ) =>
    before !== undefined &&
    (before.calls.length > 0 || before.changed) &&
    at - before.at < DOUBLE_MS &&
    control === before.control &&
    number === before.number &&
    Math.hypot(x - before.x, y - before.y) <= SAME_PLACE_PX;
  const isSilent = ({ calls, reported, changed }: RecordedTouch) => calls.length === 0 && !reported && !changed;
  /** Silent ones, except the second of a double tap. */
  const lost = touches
    .map((touch, at) => ({ touch, at }))
    .filter(({ touch, at }) => isSilent(touch) && !isSecond(touch, touch, touches[at - 1]));
  const among = (at: number) =>
    `at ${new Date(touches[at]?.at ?? 0).toISOString()}, among ${JSON.stringify(touches.slice(Math.max(0, at - 2), at + 3))}`;
  const nameOf = ({ control, number }: Pick<RecordedTouch, 'control' | 'number'>) => `"${control}" of ${number ?? 'no order'}`;
  const dead = lost.flatMap(({ touch, at }) => (touch.isLive ? [`${nameOf(touch)} ${among(at)}`] : []));
  const unsaid = lost.flatMap(({ touch: { was, isLive, ...touch }, at }) =>
    was && !isLive && !isSecond(touch, was, touches[at - 1]) ? [`where ${nameOf(was)} was ${among(at)}`] : [],
  );
  const through = touches.flatMap((touch, at) => (touch.over && touch.calls.length > 0 ? [`below "${touch.over}" ${among(at)}`] : []));
  const moved = touches.flatMap(({ movedPx, scrolledPx, control, number }) =>
    movedPx > 2 ? [`order ${number} by ${movedPx} px under "${control}", scrolled by ${scrolledPx} px`] : [],
  );
  return {
    touches: touches.length,
    elsewhere,
    dead,
    moved,
    figures:
      `${touches.length} touches, ${stray} of them double or late, on ${numbers.size} orders; ${sent.length} commands at the service, ` +
      `${touches.filter(({ reported }) => reported).length} refused with a word; on another order than touched ${elsewhere.length}, dead ${dead.length}, unsaid ${unsaid.length}, ` +
      `through an overlay ${through.length}, cards moved under a finger ${moved.length}, ${seconds} s`,
    problems: [
      ...elsewhere,
      ...dead.map((what) => `a touch did nothing and said nothing: ${what}`),
      ...unsaid.map((what) => `a touch on a place just left said nothing: ${what}`),
      ...through.map((what) => `a touch acted below what was drawn there: ${what}`),
      ...moved.map((what) => `a card moved under a finger: ${what}`),
      ...problemIf(sent.length === 0, 'no touch came to the service at all'),
    ],
  };
}
