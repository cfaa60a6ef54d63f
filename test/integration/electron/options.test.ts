/** The desktop app's command line options. */
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { defaultDataDir, readOptions } from '../../../main/hosts/electron/options.ts';

const USUAL = {
  settingsFile: null,
  station: null,
  vault: 'auto',
  resetPin: false,
  restoreBackup: null,
  crashes: { inARow: 0, rested: false },
};

describe('the start command', () => {
  test('passes on the data folder, the settings file and the place of the secrets', () => {
    expect(readOptions(['--data-dir', 'counter', '--settings', 'installer.json', '--vault', 'file'])).toEqual({
      ...USUAL,
      dataDir: resolve('counter'),
      settingsFile: resolve('installer.json'),
      vault: 'file',
    });
    expect(readOptions(['--reset-pin']).resetPin).toBe(true);
    expect(readOptions(['--data-dir=counter']).dataDir).toBe(resolve('counter'));
  });

  test('works without options', () => {
    expect(readOptions([])).toEqual({ ...USUAL, dataDir: defaultDataDir() });
  });

  test('names a backup to restore, or lists them', () => {
    expect(readOptions(['--restore-backup', 'newest', '--data-dir', 'counter'])).toMatchObject({
      restoreBackup: 'newest',
      dataDir: resolve('counter'),
    });
    expect(readOptions(['--restore-backup=2026-11-22T14:05']).restoreBackup).toBe('2026-11-22T14:05');
    expect(readOptions(['--data-dir', 'counter', '--restore-backup']).restoreBackup).toBe('');
  });

  test('ignores options added by the system and Chromium', () => {
    const added = ['--no-sandbox', '--enable-features=Some', 'tillbridge://open', '-psn_0_1234', '--data-dir', 'counter'];
    expect(readOptions(added)).toEqual({ ...USUAL, dataDir: resolve('counter') });
  });

  test('says how many crashes in a row preceded it, and whether the app has paused since', () => {
    expect(readOptions(['--after-crashes=3-rested']).crashes).toEqual({ inARow: 3, rested: true });
  });

  test.each([
    [['--vault', 'cupboard'], '--vault is "cupboard"'],
    [['--data-dir'], '--data-dir needs a value'],
    [['--data-dir', '--vault', 'file'], '--data-dir needs a value'],
    [['--settings='], '--settings needs a value'],
  ])('%j is refused with a text', (args, words) => {
    expect(() => readOptions(args)).toThrow(words);
  });
});

test("the default data folder is where each system's programs keep their data", () => {
  const slashes = (path: string): string => path.replaceAll('\\', '/');
  // Never in Roaming, which Windows copies to a server.
  const onWindows = { APPDATA: 'C:/Users/counter/Roaming', LOCALAPPDATA: 'C:/Users/counter/Local' };
  expect(slashes(defaultDataDir('win32', onWindows, 'C:/Users/counter'))).toBe('C:/Users/counter/Local/Tillbridge');
  expect(slashes(defaultDataDir('win32', {}, 'C:/Users/counter'))).toBe('C:/Users/counter/AppData/Local/Tillbridge');
  expect(slashes(defaultDataDir('darwin', {}, '/Users/counter'))).toBe('/Users/counter/Library/Application Support/Tillbridge');
  expect(slashes(defaultDataDir('linux', {}, '/home/counter'))).toBe('/home/counter/.local/share/tillbridge');
  expect(slashes(defaultDataDir('linux', { XDG_DATA_HOME: '/data' }, '/home/counter'))).toBe('/data/tillbridge');
});
