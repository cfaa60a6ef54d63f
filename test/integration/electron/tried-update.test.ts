/** A version whose installer failed after quitting: the next start of the old version reports it once. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { popFailedUpdate, rememberTried } from '../../../main/hosts/electron/updates/tried-update.ts';
import { testFolder } from '../../setup/parts.ts';

let file: string;
beforeEach(() => {
  file = join(testFolder(), 'update-tried.json');
});

test('after a failed update the old version reports the new version at its next start, once', () => {
  rememberTried(file, { version: '9.9.9', from: '0.1.0' });
  expect(popFailedUpdate(file, '0.1.0')).toBe('9.9.9');
  expect(popFailedUpdate(file, '0.1.0')).toBeNull();
});

test('after a successful update nothing is reported, and without a pending update neither', () => {
  rememberTried(file, { version: '9.9.9', from: '0.1.0' });
  expect(popFailedUpdate(file, '9.9.9')).toBeNull();
  expect(existsSync(file)).toBe(false);
  expect(popFailedUpdate(file, '0.1.0')).toBeNull();
});

test.each(['', '\0'.repeat(65), '{"version":"9'])(
  'an update-tried.json damaged by a power cut (%j) is removed without a report',
  (text) => {
    writeFileSync(file, text);
    expect(popFailedUpdate(file, '0.1.0')).toBeNull();
    expect(existsSync(file)).toBe(false);
  },
);
