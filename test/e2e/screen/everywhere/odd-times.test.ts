/** An order with a damaged time or row is shown without it, and hides no other order. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { message } from '../../../../contract/message.ts';
import { postNews } from '../../venue/post-news.ts';
import { until } from '../../venue/venue.ts';
import { READ_OFTEN, venue, withVenue } from '../../venue/with-venue.ts';

withVenue({ settings: READ_OFTEN });

function change(sql: string): void {
  const db = new Database(join(venue.dataDir, 'tillbridge.sqlite'));
  db.exec(sql);
  db.close();
}
const cardOf = (id: string) => venue.state().orders[id];
const isSane = (iso: string | undefined) => Math.abs(Date.parse(iso ?? '') - Date.now()) < 3_600_000;

test("a notification dated year 275760 is shown with a plausible time, also if it's already in the database", async () => {
  const order = { id: 'never-known', venue_id: venue.venueId, status: 'CREATED', resource_url: 'https://orders.example.test/' };
  expect(await postNews(venue, { type: 'order.notification', order, created_at: '+275760-09-13T00:00:00.000Z' })).toBe(200);
  const shown = await until('the card', () => cardOf(order.id));
  expect(shown).toMatchObject({ unread: true, alerting: true, column: 'new' });
  expect(isSane(shown.placedAt ?? '')).toBe(true);
  expect(isSane(shown.deadline?.at)).toBe(true);

  await venue.stopApp();
  change(`UPDATE claim SET created_at = '+275760-09-13T00:00:00.000Z'`);
  await venue.startApp();
  const again = await until('the card after a start', () => cardOf(order.id));
  expect(isSane(again.deadline?.at)).toBe(true);
  const { order_id: id } = await venue.place('takeaway');
  await until('an order that comes later', () => cardOf(id)?.actions.length);
});

test('an order whose database row is damaged is on the board and marked, and hides no other', async () => {
  const ids: string[] = [];
  for (const kind of ['takeaway', 'group', 'takeaway']) {
    const { order_id: id } = await venue.place(kind);
    await until('the card', () => cardOf(id)?.actions.length);
    ids.push(id);
  }
  await venue.stopApp();
  const [first = '', damaged = '', last = ''] = ids;
  change(`UPDATE orders SET checked = '{' WHERE id = '${damaged}'`);
  await venue.startApp();
  await until('the others', () => cardOf(first)?.actions.length && cardOf(last)?.actions.length);
  expect(venue.card(damaged)).toMatchObject({
    alerting: true,
    column: 'new',
    trouble: [{ text: message('order.savedDataDamaged') }],
  });
  await venue.call('order.touch', { orderId: damaged });
  await until('silence', () => !venue.card(damaged).alerting);
  await venue.control('POST', `/orders/${last}/cancel`);
  await until('the cancel of another', () => venue.card(last).column === 'ended');
  await venue.control('POST', `/orders/${damaged}/cancel`);
  await until('its own cancel', () => venue.card(damaged).column === 'ended');
});
