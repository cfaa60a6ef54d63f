/** An unattended computer needs stations that ring. */

import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, expect, test } from 'vitest';
import type { TabletView } from '../../../contract/contract.ts';
import { message } from '../../../contract/message.ts';
import { openSettings } from '../../../main/settings/settings.ts';
import { until } from '../../e2e/venue/venue.ts';
import { reopen, venue, withVenue } from '../../e2e/venue/with-venue.ts';
import { kitchen, offerScreens, station } from '../../fixtures/paired-screens.ts';

const NONE = { text: message('station.noneRings'), mendedIn: 'screens' };
const COUNTER = { port: 0, displays_port: 0, stations_port: 0 };
const BAR = station('Bar');

let screens: TabletView[] = [];
const settings = { counter: { ...COUNTER, unattended: true } };
const ALL_DAY = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'].map((day) => ({
  opening_day: day,
  opening_time: '00:00',
  closing_day: day,
  closing_time: '24:00',
}));

withVenue({ settings });
const offer = () => offerScreens(venue.app(), () => screens);
beforeEach(() => {
  screens = [];
  offer();
});

const ringing = async () => (await venue.ask('selfTest.run', {})).steps.find(({ id }) => id === 'ringing');
const warning = () => venue.state().notices.unheard;
const setOpen = async (isOpen: boolean, id = venue.venueId) => {
  await venue.control('PATCH', `/venues/${id}`, { is_open: isOpen });
  await venue.untilLater('the opening', () => venue.state().venues[id]?.open === isOpen);
};
const isUnwatched = (venueId = venue.venueId) => {
  const db = new Database(join(venue.dataDir, 'tillbridge.sqlite'), { readonly: true });
  const open = db.prepare(`SELECT 1 FROM spell WHERE kind = 'unwatched' AND subject = ? AND until_at IS NULL`).get(venueId);
  db.close();
  return open !== undefined;
};

test('the opening check requires a connected station that rings for new orders, and names it', async () => {
  expect(await ringing()).toMatchObject({ ok: false, ...NONE });
  screens = [
    kitchen('Grill'),
    station('Off', { isHere: false }),
    station('Silent', { rings: false }),
    station('Pass', { zones: ['ready'] }),
  ];
  expect(await ringing()).toMatchObject({ ok: false, ...NONE });
  screens = [...screens, BAR, station('Door', { zones: ['new', 'ready'] })];
  expect(await ringing()).toMatchObject({ ok: true, text: message('selfTest.ringingHere', { names: 'Bar, Door' }), hint: null });
  await venue.ask('settings.saveCounter', { counter: { unattended: false } });
  expect(await ringing()).toBeUndefined();
});

test('after a minute without such a station a warning is shown, until one is back', async () => {
  await setOpen(true);
  screens = [BAR];
  await venue.later(120_000);
  screens = [];
  await venue.later(30_000);
  screens = [BAR];
  await venue.later(5_000);
  screens = [kitchen('Grill')];
  await venue.later(30_000);
  expect(warning()).toBeUndefined();
  await venue.later(40_000);
  expect(await until('the warning', warning)).toMatchObject({ level: 'warning', text: NONE.text, dismissible: false });
  screens = [BAR];
  await venue.later(5_000);
  await until('no warning', () => warning() === undefined);
});

test('a closed venue without orders needs no station; an open order does', async () => {
  const { order_id: id } = await venue.arrived();
  await venue.bringTo(id, 'preparing');
  await setOpen(false);
  await venue.later(70_000);
  await until('the warning', warning);
  await venue.bringTo(id, 'ended');
  await venue.later(5_000);
  await until('no warning', () => warning() === undefined);
});

test("while the service doesn't say whether the venue is open, its last opening times count", async () => {
  await reopen({ settings, venue: { is_open: false, opening_times: ALL_DAY } });
  offer();
  await venue.untilLater('the status', () => venue.state().venues[venue.venueId]?.open === false);
  await venue.later(120_000);
  expect(warning()).toBeUndefined();
  await venue.stopApp();
  await venue.control('POST', '/faults', { match: 'GET /venues/*/status', status: 503, for_ms: 3_600_000 });
  await venue.startApp();
  offer();
  await venue.later(70_000);
  expect(venue.state().venues[venue.venueId]?.open).toBeNull();
  await until('the warning', warning);
});

test('turning the setting off ends the warning, and it is saved like its neighbours', async () => {
  expect(venue.state().app.app?.unattended).toBe(true);
  await setOpen(true);
  await venue.later(70_000);
  await until('the warning', warning);
  await venue.ask('settings.saveCounter', { counter: { unattended: false } });
  await until('the screen', () => venue.state().app.app?.unattended === false);
  await venue.later(5_000);
  await until('no warning', () => warning() === undefined);
  expect(openSettings(venue.dataDir).get().counter).toEqual({ ...COUNTER, displays: false, unattended: false });
});

test('the record of outages counts time without such a station, although the main screen is open', async () => {
  await venue.untilLater('the outage', () => isUnwatched());
  screens = [BAR];
  await venue.untilLater('its end', () => !isUnwatched());
});

test('each venue needs a station that rings for it', async () => {
  await reopen({ settings, venue: { name: 'Harbour', is_open: true }, alsoVenues: [{ name: 'Hillside', is_open: false }] });
  offer();
  const [harbour, hillside] = [venue.venueId, venue.alsoVenueIds[0] ?? ''];
  const nameOf = (id: string) => venue.state().venues[id]?.name ?? '';
  const none = (...ids: string[]) => message('venue.message', { venue: ids.map(nameOf).join(', '), text: NONE.text });
  screens = [station('Bar', { venues: [harbour] })];
  await venue.untilLater('the status', () => venue.state().venues[hillside]?.open === false);
  expect(await ringing()).toMatchObject({ ok: false, text: none(hillside), mendedIn: 'screens' });
  await venue.untilLater('the outage', () => isUnwatched(hillside));
  expect(isUnwatched(harbour)).toBe(false);
  await venue.later(70_000);
  expect(warning()).toBeUndefined();
  await setOpen(true, hillside);
  const { order_id: id } = await venue.arrived('takeaway', {}, hillside);
  await setOpen(false, hillside);
  // Its name may be read later.
  await venue.untilLater('the warning', () => JSON.stringify(warning()?.text) === JSON.stringify(none(hillside)));
  expect(warning()).toMatchObject({ dismissible: false });
  await venue.bringTo(id, 'ended');
  await venue.later(5_000);
  await until('no warning', () => warning() === undefined);
  await setOpen(true, hillside);
  await venue.later(5_000);
  await until('the warning', warning);
  screens = [...screens, station('Hall', { venues: [hillside] })];
  await venue.later(5_000);
  await until('no warning', () => warning() === undefined);
  await venue.untilLater('the end of the outage', () => !isUnwatched(hillside));
  expect(await ringing()).toMatchObject({ ok: true, text: message('selfTest.ringingHere', { names: 'Bar, Hall' }) });
  screens = [];
  await venue.later(70_000);
  expect(await until('the warning', warning)).toMatchObject({ text: none(harbour, hillside) });
});
