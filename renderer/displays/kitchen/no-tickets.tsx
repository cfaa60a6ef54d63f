/** An empty display: nothing to make, or only tickets of other types. */
import { EVERYTHING } from '../../../contract/contract.ts';
import { useOrders } from '../../state/ui-state.ts';
import { t } from '../../words.ts';
import { chooseKind } from './kind.ts';
import { type Tab, ticketsOf } from './tickets.ts';

export function NoTickets({ tab }: { tab: Tab }) {
  const hidden = ticketsOf(Object.values(useOrders()), tab).length;
  if (hidden === 0) return <p className="tickets-none">{tab === EVERYTHING ? t('board.empty.preparing.title') : t('kitchen.quiet')}</p>;
  return (
    <div className="tickets-none">
      <p>{t('kitchen.kind.allHidden', { count: hidden })}</p>
      <button type="button" className="button" onClick={() => chooseKind(null)}>
        {t('kitchen.kind.showAll')}
      </button>
    </div>
  );
}
