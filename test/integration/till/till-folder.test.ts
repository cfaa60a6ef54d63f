/** The till's folder and its check, with a time limit. */
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { english } from '../../../contract/english.ts';
import { writeToHotFolder } from '../../../main/till/hot-folder.ts';
import { tillOrder } from '../../../main/till/till-order.ts';
import { tillFolderBlockedBy } from '../../../main/till/try-folder.ts';
import { systemTime } from '../../../shared/time/system-time.ts';
import { testFolder } from '../../setup/parts.ts';
import { testTime } from '../../setup/test-time.ts';
import { groupOrder } from '../../unit/printing/papers/orders.ts';

let dir: string;
let folder: string;
beforeEach(() => {
  dir = testFolder();
  folder = join(dir, 'share', 'orders');
});
afterEach(() => void vi.restoreAllMocks());
const order = tillOrder(groupOrder, false);

test("the till's folder is created when set; if its share is missing, it isn't created on the disk below", async () => {
  expect(await tillFolderBlockedBy(systemTime, folder, { isNew: true })).toBeNull();
  await writeToHotFolder(systemTime, folder, order);
  expect(readdirSync(folder)).toHaveLength(1);
  rmSync(join(dir, 'share'), { recursive: true });
  await expect(writeToHotFolder(systemTime, folder, order)).rejects.toMatchObject({ code: 'ENOENT' });
  const blockedBy = await tillFolderBlockedBy(systemTime, folder, { isNew: false });
  expect(blockedBy && english(blockedBy.text)).toBe(`Can't write to the till's folder. ${folder} doesn't exist.`);
  expect(existsSync(join(dir, 'share'))).toBe(false);
});

/** The methods of open files, which tests replace to fake shares that behave differently. */
async function fileMethods(): Promise<FileHandle> {
  const file = await open(join(dir, 'any'), 'w');
  await file.close();
  return Object.getPrototypeOf(file) as FileHandle;
}
const refusedBy = (code: string) => async () => {
  throw Object.assign(new Error(code), { code });
};

test('a share without permissions and flush still accepts orders', async () => {
  mkdirSync(folder, { recursive: true });
  const methods = await fileMethods();
  vi.spyOn(methods, 'chmod').mockImplementation(refusedBy('EPERM'));
  vi.spyOn(methods, 'sync').mockImplementation(refusedBy('ENOTSUP'));
  expect(await tillFolderBlockedBy(systemTime, folder, { isNew: false })).toBeNull();
  await writeToHotFolder(systemTime, folder, order);
  expect(readdirSync(folder)).toHaveLength(1);
});

test('a disk that fails at the flush fails the check as it fails an order', async () => {
  mkdirSync(folder, { recursive: true });
  vi.spyOn(await fileMethods(), 'sync').mockImplementation(refusedBy('EIO'));
  await expect(writeToHotFolder(systemTime, folder, order)).rejects.toMatchObject({ code: 'EIO' });
  expect(await tillFolderBlockedBy(systemTime, folder, { isNew: false })).not.toBeNull();
  expect(readdirSync(folder)).toEqual([]);
});

test("a share that doesn't respond is given up and reported, and its late result is ignored", async () => {
  mkdirSync(folder, { recursive: true });
  const time = testTime();
  let answers = (): void => undefined;
  const flush = vi.spyOn(await fileMethods(), 'sync').mockImplementation(
    () =>
      new Promise((resolve) => {
        answers = resolve;
      }),
  );
  const writing = writeToHotFolder(time, folder, order);
  const given = expect(writing).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  await time.advanceUntil(() => flush.mock.calls.length > 0, 10_000, 1);
  await time.advance(20_000);
  await given;
  const blockedBy = await tillFolderBlockedBy(time, folder, { isNew: false });
  expect(blockedBy && english(blockedBy.text)).toContain(`The computer that has ${folder} isn't responding.`);
  answers();
  await vi.waitFor(() => expect(readdirSync(folder)).toEqual([]));
  flush.mockRestore();
  await writeToHotFolder(time, folder, order);
  expect(readdirSync(folder)).toHaveLength(1);
});
