/** Sums to pay in any currency: on the card, on printouts, in reports and in typed fields. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { wordsOf } from '../../../../contract/locales.ts';
import { bears } from '../../../fixtures/number-on-paper.ts';
import { t } from '../../../setup/messages.ts';
import { atTheCounter, screen, venue } from '../../venue/at-the-counter.ts';
import { letStand } from '../../venue/page-time.ts';
import { until } from '../../venue/venue.ts';
import { askForPrice, atService, connect } from '../../venue/with-couriers.ts';

atTheCounter();

async function placeWithCash(amount: number, currency: string) {
  const price = { amount, currency };
  const item = { name: 'Ramen', count: 1, row_number: 1, options: [], item_price: { unit_price: price, total: price } };
  return venue.place('takeaway', {
    // Has letters, as a number could also occur in an amount or a time.
    order_number: `No ${currency}`,
    items: [item],
    basket_price: { total: price },
    fees: null,
    cash_payment: { cash_amount: price },
  });
}

const today = () => {
  const day = new Date().toLocaleDateString('sv');
  return { firstDay: day, lastDay: day };
};

async function throughTheCounter(orderId: string): Promise<void> {
  await until('the card', () => venue.state().orders[orderId]);
  await venue.bringTo(orderId, 'preparing');
}

test('if the service counts a currency in other units, an installer sets its digits, and amounts follow', async () => {
  const file = join(venue.dataDir, 'settings.json');
  await venue.stopApp();
  const settings = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...settings, service: { ...settings.service, currency_digits: { HUF: 0 } } }));
  await venue.startApp();
  const { order_id: id, order_number: number } = await placeWithCash(4_590, 'HUF');
  await until('the card', () => venue.state().orders[id]);
  expect(wordsOf('en')(venue.card(id).cashToCollect ?? '')).toBe('HUF\u00a04,590');
  await throughTheCounter(id);
  const ticket = await until('the ticket', () => venue.printer.papers().find((paper) => paper.cut && bears(paper, number)));
  expect(ticket.text).toContain('4590 HUF');
});

test.each([
  ['JPY', '150', 150],
  ['KWD', '1,250', 1_250],
  ['ABC', '150', 150],
] as const)("a refund in %s is typed in the currency's notation and counted in minor units", async (currency, typed, minor) => {
  const { order_id: id, order_number: number } = await placeWithCash(9_800, currency);
  await throughTheCounter(id);
  await venue.bringTo(id, 'ended');
  await screen.page
    .getByRole('button', { name: new RegExp(`^(Open order ${number}|.*\\b${number}\\b.*(Delivered|Handed over).*)`) })
    .first()
    .click();
  const dialog = screen.page.getByRole('dialog', { name: `Order ${number} details` });
  await dialog.getByRole('button', { name: 'More actions' }).waitFor();
  await letStand(screen.page);
  await dialog.getByRole('button', { name: 'More actions' }).click();
  await screen.page.getByRole('menuitem', { name: 'Refund basket' }).click();
  const form = dialog.getByRole('form', { name: 'Refund basket' });
  await form.getByLabel(`Amount in ${currency}`).fill(typed);
  await form.getByRole('button', { name: 'Refund basket' }).click();
  await until('refunded', async () => (await venue.atService(id)).history.some(({ event }) => event === 'basket refunded'));
  const figures = await venue.ask('history.report', { span: today(), against: null });
  expect(figures.report.refunds.sums.find((money) => money.currency === currency)?.amount).toBe(minor);
});

test("a courier's price and the cash to collect are in the offer's currency", async () => {
  await connect({ cash_enabled: true, currency: 'JPY' });
  const offer = await askForPrice();
  expect(await offer.textContent()).toMatch(/JP¥\d/);
  await screen.page.getByLabel('Name', { exact: true }).fill('Aino Testaaja');
  await screen.page.getByLabel('Phone').fill('+358401234567');
  await screen.page.getByLabel(t('courierDesk.cash')).fill('2500.50');
  await screen.page.getByLabel(t('courierDesk.what')).fill('Ramen');
  await offer.getByRole('button', { name: 'Order courier' }).click();
  await screen.page.locator('.courier-new .field-error').first().waitFor();
  await screen.page.getByLabel(t('courierDesk.cash')).fill('2500');
  await offer.getByRole('button', { name: 'Order courier' }).click();
  await until('the courier', async () => (await atService()).length === 1);
  expect((await atService())[0]?.request).toMatchObject({ cash: { amount_to_collect: 2_500 } });
});
