/** The courier desk as staff use it: from an address to a delivered bag, and each way in which it goes wrong. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { DELIVERY_EVENTS } from '../../preload/contract.ts';
import { atTheCounter, reopen, screen, venue } from './at-the-counter.ts';
import { until } from './venue.ts';

atTheCounter();

let merchant: { merchant_id: string; merchant_key: string };

/** Connected as Settings does it, with every event coming to this counter's receiver. */
async function connect(wishes: Record<string, unknown> = {}): Promise<void> {
  merchant = (await venue.control('POST', '/merchants', wishes)) as typeof merchant;
  const { merchant_id: merchantId, merchant_key: key } = merchant;
  expect((await venue.call('settings.saveMerchant', { merchantId, key, webhookSecret: null })).ok).toBe(true);
  expect((await venue.call('webhooks.create', { url: `${venue.state().app.app?.receiver.url}/deliveries` })).ok).toBe(true);
  const [webhook] = await webhooks();
  expect(webhook).toMatchObject({ isHere: true, disabled: false });
  expect((await venue.call('webhooks.change', { id: webhook?.id ?? '', events: [...DELIVERY_EVENTS] })).ok).toBe(true);
}
async function webhooks() {
  const answer = await venue.call('webhooks.list', {});
  if (!answer.ok) throw new Error(answer.problem.says);
  return answer.value.webhooks;
}
beforeEach(() => connect({ handshake_enabled: true, cash_enabled: true }));

const SIZES_UNKNOWN = { grams: null, widthCm: null, heightCm: null, depthCm: null, value: null };
const deliveries = () => Object.values(venue.state().deliveries);
const atService = async () =>
  (await venue.control('GET', '/deliveries')).deliveries as { reference: string; request: Record<string, unknown> }[];
const step = async (name: string) => {
  const [delivery] = await atService();
  await venue.control('POST', `/deliveries/${delivery?.reference}/step`, { step: name });
};
async function askForPrice(
  fields: Record<string, string> = { 'Street and house number': 'Harbour street 5', City: 'Helsinki', 'Post code': '00100' },
) {
  await screen.page.getByRole('button', { name: 'Courier', exact: true }).click();
  for (const [label, text] of Object.entries(fields)) await screen.page.getByLabel(label, { exact: true }).fill(text);
  await screen.page.getByRole('button', { name: 'Ask for the price' }).click();
  const offer = screen.page.getByRole('region', { name: 'The offer' });
  await offer.waitFor();
  return offer;
}
async function orderOne() {
  const offer = await askForPrice();
  await offer.getByLabel('Name').fill('Aino Testaaja');
  await offer.getByLabel('Phone').fill('+358401234567');
  await offer.getByLabel('Order number').fill('P12');
  await screen.page.getByLabel('What it is').fill('Two pizzas');
  await offer.getByLabel('Tip for the courier').fill('2.50');
  return offer;
}
/** From the answers of the service. */
const learnTheTime = () =>
  until('the app knows the time of the service', async () => {
    await webhooks();
    return (venue.state().app.app?.clockOffsetMs ?? 0) > 2_000_000;
  });
const card = () => screen.page.getByRole('article', { name: 'P12' });

test('from an address to a delivered bag: price before anybody is ordered, and every step of the courier', async () => {
  const offer = await orderOne();
  await offer.getByText(/^\d+\.\d\d EUR$/).waitFor();
  await offer.getByText('Couriers reach this address.').waitFor();
  expect(await atService()).toEqual([]);
  await offer.getByText('The customer must say a PIN').click();
  await offer.getByRole('button', { name: 'Order the courier' }).click();
  await card().getByText('Ordered; a courier is being found.').waitFor();
  await card()
    .getByText(/PIN \d{4}/)
    .waitFor();
  const [sent] = await atService();
  expect(sent?.request).toMatchObject({ tips: [{ price: { amount: 250, currency: 'EUR' } }], order_number: 'P12' });
  for (const [name, words] of [
    ['pickup-started', 'The courier is on the way here.'],
    ['pickup-arrival', 'The courier is here.'],
    ['picked-up', 'The courier has it.'],
    ['dropoff-started', 'On the way to the customer.'],
    ['dropoff-arrival', 'The courier is at the customer.'],
    ['delivered', 'Delivered to the customer.'],
  ] as const) {
    await step(name);
    await card().getByText(words).waitFor();
    if (name === 'dropoff-started') await screen.page.locator('[role=img] .map-courier').waitFor();
  }
});

