/** Ended orders in the rail: each cause once, each number tappable. */
import { expect, test } from 'vitest';
import { message } from '../../../../contract/contract.ts';
import { foldEnded } from '../../../../renderer/board/rail/fold-ended.ts';
import { card } from './card.ts';

const done = (id: string) => card({ id, column: 'ended', status: 'delivered' });
const rejected = (id: string, code: 'orderStatus.rejectedHere' | 'orderStatus.rejectedElsewhere') =>
  card({ id, column: 'ended', status: 'rejected', statusLabel: message(code) });

test('orders rejected for one cause are grouped at the latest one, with their count', () => {
  const folded = foldEnded([
    done('a'),
    rejected('b', 'orderStatus.rejectedElsewhere'),
    rejected('c', 'orderStatus.rejectedHere'),
    done('d'),
    rejected('e', 'orderStatus.rejectedElsewhere'),
  ]);
  expect(folded.map(({ cause, orders }) => [cause, orders.map(({ id }) => id).join()])).toEqual([
    [null, 'a'],
    [message('orderStatus.rejectedElsewhere'), 'b,e'],
    [null, 'c'],
    [null, 'd'],
  ]);
});

test("completed orders aren't grouped, even with equal texts", () => {
  expect(foldEnded([done('a'), done('b')]).map(({ cause }) => cause)).toEqual([null, null]);
});
