/** The data folder's lock: another running Tillbridge, a drive without locks, and remains of a power cut. */
import { spawn } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { failCalls, whyNoFailingCalls } from '../../../lab/faults/runs/break-disk.ts';
import { DataFolderInUse, lockDataFolder } from '../../../main/store/file/lock.ts';
import { StoreError } from '../../../main/store/file/store-error.ts';
import { testFolder } from '../../setup/parts.ts';

const LOCKS = fileURLToPath(new URL('../../fixtures/locks-folder.ts', import.meta.url));
let dir: string;
beforeEach(() => {
  dir = testFolder();
});

const refusal = (lock?: Parameters<typeof lockDataFolder>[1]): unknown => {
  try {
    lockDataFolder(dir, lock).leave();
    return null;
  } catch (error) {
    return error;
  }
};

test('a start in a data folder that another Tillbridge uses is refused, and leaves no file there', () => {
  const lock = lockDataFolder(dir);
  const files = readdirSync(dir);
  expect(refusal()).toBeInstanceOf(DataFolderInUse);
  expect(readdirSync(dir)).toEqual(files);
  lock.leave();
  expect(refusal()).toBeNull();
});

test('on a drive without file locks the refusal names the drive as the cause, not another Tillbridge', () => {
  const busy = (): never => {
    throw Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' });
  };
  const error = refusal(busy);
  expect(error).toBeInstanceOf(StoreError);
  expect(String(error)).toMatch(/refuses file locks, as some network drives do/);
});

test('a system call that refuses the lock is explained as a drive without file locks', async ({ skip }) => {
  const why = whyNoFailingCalls();
  if (why) skip(why);
  const other = spawn(process.execPath, [LOCKS, dir], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: other.stdout })[Symbol.asyncIterator]();
  onTestFinished(() => void other.kill());
  await lines.next();
  const mend = await failCalls(other.pid ?? 0, 'lock');
  other.stdin.write('lock\n');
  expect((await lines.next()).value).toMatch(/^StoreError: .*refuses file locks/);
  await mend();
  other.stdin.write('lock\n');
  expect((await lines.next()).value).toBe('locked');
});

test.each([65, 600])("a lock file of %i zeros, left by a power cut, doesn't stop the start and still keeps a second one out", (size) => {
  writeFileSync(join(dir, 'in-use.lock'), Buffer.alloc(size));
  const lock = lockDataFolder(dir);
  expect(refusal()).toBeInstanceOf(DataFolderInUse);
  lock.leave();
});
