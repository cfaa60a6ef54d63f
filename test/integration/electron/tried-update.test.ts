/** A version whose installer failed after quitting: the next start of the old version reports it once. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { rememberTried, popFailedUpdate } from '../../../main/hosts/electron/updates/tried-update.ts';
import { testFolder } from '../../setup/parts.ts';

let file: string;
beforeEach(() => {
  file = join(testFolder(), 'update-tried.json');
});

test('the old version reports the failed one at its next start, once', () => {
  rememberTried(file, { version: '9.9.9', from: '0.1.0' });
  expect(popFailedUpdate(file, '0.1.0')).toBe('9.9.9');
  expect(popFailedUpdate(file, '0.1.0')).toBeNull();
});

test('the new version reports nothing, nor does one without a pending update', () => {
  rememberTried(file, { version: '9.9.9', from: '0.1.0' });
  expect(popFailedUpdate(file, '9.9.9')).toBeNull();
  expect(existsSync(file)).toBe(false);
  expect(popFailedUpdate(file, '0.1.0')).toBeNull();
});

test.each(['', '\0'.repeat(65), '{"version":"9'])('a note damaged by a power cut (%j) is removed without a report', (text) => {
  writeFileSync(file, text);
  expect(popFailedUpdate(file, '0.1.0')).toBeNull();
  expect(existsSync(file)).toBe(false);
});
