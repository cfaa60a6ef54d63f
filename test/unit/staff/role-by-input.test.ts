/** Calls whose required role, and need of the manager's PIN, depend on their input. */
import { expect, test } from 'vitest';
import type { CallName, Role } from '../../../contract/contract.ts';
import { isManagers } from '../../../main/features/managers-calls.ts';
import { roleFor } from '../../../main/features/staff/role-for.ts';
import type { Stage } from '../../../main/orders/stage.ts';

const operate = (operation: object) => ({ orderId: 'o', requestId: 'r', operation });
const CHEAPER = { type: 'reduced-price', barcode: '1', price: { amount: 100, currency: 'EUR' } };
const FEWER = { type: 'count-change-replacement', count: 1 };
const replace = (...rows: object[][]) =>
  operate({ operation: 'replace-items', changes: rows.map((replacements, row) => ({ row, replacements })), additions: [] });
const DAY = { firstDay: '2026-11-27', lastDay: '2026-11-27' };
const TWO_DAYS = { firstDay: '2026-11-27', lastDay: '2026-11-28' };
const END = '2026-11-28T20:00:00Z';

/** `pin`: needs the manager's PIN, if one is set and staff have no names. */
const OPERATIONS: [what: string, input: object, role: Role, pin: boolean][] = [
  ['a refund of the basket', operate({ operation: 'refund-basket', amount: 100, reason: 'Late', vat: 0 }), 'shift-lead', true],
  ['a refund of items', operate({ operation: 'refund-items', reason: 'QUALITY_ISSUES', refunds: [] }), 'shift-lead', true],
  ['deposits', operate({ operation: 'deposits-returned', items: [] }), 'shift-lead', true],
  ['a lower price', replace([CHEAPER]), 'shift-lead', true],
  ['a lower price beside something else for the same row', replace([FEWER, CHEAPER]), 'shift-lead', true],
  ['a lower price in the last of three rows', replace([FEWER], [FEWER], [CHEAPER]), 'shift-lead', true],
  ['fewer pieces', replace([FEWER], [FEWER]), 'staff', false],
  ['the way of an own courier', operate({ operation: 'pickup-completed' }), 'staff', false],
];
const CALLS: [name: CallName, what: string, input: object, role: Role, pin: boolean][] = [
  ...(['order.review', 'order.operate'] as const).flatMap((name) => OPERATIONS.map((row): (typeof CALLS)[number] => [name, ...row])),
  ['history.report', 'a day', { span: DAY, against: null }, 'shift-lead', false],
  ['history.report', 'a day beside another', { span: DAY, against: DAY }, 'shift-lead', false],
  ['history.report', 'a day beside more days', { span: DAY, against: TWO_DAYS }, 'manager', true],
  ['history.report', 'more days beside a day', { span: TWO_DAYS, against: DAY }, 'manager', true],
  ['history.report', 'more days', { span: TWO_DAYS, against: null }, 'manager', true],
  ['settings.saveWork', 'rush mode', { work: { rush: { minutes: 10, until: END } } }, 'staff', false],
  ['settings.saveWork', 'the end of auto-accept', { work: { auto_accept: null } }, 'staff', false],
  ['settings.saveWork', 'the end of pauses by rule', { work: { pause_rule: null } }, 'staff', false],
  ['settings.saveWork', 'auto-accept', { work: { auto_accept: { until: END } } }, 'manager', true],
  ['settings.saveWork', 'pauses by rule', { work: { pause_rule: { until: END, minutes: 15 } } }, 'manager', true],
  ['settings.saveWork', 'a rule beside rush mode', { work: { rush: null, rules: [] } }, 'manager', true],
  ['settings.saveWork', 'no rules', { work: { rules: null } }, 'manager', true],
];

test.each(CALLS)('%s with %s needs the listed role and PIN', (name, _what, input, role, pin) => {
  expect([roleFor(name, input, () => null), isManagers(name, input)]).toEqual([role, pin]);
});

test.each<[Stage | null, Role]>([
  ['awaiting-acceptance', 'staff'],
  ['awaiting-confirmation', 'staff'],
  // Rejecting a confirmed order cancels it.
  ['scheduled', 'shift-lead'],
  ['preparing', 'staff'],
  [null, 'staff'],
])('rejecting an order at the stage %s needs the role %s', (stage, role) => {
  const input = { orderId: 'o', reason: 'Sold out', code: 'GENERIC' };
  expect(roleFor('order.reject', input, (orderId) => (orderId === 'o' ? stage : null))).toBe(role);
});
