/** Backups, second copies, checks and erasures leave no file open, during or after a run. */
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parseOrder } from '../../../main/orders/reading/parse-order.ts';
import { openStore, type Store } from '../../../main/store/store.ts';
import { orderBody } from '../../fixtures/orders.ts';
import { testTime } from '../../setup/test-time.ts';

const DAY_MS = 24 * 3_600_000;
const ROUNDS = 2;

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-open-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function openIn(...folders: string[]): string[] {
  return readdirSync('/proc/self/fd')
    .flatMap((number) => {
      try {
        return [readlinkSync(`/proc/self/fd/${number}`)];
      } catch {
        // The descriptor that reads this folder.
        return [];
      }
    })
    .filter((file) => folders.some((folder) => file.startsWith(folder)))
    .sort();
}

function keep(store: Store, id: string): void {
  const body = { ...orderBody('group'), id, comment: 'x'.repeat(20_000) };
  const parsed = parseOrder(body);
  if (!parsed.ok) throw new Error(parsed.why);
  const row = { order: parsed.order, noticedAt: 0, readAt: 1, initialPickupEta: null, alerting: false, endedAt: 1 };
  store.write(() => store.orders.save({ ...row, stage: 'delivered', open: false }, body));
}

test('many backups leave as many files open as the first, and none after closing', async ({ skip }) => {
  skip(process.platform !== 'linux', 'only Linux names the files that a process has open');
  const [folder, outside] = [emptyFolder(), emptyFolder()];
  const time = testTime();
  const store = openStore(folder, { time, backups: { outside: () => outside, settings: () => ({ text: '{}\n', taken: null }) } });
  async function round(id: string): Promise<void> {
    keep(store, id);
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
