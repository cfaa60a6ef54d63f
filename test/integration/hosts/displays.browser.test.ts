/** Displays on tablets in the venue's network: pairing, what each is sent, and unpairing. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type CallOutput, sourceOf } from '../../../contract/contract.ts';
import { AUTHENTICATE_PATH, askIn, keyOfCode, readCode } from '../../../contract/entry.ts';
import { freePort } from '../../../main/demo/venue.ts';
import { keepDisplays } from '../../../main/hosts/displays/displays.ts';
import { openScreen, RENDERER, startBrowser } from '../../e2e/venue/screen.ts';
import { openSettings } from '../../e2e/venue/settings.ts';
import { openVenue, until, type Venue } from '../../e2e/venue/venue.ts';
import { codesIn, t } from '../../setup/messages.ts';
import { closing } from '../../setup/parts.ts';

let browser: Browser;
let venue: Venue;
let displays: { stop(): Promise<void> };
const serve = () => keepDisplays({ app: venue.app(), rendererDir: RENDERER, dataDir: venue.dataDir });
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
  venue = closing(await openVenue({ settings: { counter: { port: 0, displays_port: 0, stations_port: 0 } } }));
  displays = serve();
});
afterEach(() => displays.stop());

type Way = CallOutput<'displays.pair'>;
const pair = (view: 'kitchen' | 'customer', name: string): Promise<Way> =>
  until('a code', async () => {
    const answer = await venue.call('displays.pair', { view, name });
    return answer.ok ? answer.value : null;
  });
async function tablets() {
  const answer = await venue.call('displays.list', {});
  return answer.ok ? answer.value.tablets : [];
}
const cooking = async (number: string) => {
  const { order_id } = await venue.place('takeaway', { order_number: number, consumer_name: 'Aino Secret' });
  await until('its card', () => venue.state().orders[order_id]);
  await venue.call('order.accept', { orderId: order_id, extraMinutes: 0 });
  await until('being prepared', () => venue.card(order_id).column === 'preparing');
  return order_id;
};
/** Fakes the wake lock that browsers offer only at HTTPS addresses. */
const OFFERS_LOCK = `window.locks = [];
Object.defineProperty(navigator, 'wakeLock', { value: { request: async (kind) => (locks.push(kind), { release: async () => {} }) } });`;

/** Each tablet has its own browser. `begins`: runs before the page's own script. */
async function tablet(url: string, begins = ''): Promise<{ page: Page; context: BrowserContext; heard: string[] }> {
  const context = closing(await browser.newContext());
  await context.addInitScript(begins);
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  const heard: string[] = [];
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => heard.push(String(payload))));
  await page.goto(url);
  return { page, context, heard };
}
/** Allows tablets, and pairs and opens the first one. */
async function paired(view: 'kitchen' | 'customer', name: string, begins?: string) {
  await venue.call('displays.allow', { on: true });
  return tablet((await pair(view, name)).url, begins);
}
const outside = (page: Page) => page.getByRole('heading', { name: 'Pair this screen' });

test("no tablet can be paired before displays are allowed; then its address is in the venue's network", async () => {
  expect(await venue.call('displays.pair', { view: 'kitchen', name: 'Pass' })).toMatchObject({
    ok: false,
    problem: { code: 'no-tablets' },
  });
  await venue.call('displays.allow', { on: true });
  const { url, code, qr } = await pair('kitchen', 'Pass');
  const own = Object.values(networkInterfaces()).flatMap((entries) => (entries ?? []).map(({ address }) => address));
  expect(own).toContain(new URL(url).hostname);
  // The code is after the #, so it never reaches a server.
  expect(new URL(url).pathname + new URL(url).search).toBe('/');
  expect(new URL(url).hash).toBe(`#${code}`);
  expect(Buffer.from(qr.split(',')[1] ?? '', 'base64').toString()).toMatch(/^<svg /);
});

test('a kitchen tablet marks an order ready and may do nothing else', async () => {
  const id = await cooking('701');
  const { page } = await paired('kitchen', 'Pass');
  await page.getByRole('article', { name: 'Order 701' }).getByRole('button', { name: 'Mark ready', exact: true }).click();
  await until('ready', async () => (await venue.atService(id)).order_status === 'ready');
  expect(new URL(page.url()).hash).toBe('');
  expect(await page.locator('.bar-menu').count()).toBe(0);
});

