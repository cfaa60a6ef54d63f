/** `npm run film`: a minute of a rush on the real screen, as docs/images/rush.webm. Needs ffmpeg (Debian: apt-get install ffmpeg). */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { openScreen, startBrowser } from '../../test/e2e/venue/screen.ts';
import { type Finger, middleOf, putFinger, wait } from '../../test/e2e/venue/touch/finger.ts';
import { openVenue, until, type Venue } from '../../test/e2e/venue/venue.ts';
import { bodyOf } from '../bench/look/look.ts';
import { NEW, PREPARING, READY, type RushOrder, SCHEDULED } from '../bench/look/rush.ts';

const FILM = fileURLToPath(new URL('../../docs/images/rush.webm', import.meta.url));
const SIZE = { width: 1280, height: 800 };
const PICTURES_A_SECOND = 10;

if (spawnSync('ffmpeg', ['-version']).error) {
  console.error(
    'The film is written by ffmpeg, which is not here. On Debian or Ubuntu run: sudo apt-get install -y --no-install-recommends ffmpeg',
  );
  process.exit(1);
}
const browser = await startBrowser();
const venue = await openVenue({ venue: { name: 'Trattoria Bellini', announces_courier: false } });
await cook();
const { page, card } = await openScreen(browser, venue.app(), venue.dataDir, SIZE);
await page.locator('.card').first().waitFor();
const asks = page.locator('.strip-sound');
if ((await asks.count()) > 0) await asks.click();
await page.evaluate('document.fonts.ready');
await wait(3_000);
const stop = await film(page);
await rush(await putFinger(page));
await stop();
await venue.close();
await browser.close();
process.exit(0);

/** Places the orders from before the film. */
async function cook(): Promise<void> {
  const [first, ...others] = await placeAll(venue, [...PREPARING.slice(4, 10), ...READY.slice(0, 2), ...SCHEDULED.slice(0, 2)]);
  const ids = [first ?? '', ...others];
  const accepted = ids.slice(0, 8);
  for (const id of ids) await until('the order', () => venue.state().orders[id]?.actions.length);
  for (const orderId of accepted) await venue.call('order.accept', { orderId, extraMinutes: 0 });
  for (const orderId of ids.slice(8)) await venue.call('order.confirm', { orderId });
  await until('the cooking', () => accepted.every((id) => venue.card(id).column === 'preparing'));
  for (const orderId of accepted.slice(6)) await venue.call('order.ready', { orderId });
  for (const orderId of ids) await venue.call('order.touch', { orderId });
}

async function placeAll(at: Venue, orders: readonly RushOrder[]): Promise<string[]> {
  const ids: string[] = [];
  for (const one of orders) ids.push((await at.place(one.kind, bodyOf(one))).order_id);
  return ids;
}

async function rush(finger: Finger): Promise<void> {
  const arrive = (from: number, to: number) => placeAll(venue, NEW.slice(from, to));
  const button = (number: string, name: string) => card(number).getByRole('button', { name, exact: true });
  const numberOf = (orders: readonly RushOrder[], place: number) => orders[place]?.number ?? '';
  const touch = async (one: Locator, thenMs = 1_600) => {
    await one.waitFor();
    await one.scrollIntoViewIfNeeded();
    await finger.tap(await middleOf(one));
    await wait(thenMs);
  };
  await wait(1_500);
  await arrive(0, 1);
  await wait(2_500);
  await touch(button(numberOf(NEW, 0), 'Accept'));
  const [cancelled] = await arrive(1, 3);
  await wait(2_500);
  await touch(button(numberOf(NEW, 1), 'Accept'));
  await touch(button(numberOf(NEW, 2), 'Accept'));
  await touch(button('538', 'Mark ready'));
  venue.printer.set({ paper_out: true });
  await arrive(3, 7);
  await wait(2_500);
  const acceptAll = page.getByRole('dialog').getByRole('button', { name: /^Accept \d/ });
  // An element that just moved takes no tap, so the tap is repeated.
  while (!(await acceptAll.isVisible())) await touch(page.getByRole('button', { name: 'Accept all' }));
  await touch(acceptAll, 4_000);
  venue.printer.set({ paper_out: false });
  await wait(3_000);
  // An order in preparation is cancelled.
  await venue.control('POST', `/orders/${cancelled}/cancel`);
  const stopped = page.getByRole('button', { name: 'Got it, stopped' });
  await stopped.waitFor();
  await wait(3_000);
  await touch(stopped);
  await touch(button('541', 'Mark ready'));
  await arrive(7, 9);
  await touch(page.getByRole('button', { name: 'Find' }));
  await page.getByRole('searchbox').pressSequentially('lasagne', { delay: 120 });
  await wait(2_500);
  await touch(page.getByRole('button', { name: 'Show all' }));
  await touch(button(numberOf(NEW, 7), 'Accept'));
  await touch(button(numberOf(NEW, 8), 'Accept'), 4_000);
}

/** Starts filming; the returned function ends it. Taps are drawn as rings. */
async function film(of: Page): Promise<() => Promise<void>> {
  await of.evaluate(`window.addEventListener('pointerdown', ({ clientX: x, clientY: y }) => {
    const ring = document.createElement('div');
    ring.style.cssText = 'position:fixed;z-index:9999;width:44px;height:44px;margin:-22px;border-radius:50%;pointer-events:none;'
      + 'border:4px solid oklch(0.6 0.2 30);background:oklch(0.6 0.2 30 / 0.25);left:' + x + 'px;top:' + y + 'px';
    document.body.append(ring);
    setTimeout(() => ring.remove(), 600);
  }, { capture: true })`);
  const session = await of.context().newCDPSession(of);
  let latest: Buffer | null = null;
  session.on('Page.screencastFrame', ({ data, sessionId }) => {
    latest = Buffer.from(data, 'base64');
    void session.send('Page.screencastFrameAck', { sessionId });
  });
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 92, everyNthFrame: 1 });
  const writer = ffmpeg();
  let written = 0;
  const began = Date.now();
  const timer = setInterval(() => {
    // Repeats the latest picture if frames were late.
    const due = Math.floor(((Date.now() - began) / 1_000) * PICTURES_A_SECOND);
    for (; latest && written < due; written += 1) writer.stdin?.write(latest);
  }, 1_000 / PICTURES_A_SECOND);
  return async () => {
    clearInterval(timer);
    await session.send('Page.stopScreencast');
    writer.stdin?.end();
    const [code] = await once(writer, 'close');
    if (code !== 0) throw new Error(`ffmpeg ended with ${code}.`);
  };
}

function ffmpeg(): ChildProcess {
  const input = ['-f', 'image2pipe', '-c:v', 'mjpeg', '-framerate', String(PICTURES_A_SECOND), '-i', '-'];
  const coding = [
    '-c:v',
    'libvpx-vp9',
    '-crf',
    '40',
    '-b:v',
    '0',
    '-row-mt',
    '1',
    '-deadline',
    'good',
    '-cpu-used',
    '4',
    '-pix_fmt',
    'yuv420p',
  ];
  return spawn('ffmpeg', ['-loglevel', 'error', '-y', ...input, ...coding, '-an', FILM], { stdio: ['pipe', 'inherit', 'inherit'] });
}
