/** History and the day, as staff use them: find an old order, read its story, see what a day came to and why something was lost. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { atTheCounter, screen, venue } from '../venue/at-the-counter.ts';
import { until } from '../venue/venue.ts';

atTheCounter();

const column = (orderId: string, name: string) => until(name, () => venue.state().orders[orderId]?.column === name);

test('an order of this morning is found by number, by name, by what was eaten, by its amount, and its story is told', async () => {
  const order = await venue.place('takeaway', { order_number: '77301', consumer_name: 'Väinö Ångström' });
  await until('the card', () => venue.state().orders[order.order_id]);
  await venue.place('instant', { order_number: '77302', consumer_name: 'Somebody Else' });
  await venue.call('order.touch', { orderId: order.order_id });
  await venue.call('order.accept', { orderId: order.order_id, extraMinutes: 5 });
  await column(order.order_id, 'preparing');
  await until('its ticket', () => venue.printer.papers().some(({ cut }) => cut));
  const total = venue.card(order.order_id).total?.text.split(' ')[0] ?? '';

  await screen.page.getByRole('button', { name: 'History' }).click();
  const search = screen.page.getByRole('searchbox', { name: 'Find an order' });
  const rows = screen.page.getByRole('grid', { name: 'Orders found' }).getByRole('row');
  for (const typed of ['7730', 'vaino', 'angst 77301', total]) {
    await search.fill(typed);
    await rows.filter({ hasText: '77301' }).waitFor();
  }
  await search.fill('vaino');
  await until('only one', async () => (await rows.count()) === 1);
  await rows.first().click();
  const story = screen.page.getByRole('article', { name: 'Story of order 77301' });
  for (const line of [
    'The order waits for an answer.',
    'Staff accepted it with 5 more minutes.',
    'The service took the accept.',
    'The order is being prepared.',
  ])
    await story.getByText(line).waitFor();
  await until('the paper', async () => (await story.getByText(/^Paper: Kitchen ticket on .*confirmed by the printer/).count()) === 1);
  await search.fill('nobody of this name');
  await screen.page.getByText('No order was found.').waitFor();
  // The story of what is not there any more does not stay beside it.
  await story.waitFor({ state: 'detached' });
  await search.fill('vaino');
  await story.waitFor();
});

test("an order is found by the customer's note", async () => {
  const order = await venue.place('takeaway', { order_number: '77310', consumer_comment: 'No coriander, thank you' });
  await until('the card', () => venue.state().orders[order.order_id]);
  await screen.page.getByRole('button', { name: 'History' }).click();
  await screen.page.getByRole('searchbox', { name: 'Find an order' }).fill('coriand');
  await screen.page.getByRole('grid', { name: 'Orders found' }).getByRole('row').filter({ hasText: '77310' }).waitFor();
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
  expect(venue.card(cancelled.order_id).statusLabel).toBe('Cancelled by the service, the consumer or support');
  expect(venue.card(ours.order_id).statusLabel).toBe('Rejected here');
  const told = await venue.call('history.search', { typed: '77321', before: null });
  expect(told.ok && told.value.orders[0]?.statusLabel).toBe('Rejected by the service: nobody confirmed it in time');
});

test('a day is counted, an order that nobody answered is told with its cause, and the table opens in a spreadsheet', async () => {
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
  await screen.page.getByRole('tab', { name: 'The day' }).click();
  const figure = (name: string) =>
    screen.page.getByRole('definition').filter({ has: screen.page.locator(`xpath=../dt[text()="${name}"]`) });
  await until('one taken', async () => (await figure('Taken').textContent()) === '1');
  expect(await figure('Rejected').textContent()).toBe('1');
  expect(await figure('Items sold').textContent()).toBe(venue.card(good.order_id).total?.text);
  const why = screen.page.getByRole('region', { name: 'Lost or late, and why' });
  await why.getByText(/Nobody touched it at the counter until \d\d:\d\d\./).waitFor();
  const [download] = await Promise.all([
    screen.page.waitForEvent('download'),
    screen.page.getByRole('button', { name: 'Save as a table (CSV)' }).click(),
  ]);
  const table = readFileSync(await download.path(), 'utf8');
  expect(table.startsWith('\uFEFFnumber,')).toBe(true);
  expect(table.trim().split('\r\n')).toHaveLength(3);
  expect(table).toMatch(/88402,.*,rejected,.*,Nobody touched it at the counter/);

  await why.getByRole('button', { name: 'Story of order 88402' }).click();
  await screen.page.getByRole('article', { name: 'Story of order 88402' }).getByText('Why it went wrong').waitFor();
});
