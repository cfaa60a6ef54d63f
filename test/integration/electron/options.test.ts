/** How the desktop app reads what it was started with. */
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { defaultDataDir, readOptions } from '../../../main/hosts/electron/options.ts';

describe('the start command', () => {
  test('hands over the data folder, the settings file and the place of the secrets', () => {
    expect(readOptions(['--data-dir', 'counter', '--settings', 'installer.json', '--vault', 'file'])).toEqual({
      dataDir: resolve('counter'),
      settingsFile: resolve('installer.json'),
      vault: 'file',
      resetPin: false,
      restoreBackup: null,
      crashes: { inARow: 0, rested: false },
    });
    expect(readOptions(['--reset-pin']).resetPin).toBe(true);
    expect(readOptions(['--data-dir=counter']).dataDir).toBe(resolve('counter'));
  });

  test('does without any option', () => {
    expect(readOptions([])).toEqual({
      dataDir: defaultDataDir(),
      settingsFile: null,
      vault: 'auto',
      resetPin: false,
      restoreBackup: null,
      crashes: { inARow: 0, rested: false },
    });
  });

  test('names a backup to go back to, or asks for the list of them', () => {
    expect(readOptions(['--restore-backup', 'newest', '--data-dir', 'counter'])).toMatchObject({
      restoreBackup: 'newest',
      dataDir: resolve('counter'),
    });
    expect(readOptions(['--restore-backup=2026-11-22T14:05']).restoreBackup).toBe('2026-11-22T14:05');
    expect(readOptions(['--data-dir', 'counter', '--restore-backup']).restoreBackup).toBe('');
  });

  test('passes over what the system and Chromium add', () => {
    const added = ['--no-sandbox', '--enable-features=Some', 'tillbridge://open', '-psn_0_1234', '--data-dir', 'counter'];
    expect(readOptions(added)).toEqual({
      dataDir: resolve('counter'),
      settingsFile: null,
      vault: 'auto',
      resetPin: false,
      restoreBackup: null,
      crashes: { inARow: 0, rested: false },
    });
  });

  test('says which crashes it comes after', () => {
    expect(readOptions(['--after-crashes=3-rested']).crashes).toEqual({ inARow: 3, rested: true });
  });

  test.each([
    [['--vault', 'cupboard'], '--vault is "cupboard"'],
    [['--data-dir'], '--data-dir needs a value'],
    [['--data-dir', '--vault', 'file'], '--data-dir needs a value'],
    [['--settings='], '--settings needs a value'],
  ])('%j is refused in words', (args, words) => {
    expect(() => readOptions(args)).toThrow(words);
  });
});

test('every system keeps orders where its programs keep their data', () => {
  const slashes = (path: string): string => path.replaceAll('\\', '/');
  // Never in Roaming, which Windows copies to a server.
  const onWindows = { APPDATA: 'C:/Users/counter/Roaming', LOCALAPPDATA: 'C:/Users/counter/Local' };
  expect(slashes(defaultDataDir('win32', onWindows, 'C:/Users/counter'))).toBe('C:/Users/counter/Local/Tillbridge');
  expect(slashes(defaultDataDir('win32', {}, 'C:/Users/counter'))).toBe('C:/Users/counter/AppData/Local/Tillbridge');
  expect(slashes(defaultDataDir('darwin', {}, '/Users/counter'))).toBe('/Users/counter/Library/Application Support/Tillbridge');
  expect(slashes(defaultDataDir('linux', {}, '/home/counter'))).toBe('/home/counter/.local/share/tillbridge');
  expect(slashes(defaultDataDir('linux', { XDG_DATA_HOME: '/data' }, '/home/counter'))).toBe('/data/tillbridge');
});
