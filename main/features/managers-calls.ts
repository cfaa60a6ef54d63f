/** Which calls need the manager while a PIN is set: those the contract names, and some depending on their input. */
import { type CallInput, type CallName, type CallsOf, calls, daysIn } from '../../contract/contract.ts';
import { costsTheVenue } from '../orders/operations.ts';

/** What of such a call is the manager's. */
const FOR_SOME: { [N in CallsOf<'manager-for-some'>]: (input: CallInput<N>) => boolean } = {
  // What the venue gets less for.
  'order.review': ({ operation }) => costsTheVenue(operation),
  'order.operate': ({ operation }) => costsTheVenue(operation),
  // What weeks and months came to is the owner's business; a day is everyone's.
  'history.report': ({ span, against }) => daysIn(span) > 1 || (against !== null && daysIn(against) > 1),
  // Everything but rush mode, and ending what the counter does by itself.
  'settings.saveWork': ({ work }) =>
    Object.entries(work).some(([key, value]) => key !== 'rush' && !((key === 'auto_accept' || key === 'pause_rule') && value === null)),
};

/** Whether this call, with this input, is the manager's. */
export function isManagers(name: CallName, input: unknown): boolean {
  switch (calls[name].who) {
    case 'counter':
    case 'kitchen':
      return false;
    case 'manager':
      return true;
    case 'manager-for-some':
      return (FOR_SOME[name as keyof typeof FOR_SOME] as (input: unknown) => boolean)(input);
  }
}
