/** A courier's trouble is reported until staff have read it, over restarts and power cuts. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { english } from '../../../contract/english.ts';
import { type DeliveryEvent, parseDeliveryEvent } from '../../../main/orders/couriers/delivery.ts';
import { NO_PROGRESS } from '../../../main/orders/couriers/delivery-progress.ts';
import type { Store } from '../../../main/store/store.ts';
import { noticeCouriers } from '../../../main/view/courier-notices.ts';
import { createFeed, type Feed } from '../../../main/view/feed.ts';
import { createNotices, type Notices } from '../../../main/view/notices.ts';
import { delivery } from '../../fixtures/couriers.ts';
import { testFolder, testStore } from '../../setup/parts.ts';
import { type TestTime, testTime } from '../../setup/test-time.ts';

const NOTICE = 'courier/d1';
let folder: string;
let time: TestTime;
let store: Store;
let feed: Feed;
let notices: Notices;
let stop: () => void;

function start(): void {
  store = testStore(folder, { time });
  feed = createFeed();
  notices = createNotices(feed, time.service);
  stop = noticeCouriers({ store, notices, since: time.wall() - 24 * 3_600_000 });
}
function restart(): void {
  stop();
  store.close();
  start();
}
const reported = (): string | null => {
  const notice = feed.get('notices', NOTICE);
  return notice && english(notice.text);
};
function event(type: string, at: string | null = '2026-11-22T12:00:00Z'): DeliveryEvent {
  const details = { id: type, merchant_order_reference_id: 'd1', service_order_reference_id: 'r1' };
  return parseDeliveryEvent({ type: `order.${type}`, dispatched_at: at, details }, () => 1) ?? expect.unreachable('no event');
}

beforeEach(() => {
  folder = testFolder();
  time = testTime();
  start();
  const request = { orderNumber: 'P12', recipient: { name: 'Aino', phone_number: '+358401234567' } };
  const progress = { ...NO_PROGRESS, state: 'ordered' } as const;
  store.write(() => store.deliveries.add(delivery(time.wall(), { id: 'd1', request, reference: 'r1', progress })));
});
afterEach(() => stop());

test('a courier that the service cancelled is no longer reported once the order has another, also after a restart', () => {
  store.write(() => store.deliveries.apply(event('rejected')));
  expect(reported()).not.toBeNull();
  const add = (id: string, orderNumber: string) => {
    const row = store.deliveries.get('d1') ?? expect.unreachable('no delivery');
    const request = { ...(row.request as object), orderNumber };
    store.write(() => store.deliveries.add({ ...row, id, request, reference: id, progress: { ...NO_PROGRESS, state: 'ordering' } }));
    return (state: 'ordered' | 'refused') =>
      store.write(() => {
        const now = store.deliveries.get(id);
        if (now) store.deliveries.save({ ...now, progress: { ...now.progress, state } });
      });
  };
  add('d2', 'P13')('ordered');
  expect(reported()).not.toBeNull();
  add('d3', 'P12')('refused');
  expect(reported()).not.toBeNull();
  const answered = add('d4', 'P12');
  expect(reported()).not.toBeNull();
  answered('ordered');
  expect(reported()).toBeNull();
  expect(feed.get('notices', 'courier/d3')).toBeNull();
  restart();
  expect(reported()).toBeNull();
});

test('a courier that the service cancelled is reported after every start until staff have read it', () => {
  expect(reported()).toBeNull();
  store.write(() => store.deliveries.apply(event('rejected')));
  const text = 'The service cancelled the courier for P12.';
  expect(reported()).toBe(text);
  for (let run = 0; run < 2; run += 1) {
    restart();
    expect(reported()).toBe(text);
  }
  notices.dismiss(NOTICE);
  expect(reported()).toBeNull();
  store.write(() => store.deliveries.apply(event('rejected')));
  restart();
  expect(reported()).toBeNull();
});

test('a cancelled courier that still has events is reported as unclear until a final event', async () => {
  store.write(() => store.deliveries.apply(event('rejected')));
  notices.dismiss(NOTICE);
  await time.advance(60_000);
  // An event without a sent time counts as sent at its arrival.
  store.write(() => store.deliveries.apply(event('pickup_started', null)));
  const text = 'The courier for P12 was cancelled, but the service still says one is coming. Checking.';
  expect(reported()).toBe(text);
  restart();
  expect(reported()).toBe(text);
  expect(store.deliveries.get('d1')).toMatchObject({ error: null, progress: { state: 'checking' } });
  store.write(() => store.deliveries.apply(event('delivered', '2026-11-22T12:30:00Z')));
  expect(reported()).toBeNull();
});

test("reading one notice about a courier doesn't hide later ones", () => {
  store.write(() => store.deliveries.apply(event('customer_no_show')));
  notices.dismiss(NOTICE);
  store.write(() => store.deliveries.apply(event('rejected')));
  expect(reported()).toBe('The service cancelled the courier for P12.');
  restart();
  expect(reported()).toBe('The service cancelled the courier for P12.');
});
