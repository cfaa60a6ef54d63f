/** Many orders at once: several are answered and finished in one move. */
import { expect } from 'vitest';
import { atTheCounter, screen, venue } from '../e2e/venue/at-the-counter.ts';
import { until } from '../e2e/venue/venue.ts';
import { browserTest as test } from '../setup/browser-test.ts';
import { t } from '../setup/messages.ts';

atTheCounter();

const place = async (number: string, more: Record<string, unknown> = {}, kind = 'takeaway') => {
  const { order_id: id } = await venue.place(kind, { order_number: number, consumer_comment: null, ...more });
  await until('the order', () => venue.state().orders[id]?.actions.length);
  return id;
};

test('all new orders except a deselected one are accepted in one move', async () => {
  const ids: string[] = [];
  for (const number of ['301', '302', '303'])
    ids.push(await place(number, { consumer_comment: number === '303' ? 'Ring twice. I am allergic to nuts.' : null }));
  // The dialog lists the page's orders when it opens.
  for (const number of ['301', '302', '303']) await screen.card(number).waitFor();
  await screen.page.getByRole('button', { name: 'Accept all' }).click();
  const dialog = screen.page.getByRole('dialog', { name: t('several.title.accept') });
  // Unread orders aren't accepted.
  await dialog.getByRole('checkbox', { name: /303.*Allergy: nuts/ }).waitFor();
  await dialog.getByRole('checkbox', { name: /302/ }).uncheck();
  await dialog.getByRole('button', { name: 'Accept 2 orders' }).click();
  await until('both', () => venue.card(ids[0] ?? '').column === 'preparing' && venue.card(ids[2] ?? '').column === 'preparing');
  expect([
    await venue.asked(ids[0] ?? '', 'accept'),
    await venue.asked(ids[1] ?? '', 'accept'),
    await venue.asked(ids[2] ?? '', 'accept'),
  ]).toEqual([1, 0, 1]);
});

test('several orders are marked ready at once; a group order with unchecked bags on its card', async () => {
  const ids: string[] = [];
  for (const number of ['311', '312']) ids.push(await place(number));
  const { order_id: group } = await venue.place('group', { order_number: '313' });
  await until('the group', () => venue.state().orders[group]?.actions.length);
  for (const id of [...ids, group]) await venue.call('order.accept', { orderId: id, extraMinutes: 0 });
  await until('the cooking', () => [...ids, group].every((id) => venue.card(id).actions.some(({ name }) => name === 'ready')));
  for (const number of ['311', '312', '313']) await screen.card(number).locator('[data-action="ready"]').waitFor();
  await screen.page.getByRole('button', { name: 'Mark ready…' }).click();
  const dialog = screen.page.getByRole('dialog', { name: t('several.title.ready') });
  // Nothing is preselected.
  const none = dialog.getByRole('button', { name: /^Mark 0/ });
  expect(await none.isDisabled()).toBe(true);
  await none.click({ force: true });
  await screen.page.getByText(t('several.chooseOne')).waitFor();
  await dialog.getByRole('button', { name: 'Select all' }).click();
  expect(await dialog.getByRole('checkbox', { name: /313/ }).isDisabled()).toBe(true);
  await dialog.getByRole('button', { name: 'Mark 2 orders ready' }).click();
  await until('both', () => ids.every((id) => venue.card(id).column === 'ready'));
  expect(await venue.asked(group, 'ready')).toBe(0);
});
