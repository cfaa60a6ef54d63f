/** Changing who delivers: confirmed before sending, and shown as far as the service confirms it. */
import { expect, test } from 'vitest';
import { t } from '../../setup/messages.ts';
import { atTheCounter, reopen, screen, venue } from '../venue/at-the-counter.ts';
import { openSettings } from '../venue/settings.ts';

atTheCounter();

async function openProvider() {
  const { page } = screen;
  await openSettings(page, 'Venues');
  await page.getByRole('button', { name: 'Who delivers' }).click();
  const dialog = page.getByRole('dialog', { name: /^Who delivers/ });
  await dialog.getByRole('radio', { name: /^Service couriers/, checked: true }).waitFor();
  return dialog;
}
const atService = async () => {
  const read = await venue.call('sale.deliveryProvider', { venueId: venue.venueId });
  return read.ok ? read.value.provider : read.problem.code;
};

test('a change of who delivers must be confirmed, is sent, and is shown once the service shows it', async () => {
  await reopen({ venue: { hybrid_delivery: true } });
  const dialog = await openProvider();
  await dialog.getByRole('radio', { name: /^Our own drivers/ }).check({ force: true });
  const sure = dialog.getByRole('region', { name: 'Change it?' });
  await sure.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('radio', { name: /^Service couriers/, checked: true }).waitFor();
  expect(await atService()).toBe('SERVICE');
  await dialog.getByRole('radio', { name: /^Our own drivers/ }).check({ force: true });
  await sure.getByText(/Your own drivers deliver them/).waitFor();
  await sure.getByRole('button', { name: t('provider.go') }).click();
  await venue.untilLater('the service to confirm it', () => dialog.locator('.pending-line [data-state="seen"]').isVisible());
  await dialog.getByRole('radio', { name: /^Our own drivers/, checked: true }).waitFor();
  expect(await atService()).toBe('SELF_DELIVERY');
});

test("if the service doesn't allow both ways of delivery, it refuses the change and the old one stays", async () => {
  await reopen({ venue: { hybrid_delivery: false } });
  const dialog = await openProvider();
  await dialog.getByRole('radio', { name: /^Our own drivers/ }).check({ force: true });
  await dialog.getByRole('button', { name: t('provider.go') }).click();
  await venue.untilLater('the refusal', () => dialog.locator('.pending-line [data-state="refused"]').isVisible());
  await dialog.getByRole('button', { name: 'Try again' }).waitFor();
  await dialog.getByRole('radio', { name: /^Service couriers/, checked: true }).waitFor();
});
