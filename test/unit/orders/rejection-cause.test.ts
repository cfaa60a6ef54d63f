/** Why an order was rejected: missed only if unanswered at its deadline, "not by us" only if the cause is unknowable. */
import { expect, test } from 'vitest';
import { type RejectionEvidence, rejectionCause } from '../../../main/orders/rejection-cause.ts';

const DUE = Date.parse('2026-11-21T12:15:00Z');
const NO = () => false;
const YES = () => true;

/** `changed`, `noticed`: seconds after the order's deadline. */
function cause(changed: number | null, over: Partial<RejectionEvidence> & { noticed?: number | null } = {}) {
  const { noticed = 3, ...rest } = over;
  const at = (seconds: number | null) => (seconds === null ? null : DUE + seconds * 1_000);
  const evidence: RejectionEvidence = { ours: 'none', wasAnswered: NO, wasCancelClaimed: NO, answerBy: DUE, changedAt: 0, noticedAt: 0 };
  return rejectionCause({ ...evidence, changedAt: at(changed), noticedAt: at(noticed), ...rest });
}

test('an unanswered order rejected around its deadline is missed, even if a notification calls it cancelled', () => {
  expect(cause(0)).toBe('missed');
  expect(cause(2, { noticed: 3_600 })).toBe('missed');
  expect(cause(-4)).toBe('missed');
  expect(cause(1, { wasCancelClaimed: YES })).toBe('missed');
});

test('an order rejected before its deadline counts as cancelled only if a notification said so', () => {
  expect(cause(-60, { wasCancelClaimed: YES })).toBe('cancelled');
  expect(cause(-60)).toBe('others');
});

test('an order rejected after staff answered it was cancelled, at any time', () => {
  for (const changed of [-60, 0, 600]) expect(cause(changed, { wasAnswered: YES })).toBe('cancelled');
});

test('an order that staff rejected counts as rejected here, even at the second of its deadline', () => {
  for (const changed of [-60, 0, 1]) {
    expect(cause(changed, { ours: 'taken', wasCancelClaimed: YES })).toBe('here');
    expect(cause(changed, { ours: 'out' })).toBe('checking');
  }
});

test("a rejection without a time counts as missed only if noticed right after the order's deadline", () => {
  expect(cause(null)).toBe('missed');
  expect(cause(null, { noticed: -60 })).toBe('others');
  expect(cause(null, { noticed: 3_600 })).toBe('others');
  expect(cause(null, { noticed: null })).toBe('others');
});
