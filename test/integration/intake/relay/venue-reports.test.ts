/** What an app reports of its venues' sales to the relay's operator. */
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { message } from '../../../../contract/message.ts';
import { CounterFrame, type VenueReport } from '../../../../contract/relay/wire.ts';
import { createVenueReports } from '../../../../main/features/relay/venue-reports.ts';
import { openSettings } from '../../../../main/settings/settings.ts';
import { keepMenu } from '../../../setup/kept-menu.ts';
import { testFolder, testStore } from '../../../setup/parts.ts';
import { testTime } from '../../../setup/test-time.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOON = Date.UTC(2026, 10, 22, 12);
const iso = (at: number): string => new Date(at).toISOString();
const MENU = JSON.parse(readFileSync(new URL('../../../fixtures/menu/menu-ready.json', import.meta.url), 'utf8')).menu;
const WEEK = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'].map((day) => ({
  opening_day: day,
  opening_time: '10:00',
  closing_day: day,
  closing_time: '22:00',
}));

/** A venue open from 10 to 22 UTC, a week before NOON. */
function venue() {
  const dir = testFolder();
  const time = testTime(NOON - 7 * DAY);
  const store = testStore(dir, { time, backups: null });
  const settings = openSettings(dir);
  settings.change((now) => ({ ...now, venues: { ...now.venues, v: { ...now.venues.v, time_zone: 'UTC' } as never } }));
  const status = (isOnline: boolean) =>
    store.write(() =>
      store.menu.keepStatus('v', time.service.now(), JSON.stringify({ opening_times: WEEK, status: { is_online: isOnline } })),
    );
  store.write(() => store.venues.connected('v', NOON - 60 * DAY));
  status(true);
  const defects: unknown[] = [];
  const reports = createVenueReports({ store, settings, time, onDefect: (error) => void defects.push(error) });
  let orders = 0;
  return {
    store,
    time,
    status,
    defects,
    order(at: number): void {
      orders += 1;
      const claim = { orderId: `order ${orders}`, venueId: 'v', status: 'CREATED', noticedAt: at, claimedAt: at, createdAt: null };
      store.write(() => store.history.recordClaim({ ...claim, alerting: false, text: null, isUnknown: false }));
    },
    report(): VenueReport | undefined {
      time.sleep(MINUTE);
      return reports()[0];
    },
  };
}

test('the usual gap counts only hours of this weekday in which the venue was open and receiving', () => {
  const { store, time, order, report } = venue();
  store.write(() => store.outages.begin('receiver', 'relay', ''));
  time.sleep(2 * HOUR);
  store.write(() => store.outages.end('receiver', 'relay'));
  time.sleep(NOON - MINUTE - time.service.now());
  expect(report()).toMatchObject({ lastOrderAt: null, usualGapMs: null, openSince: iso(NOON - 2 * HOUR) });
  for (const week of [1, 2, 3, 4])
    for (let at = -110 * MINUTE; at < (week === 1 ? 0 : 2 * HOUR); at += 20 * MINUTE) order(NOON - week * 7 * DAY + at);
  // On another day of the week, and after closing.
  for (let at = 0; at < 50; at += 1) order(NOON - 2 * DAY + at * MINUTE);
  for (let at = 0; at < 50; at += 1) order(NOON - 14 * DAY + 11 * HOUR + at * MINUTE);
  order(NOON - 25 * MINUTE);
  const { lastOrderAt, usualGapMs } = report() ?? {};
  expect(lastOrderAt).toBe(iso(NOON - 25 * MINUTE));
  expect(Math.abs(Number(usualGapMs) - 20 * MINUTE)).toBeLessThan(MINUTE);
  time.sleep(11 * HOUR);
  expect(report()).toMatchObject({ usualGapMs: null, openSince: null });
});

