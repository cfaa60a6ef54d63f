/** The courier desk as staff use it: from an address to a delivered bag. */
import { expect, test } from 'vitest';
import { t } from '../../setup/messages.ts';
import { reopen, screen, venue } from '../venue/at-the-counter.ts';
import { letStand } from '../venue/page-time.ts';
import { openSettings } from '../venue/settings.ts';
import { until } from '../venue/venue.ts';
import {
  askForPrice,
  atService,
  card,
  connect,
  deliveries,
  learnTheTime,
  orderOne,
  step,
  typeMoment,
  withCouriers,
} from '../venue/with-couriers.ts';

withCouriers();

test('a courier is ordered from an address; the price is shown first, then every step', async () => {
  const offer = await orderOne();
  await offer.getByText(/^€\d+\.\d\d$/).waitFor();
  await offer.getByText(t('courierDesk.served')).waitFor();
  expect(await atService()).toEqual([]);
  await offer.getByText(t('courierDesk.handshake')).click();
  await offer.getByRole('button', { name: 'Order courier' }).click();
  await card().getByText(t('courier.finding')).waitFor();
  await card()
    .getByText(/PIN \d{4}/)
    .waitFor();
  const [sent] = await atService();
  expect(sent?.request).toMatchObject({ tips: [{ price: { amount: 250, currency: 'EUR' } }], order_number: 'P12' });
  for (const [name, words] of [
    ['pickup-started', t('courier.onTheWay')],
    ['pickup-arrival', t('courier.here')],
    ['picked-up', t('courier.pickedUp')],
    ['dropoff-started', t('courier.onWayToCustomer')],
    ['dropoff-arrival', t('courier.atCustomer')],
    ['delivered', t('courier.delivered')],
  ] as const) {
    await step(name);
    await card().getByText(words).waitFor();
    if (name !== 'dropoff-started') continue;
    await screen.page.locator('[role=img] .map-courier').waitFor();
    await card()
      .getByText(/^\d(\.\d)? km from the customer$/)
      .waitFor();
  }
});

test('errors are shown at their fields and next to the button, and no courier is ordered', async () => {
  const desk = await orderOne();
  await desk.getByLabel('Phone').fill('');
  await desk.getByLabel('Tip').fill('two');
  await desk.getByRole('button', { name: 'Order courier' }).click();
  await desk.getByText(/^2 fields to correct: /).waitFor();
  const wrong = screen.page.locator('.courier-new .field:has([aria-invalid="true"])');
  expect(await wrong.locator('label').allTextContents()).toEqual(['Phone', 'Tip (optional)']);
  await wrong.nth(0).getByText(t('field.enterPhone')).waitFor();
  expect(await atService()).toEqual([]);
  await desk.getByLabel('Phone').fill('+358401234567');
  await desk.getByLabel('Tip').fill('2');
  expect(await wrong.count()).toBe(0);
  await desk.getByRole('button', { name: 'Order courier' }).click();
  await card().getByText(t('courier.finding')).waitFor();
});

test('the maximum courier distance is set in Settings, drawn around the venue, and addresses beyond get no courier', async () => {
  await openSettings(screen.page, 'Couriers');
  const part = screen.page.getByRole('form', { name: t('settings.couriers.title') });
  await part.getByLabel(t('settings.couriers.radius')).fill('100');
  await part.getByRole('button', { name: 'Save' }).click();
  await part.getByText('Saved').waitFor();
  const offer = await askForPrice();
  await offer.getByText(t('courierDesk.notServed')).waitFor();
  await screen.page.locator('[role=img] .map-radius').waitFor();
});

test('typed data survives a visit to the orders, and one tap renews an expired offer', async () => {
  const offer = await orderOne();
  await screen.page.getByRole('button', { name: 'Orders', exact: true }).click();
  await screen.page.locator('[data-screen="courier"]').click();
  await venue.control('POST', '/clock', { advance_seconds: 3_600 });
  await learnTheTime();
  await offer.getByText(t('courierDesk.expired')).waitFor();
  expect(await offer.getByRole('button', { name: 'Order courier' }).count()).toBe(0);
  await offer.getByRole('button', { name: t('courierDesk.askAgain') }).click();
  expect(await offer.getByLabel('Name', { exact: true }).inputValue()).toBe('Aino Testaaja');
  expect(await screen.page.getByLabel(t('courierDesk.what')).inputValue()).toBe('Two pizzas');
  // A tap at once would be the second half of a double tap, and order by mistake.
  await letStand(screen.page);
  await offer.getByRole('button', { name: 'Order courier' }).click();
  await card().getByText(t('courier.finding')).waitFor();
  expect(deliveries()).toHaveLength(1);
  expect(await screen.page.getByLabel(t('courierDesk.street')).inputValue()).toBe('');
  expect(await screen.page.getByRole('region', { name: 'Offer' }).count()).toBe(0);
});

