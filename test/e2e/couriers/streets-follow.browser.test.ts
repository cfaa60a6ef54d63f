/** The map follows a courier who leaves it, without loading tiles at each step. */
import { createHmac, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sourceOf } from '../../../contract/contract.ts';
import { t } from '../../setup/messages.ts';
import { screen, venue } from '../venue/at-the-counter.ts';
import { openTileService, type TileService } from '../venue/tile-service.ts';
import { until } from '../venue/venue.ts';
import { atService, card, deliveries, merchant, orderOne, step, withCouriers } from '../venue/with-couriers.ts';

withCouriers({ movesTime: true });

const SECRET = 'harbour-bell-'.repeat(3);
let tiles: TileService;
beforeEach(async () => {
  tiles = await openTileService();
});
afterEach(() => tiles.close());

/** Posts a courier's position (section 6.2, in EPSG:3857), for rides that the sandbox's courier never makes. */
async function reportPlace(lat: number, lon: number): Promise<void> {
  const radius = 6_378_137;
  const [delivery] = await atService();
  const at = { lat: radius * Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)), lon: (radius * lon * Math.PI) / 180 };
  const details = { id: randomUUID(), service_order_reference_id: delivery?.reference, courier_location: at };
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const dispatched_at = new Date(Date.now() + 3_600_000).toISOString();
  const head = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ dispatched_at, type: 'order.location_updated', details })}`;
  const token = `${head}.${createHmac('sha256', SECRET).update(head).digest('base64url')}`;
  const url = `${sourceOf(venue.state().app.app, 'receiver')?.address}/deliveries`;
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ token }) });
  expect(answer.status).toBe(200);
  await until('he is known to be there', () => Math.abs((deliveries()[0]?.courierAt?.lat ?? 0) - lat) < 0.000_1);
}

const isInSight = () =>
  screen.page.evaluate(`(() => {
    const mark = document.querySelector('.map-ground[data-shown] .map-courier')?.getBoundingClientRect();
    const map = document.querySelector('.map-ground').getBoundingClientRect();
    return mark !== undefined && mark.left >= map.left && mark.right <= map.right && mark.top >= map.top && mark.bottom <= map.bottom;
  })()`);

const venueAt = () => screen.page.locator('.map-ground .map-venue').getAttribute('d');
const courierAt = async () => JSON.stringify(await screen.page.locator('.map-ground[data-shown] .map-courier').boundingBox());

async function untilStill(): Promise<void> {
  let before = '';
  let alike = 0;
  await until('the map to be still', async () => {
    const drawn = `${await venueAt()} ${await courierAt()}`;
    alike = drawn === before ? alike + 1 : 0;
    before = drawn;
    return alike >= 15;
  });
}

test('the map follows a courier at most once a minute, and leaves room ahead', async () => {
  const { merchant_id: merchantId } = merchant;
  expect((await venue.call('settings.saveMerchant', { merchantId, key: null, webhookSecret: SECRET })).ok).toBe(true);
  const map = { tiles_url: tiles.template, attribution: '© Harbour maps', largest_zoom: null };
  expect((await venue.call('settings.saveMap', { map })).ok).toBe(true);
  const desk = await orderOne();
  await desk.getByRole('button', { name: 'Order courier' }).click();
  await card().getByText(t('courier.finding')).waitFor();
  for (const name of ['pickup-started', 'pickup-arrival', 'picked-up']) await step(name);
  await until('he is on the streets', isInSight);
  const { lat, lon } = deliveries()[0]?.courierAt ?? { lat: 0, lon: 0 };
  await untilStill();
  // Every earlier move of the map is now a minute ago.
  await screen.page.clock.fastForward(61_000);
  const first = tiles.asked.length;
  await reportPlace(lat + 0.2, lon);
  await until('the streets around him are asked for', () => tiles.asked.length > first);
  await until('he is followed', isInSight);
  await untilStill();
  const seen = await venueAt();

  await reportPlace(lat + 0.22, lon);
  expect(await isInSight()).toBe(true);
  for (const further of [1.6, 1.7]) {
    await reportPlace(lat + further, lon);
    await until('he is out of sight', async () => !(await isInSight()));
  }
  expect(await venueAt()).toBe(seen);

  await screen.page.clock.fastForward(61_000);
  await reportPlace(lat + 1.71, lon);
  await until('he is followed again', async () => (await venueAt()) !== seen && (await isInSight()));
});
