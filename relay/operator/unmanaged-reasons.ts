/** Why a setting can't be managed for a group. docs/relay.md has these texts, too. */
import type { UnmanagedReason } from '../../contract/settings/section.ts';
import { unmanagedReason } from '../../contract/settings/unmanaged.ts';

export const UNMANAGED_REASONS: Record<UnmanagedReason, string> = {
  sends: 'tokens, secrets or orders go there, so whoever changed it would receive them',
  installs: 'programs are installed from there',
  looks: 'that service sees which places are viewed',
  'of-address': 'it belongs to such an address and changes with it',
  access: "it names whose access to the service this is; the secret is in this computer's vault",
  calls: "it decides which calls are made with the venue's token",
  money: 'it defines amounts; a wrong value pays a hundred times as much',
  couriers: 'couriers go there, by agreement with the operator of the service',
  customers: 'customers read it, and staff never see it first',
  opens: 'it opens this computer to others',
  computer: 'it is a folder or device of this computer',
  accepting: 'it decides who accepts orders; with a wrong value no one does',
  shift: 'staff turn it on for a time',
  people: "it decides who may do what here; PINs and badges are in this computer's vault",
  format: 'Tillbridge writes it',
};

/** A sentence without its full stop. `place`: as in docs/settings.md. */
export function notManageable(place: string): string {
  const why = unmanagedReason(place);
  return `${place} can't be managed remotely${why === null ? '' : `: ${UNMANAGED_REASONS[why]}`}`;
}
