/** Ended orders in the rail: each cause once, each number tappable. */
import { expect, test } from 'vitest';
import { message } from '../../../../contract/contract.ts';
import { foldEnded } from '../../../../renderer/board/rail/fold-ended.ts';
import { card } from './card.ts';

const done = (id: string) => card({ id, column: 'ended', status: 'delivered' });
const HERE = message('orderStatus.rejectedHere');
const ELSEWHERE = message('orderStatus.rejectedElsewhere');
const rejected = (id: string, statusLabel: typeof HERE) => card({ id, column: 'ended', status: 'rejected', statusLabel });

test('orders rejected for one cause are grouped at the latest one, with their count', () => {
  const folded = foldEnded([done('a'), rejected('b', ELSEWHERE), rejected('c', HERE), done('d'), rejected('e', ELSEWHERE)]);
  expect(folded.map(({ cause, orders }) => [cause, orders.map(({ id }) => id).join()])).toEqual([
    [null, 'a'],
    [ELSEWHERE, 'b,e'],
    [null, 'c'],
    [null, 'd'],
  ]);
});

test("completed orders aren't grouped, even with equal texts", () => {
  expect(foldEnded([done('a'), done('b')]).map(({ cause }) => cause)).toEqual([null, null]);
});
