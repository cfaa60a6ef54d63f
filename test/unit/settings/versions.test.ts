/** Settings of a later version apply as far as this version knows them, and are kept unchanged. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { english } from '../../../contract/english.ts';
import { SETTINGS_VERSION } from '../../../contract/settings/settings.ts';
import { openSettings } from '../../../main/settings/settings.ts';
import { openVenue, until } from '../../e2e/venue/venue.ts';
import { closing, testFolder } from '../../setup/parts.ts';

let dir: string;
beforeEach(() => {
  dir = testFolder();
});

const file = () => join(dir, 'settings.json');
const open = (settings: object) => {
  writeFileSync(file(), JSON.stringify(settings));
  return openSettings(dir);
};
const KITCHEN = { id: 'kitchen', name: 'Kitchen', host: '192.0.2.20' };
const LATER = {
  version: SETTINGS_VERSION + 1,
  privacy: { keep_days: 12, keep_names: false },
  weather: { on: true },
  printers: [KITCHEN, { id: 'bar', name: 'Bar', via: 'bluetooth', host: '192.0.2.21' }],
  pos: { kind: 'cloud', url: 'https://till.example.test' },
};

test('a settings file without a version is valid, and gets a version at the next change', () => {
  const keeper = open({ privacy: { keep_days: 12 } });
  expect(keeper.later).toBeNull();
  keeper.change((now) => ({ ...now, receiver: { ...now.receiver, port: 8750 } }));
  expect(JSON.parse(readFileSync(file(), 'utf8'))).toMatchObject({ version: SETTINGS_VERSION, privacy: { keep_days: 12 } });
});

test("a printer's removed settings are ignored, and the printer stays", () => {
  const keeper = open({ printers: [{ ...KITCHEN, snmp_community: 'public', snmp_port: 161 }] });
  expect(keeper.get().printers).toMatchObject([KITCHEN]);
  expect(keeper.later).toBeNull();
});

test('settings of a later version apply as far as known; a printer or till applies whole or not at all', () => {
  const keeper = open(LATER);
  expect(keeper.get()).toMatchObject({ privacy: { keep_days: 12 }, printers: [KITCHEN], pos: { kind: 'ticket-only' } });
  expect(keeper.get().printers).toHaveLength(1);
  expect(keeper.later?.version).toBe(SETTINGS_VERSION + 1);
  expect(keeper.later?.passedOver.toSorted()).toEqual(['pos', 'printers[1]', 'privacy.keep_names', 'weather']);
});

test('settings of a later version are never overwritten, and a removed file is restored in full', () => {
  const keeper = open(LATER);
  const before = readFileSync(file(), 'utf8');
  expect(() => keeper.change((now) => ({ ...now, privacy: { keep_days: 3 } }))).toThrow(/later version/);
  expect(keeper.get().privacy.keep_days).toBe(12);
  keeper.change((now) => now);
  rmSync(file());
  keeper.keep();
  expect(readFileSync(file(), 'utf8')).toBe(before);
  expect(JSON.parse(keeper.copy().text)).toEqual(LATER);
  expect(JSON.parse(readFileSync(join(dir, 'settings.last-good.json'), 'utf8'))).toEqual(LATER);
});

test('an older app runs with newer settings, reports it and refuses to change them', async () => {
  const venue = closing(await openVenue({ printers: false }));
  await venue.stopApp();
  const path = join(venue.dataDir, 'settings.json');
  const stored = JSON.parse(readFileSync(path, 'utf8'));
  writeFileSync(path, JSON.stringify({ ...stored, version: SETTINGS_VERSION + 1, weather: {} }));
  await venue.startApp();
  const { order_id: orderId } = await venue.place('takeaway');
  await until('its card', () => venue.state().orders[orderId]);
  const notices = Object.values(venue.state().notices).map(({ text }) => english(text));
  expect(notices).toContainEqual(
    expect.stringMatching(/^The settings are from a newer Tillbridge\..* Unknown here and not in use: weather\.$/),
  );
  expect(await venue.call('settings.saveScreen', { screen: { theme: 'dark' } })).toMatchObject({
    ok: false,
    problem: { code: 'later-settings' },
  });
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ weather: {}, version: SETTINGS_VERSION + 1 });
});
