/** Each way ordering a courier goes wrong: a courier is ordered at most once, and nothing untrue is shown. */
import { expect, test } from 'vitest';
import { english } from '../../../contract/english.ts';
import { t } from '../../setup/messages.ts';
import { reopen, screen, venue } from '../venue/at-the-counter.ts';
import { courierOrder } from '../venue/courier-order.ts';
import { until } from '../venue/venue.ts';
import {
  atService,
  card,
  connect,
  deliveries,
  learnTheTime,
  merchant,
  openMerchant,
  orderOne,
  step,
  typeMoment,
  withCouriers,
} from '../venue/with-couriers.ts';

withCouriers();

test('a lost answer never orders two couriers: the first event shows that one was ordered', async () => {
  const offer = await orderOne();
  await venue.control('POST', '/faults', { match: 'POST /v1/venues/*/deliveries', times: 9, drop: 'after' });
  await venue.control('POST', '/faults', { match: 'event order.received', times: 1, status: 500, drop: 'before' });
  await offer.getByRole('button', { name: 'Order courier' }).click();
  await card().getByText(t('courier.mayHaveBeenOrdered')).waitFor();
  await card().getByText("Tillbridge won't order another").waitFor();
  await until('one at the service', async () => (await atService()).length === 1);
  await step('pickup-started');
  await card().getByText(t('courier.onTheWay')).waitFor();
  expect(await atService()).toHaveLength(1);
  // A relay that serves a whole chain routes courier events by this reference.
  const reference = `tb.${venue.venueId}.${deliveries()[0]?.id}`;
  expect((await atService())[0]?.request).toMatchObject({ merchant_order_reference_id: reference });
  expect(await card().getByText("Tillbridge won't order another").count()).toBe(0);
});

test('a restart while a courier is being ordered orders no second one', async () => {
  const offer = await orderOne();
  await venue.control('POST', '/faults', { match: 'POST /v1/venues/*/deliveries', times: 1, delay_ms: 3_000 });
  await offer.getByRole('button', { name: 'Order courier' }).click();
  await until('it is on its way', () => deliveries().length === 1);
  await venue.stopApp();
  await venue.startApp();
  await until('decided', () => deliveries()[0] && deliveries()[0]?.state !== 'ordering');
  await venue.laterAtRest(60_000);
  expect((await atService()).length).toBeLessThanOrEqual(1);
});

async function offerId(): Promise<string> {
  const offer = await venue.ask('courier.offer', {
    venueId: venue.venueId,
    address: { street: 'Harbour street 5', city: 'Helsinki', postCode: null, place: null },
    scheduledTime: null,
    minPreparationMinutes: 20,
    parcels: [],
  });
  return offer.id;
}

test('the same courier order sent twice orders one courier', async () => {
  const order = courierOrder('a-decision-of-a-person', venue.venueId, await offerId());
  await Promise.all([venue.call('courier.order', order), venue.call('courier.order', order)]);
  await until('ordered', () => deliveries()[0]?.state === 'ordered');
  expect(await atService()).toHaveLength(1);
  expect(await venue.call('courier.order', { ...order, requestId: 'another-decision', offerId: 'unknown' })).toMatchObject({
    ok: false,
    problem: { code: 'no-offer' },
  });
});

test('a changed form under the same request ID is refused; the same form sent again orders no second courier', async () => {
  const order = { ...courierOrder('a-decision-of-a-person', venue.venueId, await offerId()), comment: 'Door 4', tip: 250 };
  expect((await venue.call('courier.order', order)).ok).toBe(true);
  await until('ordered', () => deliveries()[0]?.state === 'ordered');
  const otherwise = [
    { ...order, comment: 'Door 42' },
    { ...order, tip: 500 },
    { ...order, recipient: { ...order.recipient, phone: '+358407654321' } },
    { ...order, parcels: order.parcels.map((parcel) => ({ ...parcel, count: 2 })) },
    { ...order, offerId: 'another-offer' },
  ];
  for (const altered of otherwise)
    expect(await venue.call('courier.order', altered)).toMatchObject({ ok: false, problem: { code: 'asked-otherwise' } });
  await venue.control('POST', '/clock', { advance_seconds: 3_000 });
  await learnTheTime();
  expect((await venue.call('courier.order', order)).ok).toBe(true);
  await venue.stopApp();
  await venue.startApp();
  expect((await venue.call('courier.order', order)).ok).toBe(true);
  expect(await atService()).toHaveLength(1);
});

