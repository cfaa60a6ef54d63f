/** The service's alerts about a venue end with their own end event or with a contradicting status, in any order. */
import { beforeEach, expect, test } from 'vitest';
import { venueStatus } from '../../../main/menu/venue-status.ts';
import type { Store } from '../../../main/store/store.ts';
import { createVenueAlerts, type VenueAlerts } from '../../../main/view/menu/venue-alerts.ts';
import { testFolder, testStore } from '../../setup/parts.ts';
import { type TestTime, testTime } from '../../setup/test-time.ts';

const VENUE = 'v';
const NOW = Date.UTC(2030, 4, 1, 12);
let store: Store;
let time: TestTime;
let alerts: VenueAlerts;
let shown: Set<string>;

function open(): void {
  shown = new Set();
  alerts = createVenueAlerts({
    store,
    notices: { raise: (id) => void shown.add(id), clear: (id) => void shown.delete(id), dismiss: () => undefined },
    now: time.service.now,
    isPaused: () => false,
    wereHoursChangedHere: () => false,
    ofVenue: (_, text) => text,
  });
}
beforeEach(() => {
  time = testTime(NOW);
  store = testStore(testFolder(), { time });
  store.write(() => store.venues.connected(VENUE, NOW));
  open();
});

/** Stores an event of this many seconds after the hour. */
function event(type: string, seconds: number): void {
  const at = new Date(NOW + seconds * 1_000).toISOString();
  store.write(() =>
    store.inbox.add({ id: `${type} ${seconds}`, type, orderId: null, venueId: VENUE, status: null, createdAt: at, body: '' }),
  );
  alerts.happened({ type, venueId: VENUE, at });
}
const read = (body: object, seconds: number): void => alerts.statusRead(VENUE, venueStatus({ ...body }), NOW + seconds * 1_000);
const online = (is_online: boolean) => ({ status: { is_online } });
const alert = () => alerts.of(VENUE)?.of ?? null;

test('a status that shows the venue online ends its offline alert, also over a restart', () => {
  event('VENUE_OFFLINE_ALERT_TRIGGERED', 0);
  expect([alert(), shown.size]).toEqual(['offline', 1]);
  read(online(false), 60);
  // A status requested before the alert's time may not show the trouble yet.
  read(online(true), -1);
  read(online(true), 1);
  read({}, 70);
  expect([alert(), shown.size]).toEqual(['offline', 1]);
  store.menu.keepStatus(VENUE, NOW + 60_000, JSON.stringify(online(true)));
  read(online(true), 60);
  expect([alert(), shown.size]).toEqual([null, 0]);
  open();
  expect(alert()).toBeNull();
  event('VENUE_OFFLINE_ALERT_TRIGGERED', 300);
  expect(alert()).toBe('offline');
});

test("an accepted order ends the alert about rejections; an unanswered or rejected one doesn't", () => {
  event('REJECTION_ALERT_TRIGGERED', 0);
  for (const orders of [['REJECTED', 'REJECTED', 'REJECTED'], ['RECEIVED', 'REJECTED', 'REJECTED'], []]) {
    read({ last_three_orders_status: orders }, 60);
    expect([orders, alert()]).toEqual([orders, 'rejections']);
  }
  read({ ...online(true), last_three_orders_status: ['RECEIVED', 'PRODUCTION', 'REJECTED'] }, 60);
  expect(alert()).toBeNull();
});

test.each(['REJECTION_ALERT', 'VENUE_OFFLINE_ALERT'])(
  "%s: an end that arrives before its start ends it, and a late end of an earlier alert doesn't end a newer one",
  (kind) => {
    event(`${kind}_RECOVERED`, 30);
    event(`${kind}_TRIGGERED`, 0);
    expect(alert()).toBeNull();
    event(`${kind}_TRIGGERED`, 60);
    event(`${kind}_RECOVERED`, 31);
    expect(alert()).not.toBeNull();
    open();
    expect(alert()).not.toBeNull();
    event(`${kind}_RECOVERED`, 90);
    expect([alert(), shown.size]).toEqual([null, 0]);
  },
);
