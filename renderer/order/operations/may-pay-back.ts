/** Who may refund. Other staff see why not before they fill in the form; main checks it too. */
import { message, type Problem } from '../../../contract/contract.ts';
import { may, type PageRights, useApp, useIsCounter, useIsManager, useUiState } from '../../state/ui-state.ts';

const MONEY_BACK = ['refund-items', 'refund-basket', 'deposits-returned'];

/** Whether this page offers an operation. Only the main screen uploads documents. */
export function isOffered(operation: string, page: PageRights): boolean {
  if (page.view === 'counter') return true;
  return operation !== 'document' && may(page, MONEY_BACK.includes(operation) ? 'refund' : 'ready');
}

/** Why the current person may not refund, or null. Null also if the person is unknown: a tap then asks for a PIN. */
export function useWhoMayPayBack(operation: string): Problem | null {
  const app = useApp();
  const person = useUiState((counter) => counter.person);
  const isManager = useIsManager();
  const isCounter = useIsCounter();
  if (!app || isManager || !MONEY_BACK.includes(operation)) return null;
  // A station doesn't know whether a PIN is set.
  if (app.staff === null && !isCounter) return null;
  if (app.staff === null) return { code: 'manager-only', text: message('access.pinNeeded'), hint: message('access.enterPinInSettings') };
  return person?.role === 'staff' ? { code: 'role', text: message('staff.shiftLeadOnly') } : null;
}