test('a venue is open since its opening, the end of its last pause or outage, or the last sign of being offline', () => {
  const { store, time, status, report } = venue();
  const pause = (from: number, until: number | null) =>
    store.write(() => store.menu.offSale.begin({ venueId: 'v', kind: 'paused', subject: '', name: '', from, until }));
  const began = NOON - 7 * DAY;
  expect(report()?.openSince).toBe(iso(began - 2 * HOUR));
  pause(began - HOUR, began - HOUR / 2);
  expect(report()?.openSince).toBe(iso(began - HOUR / 2));
  store.write(() => store.outages.begin('service', '', ''));
  expect(report()?.openSince).toBe(null);
  store.write(() => store.outages.end('service', ''));
  const ended = time.service.now();
  expect(report()?.openSince).toBe(iso(ended));
  status(false);
  expect(report()?.openSince).toBe(null);
  const offlineAt = time.service.now();
  status(true);
  expect(report()?.openSince).toBe(iso(offlineAt));
  pause(time.service.now(), null);
  expect(report()?.openSince).toBe(null);
});

test('a sold-out mark counts until a menu shows it on sale, and a refused change until it is replaced', () => {
  const { store, time, report } = venue();
  expect(report()).toMatchObject({ soldOut: null, refusedChanges: 0 });
  const began = time.service.now();
  const mark = (subject: string, from: number, until: number | null = null) =>
    store.write(() => store.menu.offSale.begin({ venueId: 'v', kind: 'sold-out', subject, name: 'Soup', from, until }));
  mark('items/external_id:POS-1001', began - 4 * DAY);
  mark('items/external_id:POS-1012', began - 3 * DAY);
  mark('items/external_id:gone', began - 2 * DAY);
  mark('option-values/external_id:OV-CHI', began - DAY);
  mark('items/external_id:POS-1006', began - 9 * DAY, began - 8 * DAY);
  expect(report()?.soldOut).toEqual({ since: iso(began - 4 * DAY), count: 4 });
  // It shows the first on sale, the second and the fourth sold out, and lacks the third.
  keepMenu(store, 'v', time.service.now(), MENU);
  expect(report()?.soldOut).toEqual({ since: iso(began - 3 * DAY), count: 2 });

  const wanted = { venueId: 'v', endpoint: 'items' as const, subject: 'external_id:POS-1001', wants: { enabled: false }, by: null };
  store.write(() => {
    store.menu.setWanted(wanted);
    store.menu.refused(store.menu.of('v'), message('menu.noneFromService'));
  });
  expect(report()?.refusedChanges).toBe(1);
  store.write(() => store.menu.setWanted(wanted));
  expect(report()?.refusedChanges).toBe(0);
});

test('a venue whose report fails is left out, and comes back', () => {
  const { store, defects, report } = venue();
  const { of } = store.menu.offSale;
  store.menu.offSale.of = () => {
    throw new Error('the disk fails');
  };
  expect([report(), defects.map(String)]).toEqual([undefined, ['Error: the disk fails']]);
  store.menu.offSale.of = of;
  expect(report()).toMatchObject({ venueId: 'v' });
});

test("a ping's unusable reports of venues count as unknown", () => {
  const health = { appVersion: '9', openOrders: 0, printers: 'none', till: 'none', refreshTokenDays: null, managedVersion: null };
  const read = (venues: unknown) => {
    const { success, output } = v.safeParse(CounterFrame, { type: 'ping', id: 1, at: iso(NOON), health: { ...health, venues } });
    return success && output.type === 'ping' ? output.health?.venues : 'refused';
  };
  const nothing = { lastOrderAt: null, usualGapMs: null, openSince: null, soldOut: null, refusedChanges: null };
  const odd = { lastOrderAt: 'soon', usualGapMs: -1, openSince: 7, soldOut: { since: 'x', count: 1 }, refusedChanges: '2', later: true };
  expect(read([{ venueId: 'v', ...odd }])).toEqual([{ venueId: 'v', ...nothing, later: true }]);
  expect(read([{ venueId: 'v' }])).toEqual([{ venueId: 'v', ...nothing }]);
  for (const unusable of [undefined, null, 7, [7], [{}], Array(501).fill({ venueId: 'v' })]) expect(read(unusable)).toBe(undefined);
});
