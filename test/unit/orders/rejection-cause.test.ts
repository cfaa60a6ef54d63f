/** How an order came to be rejected: missed only where its time was over unanswered, and "not by us" only where no one can know. */
import { expect, test } from 'vitest';
import { type RejectionEvidence, rejectionCause } from '../../../main/orders/rejection-cause.ts';

const DUE = Date.parse('2026-11-21T12:15:00Z');
const NO = () => false;
const YES = () => true;

/** `changed`, `noticed`: seconds after the end of its time. */
function cause(changed: number | null, over: Partial<RejectionEvidence> & { noticed?: number | null } = {}) {
  const { noticed = 3, ...rest } = over;
  const at = (seconds: number | null) => (seconds === null ? null : DUE + seconds * 1_000);
  const evidence: RejectionEvidence = { ours: 'none', wasAnswered: NO, wasCancelClaimed: NO, answerBy: DUE, changedAt: 0, noticedAt: 0 };
  return rejectionCause({ ...evidence, changedAt: at(changed), noticedAt: at(noticed), ...rest });
}

test('missed: its time was over and no one had answered, also where the service calls that cancelled', () => {
  expect(cause(0)).toBe('missed');
  expect(cause(2, { noticed: 3_600 })).toBe('missed');
  expect(cause(-4)).toBe('missed');
  expect(cause(1, { wasCancelClaimed: YES })).toBe('missed');
});

test('before its time was over it was cancelled where a notification said so; else no one can know', () => {
  expect(cause(-60, { wasCancelClaimed: YES })).toBe('cancelled');
  expect(cause(-60)).toBe('others');
});

test('what was answered was cancelled, whenever', () => {
  for (const changed of [-60, 0, 600]) expect(cause(changed, { wasAnswered: YES })).toBe('cancelled');
});

test('what was rejected here is no one else’s, also in the very second in which its time was over', () => {
  for (const changed of [-60, 0, 1]) {
    expect(cause(changed, { ours: 'taken', wasCancelClaimed: YES })).toBe('here');
    expect(cause(changed, { ours: 'out' })).toBe('checking');
  }
});

test('where the service does not say when it changed, what was noticed at once tells, and what was noticed later does not', () => {
  expect(cause(null)).toBe('missed');
  expect(cause(null, { noticed: -60 })).toBe('others');
  expect(cause(null, { noticed: 3_600 })).toBe('others');
  expect(cause(null, { noticed: null })).toBe('others');
});
