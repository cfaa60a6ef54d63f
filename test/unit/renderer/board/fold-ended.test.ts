/** What ended stands in the rail: the words of one cause once, each number to be tapped. */
import { expect, test } from 'vitest';
import { message } from '../../../../contract/contract.ts';
import { foldEnded } from '../../../../renderer/board/rail/fold-ended.ts';
import { card } from './card.ts';

const done = (id: string) => card({ id, column: 'ended', status: 'delivered' });
const rejected = (id: string, code: 'orderStatus.rejectedHere' | 'orderStatus.rejectedElsewhere') =>
  card({ id, column: 'ended', status: 'rejected', statusLabel: message(code) });

test('orders that were rejected for one cause stand together, where the latest of them ended, and are counted', () => {
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

test('orders that were done stand by themselves, however alike their words', () => {
  expect(foldEnded([done('a'), done('b')]).map(({ cause }) => cause)).toEqual([null, null]);
});
