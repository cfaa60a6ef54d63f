/** Only the sum to pay is called so on a card. */

import { expect, test } from 'vitest';
import { english } from '../../../contract/english.ts';
import { allWorded } from '../../../contract/words.ts';
import { isoDigits } from '../../../main/orders/money/money.ts';
import type { Store } from '../../../main/store/store.ts';
import { orderDetail as orderDetailInWords } from '../../../main/view/card/detail.ts';
import { orderOf } from '../../fixtures/orders.ts';
import { cardOf, rowOf } from './card-context.ts';

const orderDetail = async (...given: Parameters<typeof orderDetailInWords>) => allWorded(english, await orderDetailInWords(...given));

const eur = (amount: number) => ({ amount, currency: 'EUR' });
const BODY = {
  id: 'o',
  venue: { id: 'v' },
  order_number: '5',
  order_status: 'received',
  created_at: '2026-03-14T11:14:00Z',
  delivery: { type: 'homedelivery' },
  items: [{ name: 'Pizza', count: 1 }],
  basket_price: { total: eur(1000) },
  fees: { total: eur(290) },
};
const NOW = Date.parse('2026-03-14T11:15:00Z');

async function shown(change: Record<string, unknown>) {
  const body = { ...BODY, ...change };
  const order = orderOf(body);
  const store = {
    orders: { get: () => rowOf(order, NOW), whole: () => order, raw: () => body },
    queue: { get: () => null, ofOrder: () => [] },
    journal: { of: () => [], ofKind: () => [] },
    ledger: { of: () => [] },
  } as unknown as Store;
  const detail = await orderDetail(store, 'o', (at) => new Date(at).toISOString(), isoDigits);
  const facts = detail?.sections.find(({ title }) => title === 'Money')?.facts ?? [];
  return { card: cardOf(order, NOW), detail, fact: (label: string) => facts.find((fact) => fact.label === label) };
}

test('fees and tip are in the sum to pay', async () => {
  const { card, detail, fact } = await shown({
    delivery: { type: 'homedelivery', courier_tip: { type: 'pre_delivery_courier_tip', price: eur(300) } },
  });
  expect(card.total).toEqual({ ...eur(1000), digits: 2 });
  expect(card.toPay).toEqual({ ...eur(1590), digits: 2 });
  expect(detail?.toPay).toEqual(card.toPay);
  expect(fact('Tip for the courier')).toMatchObject({ value: null, money: eur(300) });
});

test('fee types are shown in words, known or not', async () => {
  const types = ['type_service_fee', 'type_delivery_base', 'small_order_surcharge'];
  const { detail } = await shown({ fees: { total: eur(600), parts: types.map((type, at) => ({ type, total: eur(100 * (at + 1)) })) } });
  const fees = detail?.sections.find(({ title }) => title === 'Money')?.facts.filter(({ is }) => is === 'fee');
  expect(fees?.map(({ label, money }) => [label, money?.amount])).toEqual([
    ['· Service fee', 100],
    ['· Delivery base', 200],
    ['· Small order surcharge', 300],
  ]);
});

test('an unreadable amount is shown as received, never as "none", without a sum to pay', async () => {
  const sumless = await shown({ fees: { parts: [{ type: 'type_base_delivery', total: eur(390) }] } });
  expect(sumless.card.toPay).toBeNull();
  expect(sumless.fact('Fees')).toMatchObject({ isGiven: true, text: 'The service gave no readable total.' });
  expect(sumless.fact('· Base delivery')).toMatchObject({ value: null, money: eur(390) });
  const garbled = await shown({
    fees: { total: { amount: '3,90' } },
    delivery: { type: 'homedelivery', courier_tip: ['some'] },
    cash_payment: { cash_amount: '12' },
  });
  expect(garbled.card.toPay).toBeNull();
  expect([garbled.fact('Fees')?.value, garbled.fact('Tip for the courier')?.value, garbled.fact('Cash to collect')?.value]).toEqual([
    '{"amount":"3,90"}',
    '["some"]',
    '"12"',
  ]);
  expect(garbled.card.trouble[0]?.code).toBe('partly-unreadable');
});

test("the customer's cash is shown under either field name", async () => {
  const gives = async (cash: Record<string, unknown>) =>
    (await shown({ cash_payment: { cash_amount: eur(1290), ...cash } })).fact('The customer gives');
  expect(await gives({ cash_to_expect: eur(2000) })).toMatchObject({ money: eur(2000) });
  expect(await gives({ cash_to_expected: eur(2000) })).toMatchObject({ money: eur(2000) });
  expect(await gives({ cash_to_expect: null, cash_to_expected: eur(1500) })).toMatchObject({ money: eur(1500) });
  expect(await gives({})).toMatchObject({ value: null, isGiven: false });
});

test('an unreadable deposit is shown as received', async () => {
  const { detail } = await shown({
    items: [
      { name: 'Cola', count: 1, deposit: { gross_price: '0.15' } },
      { name: 'Water', count: 1, deposit: {} },
    ],
  });
  expect(detail?.rows.map(({ notes }) => notes)).toEqual([['Deposit 0.15'], ['Deposit of unknown amount']]);
});