test('a courier can be cancelled before the pickup starts; after that, the text says whom to call', async () => {
  const offer = await orderOne();
  await offer.getByRole('button', { name: 'Order courier' }).click();
  await card().getByText(t('courier.finding')).waitFor();
  await step('pickup-started');
  await card().getByText(t('courier.onTheWay')).waitFor();
  await card()
    .getByRole('button', { name: t('courierDesk.cancelNamed', { name: 'P12' }) })
    .click();
  const dialog = screen.page.getByRole('dialog', { name: t('courierDesk.cancelTitle') });
  await dialog.getByText('The service may charge a fee').waitFor();
  await dialog.getByLabel('Reason').fill('The customer called');
  await dialog.getByRole('button', { name: t('courierDesk.doCancel') }).click();
  await dialog.getByText(t('courier.callSupport')).waitFor();
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await reopen({});
  await connect();
  const again = await orderOne();
  await again.getByRole('button', { name: 'Order courier' }).click();
  await card()
    .getByRole('button', { name: t('courierDesk.cancelNamed', { name: 'P12' }) })
    .click();
  const second = screen.page.getByRole('dialog', { name: t('courierDesk.cancelTitle') });
  await second.getByLabel('Reason').fill('The customer called');
  await second.getByRole('button', { name: t('courierDesk.doCancel') }).click();
  await card().getByText('Cancelled.').waitFor();
});

test("a courier's new time is shown, and that the customer was absent", async () => {
  const offer = await orderOne();
  await offer.getByRole('button', { name: 'Order courier' }).click();
  await card().getByText(t('courier.finding')).waitFor();
  const [delivery] = await atService();
  await venue.control('POST', '/faults', { match: 'event order.delivered', times: 1, bad_signature: true });
  await venue.control('POST', '/faults', { match: 'event order.dropoff_completed', times: 9, bad_signature: true });
  await venue.control('POST', `/deliveries/${delivery?.reference}/step`, { delay_minutes: 7 });
  await card()
    .getByText(/^Here at \d.*, not at \d/)
    .waitFor();
  await venue.control('POST', `/deliveries/${delivery?.reference}/step`, { no_show: true });
  await card().getByText(t('courier.notDelivered')).waitFor();
});

test('refusals are explained and order no courier: expired offer, cash, wrong key, early time', async () => {
  const offer = await orderOne();
  await venue.control('POST', '/clock', { advance_seconds: 1_000 });
  await offer.getByRole('button', { name: 'Order courier' }).click();
  await card().getByText(t('courier.notOrdered')).waitFor();
  expect(await atService()).toEqual([]);

  await reopen({});
  await connect({ cash_enabled: false });
  const cash = await orderOne();
  await cash.getByLabel(t('courierDesk.cash')).fill('20');
  await cash.getByRole('button', { name: 'Order courier' }).click();
  await card().getByText(t('courier.notOrdered')).waitFor();
  await card()
    .getByText(english(deliveries()[0]?.trouble?.text ?? 'no words'))
    .waitFor();
  expect(await atService()).toEqual([]);

  const soon = new Date(Date.now() + 20 * 60_000);
  await screen.page.getByLabel('City', { exact: true }).fill('Helsinki');
  await typeMoment(soon);
  await screen.page.getByRole('button', { name: 'Get price' }).click();
  await screen.page.getByText(t('courier.scheduleTooSoon')).waitFor();
  await screen.page.getByRole('button', { name: /^Clear: Scheduled time/ }).click();

  const { merchant_id: merchantId } = merchant;
  expect((await venue.call('settings.saveMerchant', { merchantId, key: 'a-key-of-nobody', webhookSecret: null })).ok).toBe(true);
  await screen.page.getByRole('button', { name: 'Get price' }).click();
  const alert = screen.page.getByRole('form', { name: 'Where to' }).getByRole('alert');
  await alert.waitFor();
  expect(await alert.textContent()).not.toMatch(/40\d|key-of-nobody/);
});

