import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openLog } from '../../main/log.ts';

test('the log is bounded: a full file is put by, and only the last three are kept', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-log-'));
  const file = join(folder, 'log', 'tillbridge.log');
  mkdirSync(join(folder, 'log'));
  for (let start = 0; start < 6; start += 1) {
    writeFileSync(file, Buffer.alloc(2 * 1024 * 1024 + 1, 48 + start));
    openLog(folder).info('started');
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  expect(readdirSync(join(folder, 'log')).sort()).toEqual(['tillbridge.log', 'tillbridge.log.1', 'tillbridge.log.2', 'tillbridge.log.3']);
  rmSync(folder, { recursive: true, force: true });
});
