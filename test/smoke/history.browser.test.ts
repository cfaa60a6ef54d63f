import { wordsOf } from '../../contract/locales.ts';
import { atTheCounter, screen, venue } from '../e2e/venue/at-the-counter.ts';
import { until } from '../e2e/venue/venue.ts';
import { browserTest as test } from '../setup/browser-test.ts';
import { t } from '../setup/messages.ts';

atTheCounter();

const column = (orderId: string, name: string) => until(name, () => venue.state().orders[orderId]?.column === name);

test("this morning's order is found by number, name, dish and amount, with its activity", async () => {
  const order = await venue.arrived('takeaway', { order_number: '77301', consumer_name: 'Väinö Ångström' });
  await venue.place('instant', { order_number: '77302', consumer_name: 'Somebody Else' });
  await venue.call('order.touch', { orderId: order.order_id });
  await venue.call('order.accept', { orderId: order.order_id, extraMinutes: 5 });
  await column(order.order_id, 'preparing');
  await until('its ticket', () => venue.printer.papers().some(({ cut }) => cut));
  const total = wordsOf('en')(venue.card(order.order_id).total ?? '');

  await screen.page.getByRole('button', { name: 'History' }).click();
  const search = screen.page.getByRole('searchbox', { name: t('history.search') });
  const rows = screen.page.getByRole('grid', { name: 'Orders found' }).getByRole('row');
  for (const typed of ['7730', 'vaino', 'angst 77301', total]) {
    await search.fill(typed);
    await rows.filter({ hasText: '77301' }).waitFor();
  }
  await search.fill('vaino');
  await until('only one', async () => (await rows.count()) === 1);
  await rows.first().click();
  const story = screen.page.getByRole('article', { name: 'Activity for order 77301' });
  for (const line of [
    t('timeline.waitingForAnswer'),
    t('timeline.staffAcceptedWithMinutes', { minutes: '5' }),
    t('timeline.acceptReceived'),
    t('timeline.preparing'),
  ])
    await story.getByText(line).waitFor();
  await until('the paper', async () => (await story.getByText(/^Printing: Kitchen ticket on .*confirmed by the printer/).count()) === 1);
  await search.fill('nobody of this name');
  await screen.page.getByText(t('history.none')).waitFor();
  // A removed order's activity must not stay on screen.
  await story.waitFor({ state: 'detached' });
  await search.fill('vaino');
  await story.waitFor();
});
