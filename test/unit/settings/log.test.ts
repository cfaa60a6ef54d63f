import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openLog } from '../../../main/app/log.ts';
import { testFolder } from '../../setup/parts.ts';

/** A log closes its file with a delay, and Windows keeps folders with open files. */
function removeSoon(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 9 });
}

test('the log is bounded: a full file is rotated, and only the last three are kept', async () => {
  const folder = testFolder();
  const file = join(folder, 'log', 'tillbridge.log');
  mkdirSync(join(folder, 'log'));
  for (let start = 0; start < 6; start += 1) {
    writeFileSync(file, Buffer.alloc(2 * 1024 * 1024 + 1, 48 + start));
    const log = openLog(folder);
    log.info('started');
    log[Symbol.dispose]();
  }
  expect(readdirSync(join(folder, 'log')).sort()).toEqual(['tillbridge.log', 'tillbridge.log.1', 'tillbridge.log.2', 'tillbridge.log.3']);
  await removeSoon(folder);
});

test('an overlong line is cut, marked and still readable', async () => {
  const folder = testFolder();
  const log = openLog(folder);
  log.warn({ orderId: 'o', items: [Object.fromEntries([['k'.repeat(1_000_000), 1]]), 'x'.repeat(1_000_000)] }, 'a group order');
  log.error({ err: new Error('y'.repeat(1_000_000)) }, 'defect');
  log.info({ many: Array.from({ length: 100_000 }, (_, at) => ({ [`key${at}`]: at })) }, 'z'.repeat(1_000_000));
  const lines = readFileSync(join(folder, 'log', 'tillbridge.log'), 'utf8')
    .trim()
    .split('\n');
  log[Symbol.dispose]();
  expect(lines).toHaveLength(3);
  for (const line of lines) expect(line.length).toBeLessThan(17_000);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ msg: 'a group order', orderId: 'o', cut: expect.any(Number) });
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({ msg: 'defect', err: { type: 'Error' } });
  await removeSoon(folder);
});