test('a kitchen tablet limited to one order type counts the tickets that this hides, and shows them again', async () => {
  await cooking('703');
  const { page } = await paired('kitchen', 'Pass');
  const ticket = page.getByRole('article', { name: 'Order 703' });
  await ticket.waitFor();
  await page.locator('.kitchen-kind').click();
  const choice = page.getByRole('menuitemradio', { name: t('orderType.pickup') });
  expect(await choice.innerText()).toMatch(/\b1$/);
  await page.getByRole('menuitemradio', { name: new RegExp(`^${t('orderType.delivery')}`) }).click();
  await ticket.waitFor({ state: 'detached' });
  await page
    .locator('.kitchen-hidden')
    .getByText(t('kitchen.kind.hidden', { count: 1 }))
    .waitFor();
  await page.getByText(t('kitchen.kind.allHidden', { count: 1 })).waitFor();
  await page.getByRole('button', { name: t('kitchen.kind.showAll') }).click();
  await ticket.waitFor();
});

test.each(['kitchen', 'customer'] as const)('a tablet at a plain HTTP address shows once how to keep its screen on (%s)', async (view) => {
  const { page } = await paired(view, 'Pass');
  const asked = page.getByText("This page can't keep the screen on.");
  // In the kitchen the notice about sound comes first, and this one is folded.
  const more = page.getByRole('button', { name: /^Show \d+ more$/ });
  await asked.or(more).first().waitFor();
  if (await more.isVisible()) await more.click();
  await asked.waitFor();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await asked.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' });
  expect(await asked.count()).toBe(0);
});

test('a tablet with a wake lock keeps its screen on and shows no hint', async () => {
  const { page } = await paired('kitchen', 'Pass', OFFERS_LOCK);
  await page.locator('.kitchen').waitFor();
  await until('the lock', async () => (await page.evaluate('window.locks.join()')) === 'screen');
  expect(await page.getByText("This page can't keep the screen on.").count()).toBe(0);
});

test('the kitchen gets only what it cooks and screen settings: no phone, address or sum', async () => {
  const id = await cooking('705');
  const other = await venue.place('takeaway', { order_number: '706', consumer_name: 'Not Yet' });
  await until('its card', () => venue.state().orders[other.order_id]);
  const { page, heard } = await paired('kitchen', 'Pass');
  await page.getByRole('article', { name: 'Order 705' }).waitFor();
  await venue.call('order.ready', { orderId: id });
  await page.getByRole('button', { name: 'Ready 1' }).click();
  await page.getByRole('article', { name: 'Order 705' }).waitFor();
  const all = heard.join('\n');
  const { intake, vault, version } = venue.state().app.app as NonNullable<ReturnType<Venue['state']>['app'][string]>;
  const card = venue.card(id);
  for (const secret of [
    sourceOf({ intake }, 'receiver')?.address,
    ...codesIn(vault.text),
    version,
    'Not Yet',
    card.phone,
    '"amount"',
    venue.venueId,
    'access',
    'intake',
    'vault',
  ])
    if (secret) expect(all.includes(secret), secret).toBe(false);
  const fields = new Set(
    Object.keys(
      (JSON.parse(heard.find((frame) => frame.includes('"snapshot"')) ?? '') as { state: { orders: Record<string, object> } }).state.orders[
        id
      ] ?? {},
    ),
  );
  expect([...fields].sort()).toEqual(
    'actions alerting allergies bags cancelled checked column comment courier customer deadline endedAt id isCut items kind kindLabel kitchen noContact number participants pending pickupAt placedAt preorder preorderFor revision statusLabel trouble unread venueName'.split(
      ' ',
    ),
  );
});

test("a tablet's recall gets the same refusal for a waiting, an ended and an unknown order", async () => {
  const { order_id: waits } = await venue.place('takeaway');
  const { order_id: ended } = await venue.place('takeaway');
  for (const id of [waits, ended]) await until('its card', () => venue.state().orders[id]);
  await venue.control('POST', `/orders/${ended}/cancel`);
  await until('its end', () => venue.card(ended).column === 'ended');
  const back = (orderId: string) => venue.call('kitchen.recall', { orderId, station: null });
  const nobodys = await back('00000000-0000-4000-8000-000000000000');
  expect(nobodys.ok).toBe(false);
  for (const id of [waits, ended]) expect(await back(id)).toEqual(nobodys);
});