test('a courier for a time tonight is requested and ordered for that time', async () => {
  const at = new Date(Math.ceil((Date.now() + 3 * 3_600_000) / 60_000) * 60_000);
  await screen.page.locator('[data-screen="courier"]').click();
  await typeMoment(at);
  const offer = await orderOne();
  await offer.getByLabel('E-mail').fill('aino@example.test');
  await offer.getByRole('button', { name: 'Order courier' }).click();
  await card().getByText(t('courier.finding')).waitFor();
  const [sent] = await atService();
  expect(sent?.request).toMatchObject({
    dropoff: { options: { scheduled_time: at.toISOString() } },
    recipient: { email: 'aino@example.test' },
  });
  await card()
    .getByText(/^Here at \d/)
    .waitFor();
});

test('with two venues, staff can see which is nearer and get the price from there', async () => {
  await reopen({ alsoVenues: [{ name: 'Station Kitchen' }] });
  await connect();
  const offer = await askForPrice();
  await offer.getByRole('button', { name: t('courierDesk.nearby') }).click();
  const list = offer.getByRole('list', { name: t('courierDesk.nearby') });
  await list.getByRole('listitem').nth(1).waitFor();
  const asked = async () =>
    (await venue.log()).flatMap((entry) => (entry.kind === 'request' && entry.operation === 'shipment-promises' ? [entry.path] : []));
  const [first] = await asked();
  await list.getByRole('button', { name: /^Get price from here/ }).click();
  await until('asked there', async () => (await asked()).length === 2);
  expect((await asked())[1]).not.toBe(first);
});

test('without a venue of the service, staff enter a pickup address and parcel content, and get an estimated price', async () => {
  await openSettings(screen.page, 'Couriers');
  const part = screen.page.getByRole('form', { name: t('settings.deliveryPickup.title') });
  for (const [label, text] of [
    ['Name', 'Harbour Kitchen'],
    ['Address', 'Harbour street 1'],
    ['Phone', '+358401111111'],
    ['Latitude', '60.17'],
  ] as const)
    await part.getByLabel(label).fill(text);
  await part.getByRole('button', { name: t('settings.deliveryPickup.use') }).click();
  await part.getByText('a number').waitFor();
  await part.getByLabel('Longitude').fill('24.94');
  await part.getByRole('button', { name: t('settings.deliveryPickup.use') }).click();
  await part.getByText('In use').waitFor();

  await screen.page.locator('[data-screen="courier"]').click();
  await screen.page.getByLabel(t('courierDesk.street')).fill('Harbour street 5');
  await screen.page.getByLabel('City', { exact: true }).fill('Helsinki');
  await screen.page.getByRole('button', { name: 'Get price' }).click();
  await screen.page.getByText(t('courier.locationRequired')).waitFor();
  await screen.page.getByText(t('courierDesk.exact')).click();
  await screen.page.getByText(t('courierDesk.size')).click();
  await screen.page.getByLabel('Width, cm').fill('30');
  await screen.page.getByText(t('courierDesk.alcohol')).click();
  const offer = await askForPrice({ Latitude: '60.175', Longitude: '24.941', City: 'Helsinki' });
  await offer.getByText('An estimate').waitFor();
  await screen.page.getByLabel('Name', { exact: true }).fill('Aino Testaaja');
  await screen.page.getByLabel('Phone').fill('+358401234567');
  await screen.page.getByLabel('Order number').fill('P12');
  await screen.page.getByLabel(t('courierDesk.what')).fill('A cake');
  await screen.page.getByLabel(t('courierDesk.value')).fill('24,50');
  await offer.getByRole('button', { name: 'Order courier' }).click();
  await card().getByText(t('courier.finding')).waitFor();
  expect((await atService())[0]?.request).toMatchObject({
    pickup: { display_name: 'Harbour Kitchen', location: { formatted_address: 'Harbour street 1' } },
    dropoff: { location: { coordinates: { lat: 60.175, lon: 24.941 } } },
    contents: [
      { description: 'A cake', dimensions: { width_cm: 30 }, price: { amount: 2450 }, tags: ['alcohol'], id_check_required: true },
    ],
  });
  await step('delivered');
  await card().getByText(t('courier.delivered')).waitFor();
});

test('hints show what an address lacks for a binding price; with a non-binding price no courier can be ordered', async () => {
  await screen.page.locator('[data-screen="courier"]').click();
  const hint = screen.page.locator('.courier-kind').first();
  expect(await hint.textContent()).toBe(t('courierDesk.kinds.none'));
  await screen.page.getByLabel('City', { exact: true }).fill('Helsinki');
  expect(await hint.textContent()).toContain('an estimate only');
  await screen.page.getByLabel(t('courierDesk.street')).fill('Harbour street 5');
  expect(await hint.textContent()).toBe('Good enough to order. Add the post code and the exact location to rule out mix-ups.');
  await screen.page.getByLabel('Post code', { exact: true }).fill('00100');
  expect(await hint.textContent()).toBe('Good enough to order. Add the exact location to rule out mix-ups.');
  await screen.page.getByLabel('Post code', { exact: true }).fill('');
  await screen.page.getByLabel(t('courierDesk.street')).fill('');
  await screen.page.getByRole('button', { name: 'Get price' }).click();
  const offer = screen.page.getByRole('region', { name: 'Offer' });
  await offer.getByText("This offer isn't binding").waitFor();
  expect(await offer.getByRole('button', { name: 'Order courier' }).count()).toBe(0);
});
