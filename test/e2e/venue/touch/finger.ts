/** A realistic finger: touch input with a person's timing, sent to the browser like its own touch screen. */
import type { CDPSession, Locator, Page } from 'playwright-core';

export interface Place {
  x: number;
  y: number;
}

export interface Finger {
  down(place: Place): Promise<void>;
  /** Drags along the screen. */
  move(place: Place): Promise<void>;
  up(): Promise<void>;
  /** Puts exactly these fingers on the screen. */
  lie(fingers: readonly (Place & { id: number })[]): Promise<void>;
  /** Puts the finger down, and up after `holdMs`. */
  tap(place: Place, holdMs?: number): Promise<void>;
  doubleTap(place: Place, gapMs?: number, second?: Place): Promise<void>;
}

/** Duration of a tap, ms. */
const HOLD_MS = 60;
/** Between the taps of a double tap, ms. */
const DOUBLE_MS = 180;

export const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

export async function putFinger(page: Page): Promise<Finger> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 });
  let lying = 0;
  const self: Finger = {
    async lie(fingers) {
      await session.send('Input.dispatchTouchEvent', {
        type: fingers.length > lying ? 'touchStart' : 'touchEnd',
        touchPoints: fingers.map(({ x, y, id }) => ({ x, y, id })),
      });
      lying = fingers.length;
    },
    async down({ x, y }) {
      await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    },
    async move({ x, y }) {
      await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y }] });
    },
    async up() {
      await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    },
    async tap(place, holdMs = HOLD_MS) {
      await self.down(place);
      await wait(holdMs);
      await self.up();
    },
    async doubleTap(place, gapMs = DOUBLE_MS, second = place) {
      // Timed by the touch screen's clock, which waits neither for the page nor for this process.
      const began = Date.now() / 1_000;
      const at = (type: 'touchStart' | 'touchEnd', ms: number) =>
        session.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: type === 'touchStart' ? [ms < gapMs ? place : second] : [],
          timestamp: began + ms / 1_000,
        });
      const touched: Promise<unknown>[] = [at('touchStart', 0)];
      await wait(HOLD_MS);
      touched.push(at('touchEnd', HOLD_MS));
      await wait(gapMs - HOLD_MS);
      touched.push(at('touchStart', gapMs));
      await wait(HOLD_MS);
      touched.push(at('touchEnd', gapMs + HOLD_MS));
      await Promise.all(touched);
    },
  };
  return self;
}

export async function middleOf(one: Locator): Promise<Place> {
  const box = await one.boundingBox();
  if (!box) throw new Error('It is not on the screen.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
