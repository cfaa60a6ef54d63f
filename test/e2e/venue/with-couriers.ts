/** A venue with couriers: connected to a merchant, with helpers for the courier desk. */
import { beforeEach, expect } from 'vitest';
import { DELIVERY_EVENTS, sourceOf } from '../../../contract/contract.ts';
import { t } from '../../setup/messages.ts';
import { atTheCounter, screen, venue } from './at-the-counter.ts';
import { until } from './venue.ts';

export let merchant: { merchant_id: string; merchant_key: string };

/** Once per file, instead of `atTheCounter`. */
export function withCouriers(options: Parameters<typeof atTheCounter>[0] = {}): void {
  atTheCounter(options);
  beforeEach(() => connect({ handshake_enabled: true, cash_enabled: true }));
}

export async function openMerchant(wishes: Record<string, unknown> = {}): Promise<void> {
  merchant = (await venue.control('POST', '/merchants', wishes)) as typeof merchant;
  const { merchant_id: merchantId, merchant_key: key } = merchant;
  expect((await venue.call('settings.saveMerchant', { merchantId, key, webhookSecret: null })).ok).toBe(true);
}

/** Connects a merchant, with all courier events sent to this app's receiver. */
export async function connect(wishes: Record<string, unknown> = {}): Promise<void> {
  await openMerchant(wishes);
  expect((await venue.call('webhooks.create', { url: `${sourceOf(venue.state().app.app, 'receiver')?.address}/deliveries` })).ok).toBe(
    true,
  );
  // Positions are frequent, so they have their own webhook.
  const places = 'order.location_updated';
  const [steps, own] = await webhooks();
  expect(steps).toMatchObject({ isHere: true, disabled: false });
  expect(new Set(steps?.events)).toEqual(new Set(DELIVERY_EVENTS.filter((type) => type !== places)));
  expect(own).toMatchObject({ isHere: true, disabled: false, events: [places] });
}

export async function webhooks() {
  return (await venue.ask('webhooks.list', {})).webhooks;
}

export const deliveries = () => Object.values(venue.state().deliveries);
export const atService = async () =>
  (await venue.control('GET', '/deliveries')).deliveries as { reference: string; request: Record<string, unknown> }[];
export const step = async (name: string) => {
  const [delivery] = await atService();
  await venue.control('POST', `/deliveries/${delivery?.reference}/step`, { step: name });
};
export async function askForPrice(
  fields: Record<string, string> = { [t('courierDesk.street')]: 'Harbour street 5', City: 'Helsinki', 'Post code': '00100' },
) {
  await screen.page.locator('[data-screen="courier"]').click();
  for (const [label, text] of Object.entries(fields)) await screen.page.getByLabel(label, { exact: true }).fill(text);
  await screen.page.getByRole('button', { name: 'Get price' }).click();
  const offer = screen.page.getByRole('region', { name: 'Offer' });
  await offer.waitFor();
  return offer;
}
export async function orderOne() {
  await askForPrice();
  const desk = screen.page.getByRole('main');
  await desk.getByLabel('Name', { exact: true }).fill('Aino Testaaja');
  await desk.getByLabel('Phone').fill('+358401234567');
  await desk.getByLabel('Order number').fill('P12');
  await desk.getByLabel(t('courierDesk.what')).fill('Two pizzas');
  await desk.getByLabel('Tip').fill('2.50');
  return desk;
}
/** Lets the app learn the service's time from its answers. */
export const learnTheTime = () =>
  until('the app knows the time of the service', async () => {
    await webhooks();
    return (venue.state().app.app?.clockOffsetMs ?? 0) > 2_000_000;
  });
export const card = () => screen.page.getByRole('article', { name: 'P12' });

export async function typeMoment(at: Date): Promise<void> {
  const two = (part: number) => String(part).padStart(2, '0');
  const typed = [two(at.getDate()), two(at.getMonth() + 1), at.getFullYear(), two(at.getHours()), two(at.getMinutes())].join('');
  await screen.page.getByRole('spinbutton', { name: /^day, Scheduled time/ }).focus();
  await screen.page.keyboard.type(typed, { delay: 160 });
}
