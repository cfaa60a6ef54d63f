/** An order's notifications after the first are lost, repeated, late or renumbered: after two readings the app is right. */
import { expect, test } from 'vitest';
import { message } from '../../../contract/message.ts';
import { bears } from '../../fixtures/number-on-paper.ts';
import { postNews } from '../venue/post-news.ts';
import { until } from '../venue/venue.ts';
import { READ_OFTEN, venue, withVenue } from '../venue/with-venue.ts';

const INTERVAL_MS = 1_000;
/** Two reading intervals, and time for the reading. */
const TWO_INTERVALS_MS = 2 * INTERVAL_MS + 500;

withVenue({ settings: READ_OFTEN });

const LIVES = [
  { kind: 'takeaway', from: 'new', events: ['staff-accept'], column: 'preparing' },
  { kind: 'takeaway', from: 'new', events: ['cancel'], column: 'ended' },
  { kind: 'group', from: 'new', events: ['staff-accept', 'cancel'], column: 'ended' },
  { kind: 'instant', from: 'preparing', events: ['cancel'], column: 'ended' },
  { kind: 'instant', from: 'ready', events: ['pickup', 'delivered'], column: 'ended' },
] as const;

test.each([
  ['lost', { drop: true }],
  ['repeated', { duplicate: true }],
  ['late and therefore reordered', { delay_ms: 1_500 }],
])(
  "if notifications are %s, the app has the order's state after two readings",
  async (_how, fault) => {
    for (const { kind, from, events, column } of LIVES) {
      const { order_id: id } = await venue.arrived(kind);
      if (from !== 'new') await venue.call('order.accept', { orderId: id, extraMinutes: 0 });
      if (from === 'ready') {
        await until('preparing', () => venue.card(id).column === 'preparing');
        await venue.call('order.ready', { orderId: id });
      }
      await until(`the order to be ${from}`, () => venue.card(id).column === from && venue.card(id).pending === null);
      await venue.control('POST', '/faults', { match: 'notification', times: 50, ...fault });
      for (const event of events) await venue.control('POST', `/orders/${id}/${event}`);
      await until(`${kind} after ${events.join(', ')} to be ${column}`, () => venue.card(id).column === column, TWO_INTERVALS_MS);
      await venue.control('DELETE', '/faults');
    }
  },
  60_000,
);

test('notifications repeated under new IDs change nothing and print nothing', async () => {
  const { order_id: id, order_number: number } = await venue.arrived();
  await venue.call('order.accept', { orderId: id, extraMinutes: 0 });
  await until('the ticket', () => venue.printer.papers().some((paper) => paper.cut && bears(paper, number)));
  for (const status of ['CREATED', 'PRODUCTION', 'CREATED']) {
    const order = { id, venue_id: venue.venueId, status, resource_url: 'https://orders.example.test/x' };
    const created_at = new Date().toISOString();
    expect(await postNews(venue, { type: 'order.notification', order, created_at })).toBe(200);
  }
  await new Promise((resolve) => setTimeout(resolve, TWO_INTERVALS_MS));
  expect(venue.card(id)).toMatchObject({ column: 'preparing', alerting: false });
  expect(venue.printer.papers().filter((paper) => paper.cut && bears(paper, number))).toHaveLength(1);
  expect(await venue.asked(id, 'accept')).toBe(1);
});

test.each([
  ['a courier', 'courier-arrives', 'new'],
  ['its accept in the merchant app', 'staff-accept', 'preparing'],
])(
  'an order whose first notification was lost arrives with a later one about %s, and staff are notified',
  async (_sign, event, column) => {
    await venue.control('POST', '/faults', { match: 'notification', drop: true, times: 3 });
    const { order_id: id, order_number: number } = await venue.place('instant');
    await venue.laterAtRest(1_500);
    expect(venue.state().orders[id]).toBeUndefined();
    await venue.control('DELETE', '/faults');
    await venue.control('POST', `/orders/${id}/${event}`);
    await until('the card', () => venue.card(id).column === column);
    const texts = () => Object.values(venue.state().notices).map(({ text }) => text);
    expect(texts()).toEqual([]);
    await venue.untilLater('words', () => texts().length > 0);
    expect(texts()).toEqual([message('order.cameLate', { number })]);
  },
  30_000,
);
