/** Map addresses: which are accepted, which hosts the content policy names, and that a key in them stays secret. */
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { calls, originOf, Settings, TileAddress } from '../../../contract/contract.ts';
import { maskedForScreen, unmaskedAddress } from '../../../main/features/masked-settings.ts';
import { settingsForSupport } from '../../../main/monitor/support/settings-for-support.ts';
import { redact } from '../../../main/redaction/redact.ts';
import fc from '../../setup/property.ts';

const taken = (address: string): string | null => {
  const read = v.safeParse(TileAddress, address);
  return read.success ? read.output : null;
};

test.each([
  ['https://tiles.example.test/{z}/{x}/{y}.png', 'https://tiles.example.test/{z}/{x}/{y}.png'],
  [' https://Tiles.example.test:443/{z}/{x}/{y}{ratio}.png?key=1 ', 'https://tiles.example.test/{z}/{x}/{y}{ratio}.png?key=1'],
  ['https://tiles.example.test/tile?z={z}&x={x}&y={y}', 'https://tiles.example.test/tile?z={z}&x={x}&y={y}'],
  ['https://tiles.example.test/styles/streets.json?key=1', 'https://tiles.example.test/styles/streets.json?key=1'],
  ['http://127.0.0.1:8080/{z}/{x}/{y}.png', 'http://127.0.0.1:8080/{z}/{x}/{y}.png'],
])('the map address %s is saved as %s', (given, kept) => expect(taken(given)).toBe(kept));

test.each([
  'http://tiles.example.test/{z}/{x}/{y}.png',
  'http://192.168.1.5/{z}/{x}/{y}.png',
  'https://tiles.example.test/{z}/{x}.png',
  'https://{s}.example.test/{z}/{x}/{y}.png',
  'https://*.example.test/{z}/{x}/{y}.png',
  'https://*/{z}/{x}/{y}.png',
  "https://tiles.example.test;script-src'self'/{z}/{x}/{y}.png",
  'https://tiles.example.test,evil.example/{z}/{x}/{y}.png',
  'https://user:password@tiles.example.test/{z}/{x}/{y}.png',
  'https://[::1]/{z}/{x}/{y}.png',
  'data:image/png;base64,AA==',
  '//tiles.example.test/{z}/{x}/{y}.png',
  '',
])('the map address %s is refused', (given) => expect(taken(given)).toBeNull());

test("the origin of any accepted address is a single host, so it can't change the content policy", () => {
  const host = fc.string({ unit: fc.constantFrom(...'abc.-*;, \'"{}[]:@/\\%_1') });
  fc.assert(
    fc.property(host, (text) => {
      const kept = taken(`https://${text}/{z}/{x}/{y}.png`);
      if (kept !== null) expect(originOf(kept)).toMatch(/^https:\/\/[a-z0-9-]+(\.[a-z0-9-]+)*(:\d+)?$/);
    }),
  );
});

test('a map address needs an attribution; without an address nothing is needed', () => {
  const save = (map: object) => v.safeParse(calls['settings.saveMap'].input, { map }).issues?.map(({ path }) => path?.at(-1)?.key);
  const tiles_url = 'https://tiles.example.test/{z}/{x}/{y}.png';
  expect(save({ tiles_url })).toEqual(['attribution']);
  expect(save({ tiles_url, attribution: ' ' })).toEqual(['attribution']);
  expect(save({ tiles_url, attribution: 'Us', largest_zoom: 30 })).toEqual(['largest_zoom']);
  expect(save({ tiles_url, attribution: 'Us', largest_zoom: 18 })).toBeUndefined();
  expect(save({})).toBeUndefined();
  expect(v.parse(Settings, {}).map).toEqual({ tiles_url: null, attribution: null, largest_zoom: null });
});

test("a key in a map address is hidden from the manager's screen, the support file and every log", () => {
  const address = 'https://tiles.example.test/v4/{z}/{x}/{y}.png?api_key=horse-battery-7';
  const settings = v.parse(Settings, { map: { tiles_url: address, attribution: '© Harbour maps' } });
  const shown = maskedForScreen(settings).map.tiles_url ?? '';
  expect(shown).toBe('https://tiles.example.test/v4/{z}/{x}/{y}.png?api_key=•••');
  expect(unmaskedAddress(taken(shown) ?? '', address)).toBe(address);
  expect(unmaskedAddress(taken(shown.replace('tiles', 'others')) ?? '', address)).toBeNull();
  const support = JSON.stringify(settingsForSupport(settings, []));
  expect(support).toContain('https://tiles.example.test/');
  expect(support).not.toMatch(/horse|api_key|Harbour/);
  expect(redact(`fetch of ${address.replace('{z}', '9')} failed`)).not.toContain('horse');
});
