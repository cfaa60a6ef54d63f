/** PINs and badges are write-only. */
import * as v from 'valibot';
import { mistake } from '../mistake.ts';
import { PersonId, PersonName, Role, StaffSettings } from '../settings/staff-settings.ts';
import type { StaffChange } from '../views/staff.ts';
import { type Calls, type Done, None, output } from './call.ts';

const Pin = v.pipe(v.string(), v.regex(/^\d{4,12}$/, mistake('field.pinDigits')));
const Badge = v.pipe(v.string(), v.trim(), v.minLength(6), v.maxLength(200));

const { people: _people, ...Ways } = StaffSettings.entries;

export const staffCalls = {
  /** `pin`: null for persons without one. */
  'staff.signIn': {
    who: 'counter',
    role: null,
    cost: 5,
    input: v.object({ id: PersonId, pin: v.nullable(v.pipe(v.string(), v.minLength(1, mistake('field.enterPin')), v.maxLength(200))) }),
    output: output<Done>(),
  },
  'staff.scan': {
    who: 'counter',
    role: null,
    cost: 5,
    input: v.object({ code: v.pipe(v.string(), v.maxLength(200)) }),
    output: output<Done>(),
  },
  'staff.signOut': { who: 'counter', role: null, input: None, output: output<Done>() },
  /** Reports a tap, which keeps the person signed in. */
  'staff.here': { who: 'counter', role: null, input: None, output: output<Done>() },
  /** An omitted PIN or badge stays; null removes it. */
  'staff.save': {
    who: 'manager',
    cost: 10,
    noted: true,
    input: v.object({
      id: PersonId,
      name: PersonName,
      role: Role,
      pin: v.optional(v.nullable(Pin)),
      badge: v.optional(v.nullable(Badge)),
    }),
    output: output<Done>(),
  },
  'staff.remove': { who: 'manager', cost: 10, noted: true, input: v.object({ id: PersonId }), output: output<Done>() },
  'settings.saveStaff': {
    who: 'manager',
    cost: 10,
    noted: true,
    input: v.object({ staff: v.partial(v.object(Ways)) }),
    output: output<Done>(),
  },
  /** Recorded changes, newest first. */
  'staff.changes': { who: 'manager', input: None, output: output<{ changes: StaffChange[] }>() },
} as const satisfies Calls;
