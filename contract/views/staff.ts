/** Who works here, as screens show it. Never a PIN, a badge, or a hash of one. */
import type { Role } from '../settings/staff-settings.ts';

/** One of those who may sign in here. `asks`: for what, at a touch on the name. */
export interface StaffMember {
  id: string;
  name: string;
  role: Role;
  asks: 'nothing' | 'pin' | 'badge';
}

/** Who is signed in at a screen. */
export type SignedIn = Pick<StaffMember, 'id' | 'name' | 'role'>;

/** Something that someone changed and that belongs to no order. `what`: the call. */
export interface StaffChange {
  at: string;
  who: string;
  what: string;
}
