/** An order that waits at the service, seen in the venue's status, without a notification is reported. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type VenueWatch, watchVenues } from '../../../main/intake/watch-venues.ts';
import type { VenueApi } from '../../../main/service/menu/venue-api.ts';
import type { Store } from '../../../main/store/store.ts';
import { notifyOf, readInto } from '../../setup/intake.ts';
import { onDefect, testFolder, testStore } from '../../setup/parts.ts';
import { type TestTime, testTime } from '../../setup/test-time.ts';

const MINUTE = 60_000;
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
async function lastAfter(minutes: number, of: boolean[]): Promise<boolean | undefined> {
  await time.advance(minutes * MINUTE);
  return of.at(-1);
}

/** The service's error code; null without an error. */
let refuses: string | null;
let refusals: boolean[];

beforeEach(() => {
  time = testTime();
  store = testStore(testFolder(), { time });
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
    onDefect,
  });
});
afterEach(() => watch[Symbol.dispose]());

function comes(id: string, placedAt: number, status = 'received'): void {
  readInto(store, time.wall, { id, venue: { id: 'v' }, order_status: status, created_at: new Date(placedAt).toISOString() });
}

test("an order reported as waiting stays reported while the venue's status can't be read", async () => {
  there = ['RECEIVED'];
  expect(await lastAfter(3, waits)).toBe(true);
  there = null;
  expect(await lastAfter(3, waits)).toBe(true);
  expect(neverCame).toBe(0);
});

test.each(['received', 'FETCHED', 'Acknowledged'])(
  'an order that never arrived is reported, however its status is written: %s',
  async (status) => {
    there = [status];
    expect(await lastAfter(3, waits)).toBe(true);
  },
);

test("if the service refuses to give a venue's status, that is reported until it gives the status again", async () => {
  refuses = 'not-found';
  expect(await lastAfter(2, refusals)).toBe(true);
  refuses = 'unreachable';
  expect(await lastAfter(2, refusals)).toBe(true);
  refuses = null;
  expect(await lastAfter(2, refusals)).toBe(false);
});

test("venues whose status never comes delay no other venue, and aren't asked again before they answer", async () => {
  for (const id of ['a', 'z']) store.write(() => store.venues.connected(id, time.wall()));
  hanging = new Set(['a', 'z']);
  there = ['RECEIVED'];
  expect(await lastAfter(3, waits)).toBe(true);
  expect(asked.filter((id) => id === 'v')).toHaveLength(4);
  for (const id of hanging) expect(asked.filter((other) => other === id)).toHaveLength(1);
});

test('an order that ended without arriving is reported once, even if another order arrived meanwhile', async () => {
  there = ['RECEIVED'];
  await time.advance(3 * MINUTE);
  there = ['REJECTED'];
  await time.advance(1 * MINUTE);
  // Placed after the missing order was noticed, so this is another one.
  comes('later', time.wall());
  expect(await lastAfter(3, waits)).toBe(false);
  expect(neverCame).toBe(1);
});

test("an order that arrived late isn't reported as never arrived", async () => {
  const placedAt = time.wall();
  there = ['RECEIVED'];
  await time.advance(3 * MINUTE);
  comes('late', placedAt, 'production');
  there = ['PRODUCTION'];
  expect(await lastAfter(3, waits)).toBe(false);
  expect(neverCame).toBe(0);
});

test("an order that was notified but couldn't be read isn't reported as missing", async () => {
  there = ['RECEIVED'];
  notifyOf(store, 'n1', { id: 'unread', venue_id: 'v', status: 'CREATED' });
  await time.advance(5 * MINUTE);
  expect(waits).not.toContain(true);
  there = ['REJECTED'];
  await time.advance(3 * MINUTE);
  expect(neverCame).toBe(0);
});

test("an order isn't missing yet if two checks within a second find it: its notification may be on the way", async () => {
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

test("a venue's status that arrives after the answer to a later request is ignored", async () => {
  held = [];
  const requests = [watch.askNow('v'), watch.askNow('v')];
  held[1]?.(false);
  await requests[1];
  held[0]?.(true);
  expect(await requests[0]).toBe(true);
  expect(watch.isOpen('v')).toBe(false);
});
