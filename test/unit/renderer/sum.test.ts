/** The word beside an order's sum: nobody is asked to pay what is paid. */
import { expect, test } from 'vitest';
import { sumOf } from '../../../renderer/order/parts/money/shown-sum.ts';
import { card } from './board/card.ts';

const eur = (amount: number) => ({ amount, currency: 'EUR', digits: 2 });
const all = { total: eur(1189), toPay: eur(1479) };

test('an order that was paid to the service has a total, wherever it stands', () => {
  for (const column of ['new', 'scheduled', 'preparing', 'ready', 'ended'] as const)
    expect(sumOf(card({ ...all, column }))).toEqual({ word: 'total', text: '€14.79' });
});

test('what is to be paid is the cash that is collected, and only until the order has ended', () => {
  const cash = { ...all, cashToCollect: eur(1000) };
  expect(sumOf(card({ ...cash, column: 'ready' }))).toEqual({ word: 'toPay', text: '€10.00' });
  // Also where nobody can tell what the order comes to.
  expect(sumOf(card({ ...cash, total: null, toPay: null }))).toEqual({ word: 'toPay', text: '€10.00' });
  expect(sumOf(card({ ...cash, column: 'ended' }))).toEqual({ word: 'total', text: '€14.79' });
});

test('where no total can be said, the sum of the items is called so', () => {
  expect(sumOf(card({ ...all, toPay: null }))).toEqual({ word: 'itemsSum', text: '€11.89' });
  expect(sumOf(card())).toBeNull();
});
