/** Which orders an auto-accept rule accepts. */
import { expect, test } from 'vitest';
import { acceptByRule, type Rule, ruleFor, waitsForAllergy } from '../../../main/shift/accept-by-rule.ts';
import type { Store } from '../../../main/store/store.ts';
import { orderBody, orderOf } from '../../fixtures/orders.ts';
import { onDefect } from '../../setup/parts.ts';
import { testTime } from '../../setup/test-time.ts';
import { rowOf } from '../../unit/view/card-context.ts';

const order = orderOf(orderBody('takeaway-cash'));
const dish = order.items[0] ?? expect.unreachable('an order of nothing');
const items = order.items.reduce((sum, { count }) => sum + count, 0);
const rule = (change: Partial<Rule>): Rule => ({
  venues: [],
  from: '00:00',
  to: '23:59',
  kinds: ['takeaway'],
  most_items: null,
  when: 'at-once',
  extra_minutes: 0,
  allergies: false,
  ...change,
});
const takes = (change: Partial<Rule>, leftMs = 170_000, clock = '18:30') => ruleFor([rule(change)], order, leftMs, clock) !== null;

test('a rule accepts only orders that match all its parts', () => {
  expect(takes({})).toBe(true);
  expect(takes({ kinds: ['delivery', 'self-delivery'] })).toBe(false);
  expect(takes({ venues: ['another-venue'] })).toBe(false);
  expect(takes({ venues: [order.venueId] })).toBe(true);
  expect(takes({ most_items: items })).toBe(true);
  expect(takes({ most_items: items - 1 })).toBe(false);
});

test("a rule's most items counts pieces, not lines of the order", () => {
  const seven = { ...order, items: [5, 2].map((count) => ({ ...dish, count })) };
  expect([6, 7].map((most_items) => ruleFor([rule({ most_items })], seven, 170_000, '18:30') !== null)).toEqual([false, true]);
});

test("a rule's hours apply to the time of day at which the order is checked", async () => {
  const at = (hour: number) => new Date(2026, 2, 14, hour, 30).getTime();
  const accepted = async (hour: number): Promise<number> => {
    const time = testTime(at(hour));
    let count = 0;
    const stop = acceptByRule({
      store: { orders: { open: () => [rowOf(order, at(hour))] } } as unknown as Store,
      rules: () => [rule({ from: '18:00', to: '19:00' })],
      leftMs: () => 170_000,
      extraMinutes: () => 0,
      accept: () => {
        count += 1;
      },
      time,
      onDefect,
    });
    await time.advance(500);
    stop();
    return count;
  };
  expect([await accepted(18), await accepted(13), await accepted(23)]).toEqual([1, 0, 0]);
});

test("an order matches a rule only within the rule's hours, which may run past midnight", () => {
  expect(takes({ from: '18:00', to: '22:00' })).toBe(true);
  expect(takes({ from: '19:00', to: '22:00' })).toBe(false);
  expect(takes({ from: '22:00', to: '02:00' }, 170_000, '23:15')).toBe(true);
  expect(takes({ from: '22:00', to: '02:00' }, 170_000, '01:59')).toBe(true);
  expect(takes({ from: '22:00', to: '02:00' }, 170_000, '12:00')).toBe(false);
});

test('a rule set to accept just before the deadline leaves the order to staff until then', () => {
  expect(takes({ when: 'before-deadline' }, 60_000)).toBe(false);
  expect(takes({ when: 'before-deadline' }, 24_000)).toBe(true);
});

test('an order that names an allergy waits for staff unless the rule includes allergies', () => {
  const note = { ...order, consumer: { ...order.consumer, comment: 'I am allergic to nuts' } };
  const peanuts = { group: 'Allergies', value: 'peanuts', count: 1, price: null, posId: null, valuePosId: null };
  const choice = { ...order, items: [{ ...dish, options: [peanuts] }] };
  const none = { ...order, consumer: { ...order.consumer, comment: 'No allergies.' } };
  const kept = { ...order, consumer: { ...order.consumer, comment: 'No nuts please. No allergies.' } };
  for (const reported of [note, choice, kept]) {
    expect(ruleFor([rule({})], reported, 170_000, '18:30')).toBeNull();
    expect(waitsForAllergy([rule({})], reported)).toBe(true);
    expect(ruleFor([rule({}), rule({ allergies: true })], reported, 170_000, '18:30')).toEqual(rule({ allergies: true }));
    expect(waitsForAllergy([rule({}), rule({ allergies: true })], reported)).toBe(false);
    // The rule doesn't match this order's kind, so the order doesn't wait because of its allergy.
    expect(waitsForAllergy([rule({ kinds: ['delivery'] })], reported)).toBe(false);
  }
  expect(ruleFor([rule({})], none, 170_000, '18:30')).not.toBeNull();
});
