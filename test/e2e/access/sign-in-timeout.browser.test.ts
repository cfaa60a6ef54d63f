/** A tapped action waits for a name while staff are signing in, and for a minute after their last input. */
import { expect, test } from 'vitest';
import { t } from '../../setup/messages.ts';
import { atTheCounter, screen, venue } from '../venue/at-the-counter.ts';
import { until } from '../venue/venue.ts';

atTheCounter({ movesTime: true });

test('typing a PIN keeps the tapped action waiting; a minute without input drops it', async () => {
  const { page } = screen;
  await venue.call('staff.save', { id: 'ben', name: 'Ben', role: 'manager', pin: '246802' });
  await venue.call('settings.saveStaff', { staff: { on: true } });
  const { order_id: orderId } = await venue.place('takeaway');
  const number = await until('its card', () => venue.state().orders[orderId]?.number);
  const accept = screen
    .card(number)
    .getByRole('button', { name: /^Accept/ })
    .first();
  const asked = page.getByRole('dialog', { name: t('staff.who') });
  await accept.click();
  await asked.getByRole('button', { name: /^Ben/ }).click();
  for (const digits of ['24', '68']) {
    await page.clock.runFor(45_000);
    await asked.getByLabel(t('staff.pin', { name: 'Ben' })).press(digits[0] ?? '');
    await asked.getByLabel(t('staff.pin', { name: 'Ben' })).press(digits[1] ?? '');
  }
  await page.clock.runFor(45_000);
  expect(await asked.getByLabel(t('staff.pin', { name: 'Ben' })).inputValue()).toBe('2468');
  await page.clock.runFor(20_000);
  await asked.waitFor({ state: 'detached' });
  expect(venue.card(orderId)).toMatchObject({ column: 'new', pending: null });
});