test('what makes an address bind is said while it is typed, and a price that does not bind orders nobody', async () => {
  await screen.page.getByRole('button', { name: 'Courier', exact: true }).click();
  const hint = screen.page.locator('.courier-kind').first();
  expect(await hint.textContent()).toBe('Write an address.');
  await screen.page.getByLabel('City', { exact: true }).fill('Helsinki');
  expect(await hint.textContent()).toContain('a price only');
  await screen.page.getByLabel('Street and house number').fill('Harbour street 5');
  expect(await hint.textContent()).toContain('Good enough to order');
  await screen.page.getByLabel('Street and house number').fill('');
  await screen.page.getByRole('button', { name: 'Ask for the price' }).click();
  const offer = screen.page.getByRole('region', { name: 'The offer' });
  await offer.getByText('This offer does not bind').waitFor();
  expect(await offer.getByRole('button', { name: 'Order the courier' }).count()).toBe(0);
});

test('an address that no courier reaches is refused in words', async () => {
  await screen.page.getByRole('button', { name: 'Courier', exact: true }).click();
  await screen.page.getByText('Exact place, if you know it').click();
  await screen.page.getByLabel('Latitude').fill('48.85');
  await screen.page.getByLabel('Longitude').fill('2.35');
  await screen.page.getByRole('button', { name: 'Ask for the price' }).click();
  await screen.page.getByText('No courier of the service goes to this address.').waitFor();
});

test('a lost answer never orders two couriers: the first news proves the one', async () => {
  const offer = await orderOne();
  await venue.control('POST', '/faults', { match: 'POST /v1/venues/*/deliveries', times: 9, drop: 'after' });
  await venue.control('POST', '/faults', { match: 'event order.received', times: 1, status: 500, drop: 'before' });
  await offer.getByRole('button', { name: 'Order the courier' }).click();
  await card().getByText('May have been ordered.').waitFor({ timeout: 30_000 });
  await card().getByText('nothing is ordered twice by itself').waitFor();
  await until('one at the service', async () => (await atService()).length === 1);
  await step('pickup-started');
  await card().getByText('The courier is on the way here.').waitFor();
  expect(await atService()).toHaveLength(1);
  expect(await card().getByText('nothing is ordered twice').count()).toBe(0);
});

test('a PC switched off while a courier was being ordered orders no second one', async () => {
  const offer = await orderOne();
  await venue.control('POST', '/faults', { match: 'POST /v1/venues/*/deliveries', times: 1, delay_ms: 3_000 });
  await offer.getByRole('button', { name: 'Order the courier' }).click();
  await until('it is on its way', () => deliveries().length === 1);
  await venue.stopApp();
  await venue.startApp();
  await until('decided', () => deliveries()[0] && deliveries()[0]?.state !== 'ordering', 20_000);
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  expect((await atService()).length).toBeLessThanOrEqual(1);
});

test('the same decision twice is one courier', async () => {
  const offer = await venue.call('courier.offer', {
    venueId: venue.venueId,
    address: { street: 'Harbour street 5', city: 'Helsinki', postCode: null, place: null },
    scheduledTime: null,
    minPreparationMinutes: 20,
    parcels: [],
  });
  if (!offer.ok) throw new Error(offer.problem.says);
  const order = {
    requestId: 'a-decision-of-a-person',
    venueId: venue.venueId,
    offerId: offer.value.id,
    recipient: { name: 'Aino', phone: '+358401234567', email: null },
    comment: null,
    pickupComment: null,
    orderNumber: null,
    isNoContact: false,
    parcels: [{ ...SIZES_UNKNOWN, count: 1, description: 'A bag', alcohol: false }],
    tip: null,
    cash: null,
    handshake: false,
    handshakeSms: false,
    trackingSms: false,
  };
  await Promise.all([venue.call('courier.order', order), venue.call('courier.order', order)]);
  await until('ordered', () => deliveries()[0]?.state === 'ordered');
  expect(await atService()).toHaveLength(1);
  expect(await venue.call('courier.order', { ...order, requestId: 'another-decision', offerId: 'unknown' })).toMatchObject({
    ok: false,
    problem: { code: 'no-offer' },
  });
});

