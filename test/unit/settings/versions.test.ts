/** Settings of later versions hold as far as they are known and stay as they are. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SETTINGS_VERSION } from '../../../contract/settings/settings.ts';
import { openSettings } from '../../../main/settings/settings.ts';
import { openVenue, until } from '../../e2e/venue/venue.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'tillbridge-versions-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

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

test('a file without a version holds, and is written with its version at the next change', () => {
  const keeper = open({ privacy: { keep_days: 12 } });
  expect(keeper.later).toBeNull();
  keeper.change((now) => ({ ...now, receiver: { ...now.receiver, port: 8750 } }));
  expect(JSON.parse(readFileSync(file(), 'utf8'))).toMatchObject({ version: SETTINGS_VERSION, privacy: { keep_days: 12 } });
});

test("a printer's settings that no longer exist are passed over, and the printer stays", () => {
  const keeper = open({ printers: [{ ...KITCHEN, snmp_community: 'public', snmp_port: 161 }] });
  expect(keeper.get().printers).toMatchObject([KITCHEN]);
  expect(keeper.later).toBeNull();
});

test('settings of a later version hold as far as they are known: a printer or a till is known whole or not at all', () => {
  const keeper = open(LATER);
  expect(keeper.get()).toMatchObject({ privacy: { keep_days: 12 }, printers: [KITCHEN], pos: { kind: 'ticket-only' } });
  expect(keeper.get().printers).toHaveLength(1);
  expect(keeper.later?.version).toBe(SETTINGS_VERSION + 1);
  expect(keeper.later?.passedOver.toSorted()).toEqual(['pos', 'printers[1]', 'privacy.keep_names', 'weather']);
});

test('nothing is written over settings of a later version, and a file that went missing comes back with all that is in it', () => {
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

test('an older app goes on with newer settings, says so, and refuses to change them', async () => {
  const venue = await openVenue({ printers: false });
  try {
    await venue.stopApp();
    const path = join(venue.dataDir, 'settings.json');
    const stored = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(path, JSON.stringify({ ...stored, version: SETTINGS_VERSION + 1, weather: {} }));
    await venue.startApp();
    const { order_id: orderId } = await venue.place('takeaway');
    await until('its card', () => venue.state().orders[orderId]);
    const notices = Object.values(venue.state().notices).map(({ text }) => text);
    expect(notices).toContainEqual(
      expect.stringMatching(/^The settings are from a newer Tillbridge\..* Unknown here and not in use: weather\.$/),
    );
    expect(await venue.call('settings.saveScreen', { screen: { theme: 'dark' } })).toMatchObject({
      ok: false,
      problem: { code: 'later-settings' },
    });
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ weather: {}, version: SETTINGS_VERSION + 1 });
  } finally {
    await venue.close();
  }
});
