/** Why an order was rejected: missed only if its time ended unanswered, "not by us" only if the cause is unknowable. */
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

test('an unanswered order past its deadline is missed, also if the service calls it cancelled', () => {
  expect(cause(0)).toBe('missed');
  expect(cause(2, { noticed: 3_600 })).toBe('missed');
  expect(cause(-4)).toBe('missed');
  expect(cause(1, { wasCancelClaimed: YES })).toBe('missed');
});

test('before its deadline it is cancelled if a notification said so, else unknown', () => {
  expect(cause(-60, { wasCancelClaimed: YES })).toBe('cancelled');
  expect(cause(-60)).toBe('others');
});

test('an answered order was cancelled, at any time', () => {
  for (const changed of [-60, 0, 600]) expect(cause(changed, { wasAnswered: YES })).toBe('cancelled');
});

test('an order rejected here is ours, even in the second of its deadline', () => {
  for (const changed of [-60, 0, 1]) {
    expect(cause(changed, { ours: 'taken', wasCancelClaimed: YES })).toBe('here');
    expect(cause(changed, { ours: 'out' })).toBe('checking');
  }
});

test('without a change time, only noticing it promptly proves the cause', () => {
  expect(cause(null)).toBe('missed');
  expect(cause(null, { noticed: -60 })).toBe('others');
  expect(cause(null, { noticed: 3_600 })).toBe('others');
  expect(cause(null, { noticed: null })).toBe('others');
});
