/** Redrawing a board of long orders yields to other work. */
import * as v from 'valibot';
import { beforeEach, expect, test, vi } from 'vitest';
import { Settings } from '../../../contract/settings/settings.ts';
import type { Store } from '../../../main/store/store.ts';
import { createFeed } from '../../../main/view/feed.ts';
import { boardOf } from '../../fixtures/board.ts';
import { putOrder } from '../../fixtures/orders.ts';
import { testFolder, testStore } from '../../setup/parts.ts';
import { testTime } from '../../setup/test-time.ts';

const COUNT = 60;
/** So long that drawing all orders takes many time slices, as ended orders are parsed again when drawn. */
const LONG = 'No nuts, please. '.repeat(60_000);

const time = testTime();
let store: Store;
beforeEach(() => {
  store = testStore(testFolder(), { time, backups: null });
});

test("60 long cancelled orders that staff haven't acknowledged are drawn in several time slices, and all appear", async () => {
  for (let at = 0; at < COUNT; at += 1) save(`o-${at}`, false);
  const feed = createFeed();
  using _board = boardOf({ store, feed, time, settings: v.parse(Settings, {}) });
  expect(feed.ids('orders').length).toBeLessThan(COUNT);
  await vi.waitFor(() => expect(feed.ids('orders')).toHaveLength(COUNT), 20_000);
  expect(feed.ids('orders').map((id) => feed.get('orders', id)?.cancelled)).toEqual(Array(COUNT).fill('unseen'));
});

test('a cancelled order is drawn before open ones, and an order whose database read fails once is drawn later', async () => {
  for (let at = 0; at < COUNT; at += 1) save(`o-${at}`, true);
  save('cancelled', false);
  const { get } = store.orders;
  const failsFor = `o-${COUNT - 5}`;
  store.orders.get = (id) => {
    if (id !== failsFor) return get(id);
    store.orders.get = get;
    throw Object.assign(new Error('the disk failed once'), { code: 'SQLITE_IOERR' });
  };
  const defects: unknown[] = [];
  const feed = createFeed();
  using _board = boardOf({ store, feed, time, settings: v.parse(Settings, {}), onDefect: (error) => defects.push(error) });
  expect(feed.get('orders', 'cancelled')).toMatchObject({ cancelled: 'unseen' });
  await vi.waitFor(() => expect(defects).toHaveLength(1), 20_000);
  expect(feed.get('orders', failsFor)).toBeNull();
  await time.advance(2_500);
  await vi.waitFor(() => expect(feed.ids('orders')).toHaveLength(COUNT + 1), 20_000);
});

/** An open order, or one cancelled so long ago that only its alarm keeps it on the board. */
function save(id: string, open: boolean): void {
  const body = { id, venue: { id: 'v' }, consumer_comment: LONG, items: [{ name: 'Soup', count: 1 }] };
  const at = time.wall();
  const stage = open ? 'preparing' : 'rejected';
  const endedAt = open ? null : at - 13 * 3_600_000;
  putOrder(store, { ...body, order_status: stage }, { stage, alerting: !open, noticedAt: at, readAt: at, endedAt });
}
