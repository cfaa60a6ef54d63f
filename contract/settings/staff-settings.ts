/** Who works here, where a venue wants to know who did what. Nobody's PIN or badge is among it: these are in the vault. */
import * as v from 'valibot';
import { mistake } from '../mistake.ts';

/** Each may do what those before it may. */
export const ROLES = ['staff', 'shift-lead', 'manager'] as const;
export const Role = v.picklist(ROLES);
export type Role = v.InferOutput<typeof Role>;

/** More than any venue has. */
export const MOST_PEOPLE = 100;

export const PersonName = v.pipe(v.string(), v.trim(), v.minLength(1, mistake('give-the-person-a-name')), v.maxLength(40));
export const PersonId = v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,40}$/, mistake('use-small-letters-digits-dashes')));

export const Person = v.strictObject({
  id: PersonId,
  name: PersonName,
  role: v.optional(Role, 'staff'),
  /** Whether the vault has one of them; it is asked for at signing in. */
  pin: v.optional(v.boolean(), false),
  badge: v.optional(v.boolean(), false),
});
export type Person = v.InferOutput<typeof Person>;

export const StaffSettings = v.strictObject({
  on: v.pipe(
    v.optional(v.boolean(), false),
    v.description('Whether the counter asks who does something, and says in the story of an order who did. The counter switches it.'),
  ),
  sign_out_minutes: v.pipe(
    v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(120)), 5),
    v.description('After so many minutes without a touch whoever is signed in at a screen is signed out.'),
  ),
  on_papers: v.pipe(
    v.optional(v.boolean(), false),
    v.description('Kitchen tickets, receipts and courier tickets say in a small line who accepted the order.'),
  ),
  people: v.pipe(
    v.optional(
      v.pipe(
        v.array(Person),
        v.maxLength(MOST_PEOPLE),
        v.check((list) => new Set(list.map(({ id }) => id)).size === list.length, mistake('two-people-have-same-id')),
      ),
      [],
    ),
    v.description(
      'Who works here, each `{"id", "name", "role": "staff", "shift-lead" or "manager", "pin", "badge"}`; `pin` and `badge` say whether the vault has one. Entered at the counter.',
    ),
  ),
});
export type StaffSettings = v.InferOutput<typeof StaffSettings>;
