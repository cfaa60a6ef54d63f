/** The support file names no person or device: from settings, activities, jobs or notices. */
import { afterEach, expect, test } from 'vitest';
import { type CallInput, type CallName, sourceOf } from '../../../contract/contract.ts';
import { startVirtualPrinter } from '../../../sandbox/printer/virtual-printer.ts';
import { openVenue, until, type Venue } from '../venue/venue.ts';

const NAMES = { printer: 'Anna 0401234567', queue: `Bertha's ${'hidden-word-'.repeat(9)}`, device: `usb ${'another-word-'.repeat(9)}` };
const CUSTOMER = 'Cecilia Testaaja';
const PARCEL = {
  count: 1,
  description: 'Two pizzas',
  grams: null,
  widthCm: null,
  heightCm: null,
  depthCm: null,
  value: null,
  alcohol: false,
};

let venue: Venue;
afterEach(() => venue.close());

async function ask<N extends CallName>(name: N, input: CallInput<N>) {
  const answer = await venue.call(name, input);
  if (!answer.ok) throw new Error(`${name}: ${answer.problem.text}`);
  return answer.value;
}

async function supportFile(): Promise<{ text: string; bundle: Record<'orders' | 'jobs', { journal: string[]; error: string | null }[]> }> {
  const { text } = await ask('diagnostics.bundle', {});
  return { text, bundle: JSON.parse(text) };
}

test('a renamed printer is named nowhere, nor one with a name too long to show whole', async () => {
  const own = await startVirtualPrinter({ port: 0 });
  try {
    const printers = [
      { id: 'stove', name: NAMES.printer, host: own.host, port: own.port },
      { id: 'bar', name: 'Bar', via: 'system', queue: NAMES.queue, documents: ['kitchen-ticket'] },
      { id: 'desk', name: 'Desk', via: 'device', device: NAMES.device, documents: ['kitchen-ticket'] },
    ];
    venue = await openVenue({ settings: { printers } });
    const { order_id: id } = await venue.place('takeaway');
    await until('the card', () => venue.state().orders[id]);
    await ask('order.accept', { orderId: id, extraMinutes: 0 });
    const reported = 'printed: kitchen-ticket (confirmed by the printer)';
    await until('the ticket in the story', async () => (await supportFile()).bundle.orders[0]?.journal.join('\n').includes(reported));
    await until('two that cannot', () => Object.values(venue.state().printers).filter(({ state }) => state === 'trouble').length === 2);
    const { settings } = await ask('settings.get', {});
    await ask('settings.savePrinters', {
      printers: settings.printers.map((one) => ({ ...one, name: `New ${one.id}`, via: 'network', host: own.host, port: own.port })),
    });
    const { text, bundle } = await supportFile();
    for (const hidden of ['Anna', '0401234567', 'Bertha', 'hidden-word', 'another-word']) expect(text).not.toContain(hidden);
    // The trouble is still described.
    expect(bundle.orders[0]?.journal.join('\n')).toContain(reported);
    expect(text).toContain("*** isn't the name of a printer in the system.");
  } finally {
    await own.close();
  }
});

test("a courier's recipient is in no notice", async () => {
  venue = await openVenue();
  const merchant = await venue.control('POST', '/merchants', {});
  await ask('settings.saveMerchant', { merchantId: String(merchant.merchant_id), key: String(merchant.merchant_key), webhookSecret: null });
  await ask('webhooks.create', { url: `${sourceOf(venue.state().app.app, 'receiver')?.address}/deliveries` });
  const offer = await ask('courier.offer', {
    venueId: venue.venueId,
    address: { street: 'Harbour street 5', city: 'Helsinki', postCode: '00100', place: null },
    scheduledTime: null,
    minPreparationMinutes: null,
    parcels: [PARCEL],
  });
  await ask('courier.order', {
    requestId: 'request-of-the-test',
    venueId: venue.venueId,
    offerId: offer.id,
    recipient: { name: CUSTOMER, phone: '+358401234567', email: null },
    comment: null,
    pickupComment: null,
    orderNumber: null,
    isNoContact: false,
    parcels: [PARCEL],
    tip: null,
    cash: null,
    handshake: false,
    handshakeSms: false,
    trackingSms: false,
  });
  const ordered = async () => (await venue.control('GET', '/deliveries')).deliveries as { reference: string }[];
  await until('the courier', async () => (await ordered()).length === 1);
  await venue.control('POST', `/deliveries/${(await ordered())[0]?.reference}/step`, { reject: 'Nobody near' });
  await until('the notice', () => Object.values(venue.state().notices).some(({ text }) => text.includes(CUSTOMER)));
  const { text } = await supportFile();
  expect(text).toContain('The service cancelled the courier for ***.');
  for (const hidden of ['Cecilia', 'Testaaja', '401234567', 'Harbour']) expect(text).not.toContain(hidden);
});