test('cancelled in time; once the courier has started the words say whom to call', async () => {
  const offer = await orderOne();
  await offer.getByRole('button', { name: 'Order the courier' }).click();
  await card().getByText('Ordered; a courier is being found.').waitFor();
  await step('pickup-started');
  await card().getByText('The courier is on the way here.').waitFor();
  await card().getByRole('button', { name: 'Cancel the courier of P12' }).click();
  const dialog = screen.page.getByRole('dialog', { name: 'Cancel this courier?' });
  await dialog.getByText('The service may ask for a fee').waitFor();
  await dialog.getByLabel('Reason').fill('The customer called');
  await dialog.getByRole('button', { name: 'Cancel the courier' }).click();
  await dialog.getByText("Call the operator's support.").waitFor();
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await reopen({});
  await connect();
  const again = await orderOne();
  await again.getByRole('button', { name: 'Order the courier' }).click();
  await card().getByRole('button', { name: 'Cancel the courier of P12' }).click();
  const second = screen.page.getByRole('dialog', { name: 'Cancel this courier?' });
  await second.getByLabel('Reason').fill('The customer called');
  await second.getByRole('button', { name: 'Cancel the courier' }).click();
  await card().getByText('Cancelled.').waitFor();
});

test('a customer who is not there, and news that somebody else signed', async () => {
  const offer = await orderOne();
  await offer.getByRole('button', { name: 'Order the courier' }).click();
  await card().getByText('Ordered; a courier is being found.').waitFor();
  const [delivery] = await atService();
  await venue.control('POST', '/faults', { match: 'event order.delivered', times: 1, bad_signature: true });
  await venue.control('POST', '/faults', { match: 'event order.dropoff_completed', times: 9, bad_signature: true });
  await venue.control('POST', `/deliveries/${delivery?.reference}/step`, { delay_minutes: 7 });
  await card()
    .getByText(/^Here at \d.*, not at \d/)
    .waitFor();
  await venue.control('POST', `/deliveries/${delivery?.reference}/step`, { no_show: true });
  await card().getByText('The customer could not be reached; it was not delivered.').waitFor();
});

test('the address for the steps of a courier is changed, silenced, removed and set up again from Settings', async () => {
  const events = `${venue.state().app.app?.receiver.url}/deliveries`;
  await screen.page.getByRole('button', { name: 'Settings', exact: true }).click();
  const part = screen.page.getByRole('region', { name: 'Where the steps of a courier are told' });
  await part.getByText('This computer', { exact: true }).waitFor();
  await part.getByText('What is told (14)').click();
  await part.getByRole('checkbox', { name: 'The place of the courier' }).uncheck();
  await part.getByRole('button', { name: 'Save what is told' }).click();
  await part.getByText('What is told (13)').waitFor();
  expect((await webhooks())[0]?.events).not.toContain('order.location_updated');

  await part.getByRole('button', { name: `Turn off: ${events}` }).click();
  await part.getByRole('button', { name: `Turn on: ${events}` }).waitFor();
  expect((await webhooks())[0]?.disabled).toBe(true);
  await part.getByRole('button', { name: `Turn on: ${events}` }).click();

  await part.getByRole('button', { name: `New secret: ${events}` }).click();
  await part.getByText('The secret is changed.').waitFor();

  await part.getByRole('button', { name: `Delete: ${events}` }).click();
  await screen.page.getByRole('button', { name: 'Delete the address' }).click();
  await part.getByText('No address is set up').waitFor();
  expect(await webhooks()).toEqual([]);
  await part.getByLabel('Address at which the service reaches this computer').fill('here');
  await part.getByRole('button', { name: 'Set up this address' }).click();
  await part.getByText('An address such as').waitFor();
  await part.getByLabel('Address at which the service reaches this computer').fill(events);
  await part.getByRole('button', { name: 'Set up this address' }).click();
  await part.getByText('What is told (13)').waitFor();

  await orderOne().then((offer) => offer.getByRole('button', { name: 'Order the courier' }).click());
  await card().getByText('Ordered; a courier is being found.').waitFor();
  await step('pickup-started');
  await card().getByText('The courier is on the way here.').waitFor();
});

