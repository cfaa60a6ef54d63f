/** Backups, second copies, checks and erasures leave no file open, during or after a run. */
import { readdirSync, readlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { orderBody, putOrder } from '../../fixtures/orders.ts';
import { testFolder, testStore } from '../../setup/parts.ts';
import { testTime } from '../../setup/test-time.ts';

const DAY_MS = 24 * 3_600_000;
const ROUNDS = 2;

function openIn(...folders: string[]): string[] {
  return readdirSync('/proc/self/fd')
    .flatMap((number) => {
      try {
        return [readlinkSync(`/proc/self/fd/${number}`)];
      } catch {
        // This descriptor was reading the folder itself.
        return [];
      }
    })
    .filter((file) => folders.some((folder) => file.startsWith(folder)))
    .sort();
}

test('many backups leave no more files open than the first one, and closing the store leaves none', async ({ skip }) => {
  skip(process.platform !== 'linux', 'only Linux names the files that a process has open');
  const [folder, outside] = [testFolder(), testFolder()];
  const time = testTime();
  const store = testStore(folder, { time, backups: { outside: () => outside, settings: () => ({ text: '{}\n', taken: null }) } });
  async function round(id: string): Promise<void> {
    putOrder(store, orderBody('group', { id, comment: 'x'.repeat(20_000) }), { endedAt: 1 });
    const made = store.backups.make();
    await time.advanceWhile(made, 60_000, 1_000);
    expect(await made).toMatchObject({ outside: { is: 'written' } });
    expect(await store.backups.tryOutside(outside)).toBeNull();
    await store.backups.erase(DAY_MS, 2 * DAY_MS);
  }
  await round('first');
  const before = openIn(folder, outside);
  for (let count = 0; count < ROUNDS; count += 1) await round(`order-${count}`);
  expect(openIn(folder, outside)).toEqual(before);
  const unfinished = store.backups.make().catch(({ code }: { code: string }) => code);
  await new Promise(setImmediate);
  await store.backups.stop();
  expect(await unfinished).toBe('stopped');
  store.close();
  expect(openIn(folder, outside)).toEqual([]);
});