test('a courier withdrawn by the service is reported on every screen, and reordered with one tap', async () => {
  const offer = await orderOne();
  await offer.getByLabel(t('courierDesk.comment')).fill('Door 42');
  await offer.getByRole('button', { name: 'Order courier' }).click();
  await card().getByText(t('courier.finding')).waitFor();
  await screen.page.getByRole('button', { name: 'Orders', exact: true }).click();
  const [delivery] = await atService();
  await venue.control('POST', `/deliveries/${delivery?.reference}/step`, { reject: 'No courier could be found' });
  const notices = screen.page.getByRole('region', { name: 'Messages' });
  await notices.getByText(t('courier.cancelledByServiceFor', { name: 'P12' })).waitFor();
  await screen.page.locator('[data-screen="courier"]').click();
  await card().getByText(t('courier.cancelledByService')).waitFor();
  await card()
    .getByText(t('courierDesk.reasonGiven', { reason: 'No courier could be found' }))
    .waitFor();
  await card()
    .getByRole('button', { name: t('courierDesk.againNamed', { name: 'P12' }) })
    .click();
  await screen.page.getByRole('button', { name: 'Get price' }).click();
  await offer.getByRole('button', { name: 'Order courier' }).click();
  await until('two were asked for', async () => (await atService()).length === 2);
  const [one, other] = (await atService()).map(({ request }) => request);
  for (const key of ['recipient', 'parcels', 'tips', 'order_number']) expect(other?.[key]).toEqual(one?.[key]);
  expect(other).toMatchObject({ dropoff: { comment: 'Door 42' } });
});

test('staff close a courier whose state is unknown; the courier reopens if events arrive', async () => {
  const offer = await orderOne();
  await venue.control('POST', '/faults', { match: 'POST /v1/venues/*/deliveries', times: 9, drop: 'after' });
  await venue.control('POST', '/faults', { match: 'event order.received', times: 99, status: 500, drop: 'before' });
  await offer.getByRole('button', { name: 'Order courier' }).click();
  await card().getByText(t('courier.mayHaveBeenOrdered')).waitFor();
  const notice = screen.page.getByText(t('courier.mayBeOrdered', { name: 'P12' }));
  await notice.waitFor();
  await card()
    .getByRole('button', { name: t('courierDesk.closeNamed', { name: 'P12' }) })
    .click();
  const dialog = screen.page.getByRole('dialog', { name: t('courierDesk.closeTitle') });
  await dialog.getByText('otherwise two couriers may come').waitFor();
  await dialog.getByRole('button', { name: t('courierDesk.close') }).click();
  await card().getByText(t('courier.closedHere')).waitFor();
  await step('pickup-started');
  await card().getByText(t('courier.onTheWay')).waitFor();
  await notice.waitFor({ state: 'detached' });
});

test('a courier without events is reported once overdue; without a courier webhook, tracking is shown as off', async () => {
  await reopen({});
  await openMerchant({ handshake_enabled: true });
  const offer = await orderOne();
  await offer.getByRole('checkbox', { name: t('courierDesk.handshake') }).check({ force: true });
  await offer.getByRole('button', { name: 'Order courier' }).click();
  await screen.page.getByText('Courier tracking is off').waitFor();
  await card().getByText(t('courier.finding')).waitFor();
  expect(await card().getByText("There's been no update since").count()).toBe(0);
  // The PIN is read from the service, since no event will arrive.
  await card()
    .getByText(/PIN \d{4}/)
    .waitFor();
  await venue.control('POST', '/clock', { advance_seconds: 3_000 });
  await learnTheTime();
  await card().getByText('The courier should be here by now').waitFor();
});

test("without a venue, a courier that couldn't be ordered for an hour isn't ordered late", async () => {
  const pickup = { name: 'Harbour Kitchen', address: 'Harbour street 1', phone: '+358401111111', lat: 60.17, lon: 24.94 };
  expect((await venue.call('settings.saveDeliveryPickup', { pickup })).ok).toBe(true);
  await venue.control('POST', '/faults', { match: 'POST /merchants/*/delivery-order', times: 999, status: 503 });
  await screen.page.locator('[data-screen="courier"]').click();
  await screen.page.getByText(t('courierDesk.exact')).click();
  await screen.page.getByLabel('Latitude').fill('60.175');
  await screen.page.getByLabel('Longitude').fill('24.941');
  await orderOne().then((offer) => offer.getByRole('button', { name: 'Order courier' }).click());
  await card().getByText(t('courier.sending')).waitFor();
  await venue.control('POST', '/clock', { advance_seconds: 3_600 });
  await learnTheTime();
  await venue.control('DELETE', '/faults');
  await card().getByText(t('courier.notOrdered')).first().waitFor();
  expect(await atService()).toEqual([]);
});
