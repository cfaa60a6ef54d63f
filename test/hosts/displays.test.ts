/** Displays on tablets of the venue's network: let in by a key, shown what they need and nothing of anybody, and sent away again. */
import { networkInterfaces } from 'node:os';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { keepDisplays } from '../../main/hosts/browser/displays.ts';
import { RENDERER, startBrowser } from '../story/screen.ts';
import { openVenue, until, type Venue } from '../story/venue.ts';

let browser: Browser;
let venue: Venue;
let displays: { stop(): Promise<void> };
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
  venue = await openVenue({ settings: { counter: { port: 0, displays_port: 0 } } });
  displays = keepDisplays({ app: venue.app(), rendererDir: RENDERER, dataDir: venue.dataDir });
});
afterEach(async () => {
  await displays.stop();
  await venue.close();
});

const addressOf = (view: 'kitchen' | 'customer') =>
  until('the address', async () => {
    const answer = await venue.call('displays.address', { view });
    return answer.ok ? answer.value.address : null;
  });
const cooking = async (number: string) => {
  const { order_id } = await venue.place('takeaway', { order_number: number, consumer_name: 'Aino Secret' });
  await until('its card', () => venue.state().orders[order_id]);
  await venue.call('order.accept', { orderId: order_id, extraMinutes: 0 });
  await until('being prepared', () => venue.card(order_id).column === 'preparing');
  return order_id;
};

test('no tablet comes in before it is allowed to, and the address is one of the network', async () => {
  expect(await venue.call('displays.address', { view: 'kitchen' })).toEqual({ ok: true, value: { address: null } });
  await venue.call('displays.allow', { on: true });
  const { url, qr } = await addressOf('kitchen');
  const own = Object.values(networkInterfaces()).flatMap((entries) => (entries ?? []).map(({ address }) => address));
  expect(own).toContain(new URL(url).hostname);
  expect(Buffer.from(qr.split(',')[1] ?? '', 'base64').toString()).toMatch(/^<svg /);
});

test('a tablet in the kitchen marks an order ready; what is not its work it may not do', async () => {
  const id = await cooking('701');
  await venue.call('displays.allow', { on: true });
  const page = await browser.newPage();
  await page.goto((await addressOf('kitchen')).url);
  expect(page.url()).toMatch(/\/\?view=kitchen$/);
  await page.getByRole('article', { name: 'Order 701' }).getByRole('button', { name: 'Ready', exact: true }).click();
  await until('ready', async () => (await venue.atService(id)).order_status === 'ready');
  const refused = await page.evaluate(`new Promise((resolve) => {
    const socket = new WebSocket('ws://' + location.host + '/bridge');
    socket.onopen = () => socket.send(JSON.stringify({ id: 1, call: 'settings.get', input: {} }));
    socket.onmessage = ({ data }) => { const frame = JSON.parse(data); if (frame.id === 1) resolve(frame.answer); };
  })`);
  expect(refused).toMatchObject({ ok: false, problem: { code: 'display-only' } });
  await page.close();
});

test("the customers' screen is sent numbers alone: no name, no phone, no dish, no sum", async () => {
  const id = await cooking('702');
  await venue.call('displays.allow', { on: true });
  const page = await browser.newPage();
  const heard: string[] = [];
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => heard.push(String(payload))));
  await page.goto((await addressOf('customer')).url);
  await page.getByText('702').waitFor();
  await venue.call('order.ready', { orderId: id });
  await page.getByRole('region', { name: 'Ready to fetch' }).getByText('702').waitFor();
  const card = venue.card(id);
  for (const secret of ['Aino', card.phone, card.items[0]?.name, card.total?.text])
    if (secret) expect(heard.join('\n').includes(secret), secret).toBe(false);
  await page.close();
});

test('switching tablets off sends every one away, and an old address opens nothing any more', async () => {
  await venue.call('displays.allow', { on: true });
  const { url } = await addressOf('kitchen');
  const page = await browser.newPage();
  await page.goto(url);
  await page.locator('.kitchen').waitFor();
  await venue.call('displays.allow', { on: false });
  await page.getByText('Tillbridge is not running on this computer.').waitFor();
  await until('closed', () =>
    fetch(url).then(
      () => false,
      () => true,
    ),
  );
  await venue.call('displays.allow', { on: true });
  const next = await addressOf('kitchen');
  expect(new URL(next.url).searchParams.get('key')).not.toBe(new URL(url).searchParams.get('key'));
  const old = new URL(next.url);
  old.searchParams.set('key', new URL(url).searchParams.get('key') ?? '');
  expect((await fetch(old)).status).toBe(403);
  expect((await fetch(next.url, { redirect: 'manual' })).status).toBe(303);
  // Another name in Host means that a foreign page was bound to this address.
  expect(
    (await fetch(`http://127.0.0.1:${new URL(next.url).port}/`, { headers: { host: 'evil.example.test' } }).catch(() => null))?.status ??
      421,
  ).toBeGreaterThanOrEqual(400);
  await page.close();
});
