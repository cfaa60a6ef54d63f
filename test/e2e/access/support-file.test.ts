/** The support file names no person or device, whether from settings, activities, jobs or notices. */
import { expect, test } from 'vitest';
import { sourceOf } from '../../../contract/contract.ts';
import { startVirtualPrinter } from '../../../sandbox/printer/virtual-printer.ts';
import { t } from '../../setup/messages.ts';
import { closing } from '../../setup/parts.ts';
import { courierOrder } from '../venue/courier-order.ts';
import { until, type Venue } from '../venue/venue.ts';
import { testVenue } from '../venue/with-venue.ts';

const NAMES = { printer: 'Anna 0401234567', queue: `Bertha's ${'hidden-word-'.repeat(9)}`, device: `usb ${'another-word-'.repeat(9)}` };
const CUSTOMER = 'Cecilia Testaaja';

let venue: Venue;

async function supportFile(): Promise<{ text: string; bundle: Record<'orders' | 'jobs', { journal: string[]; error: string | null }[]> }> {
  const { text } = await venue.ask('diagnostics.bundle', {});
  return { text, bundle: JSON.parse(text) };
}

test('the support file has no former name of a printer, not even one cut for its length', async () => {
  const own = closing(await startVirtualPrinter({ port: 0 }));
  const printers = [
    { id: 'stove', name: NAMES.printer, host: own.host, port: own.port },
    { id: 'bar', name: 'Bar', via: 'system', queue: NAMES.queue, documents: ['kitchen-ticket'] },
    { id: 'desk', name: 'Desk', via: 'device', device: NAMES.device, documents: ['kitchen-ticket'] },
  ];
  venue = await testVenue({ settings: { printers } });
  const { order_id: id } = await venue.arrived();
  await venue.ask('order.accept', { orderId: id, extraMinutes: 0 });
  const reported = 'printed: kitchen-ticket (confirmed by the printer)';
  await until('the ticket in the story', async () => (await supportFile()).bundle.orders[0]?.journal.join('\n').includes(reported));
  await until('two that cannot', () => Object.values(venue.state().printers).filter(({ state }) => state === 'trouble').length === 2);
  const { settings } = await venue.ask('settings.get', {});
  await venue.ask('settings.savePrinters', {
    printers: settings.printers.map((one) => ({ ...one, name: `New ${one.id}`, via: 'network', host: own.host, port: own.port })),
  });
  const { text, bundle } = await supportFile();
  for (const hidden of ['Anna', '0401234567', 'Bertha', 'hidden-word', 'another-word']) expect(text).not.toContain(hidden);
  expect(bundle.orders[0]?.journal.join('\n')).toContain(reported);
  expect(text).toContain(t('printer.notSystemPrinter', { name: '***' }));
});

test("the support file's notices don't name a courier's recipient", async () => {
  venue = await testVenue();
  const merchant = await venue.control('POST', '/merchants', {});
  await venue.ask('settings.saveMerchant', {
    merchantId: String(merchant.merchant_id),
    key: String(merchant.merchant_key),
    webhookSecret: null,
  });
  await venue.ask('webhooks.create', { url: `${sourceOf(venue.state().app.app, 'receiver')?.address}/deliveries` });
  const offer = await venue.ask('courier.offer', {
    venueId: venue.venueId,
    address: { street: 'Harbour street 5', city: 'Helsinki', postCode: '00100', place: null },
    scheduledTime: null,
    minPreparationMinutes: null,
    parcels: [],
  });
  const order = courierOrder('request-of-the-test', venue.venueId, offer.id);
  await venue.ask('courier.order', { ...order, recipient: { ...order.recipient, name: CUSTOMER } });
  const ordered = async () => (await venue.control('GET', '/deliveries')).deliveries as { reference: string }[];
  await until('the courier', async () => (await ordered()).length === 1);
  await venue.control('POST', `/deliveries/${(await ordered())[0]?.reference}/step`, { reject: 'Nobody near' });
  await until('the notice', () => JSON.stringify(venue.state().notices).includes(CUSTOMER));
  const { text } = await supportFile();
  expect(text).toContain(t('courier.cancelledByServiceFor', { name: '***' }));
  for (const hidden of ['Cecilia', 'Testaaja', '401234567', 'Harbour']) expect(text).not.toContain(hidden);
});
