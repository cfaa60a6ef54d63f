/** By whom an order was rejected that nobody here rejected: claimed only where something tells. */
import { expect, test } from 'vitest';
import type { Deadline } from '../../../main/orders/deadline.ts';
import { parseOrder } from '../../../main/orders/reading/parse-order.ts';
import { rejectedBy } from '../../../main/orders/rejected-by.ts';
import { orderBody } from '../../fixtures/orders.ts';

const DUE = Date.parse('2026-11-21T12:15:00Z');
const at = (seconds: number) => new Date(DUE + seconds * 1_000).toISOString();
const deadline: Deadline = { at: at(0), of: 'confirm', totalSeconds: 900, about: false };

function by(modified: number | null, more: { endedAt?: string | null; wasAnswered?: boolean; about?: boolean } = {}) {
  const parsed = parseOrder({ ...orderBody('takeaway-cash'), modified_at: modified === null ? null : at(modified) });
  if (!parsed.ok) throw new Error(parsed.why);
  const { endedAt = at(3), wasAnswered = false, about = false } = more;
  return rejectedBy(parsed.order, { deadline: { ...deadline, about }, endedAt, wasAnswered });
}

test('the service, when nobody had answered and its time was over', () => {
  expect(by(0)).toBe('time');
  expect(by(2, { endedAt: at(3_600) })).toBe('time');
  expect(by(-4)).toBe('time');
});

test('nobody knows who, when it was earlier, or when the time is only guessed; what was answered was cancelled', () => {
  expect(by(-60)).toBe('others');
  expect(by(1, { wasAnswered: true })).toBe('cancelled');
  expect(by(1, { about: true })).toBe('others');
});

test('where the service does not say when it changed, what was noticed at once tells, and what was noticed later does not', () => {
  expect(by(null)).toBe('time');
  expect(by(null, { endedAt: at(-60) })).toBe('others');
  expect(by(null, { endedAt: at(3_600) })).toBe('others');
  expect(by(null, { endedAt: null })).toBe('others');
});
