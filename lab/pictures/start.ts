/**
 * `npm run pictures`: pictures for docs/images. `-- paper settings`: only these. `-- screens de`: screens in German. `-- board-sizes`: the
 * board at every width.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startApp } from '../../main/app/app.ts';
import { openScreen, startBrowser } from '../../test/e2e/venue/screen.ts';
import { choose, openSettings } from '../../test/e2e/venue/settings.ts';
import { openVenue, type PlacedOrder, until, type Venue } from '../../test/e2e/venue/venue.ts';
import { orderBody } from '../../test/fixtures/orders.ts';
import { endWith } from '../../test/setup/command-line.ts';
import { takeBoardSizes } from './board-sizes.ts';
import { takeMenu } from './menu.ts';
import { takeOperatorsPage } from './relay.ts';
import { takeScreens } from './screens.ts';

const IMAGES = fileURLToPath(new URL('../../docs/images/', import.meta.url));
const SIZES = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];

const NAMES = ['board', 'paper', 'settings', 'first-screen', 'menu', 'relay', 'screens', 'board-sizes'];
const wanted = process.argv.slice(2);
if (wanted.length > 0 && !wanted.some((name) => NAMES.includes(name)))
  endWith(`There is no picture ${wanted[0]}; there are ${NAMES.join(', ')}.`);
mkdirSync(IMAGES, { recursive: true });
const browser = await startBrowser();
const PICTURES = {
  board: takeBoard,
  paper: takePaper,
  settings: takeSettings,
  'first-screen': takeFirstScreen,
  menu: () => takeMenu(browser, IMAGES),
  relay: () => takeOperatorsPage(browser, IMAGES),
  screens: () => takeScreens(browser, join(IMAGES, 'screens'), join(IMAGES, '..', 'screens.md'), wanted),
};
for (const [name, take] of Object.entries(PICTURES)) if (wanted.length === 0 || wanted.includes(name)) await take();
// These pictures aren't for docs.
if (wanted.includes('board-sizes'))
  await takeBoardSizes(browser, fileURLToPath(new URL('../../test-results/board-sizes/', import.meta.url)));
await browser.close();
process.exit(0);

async function takeBoard(): Promise<void> {
  const venue = await openVenue({ venue: { name: 'Harbour Kitchen' } });
  const number = (n: number) => ({ order_number: String(n) });
  const preparing = [
    await place(venue, 'group', number(417)),
    await place(venue, 'takeaway', number(418)),
    await place(venue, 'instant', number(419)),
  ];
  const ready = [await place(venue, 'instant', number(415)), await place(venue, 'takeaway', number(416))];
  const later = [await place(venue, 'preorder', number(411)), await place(venue, 'preorder', number(412))];
  const gone = [await place(venue, 'takeaway', number(409)), await place(venue, 'instant', number(410))];
  for (const { order_id } of [...preparing, ...ready, ...gone.slice(0, 1)]) await accept(venue, order_id);
  for (const { order_id } of [...ready, ...gone.slice(0, 1)]) await venue.call('order.ready', { orderId: order_id });
  for (const { order_id } of later) await venue.call('order.confirm', { orderId: order_id });
  for (const { order_id } of [...ready, ...later])
    await until('its column', () => ['ready', 'scheduled'].includes(venue.card(order_id).column));
  await venue.call('order.delivered', { orderId: gone[0]?.order_id ?? '' });
  await venue.call('order.reject', { orderId: gone[1]?.order_id ?? '', reason: 'The oven is broken, sorry', code: 'GENERIC' });
  await until('the ends', () => gone.every(({ order_id }) => venue.card(order_id).column === 'ended'));
  for (const { order_id } of [...preparing, ...ready, ...later]) await venue.call('order.touch', { orderId: order_id });
  await venue.control('POST', '/clock', { advance_seconds: 45 });
  const fresh = [
    await place(venue, 'self-delivery', { ...number(420), consumer_comment: 'Door code 1234. Allergy: hazelnut.' }),
    await place(venue, 'instant', number(421)),
  ];
  await until('pickup times', () => fresh.slice(1).every(({ order_id }) => venue.card(order_id).pickupAt));
  for (const size of SIZES) {
    const screen = await openScreen(browser, venue.app(), venue.dataDir, size);
    await screen.page.getByText('new orders. Tap').waitFor();
    // Sound is on, as after the day's first tap.
    const asks = screen.page.getByRole('button', { name: 'Tap to turn sound on' });
    // A browser that was tapped before doesn't ask.
    if ((await asks.count()) > 0) await asks.click();
    // Dismissed messages keep their space for a while after the tap.
    await screen.page.waitForTimeout(3_500);
    await screen.page.screenshot({ path: join(IMAGES, `counter-${size.width}x${size.height}.png`) });
    await screen.close();
  }
  await venue.close();
}

async function takePaper(): Promise<void> {
  const venue = await openVenue({ venue: { name: 'Harbour Kitchen' } });
  const soon = new Date(Date.now() + 20 * 60_000).toISOString();
  const like = (kind: Parameters<typeof orderBody>[0], more: Record<string, unknown> = {}) => {
    const { id, venue: _, order_status, created_at, modified_at, ...body } = orderBody(kind);
    return { ...body, pickup_eta: soon, ...more };
  };
  await print(venue, 'instant', like('group'), ['ticket-delivery-group', 'label-1', 'label-2', 'label-3']);
  await print(venue, 'takeaway', like('takeaway-cash'), ['ticket-takeaway-cash']);
  await print(venue, 'instant', like('retail-weighted'), ['ticket-retail']);
  await print(venue, 'takeaway', like('takeaway-cash', { order_number: '422', consumer_comment: 'Χωρίς κρεμμύδι, ευχαριστώ! بدون بصل' }), [
    'ticket-other-letters',
  ]);
  const eaten = { type: 'instant', pre_order: null, pickup_eta: null };
  await print(venue, 'self-delivery', like('self-delivery-preorder', eaten), ['ticket-own-delivery']);
  venue.printer.set({ reset_after_bytes: 200 });
  const broken = await place(venue, 'takeaway', like('takeaway-cash', { order_number: '423', cash_payment: null }));
  await accept(venue, broken.order_id);
  await until('the break', () => venue.state().printers.kitchen?.state === 'trouble');
  venue.printer.set({ reset_after_bytes: null });
  const copy = await until('the copy', () => venue.printer.papers().find(({ text, cut }) => cut && text.includes('POSSIBLE COPY')), 30_000);
  writeFileSync(join(IMAGES, 'ticket-possible-copy.png'), copy.png());
  const preorder = await place(venue, 'preorder', { order_number: '424' });
  await venue.call('order.confirm', { orderId: preorder.order_id });
  await until('scheduled', () => venue.card(preorder.order_id).column === 'scheduled');
  const known = venue.printer.papers().length;
  await venue.control('POST', '/clock', { advance_seconds: 3_600 });
  const ticket = await until('its ticket', () => venue.printer.papers()[known]?.cut && venue.printer.papers()[known]);
  writeFileSync(join(IMAGES, 'ticket-preorder.png'), ticket.png());
  await venue.close();
}

async function print(venue: Venue, kind: string, order: Record<string, unknown>, names: string[]): Promise<void> {
  const known = venue.printer.papers().length;
  const { order_id } = await place(venue, kind, order);
  await accept(venue, order_id);
  await until('the paper', () => venue.printer.papers().filter(({ cut }) => cut).length === known + names.length);
  for (const [position, name] of names.entries()) {
    const paper = venue.printer.papers()[known + position];
    if (paper) writeFileSync(join(IMAGES, `${name}.png`), paper.png());
  }
}

async function takeSettings(): Promise<void> {
  const venue = await openVenue({ venue: { name: 'Harbour Kitchen' } });
  const screen = await openScreen(browser, venue.app(), venue.dataDir, { width: 1280, height: 2_300 });
  await openSettings(screen.page, 'Tickets & receipts');
  const papers = screen.page.getByRole('region', { name: 'Printout layout' });
  await choose(papers, /^Order ID as/, 'QR code');
  await papers.getByRole('textbox', { name: 'Text at the bottom' }).fill('Check the bag before it leaves.');
  await until('the preview', async () => ((await papers.getByRole('img').getAttribute('alt')) ?? '').includes('Check the bag'));
  // A list that opened just now refused the tap, with a notice for a while.
  await screen.page.getByText('Tapped too soon').waitFor({ state: 'hidden' });
  await papers.screenshot({ path: join(IMAGES, 'papers.png') });
  await venue.call('printer.sheet', { printerId: 'kitchen' });
  const sheet = await until('the sheet', () => venue.printer.papers()[0]);
  writeFileSync(join(IMAGES, 'set-up-sheet.png'), sheet.png());
  await screen.close();
  await venue.close();
}

async function takeFirstScreen(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tillbridge-pictures-'));
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ receiver: { port: 0 } }));
  const app = await startApp({ dataDir, log: 'silent', vault: 'file' });
  const screen = await openScreen(browser, app, dataDir);
  await screen.page.getByRole('button', { name: 'Connect a venue' }).waitFor();
  await screen.page.screenshot({ path: join(IMAGES, 'first-screen.png') });
  await screen.close();
  await app.close();
  rmSync(dataDir, { recursive: true, force: true });
}

async function place(venue: Venue, kind: string, order: Record<string, unknown>): Promise<PlacedOrder> {
  const placed = await venue.place(kind, order);
  await until('its card', () => venue.card(placed.order_id));
  return placed;
}

async function accept(venue: Venue, orderId: string): Promise<void> {
  await venue.call('order.accept', { orderId, extraMinutes: 0 });
  await until('the accept', () => venue.card(orderId).column === 'preparing');
}
