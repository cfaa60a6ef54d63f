/** Records a change that belongs to no order, with who made it. */
import { type CallInput, type CallName, type Calls, calls } from '../../../contract/contract.ts';
import type { By } from '../caller.ts';

/**
 * The word that it is kept by; null where there is nothing to note. No one is named where the manager's PIN opened it; what anyone may do
 * without a name is noted with one alone. Rush mode is one of the settings and is switched in the bar.
 */
export function changeMadeBy(name: CallName, input: unknown, by: By): string | null {
  const { noted = false, who } = (calls as Calls)[name] ?? {};
  if (!noted || (by.name === null && who !== 'manager')) return null;
  if (name !== 'settings.saveWork') return name;
  return 'rush' in (input as CallInput<'settings.saveWork'>).work ? 'rush' : name;
}