test('the slip for the bag: who gets it, what is in it, and a code that leads to where the courier is', async () => {
  const offer = await orderOne();
  await offer.getByLabel('For the courier: floor, door code').fill('Door 42');
  await offer.getByLabel('Cash to collect').fill('12.50');
  await offer.getByRole('button', { name: 'Order the courier' }).click();
  await card().getByText('Ordered; a courier is being found.').waitFor();
  await card().getByRole('button', { name: 'Print the slip of P12' }).click();
  await card().getByText('Printed.').waitFor();
  const paper = venue.printer.papers().at(-1);
  for (const text of ['P12', 'Aino Testaaja', 'Harbour street 5', 'Door 42', '+358401234567', 'Two pizzas', '12.50 EUR', 'Scan to follow'])
    expect(paper?.text).toContain(text);
  const picture = join(venue.dataDir, 'slip.png');
  writeFileSync(picture, paper?.png() ?? '');
  const read = spawnSync('zbarimg', ['--quiet', '--raw', picture], { encoding: 'utf8' });
  expect(read.stdout.trim(), read.stderr).toBe(deliveries()[0]?.trackingUrl);

  venue.printer.set({ refuse: true });
  await card().getByRole('button', { name: 'Print the slip of P12' }).click();
  await card().getByRole('alert').waitFor();
});

test('without a venue of the service: an estimate, a place to come to, and what the parcel is', async () => {
  await screen.page.getByRole('button', { name: 'Settings', exact: true }).click();
  const part = screen.page.getByRole('form', { name: 'Couriers without a venue of the service' });
  for (const [label, text] of [
    ['Name', 'Harbour Kitchen'],
    ['Address', 'Harbour street 1'],
    ['Phone', '+358401111111'],
    ['Latitude', '60.17'],
  ] as const)
    await part.getByLabel(label).fill(text);
  await part.getByRole('button', { name: 'Use this place' }).click();
  await part.getByText('a number').waitFor();
  await part.getByLabel('Longitude').fill('24.94');
  await part.getByRole('button', { name: 'Use this place' }).click();
  await part.getByText('In use').waitFor();

  await screen.page.getByRole('button', { name: 'Courier', exact: true }).click();
  await screen.page.getByLabel('Street and house number').fill('Harbour street 5');
  await screen.page.getByLabel('City', { exact: true }).fill('Helsinki');
  await screen.page.getByRole('button', { name: 'Ask for the price' }).click();
  await screen.page.getByText('Without a venue of the service, the street and the exact place must be known.').waitFor();
  await screen.page.getByText('Exact place, if you know it').click();
  await screen.page.getByText('Size and value').click();
  await screen.page.getByLabel('Width, cm').fill('30');
  await screen.page.getByText('Alcohol: the courier checks the age').click();
  const offer = await askForPrice({ Latitude: '60.175', Longitude: '24.941', City: 'Helsinki' });
  await offer.getByText('An estimate').waitFor();
  await offer.getByLabel('Name').fill('Aino Testaaja');
  await offer.getByLabel('Phone').fill('+358401234567');
  await offer.getByLabel('Order number').fill('P12');
  await screen.page.getByLabel('What it is').fill('A cake');
  await screen.page.getByLabel('Value of each').fill('24,50');
  await offer.getByRole('button', { name: 'Order the courier' }).click();
  await card().getByText('Ordered; a courier is being found.').waitFor();
  expect((await atService())[0]?.request).toMatchObject({
    pickup: { display_name: 'Harbour Kitchen', location: { formatted_address: 'Harbour street 1' } },
    dropoff: { location: { coordinates: { lat: 60.175, lon: 24.941 } } },
    contents: [
      { description: 'A cake', dimensions: { width_cm: 30 }, price: { amount: 2450 }, tags: ['alcohol'], id_check_required: true },
    ],
  });
  await step('delivered');
  await card().getByText('Delivered to the customer.').waitFor();
});

