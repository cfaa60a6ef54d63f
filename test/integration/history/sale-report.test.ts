/** Pauses and sold-out times in a day's report. */
import { beforeEach, expect, test } from 'vitest';
import { saleReport } from '../../../main/history/sale-report.ts';
import { boundsOf } from '../../../main/history/span.ts';
import type { Store } from '../../../main/store/store.ts';
import { testFolder, testStore } from '../../setup/parts.ts';
import { testTime } from '../../setup/test-time.ts';

const DAY = { firstDay: '2026-11-25', lastDay: '2026-11-25' };
const [MIDNIGHT] = boundsOf(DAY);
const at = (hours: number): number => MIDNIGHT + hours * 3_600_000;
let store: Store;
beforeEach(() => {
  store = testStore(testFolder(), { time: testTime(at(18)) });
});

const report = (now = at(18)) => saleReport(store.menu.offSale, DAY, now, [{ key: 'ITEMS_UNAVAILABLE', count: 3 }]);
const begin = (kind: 'paused' | 'sold-out', subject: string, from: number, until: number | null) =>
  store.write(() => store.menu.offSale.begin({ venueId: 'v', kind, subject, name: subject, from, until }));
const end = (kind: 'paused' | 'sold-out', subject: string, when: number) =>
  store.write(() => store.menu.offSale.end('v', kind, subject, when));

test('pauses that ended early, ended on time or continue are all counted', () => {
  begin('paused', '', at(10), at(11));
  end('paused', '', at(10.5));
  begin('paused', '', at(12), at(12.25));
  begin('paused', '', at(17), null);
  expect(report().paused).toEqual({ times: 3, seconds: 1_800 + 900 + 3_600 });
});

test('sold-out time counts from midnight to now, and an extension prolongs it', () => {
  begin('sold-out', 'fish', at(-5), null);
  begin('sold-out', 'soup', at(11), at(12));
  begin('sold-out', 'soup', at(11.5), at(14));
  begin('sold-out', 'soup', at(16), null);
  end('sold-out', 'fish', at(9));
  const { soldOut, rejectedForIt, moreSoldOut } = report();
  expect(soldOut).toEqual([
    { name: 'fish', times: 1, seconds: 9 * 3_600 },
    { name: 'soup', times: 2, seconds: 5 * 3_600 },
  ]);
  expect([rejectedForIt, moreSoldOut]).toEqual([3, 0]);
});
