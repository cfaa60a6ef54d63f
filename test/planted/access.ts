/** Faults in access rights. */
import type { Planted } from './planted.ts';

export const OF_ACCESS: readonly Planted[] = [
  {
    name: 'courier-call-of-a-shift-lead-for-all-staff',
    file: 'contract/calls/couriers.ts',
    old: "    who: 'counter',\n    role: 'shift-lead',",
    new: "    who: 'counter',\n    role: 'staff',",
    tests: ['test/unit/house/who-may-call.test.ts'],
  },
  {
    name: 'a-managers-call-for-everyone',
    file: 'contract/calls/access.ts',
    old: "'access.leave': { who: 'manager',",
    new: "'access.leave': { who: 'counter', role: null,",
    tests: ['test/unit/house/who-may-call.test.ts'],
  },
  {
    name: 'staff-cancel-a-confirmed-pre-order',
    file: 'main/features/staff/role-for.ts',
    old: "return stageOf(orderId) === 'scheduled' ? 'shift-lead' : call.role;",
    new: "return stageOf(orderId) === 'delivered' ? 'shift-lead' : call.role;",
    tests: ['test/e2e/access/staff.test.ts'],
  },
  {
    name: 'reduced-price-among-others-needs-no-role',
    file: 'main/orders/operations.ts',
    old: "replacements.some(({ type }) => type === 'reduced-price')",
    new: "replacements.every(({ type }) => type === 'reduced-price')",
    tests: ['test/unit/staff/role-by-input.test.ts'],
  },
  {
    name: 'day-compared-with-a-month-for-everyone',
    file: 'main/features/managers-calls.ts',
    old: 'daysIn(span) > 1 || (against !== null && daysIn(against) > 1)',
    new: 'daysIn(span) > 1',
    tests: ['test/unit/staff/role-by-input.test.ts'],
  },
  {
    name: 'kitchen-tablet-undoes-answers-of-staff',
    file: 'main/hosts/displays/display-calls.ts',
    old: "pending.undoUntil !== null && ['ready', 'delivered'].includes(pending.action)",
    new: 'pending.undoUntil !== null',
    tests: ['test/unit/hosts/display-calls.test.ts'],
  },
];
