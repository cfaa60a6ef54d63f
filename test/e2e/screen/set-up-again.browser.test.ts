/** Setup of a venue that already receives orders: nothing that works breaks, and orders can be answered on its page. */
import { expect, test } from 'vitest';
import { t } from '../../setup/messages.ts';
import { atTheCounter, screen, venue } from '../venue/at-the-counter.ts';
import { leaveSetUp, openFromMenu } from '../venue/screen.ts';
import { openSettings } from '../venue/settings.ts';
import { until } from '../venue/venue.ts';

atTheCounter({ movesTime: true });

const region = (name: string) => screen.page.getByRole('region', { name });
const checklist = () => region('Setup checklist');
const line = (state: string, text: string) => checklist().locator(`[data-state="${state}"]`, { hasText: text });
const next = () => screen.page.locator('.set-up-next').click();
const make = () => screen.page.getByRole('button', { name: t('webhook.make') });
const dialog = () => screen.page.getByRole('dialog');
const secret = () => venue.state().app.app?.webhookSecret;

async function openOrders(): Promise<void> {
  await openFromMenu(screen.page, 'Setup');
  for (let step = 0; step < 4; step += 1) {
    if ((await screen.page.getByRole('heading', { name: t('setup.orders.title') }).count()) > 0) return;
    await screen.page.getByRole('button', { name: 'Back', exact: true }).click();
  }
}

async function arrived(): Promise<{ id: string; number: string }> {
  const { order_id: id, order_number: number } = await venue.arrived();
  return { id, number };
}

test("a webhook secret in use is replaced only after a question, and setup's checklist stays true", async () => {
  await arrived();
  await until('the proof', () => secret()?.verifiedAt);
  await openOrders();
  await line('verified', t('setup.orders.came')).waitFor();
  await make().click();
  await dialog().getByText('Orders arrive with the present secret.').waitFor();
  await dialog()
    .getByRole('button', { name: t('webhook.keepPresent') })
    .click();
  await dialog().waitFor({ state: 'detached' });
  expect(secret()).toMatchObject({ isChange: false, verifiedAt: expect.any(String) });

  await make().click();
  await dialog()
    .getByRole('button', { name: t('webhook.make') })
    .click();
  await line('open', t('setup.orders.notYetNew')).waitFor();
  await line('saved', 'Those signed with the old one are still received.').waitFor();
  expect(await checklist().getByText(t('setup.orders.notYet')).count()).toBe(0);
  // The service still signs with the old secret.
  const { number } = await arrived();
  await line('verified', `Order ${number} arrived`).waitFor();
  await line('open', t('setup.orders.notYetNew')).waitFor();

  await leaveSetUp(screen.page);
  await openSettings(screen.page, 'Webhooks');
  await make().click();
  await dialog().getByText('No webhook with the new secret has arrived yet.').waitFor();
});

test('during setup a waiting order is a line of the checklist with Accept, and no alert covers the page', async () => {
  await openOrders();
  const { id, number } = await arrived();
  await line('verified', `Order ${number} arrived`).waitFor();
  await next();
  await venue.pass(100);
  await screen.page.clock.runFor(7_000);
  const waiting = region('New orders');
  await waiting.getByText(`Order ${number} arrived`).waitFor();
  await screen.page.getByRole('button', { name: 'Listen' }).click();
  await screen.page.getByRole('button', { name: t('setup.sound.yes') }).waitFor();
  expect(await dialog().count()).toBe(0);
  await waiting.getByRole('button', { name: 'Accept', exact: true }).click();
  await until('the accept', async () => (await venue.atService(id)).history.some(({ event }) => event === 'accepted'));
  await waiting.getByText('Being prepared').waitFor();
});
