/** A typed folder is refused if Windows programs couldn't reach it. */
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { BackupSettings, PosSettings } from '../../../contract/settings/settings.ts';
import { takeDataFolder } from '../../../main/app/data-folder.ts';
import { isFullPath, isReachableOnWindows } from '../../../shared/files/full-path.ts';

test.each([
  'C:\\Till\\CON',
  'D:\\aux',
  'C:\\till.\\orders',
  'C:\\till ',
  '\\\\server\\share\\nul.txt',
  'C:/com1/x',
  `C:\\${'x'.repeat(256)}`,
])('%s is refused: it has a name that Windows reserves or cuts', async (folder) => {
  if (folder.endsWith(' ')) return expect(isReachableOnWindows(`${folder}\\x`)).toBe(false);
  expect(isReachableOnWindows(folder)).toBe(false);
  expect(v.safeParse(PosSettings, { kind: 'hot-folder', folder }).success).toBe(false);
  expect(v.safeParse(BackupSettings, { folder }).success).toBe(false);
  await expect(takeDataFolder(folder)).rejects.toMatchObject({ text: { code: 'dataFolder.cannotCreate' } });
});

test.each(['C:\\Till Ü\\orders.new', '\\\\server\\share\\till', '/srv/con/aux.', 'D:\\console', 'C:\\a\\..\\b', `/${'x'.repeat(300)}`])(
  '%s is accepted',
  (folder) => {
    expect(isReachableOnWindows(folder)).toBe(true);
    expect(v.safeParse(PosSettings, { kind: 'hot-folder', folder }).success).toBe(true);
  },
);

test.each(['orders', 'C:orders', './orders', '\\orders'])("%s isn't a full path, and is refused as a till's folder", (folder) => {
  expect(isFullPath(folder)).toBe(false);
  expect(v.safeParse(PosSettings, { kind: 'hot-folder', folder }).success).toBe(false);
});