test('what the service refuses is said in words, and nobody is ordered: an offer that ran out, cash, a wrong key, an early time', async () => {
  const offer = await orderOne();
  await venue.control('POST', '/clock', { advance_seconds: 1_000 });
  await offer.getByRole('button', { name: 'Order the courier' }).click();
  await card().getByText('Nobody was ordered.').waitFor();
  expect(await atService()).toEqual([]);

  await reopen({});
  await connect({ cash_enabled: false });
  const cash = await orderOne();
  await cash.getByLabel('Cash to collect').fill('20');
  await cash.getByRole('button', { name: 'Order the courier' }).click();
  await card().getByText('Nobody was ordered.').waitFor();
  await card()
    .getByText(deliveries()[0]?.trouble?.says ?? 'no words')
    .waitFor();
  expect(await atService()).toEqual([]);

  const soon = new Date(Date.now() + 20 * 60_000);
  const local = new Date(soon.getTime() - soon.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  await screen.page.getByLabel('City', { exact: true }).fill('Helsinki');
  await screen.page.getByLabel('At a certain time').fill(local);
  await screen.page.getByRole('button', { name: 'Ask for the price' }).click();
  await screen.page.getByText('A certain time must be at least an hour ahead.').waitFor();
  await screen.page.getByLabel('At a certain time').fill('');

  const { merchant_id: merchantId } = merchant;
  expect((await venue.call('settings.saveMerchant', { merchantId, key: 'a-key-of-nobody', webhookSecret: null })).ok).toBe(true);
  await screen.page.getByRole('button', { name: 'Ask for the price' }).click();
  const alert = screen.page.getByRole('form', { name: 'Where to' }).getByRole('alert');
  await alert.waitFor();
  expect(await alert.textContent()).not.toMatch(/40\d|key-of-nobody/);
});

test('a courier for a certain time tonight is asked for and ordered for that time', async () => {
  const at = new Date(Math.ceil((Date.now() + 3 * 3_600_000) / 60_000) * 60_000);
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  await screen.page.getByRole('button', { name: 'Courier', exact: true }).click();
  await screen.page.getByLabel('At a certain time').fill(local);
  const offer = await orderOne();
  await offer.getByLabel('E-mail').fill('aino@example.test');
  await offer.getByRole('button', { name: 'Order the courier' }).click();
  await card().getByText('Ordered; a courier is being found.').waitFor();
  const [sent] = await atService();
  expect(sent?.request).toMatchObject({
    dropoff: { options: { scheduled_time: at.toISOString() } },
    recipient: { email: 'aino@example.test' },
  });
  await card()
    .getByText(/^Here at /)
    .waitFor();
});

test('what was typed is kept while an order is looked after, and an offer that ran out is asked for again with one touch', async () => {
  const offer = await orderOne();
  await screen.page.getByRole('button', { name: 'Orders', exact: true }).click();
  await screen.page.getByRole('button', { name: 'Courier', exact: true }).click();
  await venue.control('POST', '/clock', { advance_seconds: 3_600 });
  await learnTheTime();
  await offer.getByText('This offer has run out.').waitFor();
  expect(await offer.getByRole('button', { name: 'Order the courier' }).count()).toBe(0);
  await offer.getByRole('button', { name: 'Ask again' }).click();
  expect(await offer.getByLabel('Name').inputValue()).toBe('Aino Testaaja');
  expect(await screen.page.getByLabel('What it is').inputValue()).toBe('Two pizzas');
  await offer.getByRole('button', { name: 'Order the courier' }).click();
  await card().getByText('Ordered; a courier is being found.').waitFor();
  expect(deliveries()).toHaveLength(1);
  expect(await screen.page.getByLabel('Street and house number').inputValue()).toBe('');
  expect(await offer.count()).toBe(0);
});

test('the address being asked for is on the map beside the venue before anybody is ordered, and another size is another price', async () => {
  const offer = await askForPrice();
  const map = screen.page.getByRole('img', { name: 'Where the courier is' });
  for (const kind of ['asked', 'venue']) await map.locator(`.map-${kind}`).waitFor();
  expect(await map.locator('polygon').count()).toBe(1);
  const price = await offer.locator('dd').first().textContent();
  await screen.page.getByLabel('Grams each').fill('9000');
  await offer.waitFor({ state: 'detached' });
  await screen.page.getByRole('button', { name: 'Ask for the price' }).click();
  await offer.waitFor();
  expect(Number.parseFloat((await offer.locator('dd').first().textContent()) ?? '')).toBeGreaterThan(Number.parseFloat(price ?? ''));
  await screen.page.getByLabel('What it is').fill('Paint');
  expect(await offer.count()).toBe(1);
});

test('a courier who is taken back is told on every screen with the reason, and the same is ordered again without typing', async () => {
  const offer = await orderOne();
  await offer.getByLabel('For the courier: floor, door code').fill('Door 42');
  await offer.getByRole('button', { name: 'Order the courier' }).click();
  await card().getByText('Ordered; a courier is being found.').waitFor();
  await screen.page.getByRole('button', { name: 'Orders', exact: true }).click();
  const [delivery] = await atService();
  await venue.control('POST', `/deliveries/${delivery?.reference}/step`, { reject: 'No courier could be found' });
  const notices = screen.page.getByRole('region', { name: 'Messages' });
  await notices.getByText('The service took back the courier for P12.').waitFor();
  await screen.page.getByRole('button', { name: 'Courier', exact: true }).click();
  await card().getByText('The service took it back: nobody comes.').waitFor();
  await card().getByText('Reason given: No courier could be found').waitFor();
  await card().getByRole('button', { name: 'Order again: P12' }).click();
  await screen.page.getByRole('button', { name: 'Ask for the price' }).click();
  await offer.getByRole('button', { name: 'Order the courier' }).click();
  await until('two were asked for', async () => (await atService()).length === 2);
  const [one, other] = (await atService()).map(({ request }) => request);
  for (const key of ['recipient', 'parcels', 'tips', 'order_number']) expect(other?.[key]).toEqual(one?.[key]);
  expect(other).toMatchObject({ dropoff: { comment: 'Door 42' } });
});

test('a courier of whom nobody knows whether he was ordered is closed by staff, and opens again when he does come', async () => {
  const offer = await orderOne();
  await venue.control('POST', '/faults', { match: 'POST /v1/venues/*/deliveries', times: 9, drop: 'after' });
  await venue.control('POST', '/faults', { match: 'event order.received', times: 99, status: 500, drop: 'before' });
  await offer.getByRole('button', { name: 'Order the courier' }).click();
  await card().getByText('May have been ordered.').waitFor({ timeout: 30_000 });
  const notice = screen.page.getByText('A courier for P12 may or may not have been ordered.');
  await notice.waitFor();
  await card().getByRole('button', { name: 'Nobody was ordered: P12' }).click();
  const dialog = screen.page.getByRole('dialog', { name: 'Was nobody ordered?' });
  await dialog.getByText('otherwise two couriers may come').waitFor();
  await dialog.getByRole('button', { name: 'Nobody was ordered' }).click();
  await card().getByText('Closed here: somebody found out that nobody was ordered.').waitFor();
  await step('pickup-started');
  await card().getByText('The courier is on the way here.').waitFor();
  await notice.waitFor({ state: 'detached' });
});

test('the slip prints by itself once, when the courier is ordered; a printer without paper prints it later, and Settings can turn it off', async () => {
  const slips = () => venue.printer.papers().filter(({ text }) => text.includes('Scan to follow'));
  venue.printer.set({ paper_out: true });
  await orderOne().then((offer) => offer.getByRole('button', { name: 'Order the courier' }).click());
  await card().getByText('Ordered; a courier is being found.').waitFor();
  await until('the printer is asked', () => Object.values(venue.state().printers).some(({ state }) => state === 'trouble'));
  expect(slips()).toHaveLength(0);
  venue.printer.set({ paper_out: false });
  await until('the slip', () => slips().length === 1, 20_000);
  await step('pickup-started');
  await screen.page.getByRole('button', { name: 'Settings', exact: true }).click();
  const part = screen.page.getByRole('form', { name: 'With every courier' });
  await part.getByText('Print the slip as soon as a courier is ordered').click();
  await part.getByLabel('Telephone for customers').fill('+358409999999');
  await part.getByLabel('Text message once it is on its way').fill('Your pizza is coming');
  await part.getByRole('button', { name: 'Save' }).click();
  await part.getByText('Saved').waitFor();
  const offer = await orderOne();
  await offer.getByLabel('For fetching it here').fill('Back door');
  await offer.getByLabel('Cash to collect').fill('20');
  await offer.getByLabel('The customer pays with').fill('50');
  await offer.getByText('The customer must say a PIN').click();
  await offer.getByRole('button', { name: 'Order the courier' }).click();
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

test('with two venues the desk asks which is nearest, and asks the price from there', async () => {
  await reopen({ alsoVenues: [{ name: 'Station Kitchen' }] });
  await connect();
  const offer = await askForPrice();
  await offer.getByRole('button', { name: 'Which venue is nearest?' }).click();
  const list = offer.getByRole('list', { name: 'Which venue is nearest?' });
  await list.getByRole('listitem').nth(1).waitFor();
  const asked = async () =>
    (await venue.log()).flatMap((entry) => (entry.kind === 'request' && entry.operation === 'shipment-promises' ? [entry.path] : []));
  const [first] = await asked();
  await list.getByRole('button', { name: /^Ask from here/ }).click();
  await until('asked there', async () => (await asked()).length === 2);
  expect((await asked())[1]).not.toBe(first);
});

test('a courier who should be here and of whom nothing is heard is said to be silent; a deaf counter says that it is deaf', async () => {
  await reopen({});
  merchant = (await venue.control('POST', '/merchants', {})) as typeof merchant;
  const { merchant_id: merchantId, merchant_key: key } = merchant;
  await venue.call('settings.saveMerchant', { merchantId, key, webhookSecret: null });
  await orderOne().then((offer) => offer.getByRole('button', { name: 'Order the courier' }).click());
  await screen.page.getByText('Nobody tells this counter where couriers are').waitFor();
  await card().getByText('Ordered; a courier is being found.').waitFor();
  expect(await card().getByText('nobody told of him').count()).toBe(0);
  await venue.control('POST', '/clock', { advance_seconds: 3_000 });
  await learnTheTime();
  await card().getByText('The courier should have been here').waitFor({ timeout: 30_000 });
});

test('what the couriers of the day cost is in the day, on its paper and in a table; support is told of them without a name', async () => {
  await orderOne().then((offer) => offer.getByRole('button', { name: 'Order the courier' }).click());
  await card().getByText('Ordered; a courier is being found.').waitFor();
  const price = deliveries()[0]?.price?.text ?? '';
  await step('delivered');
  await card().getByText('Handed over at').waitFor();
  await screen.page.getByRole('button', { name: 'History', exact: true }).click();
  await screen.page.getByRole('tab', { name: 'The day' }).click();
  const part = screen.page.getByRole('region', { name: 'Couriers' });
  await part.getByText('1 of 1 delivered. Tips: 2.50 EUR.').waitFor();
  await part.getByRole('listitem').getByText(price).waitFor();

  const day = new Date().toLocaleDateString('sv');
  const csv = await venue.call('history.csv', { day, of: 'couriers' });
  if (!csv.ok) throw new Error(csv.problem.says);
  const [head = '', row = ''] = csv.value.text.slice(1).split('\r\n');
  const line = Object.fromEntries(head.split(',').map((name, at) => [name, row.split(',')[at]]));
  expect(line).toMatchObject({ name: 'P12', state: 'delivered', price: price.split(' ')[0], tip: '2.50', currency: 'EUR' });
  expect(row).not.toContain('Aino');

  expect((await venue.call('print.dayReport', { printerId: 'kitchen' })).ok).toBe(true);
  expect(venue.printer.papers().at(-1)?.text).toMatch(
    new RegExp(`Couriers ordered +1\\s+Their fees +${price}\\s+Tips for couriers +2.50 EUR`),
  );

  const bundle = await venue.call('diagnostics.bundle', {});
  if (!bundle.ok) throw new Error(bundle.problem.says);
  expect(JSON.parse(bundle.value.text).deliveries).toMatchObject([{ state: 'delivered', jobs: [{ kind: 'delivery', state: 'done' }, {}] }]);
  for (const word of ['Aino', '+358401234567', 'Harbour street', merchant.merchant_key]) expect(bundle.value.text).not.toContain(word);
});
