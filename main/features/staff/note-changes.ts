/** Logs changes that belong to no order, with their author. */
import { type CallInput, type CallName, type Calls, calls } from '../../../contract/contract.ts';
import type { By } from '../caller.ts';

/**
 * The action to log, or null. Open calls are logged only with a name, manager calls also without. Rush mode, toggled in the bar, is a
 * separate action.
 */
export function changeMadeBy(name: CallName, input: unknown, by: By): string | null {
  const { noted = false, who } = (calls as Calls)[name] ?? {};
  if (!noted || (by.name === null && who !== 'manager')) return null;
  if (name !== 'settings.saveWork') return name;
  return 'rush' in (input as CallInput<'settings.saveWork'>).work ? 'rush' : name;
}