test('the customer display gets only numbers: no name, phone, dish, sum or order ID', async () => {
  const id = await cooking('702');
  const { order_id: delivery } = await venue.place('instant', { order_number: '7039152' });
  await until('its card', () => venue.state().orders[delivery]);
  await venue.call('order.accept', { orderId: delivery, extraMinutes: 0 });
  await until('being prepared', () => venue.card(delivery).column === 'preparing');
  const { page, heard } = await paired('customer', 'Window');
  await page.getByText('702').waitFor();
  await venue.call('order.ready', { orderId: id });
  await page.getByRole('region', { name: 'Ready for pickup' }).getByText('702').waitFor();
  const card = venue.card(id);
  for (const secret of ['Aino', id, '7039152', card.phone, card.items[0]?.name, '"amount"'])
    if (secret) expect(heard.join('\n').includes(secret), secret).toBe(false);
  const orders = heard.flatMap((text) => {
    const frame = JSON.parse(text) as { state?: { orders: object }; changes?: { topic: string; value: object }[] };
    return [
      ...Object.values(frame.state?.orders ?? {}),
      ...(frame.changes ?? []).filter(({ topic }) => topic === 'orders').map(({ value }) => value),
    ];
  });
  expect(orders).toEqual([
    { number: '702', stage: 'preparing' },
    { number: '702', stage: 'ready' },
  ]);
});

test('a code pairs exactly one tablet, and a tablet that was off reconnects', async () => {
  await venue.call('displays.allow', { on: true });
  const way = await pair('kitchen', 'Pass');
  const { page, context } = await tablet(way.url);
  await page.locator('.kitchen').waitFor();
  const second = await tablet(way.url);
  await outside(second.page).waitFor();
  await page.close();
  const again = await context.newPage();
  await again.goto(new URL(way.url).origin);
  await again.locator('.kitchen').waitFor();
  expect(await tablets()).toEqual([expect.objectContaining({ name: 'Pass', view: 'kitchen', isHere: true })]);
});

test('two tabs of one tablet stay paired: they share the rotating key', async () => {
  // A fixed port: the key belongs to the address where the tablet paired.
  await displays.stop();
  venue = closing(await openVenue({ settings: { counter: { port: 0, displays_port: await freePort(), stations_port: 0 } } }));
  displays = serve();
  const { page, context } = await paired('kitchen', 'Pass');
  await page.locator('.kitchen').waitFor();
  const second = await context.newPage();
  await second.goto(new URL(page.url()).origin);
  await second.locator('.kitchen').waitFor();
  await second.route(`**${AUTHENTICATE_PATH}`, (asked) => asked.abort());
  // The key rotates twice, as the previous key is still valid for a while.
  for (let turns = 0; turns < 2; turns += 1) {
    await displays.stop();
    const file = join(venue.dataDir, 'tablets.json');
    const [session] = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify([{ ...session, turnedAt: 0 }]));
    displays = serve();
    await page.locator('.app[data-linked="true"]').waitFor();
    await page.reload();
    await page.locator('.kitchen').waitFor();
  }
  await second.unroute(`**${AUTHENTICATE_PATH}`);
  await second.locator('.app[data-linked="true"]').waitFor();
});

test('a tablet without a camera pairs by address and typed code', async () => {
  await venue.call('displays.allow', { on: true });
  const { url, code } = await pair('customer', 'Window');
  const { page } = await tablet(new URL(url).origin);
  await outside(page).waitFor();
  await page.getByLabel('Code').fill('abc');
  await page.getByRole('button', { name: 'Pair' }).click();
  await page.getByText("This isn't a code").waitFor();
  await page.getByLabel('Code').fill(code.replaceAll('-', ' ').toUpperCase());
  await page.getByRole('button', { name: 'Pair' }).click();
  await page.locator('.customer').waitFor();
});

