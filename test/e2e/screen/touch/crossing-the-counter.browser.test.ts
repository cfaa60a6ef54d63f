/** A whole order on the real screen: it arrives, is accepted, printed, sent to the till, marked ready and delivered. */
import { expect, test } from 'vitest';
import { bears } from '../../../fixtures/number-on-paper.ts';
import { t } from '../../../setup/messages.ts';
import { atTheCounter, screen, venue } from '../../venue/at-the-counter.ts';
import { until } from '../../venue/venue.ts';

atTheCounter();

const button = (number: string, name: string | RegExp) => screen.card(number).getByRole('button', { name, exact: true });
const papersOf = (number: string) => venue.printer.papers().filter((paper) => bears(paper, number));

test('accepting with 10 more minutes moves the pickup time by 10 minutes', async () => {
  const { order_id: id, order_number: number } = await venue.place('instant');
  const before = await until('an estimate', () => venue.card(id).pickupAt);
  await button(number, /, Other time$|^Other time$/).click();
  await screen.page.getByRole('menuitem', { name: t('actions.acceptPlus', { minutes: '10' }) }).click();
  await until('the new estimate', () => Date.parse(venue.card(id).pickupAt ?? '') === Date.parse(before) + 600_000);
});

test('a self-delivery order is accepted with its own request and delivered by staff', async () => {
  const { order_id: id, order_number: number } = await venue.place('self-delivery');
  await button(number, 'Accept').click();
  await button(number, 'Mark ready').click();
  await button(number, 'Mark delivered').click();
  await until('the end', async () => (await venue.atService(id)).state === 'delivered');
  expect(await venue.asked(id, 'self-delivery/accept')).toBe(1);
  expect(await venue.asked(id, 'accept')).toBe(0);
});

test('a pre-order is confirmed, waits in Scheduled, and prints when its preparation starts', async () => {
  const { order_id: id, order_number: number } = await venue.place('preorder');
  await expect.poll(() => button(number, 'Accept').count()).toBe(0);
  await button(number, 'Confirm').click();
  await screen
    .column('Scheduled')
    .getByRole('article', { name: `Order ${number}`, exact: true })
    .waitFor();
  expect(venue.printer.papers()).toHaveLength(0);
  await venue.control('POST', '/clock', { advance_seconds: 60 * 60 });
  await screen
    .column('Preparing')
    .getByRole('article', { name: `Order ${number}`, exact: true })
    .waitFor();
  await until('the ticket', () => papersOf(number).length === 1);
  expect(await venue.asked(id, 'confirm-preorder')).toBe(1);
});
