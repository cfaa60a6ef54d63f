/** The app updates itself only if it was installed in a way that allows it. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { type PackedUpdates, readPackedUpdates } from '../../../main/hosts/electron/updates/packed-updates.ts';
import { howUpdated, sayHowUpdated } from '../../../main/hosts/electron/updates/update-method.ts';
import { testFolder } from '../../setup/parts.ts';

let folder: string;
beforeEach(() => {
  folder = testFolder();
});

const put = (...path: string[]): string => {
  mkdirSync(join(folder, ...path.slice(0, -1)), { recursive: true });
  writeFileSync(join(folder, ...path), '');
  return join(folder, ...path);
};

test('an AppImage and a one-user installation on Windows update themselves', () => {
  const image = put('Tillbridge.AppImage');
  expect(howUpdated({ platform: 'linux', program: image, isAppImage: true, resources: folder })).toBe('itself');
  const program = put('Programs', 'Tillbridge', 'Tillbridge.exe');
  put('Programs', 'Tillbridge', 'Uninstall Tillbridge.exe');
  expect(howUpdated({ platform: 'win32', program, isAppImage: false, resources: folder })).toBe('itself');
});

test("an MSI installation is updated by the computer's administrator", () => {
  const program = put('Tillbridge', 'Tillbridge.exe');
  expect(howUpdated({ platform: 'win32', program, isAppImage: false, resources: folder })).toBe('managed');
});

test('a system package is updated by the package manager', () => {
  put('resources', 'package-type');
  const program = put('tillbridge');
  expect(howUpdated({ platform: 'linux', program, isAppImage: false, resources: join(folder, 'resources') })).toBe('package');
});

test('on macOS the app updates itself if it may write in the folder that holds it', () => {
  const program = put('Applications', 'Tillbridge.app', 'Contents', 'MacOS', 'Tillbridge');
  expect(howUpdated({ platform: 'darwin', program, isAppImage: false, resources: folder })).toBe('itself');
});

test("an app in a folder without write access doesn't update itself", ({ skip }) => {
  if (process.platform === 'win32' || process.getuid?.() === 0) skip('root writes anywhere, and Windows knows no such rights');
  const image = put('shared', 'Tillbridge.AppImage');
  chmodSync(join(folder, 'shared'), 0o555);
  expect(howUpdated({ platform: 'linux', program: image, isAppImage: true, resources: folder })).toBe('managed');
  chmodSync(join(folder, 'shared'), 0o755);
});

test("an app whose folder is missing doesn't update itself", () => {
  const program = join(folder, 'gone', 'Tillbridge.AppImage');
  expect(howUpdated({ platform: 'linux', program, isAppImage: true, resources: folder })).toBe('managed');
});

const DESKTOP = { kiosk: false, start_at_login: false, come_to_front: false, update_feed: null, update_ring: 'stable' } as const;
const PACKED: PackedUpdates = { feed: 'https://updates.example.test', keys: ['key'], publishers: ['Tillbridge Oy'] };

test.each([
  ['with the server it was packed with', DESKTOP, PACKED, 'update.automatic'],
  ['turned off in the settings', { ...DESKTOP, update_feed: 'none' }, PACKED, 'update.checksOff'],
  ['packed without a feed', DESKTOP, { ...PACKED, feed: null }, 'update.noFeed'],
  ['packed without a key', DESKTOP, { ...PACKED, keys: [] }, 'update.noSignatureKnown'],
  ['packed without a publisher', DESKTOP, { ...PACKED, publishers: [] }, 'update.noSignatureKnown'],
] as const)('settings show the update method: %s', (_how, desktop, packed, code) => {
  expect(sayHowUpdated('itself', desktop, packed, 'win32').code).toBe(code);
});

test('a feed at an example address counts as no feed', () => {
  const manifest = (about: object): string => {
    writeFileSync(join(folder, 'package.json'), JSON.stringify(about));
    return join(folder, 'package.json');
  };
  expect(readPackedUpdates(manifest({ updateFeed: 'https://updates.tillbridge.example', updateKeys: [] })).feed).toBeNull();
  expect(readPackedUpdates(manifest({ updateFeed: 'https://updates.example.test/', updateKeys: 7 }))).toEqual({
    feed: 'https://updates.example.test/',
    keys: [],
    publishers: [],
  });
  expect(readPackedUpdates(manifest({ updateKeys: 'one', updatePublishers: ['a', ''] }))).toMatchObject({
    keys: ['one'],
    publishers: ['a'],
  });
  expect(readPackedUpdates(manifest({}))).toEqual({ feed: null, keys: [], publishers: [] });
});
