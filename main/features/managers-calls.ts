/** Which calls need a manager while a PIN is set, by contract or input. */
import { type CallInput, type CallName, type CallsOf, calls, daysIn } from '../../contract/contract.ts';
import { costsTheVenue } from '../orders/operations.ts';

const FOR_SOME: { [N in CallsOf<'manager-for-some'>]: (input: CallInput<N>) => boolean } = {
  // Refunds and reductions.
  'order.review': ({ operation }) => costsTheVenue(operation),
  'order.operate': ({ operation }) => costsTheVenue(operation),
  // Reports over more than a day are for the owner.
  'history.report': ({ span, against }) => daysIn(span) > 1 || (against !== null && daysIn(against) > 1),
  // Everything except rush mode and ending automatic actions.
  'settings.saveWork': ({ work }) =>
    Object.entries(work).some(([key, value]) => key !== 'rush' && !((key === 'auto_accept' || key === 'pause_rule') && value === null)),
};

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