test('Settings pairs a tablet by name, lists it as connected, and unpairs it at once', async () => {
  const counter = closing(await openScreen(browser, venue.app(), venue.dataDir));
  const { page } = counter;
  await cooking('704');
  await openSettings(page, 'Screens and tablets');
  const part = page.getByRole('region', { name: 'Other screens' });
  await part.getByLabel(/^Allow tablets/).click();
  await part.getByText('No paired tablets.').waitFor();
  const form = part.getByRole('form', { name: 'Pair a tablet' });
  const authenticate = async (name: string) => {
    await form.getByRole('radio', { name: 'Kitchen display' }).click({ force: true });
    await form.getByLabel('Tablet name').fill(name);
    await form.getByRole('button', { name: 'Show code' }).click();
    const code = await form.locator('.tablet-code').textContent();
    const origin = await form.locator('.tablet-address').textContent();
    const opened = await tablet(`${origin}/#${code}`);
    await opened.page.getByRole('article', { name: 'Order 704' }).waitFor();
    await form.locator('.tablet-code').waitFor({ state: 'detached' });
    return opened.page;
  };
  await form.getByRole('radio', { name: 'Kitchen display' }).check({ force: true });
  await form.getByRole('button', { name: 'Show code' }).click();
  await form.getByText('Enter a name for the tablet.').waitFor();
  const pass = await authenticate('Pass');
  const grill = await authenticate('Grill');
  const list = part.getByRole('list', { name: 'Paired tablets' });
  await expect.poll(() => list.getByText('Connected now').count(), { timeout: 15_000 }).toBe(2);
  await list.getByRole('button', { name: 'Unpair: Pass' }).click();
  await page.getByRole('dialog', { name: 'Unpair Pass?' }).getByRole('button', { name: 'Unpair' }).click();
  await outside(pass).waitFor();
  expect(await pass.getByText('704').count()).toBe(0);
  await list.getByText('Pass').waitFor({ state: 'detached' });
  await grill.getByRole('article', { name: 'Order 704' }).waitFor();
  await pass.reload();
  await outside(pass).waitFor();
  await authenticate('Window');
  await part.getByRole('button', { name: 'Unpair all' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unpair all' }).click();
  await outside(grill).waitFor();
  await part.getByText('No paired tablets.').waitFor();
}, 60_000);

test('the logo is shown on the customer display, served only to it, with the file type found in its bytes', async () => {
  await venue.call('displays.allow', { on: true });
  const save = (bytes: Buffer | null) => venue.call('displays.saveLogo', { picture: bytes?.toString('base64') ?? null });
  const { page } = await tablet((await pair('customer', 'Window')).url);
  const kitchen = await tablet((await pair('kitchen', 'Pass')).url);
  await kitchen.page.locator('.kitchen').waitFor();
  const logo = page.locator('.customer-logo');
  expect(await logo.count()).toBe(0);

  const png = PNG.sync.write(new PNG({ width: 300, height: 1_000 }));
  expect(await save(png)).toMatchObject({ ok: true });
  await logo.waitFor();
  await until('drawn', () => logo.evaluate((one) => (one as unknown as { naturalWidth: number }).naturalWidth === 300));
  const box = await logo.boundingBox();
  expect(box?.height).toBeLessThanOrEqual(96);
  const address = new URL((await logo.getAttribute('src')) ?? '', page.url());
  const given = await fetch(address);
  expect([given.status, given.headers.get('content-type'), given.headers.get('x-content-type-options')]).toEqual([
    200,
    'image/png',
    'nosniff',
  ]);
  expect(given.headers.get('content-security-policy')).toContain("default-src 'self'");
  expect(Buffer.from(await given.arrayBuffer())).toEqual(png);
  expect(kitchen.heard.join('\n')).not.toContain('customer-logo');
  // The logo is served only at its secret address.
  const at = (path: string) => fetch(new URL(path, page.url())).then(({ status }) => status);
  const guessed = `${address.pathname.slice(0, -1)}${address.pathname.endsWith('A') ? 'B' : 'A'}`;
  for (const path of ['/customer-logo', '/customer-logo/', guessed, `${address.pathname}/..`]) expect(await at(path), path).toBe(404);

  for (const [bytes, code] of [
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 'no-picture'],
    [png.subarray(0, -20), 'no-picture'],
    [Buffer.concat([png, Buffer.from('<script>alert(1)</script>')]), 'no-picture'],
    [PNG.sync.write(new PNG({ width: 2_001, height: 10 })), 'too-large'],
    [Buffer.alloc(500_001, png), 'too-large'],
  ] as const)
    expect(await save(bytes)).toMatchObject({ ok: false, problem: { code } });
  // The refusal changed nothing.
  expect(await at(address.pathname)).toBe(200);

  // Another file put in its place manually isn't served at the old address, not even an image.
  const file = join(venue.dataDir, 'customer-logo');
  for (const other of ['<script>alert(1)</script>', PNG.sync.write(new PNG({ width: 20, height: 20 })), png.subarray(0, 200)]) {
    writeFileSync(file, other);
    expect(await at(address.pathname)).toBe(404);
  }
  await page.reload();
  await page.locator('.customer-top time').waitFor();
  await logo.waitFor({ state: 'detached' });
  rmSync(file);
  expect(await at(address.pathname)).toBe(404);

  expect(await save(PNG.sync.write(new PNG({ width: 64, height: 64 })))).toMatchObject({ ok: true });
  await logo.waitFor();
  expect(await save(null)).toMatchObject({ ok: true });
  await logo.waitFor({ state: 'detached' });
  expect(existsSync(file)).toBe(false);
});

test("a logo damaged while Tillbridge was off isn't shown and stops nothing", async () => {
  await venue.call('displays.saveLogo', { picture: PNG.sync.write(new PNG({ width: 64, height: 64 })).toString('base64') });
  await until('changed', () => venue.state().app.app?.customerLogo);
  await displays.stop();
  await venue.stopApp();
  writeFileSync(join(venue.dataDir, 'customer-logo'), 'no picture any more');
  await venue.startApp();
  displays = serve();
  await until('there again', () => venue.state().app.app);
  expect(venue.state().app.app?.customerLogo).toBeNull();
});

test('turning tablets off disconnects all, and old keys and codes no longer work', async () => {
  await venue.call('displays.allow', { on: true });
  const way = await pair('kitchen', 'Pass');
  const unused = await pair('kitchen', 'Grill');
  const { page } = await tablet(way.url);
  await page.locator('.kitchen').waitFor();
  await venue.call('displays.allow', { on: false });
  await page.getByText(/^No connection to Tillbridge/).waitFor();
  await until('closed', () =>
    fetch(way.url).then(
      () => false,
      () => true,
    ),
  );
  await venue.call('displays.allow', { on: true });
  const next = await pair('kitchen', 'Next');
  const at = new URL(next.url).origin;
  for (const { code } of [way, unused]) expect((await askIn(at, [keyOfCode(readCode(code) ?? '')])).outcome).toBe('refused');
  expect((await askIn(at, [keyOfCode(readCode(next.code) ?? '')])).outcome).toBe('in');
});

test('tablets reconnect after a restart; if their port is in use, a notice says so', async () => {
  await displays.stop();
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '0.0.0.0', resolve));
  const { port } = taken.address() as { port: number };
  venue = closing(await openVenue({ settings: { counter: { port: 0, displays_port: port, stations_port: 0, displays: true } } }));
  displays = serve();
  await until('the notice', () => JSON.stringify(venue.state().notices['displays-port']?.text ?? '').includes(String(port)));
  expect(await venue.call('displays.pair', { view: 'kitchen', name: 'Pass' })).toMatchObject({
    ok: false,
    problem: { code: 'port-taken' },
  });
  await new Promise((resolve) => taken.close(resolve));
  await venue.time.advance(5_000);
  const { page } = await tablet((await pair('kitchen', 'Pass')).url);
  await page.locator('.kitchen').waitFor();
  await until('the notice to go', () => venue.state().notices['displays-port'] === undefined);
  await displays.stop();
  await page.getByText(/^No connection to Tillbridge/).waitFor();
  displays = serve();
  await page.getByText(/^No connection to Tillbridge/).waitFor({ state: 'detached' });
  expect((await tablets()).map(({ name }) => name)).toEqual(['Pass']);
}, 60_000);
