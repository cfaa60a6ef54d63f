/** Screens never get a PIN, a badge, or a hash of one. */
import type { Role } from '../settings/staff-settings.ts';

/** `asks`: the PIN or badge needed after a tap on the name. */
export interface StaffMember {
  id: string;
  name: string;
  role: Role;
  asks: 'nothing' | 'pin' | 'badge';
}

export type SignedIn = Pick<StaffMember, 'id' | 'name' | 'role'>;

/** A recorded change outside orders. `what`: the call's name. */
export interface StaffChange {
  at: string;
  who: string;
  what: string;
}
