/** Every failure of the updater has a text, except temporary ones. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { updateTroubleOf } from '../../../main/hosts/electron/updates/update-trouble.ts';

const UPDATER = join(import.meta.dirname, '..', '..', '..', 'node_modules', 'electron-updater', 'out');
/** The updater's files for feeds that aren't used here, and for its own bugs. */
const OTHERS = /Git(Hub|Lab)|Bitbucket|Keygen|DataSplitter|providerFactory/;

const failure = (code: string) => Object.assign(new Error('it failed'), { code });
const codeOf = (error: unknown) => {
  const text = updateTroubleOf(error)?.text;
  return typeof text === 'object' ? text.code : text;
};

test('each error code of a generic feed has its own text', () => {
  const files = readdirSync(UPDATER, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js') && !OTHERS.test(name));
  const codes = new Set(files.flatMap((name) => readFileSync(join(UPDATER, name), 'utf8').match(/"ERR_[A-Z_]+"/g) ?? []));
  const fromFeed = [...codes].map((code) => code.slice(1, -1)).filter((code) => code !== 'ERR_UPDATER_INVALID_CHANNEL');
  expect(fromFeed.length).toBeGreaterThan(8);
  expect(fromFeed.filter((code) => codeOf(failure(code)) === 'update.failed')).toEqual([]);
});

test.each([
  ['ERR_LIST_SIGNATURE', 'update.listNotSigned'],
  ['ERR_UPDATER_ZIP_FILE_NOT_FOUND', 'update.noZip'],
  ['HTTP_ERROR_404', 'update.feedFileMissing'],
  ['ENOSPC', 'update.diskFull'],
  ['EACCES', 'update.notWritable'],
])('%s is reported as %s', (code, text) => {
  expect(codeOf(failure(code))).toBe(text);
});

test('an unknown failure is reported too', () => {
  expect(codeOf(new Error('Could not get code signature for running application'))).toBe('update.failed');
});

test.each(['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'HTTP_ERROR_503', 'HTTP_ERROR_429'])("%s is temporary and isn't reported", (code) => {
  expect(updateTroubleOf(failure(code))).toBeNull();
});

test("a lost connection reported by Chromium is temporary and isn't reported", () => {
  expect(updateTroubleOf(new Error('net::ERR_INTERNET_DISCONNECTED'))).toBeNull();
});
