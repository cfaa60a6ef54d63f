/** The role a call needs while staff sign in, by contract or input. */
import { type CallInput, type CallName, type CallsOf, calls, ROLES, type Role } from '../../../contract/contract.ts';
import { costsTheVenue } from '../../orders/operations.ts';
import type { Stage } from '../../orders/stage.ts';
import { isManagers } from '../managers-calls.ts';

export const mayAct = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed);

/** Null: no sign-in needed. `stageOf`: null for unknown orders. */
export function roleFor(name: CallName, input: unknown, stageOf: (orderId: string) => Stage | null): Role | null {
  const call = calls[name];
  if (call.who === 'manager') return 'manager';
  if (name === 'order.reject') {
    // For a scheduled order this is a cancellation, not an answer.
    const { orderId } = input as CallInput<'order.reject'>;
    return stageOf(orderId) === 'scheduled' ? 'shift-lead' : call.role;
  }
  if (call.who === 'manager-for-some' && isManagers(name, input)) return FOR_SOME[name as CallsOf<'manager-for-some'>](input as never);
  return call.role;
}

/** Some calls that need the manager's PIN are open to shift leads. */
const FOR_SOME: { [N in CallsOf<'manager-for-some'>]: (input: CallInput<N>) => Role } = {
  'order.review': forOperation,
  'order.operate': forOperation,
  'history.report': () => 'manager',
  'settings.saveWork': () => 'manager',
};

function forOperation({ operation }: CallInput<'order.operate'>): Role {
  return costsTheVenue(operation as Parameters<typeof costsTheVenue>[0]) ? 'shift-lead' : 'staff';
}
