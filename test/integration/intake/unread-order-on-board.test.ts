/** An unreadable order stays on the board while it is looked up, by a monotonic clock. */
import * as v from 'valibot';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { english } from '../../../contract/english.ts';
import { message } from '../../../contract/message.ts';
import { Settings } from '../../../contract/settings/settings.ts';
import { UNREADABLE_RETRY_MS } from '../../../main/orders/claim.ts';
import type { Store } from '../../../main/store/store.ts';
import type { Board } from '../../../main/view/board.ts';
import { createFeed, type Feed } from '../../../main/view/feed.ts';
import { boardOf } from '../../fixtures/board.ts';
import { notifyOf } from '../../setup/intake.ts';
import { testFolder, testStore } from '../../setup/parts.ts';
import { type TestTime, testTime } from '../../setup/test-time.ts';

const DAY = 24 * 3_600_000;
let time: TestTime;
let store: Store;
let feed: Feed;
let board: Board;

beforeEach(() => {
  time = testTime();
  store = testStore(testFolder(), { time, backups: null });
  feed = createFeed();
  board = boardOf({ store, feed, time, settings: v.parse(Settings, {}) });
  notifyOf(store, 'n', { id: 'o-1', venue_id: 'venue', status: 'CREATED' });
});
afterEach(() => board[Symbol.dispose]());

test.each([-DAY, DAY])("an unreadable order's card appears and stays for its hours, even if the clock is set by %i ms", async (by) => {
  time.setWall(time.wall() + by);
  expect(feed.get('orders', 'o-1')).toBeNull();
  await time.advance(2_500);
  expect(feed.get('orders', 'o-1')).toMatchObject({ unread: true, alerting: true });
  time.sleep(UNREADABLE_RETRY_MS - 60_000);
  await time.advance(2_500);
  expect(feed.get('orders', 'o-1')).toMatchObject({ unread: true });
  time.sleep(60_000);
  await time.advance(2_500);
  expect(feed.get('orders', 'o-1')).toBeNull();
});

test('an order unknown to the service for a minute is shown as unknown, without an alert', async () => {
  const text = message('order.webhookForUnknown');
  await time.advance(2_500);
  store.write(() => store.claims.couldNotRead('o-1', text, true));
  await time.advance(50_000);
  expect(feed.get('orders', 'o-1')).toMatchObject({ alerting: true, deadline: { of: 'accept' } });
  await time.advance(10_000);
  const card = feed.get('orders', 'o-1');
  expect(card).toMatchObject({ unread: true, alerting: false, deadline: null });
  expect(english(card?.statusLabel ?? '')).toBe("The service doesn't know this order (404).");
  expect(card?.trouble.map((one) => english(one.text))).toEqual([english(text)]);
  store.write(() => store.claims.couldNotRead('o-1', message('service.unavailable')));
  await time.advance(2_500);
  expect(feed.get('orders', 'o-1')).toMatchObject({ alerting: true, deadline: { of: 'accept' } });
});

test("an unreadable order's card shows at once when its venue's access is lost or restored", async () => {
  store.write(() => store.venues.connected('venue', time.wall()));
  await time.advance(2_500);
  const hint = () => english(feed.get('orders', 'o-1')?.trouble[0]?.hint ?? '');
  expect(hint()).toMatch(/^It reloads automatically\./);
  store.write(() => store.venues.mustReconnect('venue'));
  expect(hint()).toMatch(/^It can't be loaded until this venue is reconnected\./);
  store.write(() => store.venues.connected('venue', time.wall()));
  expect(hint()).toMatch(/^It reloads automatically\./);
});
