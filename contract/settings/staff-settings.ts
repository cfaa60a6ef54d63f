/** Staff for sign-in. PINs and badges are in the vault, not here. */
import * as v from 'valibot';
import { mistake } from '../mistake.ts';
import { section } from './section.ts';

/** Roles in order: each has the rights of those before it. */
export const ROLES = ['staff', 'shift-lead', 'manager'] as const;
export const Role = v.picklist(ROLES);
export type Role = v.InferOutput<typeof Role>;

export const MOST_PEOPLE = 100;

export const PersonName = v.pipe(v.string(), v.trim(), v.minLength(1, mistake('field.enterPersonName')), v.maxLength(40));
export const PersonId = v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,40}$/, mistake('field.idCharacters')));

export const Person = v.strictObject({
  id: PersonId,
  name: PersonName,
  role: v.optional(Role, 'staff'),
  /** Whether the vault has a PIN of this person; then signing in asks for it. */
  pin: v.optional(v.boolean(), false),
  badge: v.optional(v.boolean(), false),
});
export type Person = v.InferOutput<typeof Person>;

export const StaffSettings = v.strictObject({
  on: v.pipe(
    v.optional(v.boolean(), false),
    v.description("Whether staff sign in and an order's activity says who did what. Turned on from the main screen."),
  ),
  sign_out_minutes: v.pipe(
    v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(120)), 5),
    v.description('Minutes without a tap until a screen signs out.'),
  ),
  on_papers: v.pipe(v.optional(v.boolean(), false), v.description('Tickets and receipts name who accepted the order, in a small line.')),
  people: v.pipe(
    v.optional(
      v.pipe(
        v.array(Person),
        v.maxLength(MOST_PEOPLE),
        v.check((list) => new Set(list.map(({ id }) => id)).size === list.length, mistake('field.duplicatePersonId')),
      ),
      [],
    ),
    v.description(
      'Staff, each `{"id", "name", "role": "staff", "shift-lead" or "manager", "pin", "badge"}`; `pin` and `badge` say whether the vault has one. Entered on the main screen.',
    ),
  ),
});
export type StaffSettings = v.InferOutput<typeof StaffSettings>;

export const staffSection = section(v.optional(StaffSettings, {}), ['sign_out_minutes', 'on_papers'], { on: 'people', people: 'people' });
