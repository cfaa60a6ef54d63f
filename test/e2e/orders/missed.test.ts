/** Orders not answered in time count as missed, with their money, wherever orders are shown and counted; others don't. */
import { expect, test } from 'vitest';
import { message } from '../../../contract/message.ts';
import { howTheyEnded } from '../../../main/demo/account.ts';
import { observe } from '../../../main/demo/observer.ts';
import { dayOf } from '../../../main/history/span.ts';
import { until } from '../venue/venue.ts';
import { READ_OFTEN, venue, withVenue } from '../venue/with-venue.ts';

withVenue({ alsoVenues: [{ name: 'Second' }], settings: READ_OFTEN });

const MISSED = {
  column: 'ended',
  rejected: 'missed',
  statusLabel: message('orderStatus.missed'),
  statusShort: message('orderStatus.missedShort'),
};

const arrived = async (kind = 'takeaway', venueId = venue.venueId) => (await venue.arrived(kind, {}, venueId)).order_id;

const ended = (id: string) => venue.untilLater('its end', () => venue.card(id).column === 'ended' && venue.card(id));

async function today() {
  const day = dayOf(venue.time.wall());
  const span = { firstDay: day, lastDay: day };
  const [{ report }, csv, days] = await Promise.all([
    venue.ask('history.report', { span, against: null }),
    venue.ask('history.csv', { span, of: 'orders' }),
    venue.ask('history.csv', { span, of: 'days' }),
  ]);
  return { report, csv: csv.text, days: days.text };
}

const missedOnes = async (typed: string) =>
  (await venue.ask('history.search', { typed, before: null, missed: true })).orders.map(({ id }) => id);

test("orders not answered in time are missed on the board, in History, reports and tables; answered ones aren't", async () => {
  const [second] = venue.alsoVenueIds;
  const [missed, preorder, elsewhere, rejected, cancelled] = [
    await arrived(),
    await arrived('preorder'),
    await arrived('instant', second),
    await arrived(),
    await arrived(),
  ];
  await venue.call('order.reject', { orderId: rejected, reason: 'Sold out', code: 'ITEMS_UNAVAILABLE' });
  await until('the rejection', () => venue.card(rejected).column === 'ended');
  await venue.control('POST', `/orders/${cancelled}/cancel`, { by: 'support' });
  expect(await ended(cancelled)).toMatchObject({ rejected: 'cancelled', statusShort: message('orderStatus.cancelled') });
  await venue.later(901_000);
  for (const id of [missed, preorder, elsewhere]) expect(await ended(id), id).toMatchObject(MISSED);
  expect(venue.card(rejected)).toMatchObject({ rejected: 'here' });

  const { report, csv, days } = await today();
  expect(report).toMatchObject({ orders: 5, taken: 0, rejected: 1, cancelled: 1, missed: { count: 3, unread: 0 } });
  expect(report.rejectsBy.map(({ key, count }) => [key, count])).toEqual([['ITEMS_UNAVAILABLE', 1]]);
  const amount = [missed, preorder, elsewhere].reduce((sum, id) => sum + (venue.card(id).total as { amount: number }).amount, 0);
  expect(report.missed.sums).toMatchObject([{ amount, currency: 'EUR' }]);
  expect(report.lost.map(({ what }) => what)).toEqual(['missed', 'missed', 'missed', 'rejected']);
  expect(csv.match(/,missed,/g)).toHaveLength(6);
  const [head = '', line = ''] = days.slice(1).split('\r\n');
  expect(line.split(',')[head.split(',').indexOf('missed_amount')]).toBe((amount / 100).toFixed(2));
  expect(await venue.call('history.missedToday', {})).toMatchObject({ ok: true, value: report.missed });

  const observer = observe(venue.sandbox as never);
  const account = howTheyEnded(await observer.orders(), await observer.entriesSince(0), [], 5);
  expect(account).toMatchObject({ missed: report.missed.count, open: 0 });

  expect((await missedOnes('')).toSorted()).toEqual([missed, preorder, elsewhere].toSorted());
  expect(await missedOnes(venue.card(missed).number)).toEqual([missed]);
  expect(await missedOnes(venue.card(rejected).number)).toEqual([]);
  const activity = await venue.ask('history.order', { orderId: missed });
  expect(activity).toMatchObject({ statusLabel: MISSED.statusLabel, causes: [{ cause: 'nobody' }] });
  expect(activity.timeline.map(({ text }) => text)).toContainEqual(message('timeline.missed'));
});

test('an order accepted here and cancelled before it was read again is cancelled, not missed', async () => {
  const id = await arrived();
  await venue.control('POST', '/faults', { match: 'GET /v2/orders/*', status: 500, for_ms: 600_000 });
  await venue.call('order.accept', { orderId: id, extraMinutes: 0 });
  await until('the accept', async () => (await venue.atService(id)).state === 'production');
  await venue.later(200_000);
  await venue.control('POST', `/orders/${id}/cancel`);
  await venue.control('DELETE', '/faults');
  expect(await ended(id)).toMatchObject({ rejected: 'cancelled', statusShort: message('orderStatus.cancelled') });
  const { report } = await today();
  expect(report).toMatchObject({ cancelled: 1, rejected: 0, missed: { count: 0 }, lost: [] });
});
