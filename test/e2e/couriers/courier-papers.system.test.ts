/** What comes with a courier: the webhook for updates, the ticket for the bag, and the cost. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sourceOf } from '../../../contract/contract.ts';
import { wordsOf } from '../../../contract/locales.ts';
import { startVirtualPrinter } from '../../../sandbox/printer/virtual-printer.ts';
import { bears } from '../../fixtures/number-on-paper.ts';
import { t } from '../../setup/messages.ts';
import { reopen, screen, venue } from '../venue/at-the-counter.ts';
import { openSettings } from '../venue/settings.ts';
import { until } from '../venue/venue.ts';
import { atService, card, connect, deliveries, merchant, orderOne, step, webhooks, withCouriers } from '../venue/with-couriers.ts';

withCouriers();

test('the courier webhook is changed, disabled, removed and set up again from Settings', async () => {
  const events = `${sourceOf(venue.state().app.app, 'receiver')?.address}/deliveries`;
  await openSettings(screen.page, 'Couriers');
  const part = screen.page.getByRole('region', { name: 'Courier updates' });
  const exactly = (name: string) => ({ name, exact: true });
  await part.getByText('This computer', { exact: true }).nth(1).waitFor();
  await part.getByText('Events (13)').click();
  await part
    .getByRole('checkbox', { name: t('settings.deliveryWebhooks.names.order.pickup_eta_updated') })
    .first()
    .uncheck();
  await part.getByRole('button', { name: 'Save events' }).first().click();
  await part.getByText('Events (12)').waitFor();
  expect((await webhooks())[0]?.events).not.toContain('order.pickup_eta_updated');

  await part.getByRole('button', exactly(`Turn off: ${events}`)).click();
  await part.getByRole('button', exactly(`Turn on: ${events}`)).waitFor();
  expect((await webhooks()).map(({ disabled }) => disabled)).toEqual([true, false]);
  await part.getByRole('button', exactly(`Turn on: ${events}`)).click();

  await part.getByRole('button', exactly(`New secret: ${events}`)).click();
  await part.getByText('Secret changed.').waitFor();

  for (const name of [events, `${events} (Courier location)`]) {
    await part.getByRole('button', exactly(`Delete: ${name}`)).click();
    await screen.page.getByRole('button', { name: 'Delete address' }).click();
    await part.getByRole('button', exactly(`Delete: ${name}`)).waitFor({ state: 'detached' });
  }
  await part.getByText('No address set up').waitFor();
  expect(await webhooks()).toEqual([]);
  await part.getByLabel(t('settings.deliveryWebhooks.url')).fill('here');
  await part.getByRole('button', { name: t('settings.deliveryWebhooks.add') }).click();
  await part.getByText('Enter an address, such as').waitFor();
  await part.getByLabel(t('settings.deliveryWebhooks.url')).fill(events);
  await part.getByRole('button', { name: t('settings.deliveryWebhooks.add') }).click();
  await part.getByText('Events (13)').waitFor();

  await orderOne().then((offer) => offer.getByRole('button', { name: 'Order courier' }).click());
  await card().getByText(t('courier.finding')).waitFor();
  await step('pickup-started');
  await card().getByText(t('courier.onTheWay')).waitFor();
});

test('the courier ticket for the bag has recipient, content, and a code that leads to the tracking page', async () => {
  const offer = await orderOne();
  await offer.getByLabel(t('courierDesk.comment')).fill('Door 42');
  await offer.getByLabel(t('courierDesk.cash')).fill('12.50');
  await offer.getByRole('button', { name: 'Order courier' }).click();
  await card().getByText(t('courier.finding')).waitFor();
  await card()
    .getByRole('button', { name: t('courierDesk.printSlipNamed', { name: 'P12' }) })
    .click();
  await card().getByText(t('printJob.printedConfirmed')).waitFor();
  const paper = venue.printer.papers().at(-1);
  for (const text of ['P12', 'Aino Testaaja', 'Harbour street 5', 'Door 42', '+358401234567', 'Two pizzas', '12.50 EUR', 'Scan to follow'])
    expect(paper?.text).toContain(text);
  const picture = join(venue.dataDir, 'slip.png');
  writeFileSync(picture, paper?.png() ?? '');
  const read = spawnSync('zbarimg', ['--quiet', '--raw', picture], { encoding: 'utf8' });
  expect(read.stdout.trim(), read.stderr).toBe(deliveries()[0]?.trackingUrl);

  venue.printer.set({ refuse: true });
  await card()
    .getByRole('button', { name: t('courierDesk.printSlipNamed', { name: 'P12' }) })
    .click();
  await card().getByRole('alert').waitFor();
});

test('the courier ticket prints once when a courier is ordered, once paper is in; not at all if turned off', async () => {
  const slips = () => venue.printer.papers().filter(({ text }) => text.includes('Scan to follow'));
  venue.printer.set({ paper_out: true });
  await orderOne().then((offer) => offer.getByRole('button', { name: 'Order courier' }).click());
  await card().getByText(t('courier.finding')).waitFor();
  await until('the printer is asked', () => Object.values(venue.state().printers).some(({ state }) => state === 'trouble'));
  expect(slips()).toHaveLength(0);
  venue.printer.set({ paper_out: false });
  await until('the slip', () => slips().length === 1);
  await step('pickup-started');
  await openSettings(screen.page, 'Couriers');
  const part = screen.page.getByRole('form', { name: t('settings.couriers.title') });
  await part.getByText(t('settings.couriers.slip')).click();
  await part.getByLabel(t('settings.couriers.phone')).fill('+358409999999');
  await part.getByLabel(t('settings.couriers.pickedUp')).fill('Your pizza is coming');
  await part.getByRole('button', { name: 'Save' }).click();
  await part.getByText('Saved').waitFor();
  const offer = await orderOne();
  await offer.getByLabel('For pickup here').fill('Back door');
  await offer.getByLabel(t('courierDesk.cash')).fill('20');
  await offer.getByLabel('The customer pays with').fill('50');
  await offer.getByText(t('courierDesk.handshake')).click();
  await offer.getByRole('button', { name: 'Order courier' }).click();
  await until('the second', async () => (await atService()).length === 2);
  expect((await atService())[1]?.request).toMatchObject({
    customer_support: { phone_number: '+358409999999' },
    sms_notifications: { picked_up: 'Your pizza is coming' },
    pickup: { comment: 'Back door' },
    cash: { amount_to_collect: 2000, amount_to_expect: 5000 },
    handshake_delivery: { is_required: true, should_send_sms_to_dropoff_contact: true },
  });
  await until('ordered', () => deliveries().some(({ state }) => state === 'ordered'));
  await venue.stopApp();
  await venue.startApp();
  await until('both are known again', () => deliveries().length === 2);
  expect(slips()).toHaveLength(1);
});

test("a courier ticket prints on the backup of a failed printer, and doesn't delay the kitchen ticket", async () => {
  const bar = await startVirtualPrinter({ port: 0 });
  onTestFinished(() => bar.close());
  await reopen({ settings: { paper: { backup_after_seconds: 1 } } });
  const kitchen = { id: 'kitchen', name: 'Kitchen', host: venue.printer.host, port: venue.printer.port, backup: 'bar' };
  const usual = (await venue.ask('settings.get', {})).settings.printers[0];
  if (!usual) throw new Error('There is no printer.');
  const printers = [
    { ...usual, ...kitchen },
    { ...usual, id: 'bar', name: 'Bar', host: bar.host, port: bar.port, documents: ['receipt' as const] },
  ];
  expect((await venue.call('settings.savePrinters', { printers })).ok).toBe(true);
  await connect();
  venue.printer.set({ refuse: true });
  await orderOne().then((offer) => offer.getByRole('button', { name: 'Order courier' }).click());
  await card().getByText(t('courier.finding')).waitFor();
  const order = await venue.arrived();
  expect((await venue.call('order.accept', { orderId: order.order_id, extraMinutes: 0 })).ok).toBe(true);
  const texts = () => bar.papers().map(({ text }) => text);
  await until(
    'both on the backup',
    () => texts().filter((text) => text.includes(t('printout.insteadOf', { printer: 'KITCHEN' }))).length === 2,
    60_000,
  );
  expect(texts().filter((text) => text.includes('Scan to follow'))).toHaveLength(1);
  const ticket = bar
    .papers()
    .filter((paper) => bears(paper, order.order_number) && paper.text.includes(t('printout.insteadOf', { printer: 'KITCHEN' })));
  expect(ticket).toHaveLength(1);
}, 120_000);

test("the day's courier costs are in the report, its printout and the table; the support file has no names", async () => {
  await orderOne().then((offer) => offer.getByRole('button', { name: 'Order courier' }).click());
  await card().getByText(t('courier.finding')).waitFor();
  const price = wordsOf('en')(deliveries()[0]?.price ?? '');
  await step('delivered');
  await card().getByText('Handed over at').waitFor();
  await screen.page.getByRole('button', { name: 'History', exact: true }).click();
  await screen.page.getByRole('tab', { name: 'Reports' }).click();
  const part = screen.page.getByRole('region', { name: 'Couriers' });
  await part.getByText('1 of 1 delivered. Tips: €2.50.').waitFor();
  await part.getByRole('listitem').getByText(price).waitFor();

  const day = new Date().toLocaleDateString('sv');
  const csv = await venue.ask('history.csv', { span: { firstDay: day, lastDay: day }, of: 'couriers' });
  const [head = '', row = ''] = csv.text.slice(1).split('\r\n');
  const line = Object.fromEntries(head.split(',').map((name, at) => [name, row.split(',')[at]]));
  expect(line).toMatchObject({ name: 'P12', state: 'delivered', price: price.slice(1), tip: '2.50', currency: 'EUR' });
  expect(row).not.toContain('Aino');

  expect((await venue.call('print.dayReport', { printerId: 'kitchen' })).ok).toBe(true);
  expect(venue.printer.papers().at(-1)?.text).toMatch(
    new RegExp(`Couriers ordered +1\\s+Their fees +${price.slice(1)} EUR\\s+Tips for couriers +2.50 EUR`),
  );

  const bundle = await venue.ask('diagnostics.bundle', {});
  expect(JSON.parse(bundle.text).deliveries).toMatchObject([{ state: 'delivered', jobs: [{ kind: 'delivery', state: 'done' }, {}] }]);
  for (const word of ['Aino', '+358401234567', 'Harbour street', merchant.merchant_key]) expect(bundle.text).not.toContain(word);
});
