/** Events of section 6.2 besides a courier's steps: new times, the PIN, no answer at the door, and withdrawals. */
import { beforeEach, expect, test } from 'vitest';
import { sourceOf } from '../../../contract/contract.ts';
import { courierOrder } from '../venue/courier-order.ts';
import { until } from '../venue/venue.ts';
import { venue, withVenue } from '../venue/with-venue.ts';

withVenue({ printers: false });
beforeEach(async () => {
  const { merchant_id, merchant_key: key } = await venue.control('POST', '/merchants', { handshake_enabled: true });
  await venue.call('settings.saveMerchant', { merchantId: String(merchant_id), key: String(key), webhookSecret: null });
  expect((await venue.call('webhooks.create', { url: `${sourceOf(venue.state().app.app, 'receiver')?.address}/deliveries` })).ok).toBe(
    true,
  );
});

const delivery = () => Object.values(venue.state().deliveries)[0];
async function ordered(): Promise<(body: Record<string, unknown>) => Promise<unknown>> {
  const address = { street: 'Harbour street 5', city: 'Helsinki', postCode: '00100', place: { lat: 60.171, lon: 24.94 } };
  const asked = { venueId: venue.venueId, address, scheduledTime: null, minPreparationMinutes: null, parcels: [] };
  const offer = await venue.ask('courier.offer', asked);
  await venue.call('courier.order', { ...courierOrder('request-0001', venue.venueId, offer.id), handshake: true });
  await until('the courier', () => delivery()?.state === 'ordered');
  const [known] = (await venue.control('GET', '/deliveries')).deliveries as { reference: string }[];
  return (body) => venue.control('POST', `/deliveries/${known?.reference}/step`, body);
}

test('changed times and the PIN are on the card', async () => {
  const step = await ordered();
  const [before] = (await venue.control('GET', '/deliveries')).deliveries as { pickupAt: number; dropoffAt: number; pinCode: string }[];
  await until('the PIN', () => delivery()?.pinCode === before?.pinCode);
  await step({ delay_minutes: 7 });
  const [after] = (await venue.control('GET', '/deliveries')).deliveries as { pickupAt: number; dropoffAt: number }[];
  expect(after?.pickupAt).toBe(Number(before?.pickupAt) + 7 * 60_000);
  await until('the pickup', () => Date.parse(delivery()?.pickupEta ?? '') === after?.pickupAt);
  await until('the drop-off', () => Date.parse(delivery()?.dropoffEta.max ?? '') === Number(after?.dropoffAt) + 180_000);
});

test("a customer who doesn't open the door is reported", async () => {
  const step = await ordered();
  await step({ no_show: true });
  await until('no-show', () => delivery()?.state === 'no-show');
});

test('if the service withdraws a courier, the delivery is shown as rejected, with the reason', async () => {
  const step = await ordered();
  await step({ reject: 'Too far' });
  await until('rejected', () => delivery()?.state === 'rejected');
  expect(JSON.stringify(delivery())).toContain('Too far');
});
