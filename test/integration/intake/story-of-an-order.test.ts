/** The story of an order holds words of the interface and none that the service made up: support reads it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { applyReading } from '../../../main/intake/apply-reading.ts';
import { parseOrder } from '../../../main/orders/reading/parse-order.ts';
import { openStore } from '../../../main/store/store.ts';

test('a status that the service made up is not in the story, and one of the interface is', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-story-'));
  const store = openStore(folder, { backups: null });
  onTestFinished(() => {
    store.close();
    rmSync(folder, { recursive: true });
  });
  const followers = { paper: () => {}, tillJobs: () => [], tellTill: () => {}, mayBeCooking: () => false, isDecidedHere: () => true };
  const read = (status: string) => {
    const body = { id: 'o', venue: { id: 'v' }, order_status: status, items: [{ name: 'Soup', count: 1 }] };
    const parsed = parseOrder(body);
    if (!parsed.ok) throw new Error(parsed.why);
    applyReading(store, followers, () => 1, parsed.order, body);
  };
  read('Ann Miller, 4 Elm Street');
  read('production');
  expect(store.journal.of('o').map(({ says }) => says)).toEqual([
    'first seen: awaiting-acceptance (another status)',
    'awaiting-acceptance -> preparing (production)',
  ]);
});
