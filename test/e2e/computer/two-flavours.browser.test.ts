/**
 * An advanced integration: staff accept in the merchant app, and Tillbridge prints, sends to the till, reports sent-to-pos and shows the
 * state.
 */
import { expect, test } from 'vitest';
import { bears } from '../../fixtures/number-on-paper.ts';
import { t } from '../../setup/messages.ts';
import { atTheCounter, reopen, screen, venue } from '../venue/at-the-counter.ts';
import { openSettings } from '../venue/settings.ts';
import { until } from '../venue/venue.ts';

atTheCounter();

test('if staff set that orders are accepted in the merchant app, cards have no Accept button', async () => {
  const { page } = screen;
  await openSettings(page, 'Venues');
  await page.getByRole('radio', { name: /Staff, in the service's own app/ }).click({ force: true });
  await until('the flavour', () => venue.state().venues[venue.venueId]?.flavour === 'advanced');
  await page.getByRole('button', { name: 'Orders', exact: true }).click();

  const { order_id: id, order_number: number } = await venue.place('takeaway');
  await screen.card(number).getByText(t('orderStatus.waitingInMerchantApp')).waitFor();
  expect(await screen.card(number).getByRole('button', { name: 'Accept', exact: true }).count()).toBe(0);
  expect(await venue.call('order.accept', { orderId: id, extraMinutes: 0 })).toMatchObject({ ok: false });

  await venue.control('POST', `/orders/${id}/staff-accept`);
  await screen
    .column('Preparing')
    .getByRole('article', { name: `Order ${number}`, exact: true })
    .waitFor();
  await until('the ticket', () => venue.printer.papers().some((paper) => bears(paper, number)));
  await until('sent-to-pos', async () => (await venue.atService(id)).sent_to_pos.length === 1);
  await venue.control('POST', `/orders/${id}/staff-ready`);
  await screen
    .column('Ready')
    .getByRole('article', { name: `Order ${number}`, exact: true })
    .waitFor();
  expect(await venue.asked(id, 'accept')).toBe(0);
  expect(await venue.asked(id, 'ready')).toBe(0);
});

test('in development a venue can be reset at the gateway; it must be reconnected and keeps its orders', async () => {
  await venue.arrived('instant');
  expect(await venue.call('venue.resetIntegration', { venueId: venue.venueId })).toMatchObject({
    ok: false,
    problem: { code: 'development-only' },
  });
  await reopen({ gateway: true });
  const kept = await venue.arrived('instant');
  await openSettings(screen.page, 'Venues');
  await screen.page.getByRole('button', { name: t('settings.reset') }).click();
  await until('connect again', () => venue.state().venues[venue.venueId]?.state === 'reconnect');
  expect(venue.card(kept.order_id).number).toBe(kept.order_number);
});

test("the sandbox's control page places and moves orders and sets faults", async () => {
  const { page } = screen;
  await page.goto(venue.sandbox.control_url);
  await page.getByRole('button', { name: 'takeaway' }).click();
  const row = page.getByRole('row').filter({ hasText: 'instant, takeaway' });
  await row.getByRole('button', { name: 'staff-accept' }).click();
  await row.getByText('production').waitFor();
  await page.getByLabel('What it does').selectOption('503');
  await page.getByRole('button', { name: 'Order it' }).click();
  await page.getByText('PUT /orders/*/accept × 1').waitFor();
  await page.getByRole('button', { name: '+1 h' }).click();
  await page.getByText(/PRODUCTION #1: 200/).waitFor();
});
