/** The lock of the data folder: another Tillbridge that runs there, a drive that has no locks, and what a power cut left in its file. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { failCalls, whyNoFailingCalls } from '../../../lab/faults/runs/break-disk.ts';
import { DataFolderInUse, lockDataFolder } from '../../../main/store/file/lock.ts';
import { StoreError } from '../../../main/store/file/store-error.ts';

const LOCKS = fileURLToPath(new URL('../../fixtures/locks-folder.ts', import.meta.url));
let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'tillbridge-lock-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const refusal = (lock?: Parameters<typeof lockDataFolder>[1]): unknown => {
  try {
    lockDataFolder(dir, lock).leave();
    return null;
  } catch (error) {
    return error;
  }
};

test('while another one has it a start says so, and leaves nothing behind', () => {
  const lock = lockDataFolder(dir);
  const files = readdirSync(dir);
  expect(refusal()).toBeInstanceOf(DataFolderInUse);
  expect(readdirSync(dir)).toEqual(files);
  lock.leave();
  expect(refusal()).toBeNull();
});

test('where no file can be locked the drive is what is said to be in the way, and no other Tillbridge', () => {
  const busy = (): never => {
    throw Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' });
  };
  const error = refusal(busy);
  expect(error).toBeInstanceOf(StoreError);
  expect(String(error)).toMatch(/refuses file locks, as some network drives do/);
});

test('the same where the system itself answers that there are no locks', async ({ skip }) => {
  const why = whyNoFailingCalls();
  if (why) skip(why);
  const other = spawn(process.execPath, [LOCKS, dir], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: other.stdout })[Symbol.asyncIterator]();
  try {
    await lines.next();
    const mend = await failCalls(other.pid ?? 0, 'lock');
    other.stdin.write('lock\n');
    expect((await lines.next()).value).toMatch(/^StoreError: .*refuses file locks/);
    await mend();
    other.stdin.write('lock\n');
    expect((await lines.next()).value).toBe('locked');
  } finally {
    other.kill();
  }
});

test.each([65, 600])('%i zeros that a power cut left in it do not stop the start, nor let in two', (size) => {
  writeFileSync(join(dir, 'in-use.lock'), Buffer.alloc(size));
  const lock = lockDataFolder(dir);
  expect(refusal()).toBeInstanceOf(DataFolderInUse);
  lock.leave();
});
