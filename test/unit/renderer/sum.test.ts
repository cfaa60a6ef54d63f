/** The label of an order's sum: a paid sum is never labelled as to pay. */
import { expect, test } from 'vitest';
import { sumOf } from '../../../renderer/order/parts/money/shown-sum.ts';
import { card } from './board/card.ts';

const eur = (amount: number) => ({ amount, currency: 'EUR', digits: 2 });
const all = { total: eur(1189), toPay: eur(1479) };

test('an order paid through the service shows a total, in every column', () => {
  for (const column of ['new', 'scheduled', 'preparing', 'ready', 'ended'] as const)
    expect(sumOf(card({ ...all, column }))).toEqual({ word: 'total', text: '€14.79' });
});

test('the sum to pay is the cash to collect, only until the order has ended', () => {
  const cash = { ...all, cashToCollect: eur(1000) };
  expect(sumOf(card({ ...cash, column: 'ready' }))).toEqual({ word: 'toPay', text: '€10.00' });
  expect(sumOf(card({ ...cash, total: null, toPay: null }))).toEqual({ word: 'toPay', text: '€10.00' });
  expect(sumOf(card({ ...cash, column: 'ended' }))).toEqual({ word: 'total', text: '€14.79' });
});

test('without a total, the sum of the items is labeled so', () => {
  expect(sumOf(card({ ...all, toPay: null }))).toEqual({ word: 'itemsSum', text: '€11.89' });
  expect(sumOf(card())).toBeNull();
});
