/** Prevents a lockout from Settings: a manager PIN, or a manager with PIN or badge, must remain. */
import type { Person, Problem } from '../../../contract/contract.ts';
import { message } from '../../../contract/message.ts';

export const hasManager = (people: readonly Person[]): boolean =>
  people.some(({ role, pin, badge }) => role === 'manager' && (pin || badge));

export const NO_MANAGER_YET: Problem = {
  code: 'no-manager',
  text: message('access.wouldLockSettings'),
  hint: message('access.addManagerFirst'),
};
export const NO_MANAGER_LEFT: Problem = { ...NO_MANAGER_YET, hint: message('access.makeOtherManager') };
