/** History, as staff use it: find an old order, read its story, see what a day came to and why something was lost. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { atTheCounter, screen, venue } from '../venue/at-the-counter.ts';
import { until } from '../venue/venue.ts';

atTheCounter();

const column = (orderId: string, name: string) => until(name, () => venue.state().orders[orderId]?.column === name);

test("an order is found by the customer's note", async () => {
  const order = await venue.place('takeaway', { order_number: '77310', consumer_comment: 'No coriander, thank you' });
  await until('the card', () => venue.state().orders[order.order_id]);
  await screen.page.getByRole('button', { name: 'History' }).click();
  await screen.page.getByRole('searchbox', { name: 'Find an order' }).fill('coriand');
  await screen.page.getByRole('grid', { name: 'Orders found' }).getByRole('row').filter({ hasText: '77310' }).waitFor();
});

test('the list goes with the orders: one that comes stands in it, and none is said to be what it no longer is', async () => {
  await screen.page.getByRole('button', { name: 'History' }).click();
  await screen.page.getByText('No order has come yet.').waitFor();
  const { order_id: id } = await venue.place('takeaway', { order_number: '77330' });
  const row = screen.page.getByRole('grid', { name: 'Orders found' }).getByRole('row').filter({ hasText: '77330' });
  await row.getByText('Waiting for you').waitFor();
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

test('the answer to a STOP is told as what it was, and not as a look at the order', async () => {
  const { order_id: id } = await venue.place('takeaway', { order_number: '77315' });
  await until('the card', () => venue.state().orders[id]);
  await venue.call('order.accept', { orderId: id, extraMinutes: 0 });
  await column(id, 'preparing');
  await venue.control('POST', `/orders/${id}/cancel`);
  await screen.page.getByRole('button', { name: 'Got it, stopped' }).click();
  await until('the end of the STOP', () => !venue.card(id).stopped);
  await screen.page.getByRole('button', { name: 'History' }).click();
  await screen.page.getByRole('searchbox', { name: 'Find an order' }).fill('77315');
  await screen.page.getByRole('grid', { name: 'Orders found' }).getByRole('row').filter({ hasText: '77315' }).click();
  const story = screen.page.getByRole('article', { name: 'Story of order 77315' });
  await story.getByText('Staff saw the cancellation and said that it is stopped.').waitFor();
  expect(await story.getByText('Somebody looked at it.').count()).toBe(0);
});

test('an order that ended without us says by whom it was rejected, as far as anybody tells', async () => {
  await venue.call('settings.saveWork', { work: { undo_seconds: 0 } });
  const late = await venue.place('preorder', { order_number: '77321' });
  const cancelled = await venue.place('preorder', { order_number: '77322' });
  const ours = await venue.place('preorder', { order_number: '77323' });
  for (const { order_id } of [late, cancelled, ours]) await until('the card', () => venue.state().orders[order_id]);
  await venue.control('POST', `/orders/${cancelled.order_id}/cancel`);
  await venue.call('order.reject', { orderId: ours.order_id, reason: 'Closed', code: 'GENERIC' });
  await column(cancelled.order_id, 'ended');
  await column(ours.order_id, 'ended');
  await venue.control('POST', '/clock', { advance_seconds: 901 });
  await column(late.order_id, 'ended');
  expect(venue.card(late.order_id).statusLabel).toBe('Rejected by the service: nobody confirmed it in time');
  expect(venue.card(cancelled.order_id).statusLabel).toBe('Cancelled by the service, the customer or support');
  expect(venue.card(ours.order_id).statusLabel).toBe('Rejected here');
  const told = await venue.call('history.search', { typed: '77321', before: null });
  expect(told.ok && told.value.orders[0]?.statusLabel).toBe('Rejected by the service: nobody confirmed it in time');
});

test('an order that nobody could read is found by its id, says which venue it is of and what was told, and the report says that its money is unknown', async () => {
  await venue.control('POST', '/faults', { match: 'GET *orders/*', status: 500, for_ms: 3_600_000 });
  const { order_id: id } = await venue.place('takeaway');
  const number = `${id.slice(0, 4)}…`;
  const { venueName } = await until('its card', () => venue.state().orders[id]);
  await screen.page.getByRole('button', { name: 'History' }).click();
  await screen.page.getByRole('searchbox', { name: 'Find an order' }).fill(id);
  const row = screen.page.getByRole('grid', { name: 'Orders found' }).getByRole('row').filter({ hasText: number });
  await row.getByText(venueName).waitFor();
  await row.getByText('Details not readable yet').waitFor();
  await row.click();
  const story = screen.page.getByRole('article', { name: `Story of order ${number}` });
  await story.getByText('the last notification said CREATED').waitFor();
  for (const text of [venueName, 'Noticed', 'The service sent a notification: order.notification CREATED.'])
    await story.getByText(text).waitFor();
  expect(await story.getByRole('heading', { name: 'Items' }).count()).toBe(0);
  await screen.page.getByRole('tab', { name: 'Reports' }).click();
  const tile = screen.page.getByRole('definition').filter({ has: screen.page.locator('xpath=../dt[text()="Details not read"]') });
  await until('one', async () => (await tile.textContent())?.startsWith('1'));
  await screen.page.getByText('of orders that were not read nobody knows').waitFor();
  expect(await tile.textContent()).toContain('in no sum: what they come to is not known');
});

test('a day is counted, an order that nobody answered is told with its cause, and the table opens in a spreadsheet', async () => {
  // What belongs to one day must not lie in two because of the hour at which this runs: then it is tomorrow already.
  if (new Date().getHours() === 23) await venue.control('POST', '/clock', { advance_seconds: 2 * 3_600 });
  const good = await venue.place('takeaway', { order_number: '88401' });
  await until('the card', () => venue.state().orders[good.order_id]);
  await venue.call('order.accept', { orderId: good.order_id, extraMinutes: 0 });
  await column(good.order_id, 'preparing');
  await venue.call('order.ready', { orderId: good.order_id });
  await column(good.order_id, 'ready');
  const lost = await venue.place('instant', { order_number: '88402' });
  await until('the card', () => venue.state().orders[lost.order_id]);
  await venue.control('POST', '/clock', { advance_seconds: 181 });
  await column(lost.order_id, 'ended');

  await screen.page.getByRole('button', { name: 'History' }).click();
  await screen.page.getByRole('tab', { name: 'Reports' }).click();
  const figure = (name: string) =>
    screen.page.getByRole('definition').filter({ has: screen.page.locator(`xpath=../dt[text()="${name}"]`) });
  await until('one taken', async () => (await figure('Taken').textContent()) === '1');
  expect(await figure('Rejected').textContent()).toBe('1');
  expect(await figure('Sales').textContent()).toBe(venue.card(good.order_id).total?.text);
  const why = screen.page.getByRole('region', { name: 'Lost or late, and why' });
  await why.getByText(/Nobody touched it at the counter until \d\d:\d\d\./).waitFor();
  const [download] = await Promise.all([
    screen.page.waitForEvent('download'),
    screen.page
      .getByRole('button', { name: 'CSV' })
      .click()
      .then(() => screen.page.getByRole('menuitem', { name: 'One line per order' }).click()),
  ]);
  const table = readFileSync(await download.path(), 'utf8');
  expect(table.startsWith('\uFEFFnumber,')).toBe(true);
  expect(table.trim().split('\r\n')).toHaveLength(3);
  expect(table).toMatch(/88402,.*,rejected,.*,Nobody touched it at the counter/);

  await why.getByRole('button', { name: 'Story of order 88402' }).click();
  await screen.page.getByRole('article', { name: 'Story of order 88402' }).getByText('Why it went wrong').waitFor();
});

test('of an order that is over nothing is due any more', async () => {
  const { page } = screen;
  const { order_id: id, order_number: number } = await venue.place('takeaway');
  await until('the card', () => venue.state().orders[id]);
  await venue.call('order.accept', { orderId: id, extraMinutes: 0 });
  await column(id, 'preparing');
  await venue.call('order.ready', { orderId: id });
  await column(id, 'ready');
  await venue.call('order.delivered', { orderId: id });
  await column(id, 'ended');
  await page.locator(`.ended-order[data-order="${number}"]`).click();
  const order = page.locator('.dialog-order');
  await order.getByText('Ended').waitFor();
  expect(await order.getByText(/in \d+ min/).count()).toBe(0);
});

test('a day report that was asked for by touch says what became of it', async () => {
  const { order_id: id } = await venue.place('takeaway');
  await column(id, 'new');
  await screen.page.getByRole('button', { name: 'History' }).click();
  await screen.page.getByRole('tab', { name: 'Reports' }).click();
  await screen.page.getByRole('button', { name: 'Print', exact: true }).click();
  await screen.page.getByRole('menuitem', { name: 'Day report on Kitchen' }).click();
  await screen.page
    .locator('.report-printed')
    .getByText(/printed/i)
    .waitFor();
});
