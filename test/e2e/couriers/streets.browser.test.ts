/** Streets under the courier map come from the venue's tile service; without one, the map is drawn. */
import { PNG } from 'pngjs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { t } from '../../setup/messages.ts';
import { screen, venue } from '../venue/at-the-counter.ts';
import { openSettings } from '../venue/settings.ts';
import { GROUND, openTileService, type TileService } from '../venue/tile-service.ts';
import { until } from '../venue/venue.ts';
import { askForPrice, card, orderOne, step, withCouriers } from '../venue/with-couriers.ts';

withCouriers();

let tiles: TileService;
beforeEach(async () => {
  tiles = await openTileService();
});
afterEach(() => tiles.close());

const NO_TILES = t('courierDesk.streets.noTiles');
const setTiles = async (address: string | null = tiles.template) => {
  const map = { tiles_url: address, attribution: '© Harbour maps', largest_zoom: null };
  expect((await venue.call('settings.saveMap', { map })).ok).toBe(true);
};
const picture = () => screen.page.getByRole('img', { name: 'Courier location' });
const ground = () => screen.page.locator('.map-ground[data-shown]');
const drawing = () => screen.page.locator('.courier-map > svg');
const isGround = async () => {
  // Hides the drawn map, which covers the streets.
  await screen.page.evaluate("document.querySelector('.map-ground > svg').style.opacity = '0'");
  const png = PNG.sync.read(await ground().screenshot());
  const middle = (png.width * (png.height >> 1) + (png.width >> 1)) * 4;
  return [...png.data.subarray(middle, middle + 3)].join() === GROUND.join();
};

test('streets are shown once a tile service is set; requests to it have no referrer or cookie', async () => {
  await setTiles();
  await askForPrice();
  await ground().waitFor();
  for (const kind of ['asked', 'venue']) await picture().locator(`.map-${kind}`).waitFor();
  await screen.page.getByText('© Harbour maps').waitFor();
  await until('the streets are on the screen', isGround);
  expect(tiles.asked.length).toBeGreaterThan(0);
  for (const { path, headers } of tiles.asked) {
    expect(path).toMatch(/^\/\d+\/\d+\/\d+\.png\?key=Tile5ecret2026$/);
    expect([headers.referer, headers.cookie, headers.authorization]).toEqual([undefined, undefined, undefined]);
  }
});

test('without a tile service, or after its removal, the map is drawn and no tile requested', async () => {
  const asked: string[] = [];
  screen.page.on('request', (request) => asked.push(request.url()));
  await setTiles();
  await setTiles(null);
  await askForPrice();
  await drawing().locator('.map-asked').waitFor();
  expect(await screen.page.locator('iframe').count()).toBe(0);
  expect(tiles.asked).toEqual([]);
  expect(asked.filter((url) => /map|streets|tiles/.test(url))).toEqual([]);
});

test('if the tile service fails, the map is drawn and the reason shown until tiles arrive', async () => {
  tiles.status = 500;
  await setTiles();
  await askForPrice();
  await screen.page.getByText(NO_TILES).waitFor();
  for (const kind of ['asked', 'venue']) await drawing().locator(`.map-${kind}`).waitFor();
  expect(await screen.page.locator('iframe').count()).toBe(0);
  const before = tiles.asked.length;
  tiles.status = 200;
  await screen.page.evaluate("window.dispatchEvent(new Event('online'))");
  await ground().waitFor();
  expect(tiles.asked.length).toBeGreaterThan(before);
  expect(await screen.page.getByText(NO_TILES).count()).toBe(0);
});

test('a moving courier is at the right place on the streets, and no further tiles are requested', async () => {
  await setTiles();
  const desk = await orderOne();
  await desk.getByRole('button', { name: 'Order courier' }).click();
  await card().getByText(t('courier.finding')).waitFor();
  await ground().waitFor();
  for (const name of ['pickup-started', 'pickup-arrival', 'picked-up']) await step(name);
  const courier = picture().locator('.map-courier');
  await courier.waitFor();
  await until('the streets are on the screen', isGround);
  const asked = tiles.asked.length;
  const at = async () => `${await courier.getAttribute('cx')} ${await courier.getAttribute('cy')}`;
  const places = new Set([await at()]);
  for (const name of ['dropoff-started', 'on-the-way', 'dropoff-arrival']) {
    await step(name);
    await until('he is further', async () => !places.has(await at()));
    places.add(await at());
  }
  expect(places.size).toBe(4);
  expect(tiles.asked.length).toBe(asked);
});

test("Settings explains who sees tile requests, shows errors at the field, and masks the service's key", async () => {
  await openSettings(screen.page, 'Couriers');
  const part = screen.page.getByRole('form', { name: t('settings.streets.title') });
  const unfold = () => screen.page.locator('summary').getByText(t('settings.streets.title')).click();
  await unfold();
  await part.getByText('That service then sees which places you view').waitFor();
  const address = part.getByLabel(t('settings.streets.url'));
  const save = part.getByRole('button', { name: 'Save' });
  const text = async (typed: string, wrong: string) => {
    await address.fill(typed);
    await save.click();
    await part.locator('.field:has([name=tiles_url])').getByText(wrong).waitFor();
  };
  await text('http://tiles.example.test/{z}/{x}/{y}.png', 'The address must start with https://.');
  await text('https://tiles.example.test/{z}/{x}.png', 'Enter a map tile address with {z}, {x}, {y}');
  await text('https://*.example.test/{z}/{x}/{y}.png', 'Enter an address, such as');
  await address.fill(tiles.template);
  await save.click();
  await part.locator('.field:has([name=attribution])').getByText('Fill this in').waitFor();
  await part.getByLabel('Map attribution').fill('© Harbour maps');
  await save.click();
  await part.getByText('Saved').waitFor();
  await openSettings(screen.page, 'Printers');
  await openSettings(screen.page, 'Couriers');
  await unfold();
  expect(await address.inputValue()).toBe(`${tiles.origin}/{z}/{x}/{y}.png?key=•••`);
  // Saving the masked address keeps the saved key.
  await part.getByLabel('Map attribution').fill('© Others');
  await save.click();
  await part.getByText('Saved').waitFor();
  await askForPrice();
  await ground().waitFor();
  await screen.page.getByText('© Others').waitFor();
  expect(tiles.asked.every(({ path }) => path.endsWith('key=Tile5ecret2026'))).toBe(true);
});
