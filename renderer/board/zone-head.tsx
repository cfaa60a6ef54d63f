/** A column's head: name; counts of all, late and hidden orders; actions for all. */
import type { ReactNode } from 'react';
import { type Column, isLate, type OrderCard } from '../../contract/contract.ts';
import { Icon } from '../parts/icons.tsx';
import { bulkMoves } from '../state/bulk-moves.ts';
import { useOfServiceNow } from '../state/clock.ts';
import { setUiState } from '../state/ui-state.ts';
import { watchPosition } from '../touch/lock.ts';
import { t } from '../words.ts';

interface ZoneHeadProps {
  name: Exclude<Column, 'ended'>;
  orders: OrderCard[];
  /** Number of cards not fully visible. */
  hidden: number;
  onMore: () => void;
  /** Leads to other orders, if the column shows one. */
  pager: ReactNode;
}

export function ZoneHead({ name, orders, hidden, onMore, pager }: ZoneHeadProps) {
  const several = name === 'new' ? 'accept' : name === 'preparing' ? 'ready' : null;
  const late = useOfServiceNow((now) => String(orders.filter((order) => isLate(order, now)).length));
  return (
    <div className="column-head">
      <h2>
        <span>{t(`board.columns.${name}`)}</span> <span className="column-count">{orders.length}</span>
      </h2>
      {pager}
      {late !== '0' && <span className="column-late">{t('board.late', { count: Number(late) })}</span>}
      <span className="column-tools">
        {hidden > 0 && (
          <button type="button" className="button quiet head-button head-below" onClick={onMore}>
            <Icon name="down" />
            <span>{pager === undefined ? t('board.more', { count: hidden }) : t('board.one.below')}</span>
          </button>
        )}
        {several && bulkMoves(several, orders) && (
          <button ref={watchPosition} type="button" className="button quiet head-button" onClick={() => setUiState({ several })}>
            <Icon name={several === 'accept' ? 'check' : 'double-check'} />
            <span>{t(`several.open.${several}`)}</span>
          </button>
        )}
      </span>
    </div>
  );
}
