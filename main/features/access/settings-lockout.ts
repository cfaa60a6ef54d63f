/** Somebody must be left who can come to the settings: by the manager's PIN, or by a name that is a manager's and not anybody's to touch. */
import type { Person, Problem } from '../../../contract/contract.ts';
import { message } from '../../../contract/message.ts';

export const hasManager = (people: readonly Person[]): boolean =>
  people.some(({ role, pin, badge }) => role === 'manager' && (pin || badge));

export const NO_MANAGER_YET: Problem = {
  code: 'no-manager',
  says: message('access.wouldLockSettings'),
  remedy: message('access.addManagerFirst'),
};
export const NO_MANAGER_LEFT: Problem = { ...NO_MANAGER_YET, remedy: message('access.makeOtherManager') };
