/** History as staff use it: find an old order, read its activity, see a day's totals and why an order was lost. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { wordsOf } from '../../../contract/locales.ts';
import { t } from '../../setup/messages.ts';
import { atTheCounter, screen, venue } from '../venue/at-the-counter.ts';
import { until } from '../venue/venue.ts';

atTheCounter();

const column = (orderId: string, name: string) => until(name, () => venue.state().orders[orderId]?.column === name);

test('the open History list follows the orders: new ones are added, and states stay current', async () => {
  await screen.page.getByRole('button', { name: 'History' }).click();
  await screen.page.getByText(t('history.noneYet')).waitFor();
  const { order_id: id } = await venue.place('takeaway', { order_number: '77330' });
  const row = screen.page.getByRole('grid', { name: 'Orders found' }).getByRole('row').filter({ hasText: '77330' });
  await row.getByText(t('orderStatus.waitingForYou')).waitFor();
  await venue.call('order.accept', { orderId: id, extraMinutes: 0 });
  await row.getByText('Being prepared').waitFor();
  await screen.page.getByRole('tab', { name: 'Reports' }).click();
  const taken = screen.page.getByRole('definition').filter({ has: screen.page.locator('xpath=../dt[text()="Taken"]') });
  await taken.getByText('1', { exact: true }).waitFor();
  const { order_id: next } = await venue.place('takeaway', { order_number: '77331' });
  await until('the order', () => venue.state().orders[next]);
  await venue.call('order.accept', { orderId: next, extraMinutes: 0 });
  await taken.getByText('2', { exact: true }).waitFor();
}, 60_000);

test("a day's report has totals and the cause of an unanswered order, and its table opens in a spreadsheet", async () => {
  // Between 23:00 and midnight the service's clock goes two hours ahead, so both orders are of one day.
  if (new Date().getHours() === 23) await venue.control('POST', '/clock', { advance_seconds: 2 * 3_600 });
  const good = await venue.arrived('takeaway', { order_number: '88401' });
  await venue.call('order.accept', { orderId: good.order_id, extraMinutes: 0 });
  await column(good.order_id, 'preparing');
  await venue.call('order.ready', { orderId: good.order_id });
  await column(good.order_id, 'ready');
  const lost = await venue.arrived('instant', { order_number: '88402' });
  await venue.control('POST', '/clock', { advance_seconds: 181 });
  await column(lost.order_id, 'ended');

  await screen.page.getByRole('button', { name: 'History' }).click();
  await screen.page.getByRole('tab', { name: 'Reports' }).click();
  const figure = (name: string) =>
    screen.page.getByRole('definition').filter({ has: screen.page.locator(`xpath=../dt[text()="${name}"]`) });
  await until('one taken', async () => (await figure('Taken').textContent()) === '1');
  expect(await figure('Missed').locator('strong').textContent()).toBe('1');
  expect(await figure('Rejected').textContent()).toBe('0');
  expect(await figure('Sales').textContent()).toBe(wordsOf('en')(venue.card(good.order_id).total ?? ''));
  const why = screen.page.getByRole('region', { name: t('day.lost') });
  await why.getByText(/No one tapped it here until \d\d:\d\d\./).waitFor();
  const [download] = await Promise.all([
    screen.page.waitForEvent('download'),
    screen.page
      .getByRole('button', { name: 'CSV' })
      .click()
      .then(() => screen.page.getByRole('menuitem', { name: t('reports.csvOf.orders') }).click()),
  ]);
  const table = readFileSync(await download.path(), 'utf8');
  expect(table.startsWith('\uFEFFnumber,')).toBe(true);
  expect(table.trim().split('\r\n')).toHaveLength(3);
  expect(table).toMatch(/88402,.*,missed,.*,missed,No one tapped it here/);

  await why.getByRole('button', { name: 'Activity for order 88402' }).click();
  await screen.page.getByRole('article', { name: 'Activity for order 88402' }).getByText(t('history.causes')).waitFor();
});

test('printing a day report shows the result', async () => {
  const { order_id: id } = await venue.place('takeaway');
  await column(id, 'new');
  await screen.page.getByRole('button', { name: 'History' }).click();
  await screen.page.getByRole('tab', { name: 'Reports' }).click();
  await screen.page.getByRole('button', { name: 'Print', exact: true }).click();
  await screen.page.getByRole('menuitem', { name: t('reports.printed', { name: 'Kitchen' }) }).click();
  await screen.page
    .locator('.report-printed')
    .getByText(/printed/i)
    .waitFor();
});
