/** The role a call needs while staff sign in: from the contract, and for some calls from their input. */
import { type CallInput, type CallName, type CallsOf, calls, ROLES, type Role } from '../../../contract/contract.ts';
import { costsTheVenue } from '../../orders/operations.ts';
import type { Stage } from '../../orders/stage.ts';
import { isManagers } from '../managers-calls.ts';

export const mayAct = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed);

/** Null where no one needs to be signed in. `stageOf`: of an order as it is known here; null for one that is not. */
export function roleFor(name: CallName, input: unknown, stageOf: (orderId: string) => Stage | null): Role | null {
  const call = calls[name];
  if (call.who === 'manager') return 'manager';
  if (name === 'order.reject') {
    // An order that was confirmed for later is not answered by that but cancelled.
    const { orderId } = input as CallInput<'order.reject'>;
    return stageOf(orderId) === 'scheduled' ? 'shift-lead' : call.role;
  }
  if (call.who === 'manager-for-some' && isManagers(name, input)) return FOR_SOME[name as CallsOf<'manager-for-some'>](input as never);
  return call.role;
}

/** What of such a call is the manager's while there is only a PIN may be a shift lead's where staff have names. */
const FOR_SOME: { [N in CallsOf<'manager-for-some'>]: (input: CallInput<N>) => Role } = {
  'order.review': forOperation,
  'order.operate': forOperation,
  'history.report': () => 'manager',
  'settings.saveWork': () => 'manager',
};

function forOperation({ operation }: CallInput<'order.operate'>): Role {
  return costsTheVenue(operation as Parameters<typeof costsTheVenue>[0]) ? 'shift-lead' : 'staff';
}
