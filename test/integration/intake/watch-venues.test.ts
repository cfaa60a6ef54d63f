/** An order that waits at the service without a notification: reported while it waits, and remembered afterwards. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createIngestion } from '../../../main/intake/ingest.ts';
import { applyReading } from '../../../main/intake/reading/apply-reading.ts';
import { type VenueWatch, watchVenues } from '../../../main/intake/watch-venues.ts';
import { parseOrder } from '../../../main/orders/reading/parse-order.ts';
import type { VenueApi } from '../../../main/service/menu/venue-api.ts';
import { openStore, type Store } from '../../../main/store/store.ts';
import { type TestTime, testTime } from '../../setup/test-time.ts';
import { NO_FOLLOWERS } from '../service/rooms.ts';

const MINUTE = 60_000;
let folder: string;
let store: Store;
let time: TestTime;
let watch: VenueWatch;
/** Recent orders in the venue resource; null if it doesn't answer. */
let there: string[] | null;
/** Venues whose answer never arrives. */
let hanging: Set<string>;
let held: ((isOpen: boolean) => void)[] | null;
let asked: string[];
let waits: boolean[];
let neverCame: number;
/** The service's error code; null without an error. */
let refuses: string | null;
let refusals: boolean[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillbridge-watch-'));
  time = testTime();
  store = openStore(folder, { time });
  store.write(() => store.venues.connected('v', time.wall()));
  there = [];
  hanging = new Set();
  held = null;
  asked = [];
  waits = [];
  refusals = [];
  refuses = null;
  neverCame = 0;
  const api = {
    status: async (venueId: string) => {
      asked.push(venueId);
      if (hanging.has(venueId)) return new Promise<never>(() => undefined);
      if (held) return new Promise((answer) => held?.push((isOpen) => answer({ ok: true, value: { status: { is_open: isOpen } } })));
      if (refuses !== null) return { ok: false, problem: { code: refuses, text: '' } };
      return there === null
        ? { ok: false, problem: { code: 'service-error', text: '' } }
        : { ok: true, value: { last_three_orders_status: there } };
    },
  } as unknown as VenueApi;
  watch = watchVenues({
    store,
    api,
    time,
    isSet: () => true,
    onMissing: (missing) => waits.push(missing),
    onNeverCame: () => {
      neverCame += 1;
    },
    onRefused: (isRefused) => refusals.push(isRefused),
    onTimes: () => undefined,
    onDefect: (error) => {
      throw error;
    },
  });
});
afterEach(() => {
  watch[Symbol.dispose]();
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

function comes(id: string, placedAt: number, status = 'received'): void {
  const body = { id, venue: { id: 'v' }, order_status: status, created_at: new Date(placedAt).toISOString() };
  const parsed = parseOrder(body);
  if (!parsed.ok) throw new Error(parsed.why);
  applyReading({ store, now: time.wall, ...NO_FOLLOWERS }, parsed.order, body);
}

test("a venue that can't be asked doesn't prove that nothing waits", async () => {
  there = ['RECEIVED'];
  await time.advance(3 * MINUTE);
  expect(waits.at(-1)).toBe(true);
  there = null;
  await time.advance(3 * MINUTE);
  expect(waits.at(-1)).toBe(true);
  expect(neverCame).toBe(0);
});

test.each(['received', 'FETCHED', 'Acknowledged'])(
  'an order that never arrived is missed, in any notation of its status: %s',
  async (status) => {
    there = [status];
    await time.advance(3 * MINUTE);
    expect(waits.at(-1)).toBe(true);
  },
);

test("a refusal is reported until the service gives the venue's state again", async () => {
  refuses = 'not-found';
  await time.advance(2 * MINUTE);
  expect(refusals.at(-1)).toBe(true);
  refuses = 'unreachable';
  await time.advance(2 * MINUTE);
  expect(refusals.at(-1)).toBe(true);
  refuses = null;
  await time.advance(2 * MINUTE);
  expect(refusals.at(-1)).toBe(false);
});

test("hanging venues delay no other, and aren't asked again before they answer", async () => {
  for (const id of ['a', 'z']) store.write(() => store.venues.connected(id, time.wall()));
  hanging = new Set(['a', 'z']);
  there = ['RECEIVED'];
  await time.advance(3 * MINUTE);
  expect(waits.at(-1)).toBe(true);
  expect(asked.filter((id) => id === 'v')).toHaveLength(4);
  for (const id of hanging) expect(asked.filter((other) => other === id)).toHaveLength(1);
});

test('one that ended without arriving is reported once, also if another arrived meanwhile', async () => {
  there = ['RECEIVED'];
  await time.advance(3 * MINUTE);
  there = ['REJECTED'];
  await time.advance(1 * MINUTE);
  // Placed after the check that missed one: another order.
  comes('later', time.wall());
  await time.advance(3 * MINUTE);
  expect(waits.at(-1)).toBe(false);
  expect(neverCame).toBe(1);
});

test("one that arrived late isn't reported, whatever became of it", async () => {
  const placedAt = time.wall();
  there = ['RECEIVED'];
  await time.advance(3 * MINUTE);
  comes('late', placedAt, 'production');
  there = ['PRODUCTION'];
  await time.advance(3 * MINUTE);
  expect(waits.at(-1)).toBe(false);
  expect(neverCame).toBe(0);
});

test("one that arrived but couldn't be read isn't missing", async () => {
  there = ['RECEIVED'];
  const order = { id: 'unread', venue_id: 'v', status: 'CREATED' };
  createIngestion(store).notification(Buffer.from(JSON.stringify({ id: 'n1', type: 'order.notification', order })));
  await time.advance(5 * MINUTE);
  expect(waits).not.toContain(true);
  there = ['REJECTED'];
  await time.advance(3 * MINUTE);
  expect(neverCame).toBe(0);
});

test("two checks within the service's sending time prove nothing", async () => {
  there = ['received'];
  await watch.askNow('v');
  await time.advance(500);
  await watch.askNow('v');
  expect(waits).toEqual([false, false]);
  comes('o', time.wall());
  await watch.askNow('v');
  there = [];
  await watch.askNow('v');
  expect(neverCame).toBe(0);
});

test('an answer that arrives after the answer to a later request is outdated', async () => {
  held = [];
  const requests = [watch.askNow('v'), watch.askNow('v')];
  held[1]?.(false);
  await requests[1];
  held[0]?.(true);
  expect(await requests[0]).toBe(true);
  expect(watch.isOpen('v')).toBe(false);
});
