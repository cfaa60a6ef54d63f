/** What a tap on an alerting order sends: one command, which also silences, or one `order.touch`. */
import { expect, test } from 'vitest';
import { t } from '../../setup/messages.ts';
import { atTheCounter, screen, venue } from '../venue/at-the-counter.ts';
import { until } from '../venue/venue.ts';

atTheCounter();

/** Calls that the page sends from now on, without those that read. */
async function sentFromNow(): Promise<string[]> {
  const sent: string[] = [];
  screen.page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      const { call } = JSON.parse(String(payload)) as { call: string };
      if (!/^(history|state)\.|\.detail$/.test(call)) sent.push(call);
    }),
  );
  await screen.page.reload();
  await screen.page.locator('.app[data-linked="true"]').waitFor();
  return sent;
}

async function ringing(): Promise<{ id: string; number: string }> {
  const { order_id: id, order_number: number } = await venue.arrived();
  await screen.card(number).waitFor();
  await until('it to ring', () => venue.card(id).alerting);
  return { id, number };
}

test('Accept is one call, and the order is silent', async () => {
  const sent = await sentFromNow();
  const { id, number } = await ringing();
  await screen.card(number).locator('[data-action="accept"]').click();
  await until('the kitchen to have it', () => venue.card(id).column === 'preparing');
  expect(venue.card(id).alerting).toBe(false);
  expect(sent).toEqual(['order.accept']);
});

test('a tap that leads to no command silences the order everywhere, once', async () => {
  const sent = await sentFromNow();
  const { id, number } = await ringing();
  await screen
    .card(number)
    .getByRole('button', { name: t('card.open', { number }) })
    .click();
  await until('silence', () => !venue.card(id).alerting);
  await screen.page.getByRole('dialog', { name: t('detail.name', { number }) }).waitFor();
  expect(sent).toEqual(['order.touch']);
});

test('before the sign-in that a command needs, the order is already silent everywhere', async () => {
  await venue.ask('staff.save', { id: 'ana', name: 'Ana', role: 'staff' });
  await venue.ask('staff.save', { id: 'caro', name: 'Caro', role: 'manager', pin: '246802' });
  await venue.ask('settings.saveStaff', { staff: { on: true } });
  const sent = await sentFromNow();
  const { id, number } = await ringing();
  await screen.card(number).locator('[data-action="accept"]').click();
  const who = screen.page.getByRole('dialog', { name: t('staff.who') });
  await who.waitFor();
  await until('silence', () => !venue.card(id).alerting);
  expect(venue.card(id).column).toBe('new');
  await who.getByRole('button', { name: /^Ana/ }).click();
  await until('the kitchen to have it', () => venue.card(id).column === 'preparing');
  expect(sent.filter((call) => call.startsWith('order.'))).toEqual(['order.accept', 'order.touch', 'order.accept']);
});
