/** Keeps someone able to open Settings: by the manager PIN, or as a staff member who is a manager with a PIN or badge. */
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
