/** Files held open by another program, as on Windows: retried, then reported by name. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openLog } from '../../../main/app/log.ts';
import { whyNot, wordsFor } from '../../../main/files/folder-trouble.ts';
import { openSettings } from '../../../main/settings/settings.ts';
import { storageTroubleOf } from '../../../main/store/file/storage-trouble.ts';
import { replaceFile, replaceFileSync } from '../../../shared/files/replace-file.ts';
import { testFolder } from '../../setup/parts.ts';

let folder: string;
const platform = process.platform;
beforeEach(() => {
  folder = testFolder();
});
const on = (system: NodeJS.Platform) => Object.defineProperty(process, 'platform', { value: system });
afterEach(() => void on(platform));
const onWindows = () => on('win32');

/** Renames at the given try; earlier tries fail as on Windows. */
function heldUntil(tries: number, code: string): { tried: () => number; async: typeof rename; sync: typeof renameSync } {
  let tried = 0;
  const refuse = (): void => {
    tried += 1;
    if (tried < tries) throw Object.assign(new Error(code), { code });
  };
  return {
    tried: () => tried,
    async: async (from, to) => {
      refuse();
      await rename(from, to);
    },
    sync: (from, to) => {
      refuse();
      renameSync(from, to);
    },
  };
}

test.each(['EPERM', 'EACCES', 'EBUSY'])('a file that another program holds briefly (%s) is replaced once it is free', async (code) => {
  onWindows();
  const [from, to] = [join(folder, 'a.part'), join(folder, 'a')];
  writeFileSync(to, 'old');
  writeFileSync(from, 'new');
  replaceFileSync(from, to, heldUntil(3, code).sync);
  expect(readFileSync(to, 'utf8')).toBe('new');
  writeFileSync(from, 'newer');
  await replaceFile(from, to, heldUntil(3, code).async);
  expect(readFileSync(to, 'utf8')).toBe('newer');
});

test('a file that another program keeps open is reported by name, where its folder is set and as storage trouble', async () => {
  onWindows();
  const [from, to] = [join(folder, 'a.part'), join(folder, 'a')];
  const held = await replaceFile(from, to, heldUntil(100, 'EPERM').async).catch((error: unknown) => error);
  expect(storageTroubleOf(held)).toMatchObject({ code: 'file-held', text: { code: 'file.inUse', values: { path: to } } });
  const words = wordsFor(whyNot(folder, held), { failed: 'Not written.', failedBy: () => 'unknown', isChosen: false });
  expect(JSON.stringify(words)).toContain('"file.inUse"');
});

test('other errors on Windows, and such errors on other systems, are reported at once without retries', () => {
  const [from, to] = [join(folder, 'a.part'), join(folder, 'a')];
  on('linux');
  const elsewhere = heldUntil(100, 'EPERM');
  expect(() => replaceFileSync(from, to, elsewhere.sync)).toThrow('EPERM');
  onWindows();
  const full = heldUntil(100, 'ENOSPC');
  expect(() => replaceFileSync(from, to, full.sync)).toThrow('ENOSPC');
  expect([elsewhere.tried(), full.tried()]).toEqual([1, 1]);
});

test("a log whose older file can't be moved away is still written", () => {
  mkdirSync(join(folder, 'log', 'tillbridge.log.3', 'x'), { recursive: true });
  writeFileSync(join(folder, 'log', 'tillbridge.log'), 'x'.repeat(3 * 1024 * 1024));
  const log = openLog(folder);
  log.info('still here');
  log[Symbol.dispose]();
  expect(readFileSync(join(folder, 'log', 'tillbridge.log'), 'utf8')).toContain('still here');
});

test("settings that couldn't be written aren't in the last good copy; a copy that can't be written keeps none back", () => {
  const settings = openSettings(folder);
  const [file, copy] = [join(folder, 'settings.json'), join(folder, 'settings.last-good.json')];
  const wait = (fastest_seconds: number) => settings.change((now) => ({ ...now, polling: { ...now.polling, fastest_seconds } }));
  wait(20);
  rmSync(file);
  mkdirSync(join(file, 'x'), { recursive: true });
  expect(() => wait(30)).toThrow();
  expect(readFileSync(copy, 'utf8')).toContain('"fastest_seconds": 20');
  rmSync(file, { recursive: true });
  rmSync(copy);
  mkdirSync(join(copy, 'x'), { recursive: true });
  wait(40);
  expect(settings.get().polling.fastest_seconds).toBe(40);
  expect(existsSync(file)).toBe(true);
});
