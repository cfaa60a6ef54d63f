/** The word beside an order's sum: nobody is asked to pay what is paid. */
import { expect, test } from 'vitest';
import { sumOf } from '../../../renderer/order/parts/money/sum-of.ts';
import { card } from './board/card.ts';

const eur = (amount: number, text: string) => ({ amount, currency: 'EUR', text });
const all = { total: eur(1189, '11.89 EUR'), toPay: eur(1479, '14.79 EUR') };

test('an order that was paid to the service has a total, wherever it stands', () => {
  for (const column of ['new', 'scheduled', 'preparing', 'ready', 'ended'] as const)
    expect(sumOf(card({ ...all, column }))).toEqual({ word: 'total', text: '14.79 EUR' });
});

test('what is to be paid is the cash that is collected, and only until the order has ended', () => {
  const cash = { ...all, cashToCollect: eur(1000, '10.00 EUR') };
  expect(sumOf(card({ ...cash, column: 'ready' }))).toEqual({ word: 'toPay', text: '10.00 EUR' });
  // Also where nobody can tell what the order comes to.
  expect(sumOf(card({ ...cash, total: null, toPay: null }))).toEqual({ word: 'toPay', text: '10.00 EUR' });
  expect(sumOf(card({ ...cash, column: 'ended' }))).toEqual({ word: 'total', text: '14.79 EUR' });
});

test('where no total can be said, the sum of the items is called so', () => {
  expect(sumOf(card({ ...all, toPay: null }))).toEqual({ word: 'itemsSum', text: '11.89 EUR' });
  expect(sumOf(card())).toBeNull();
});
