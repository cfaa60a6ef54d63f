/** A menu row: its name opens it, a button marks it sold out or puts it back on sale. */
import { memo } from 'react';
import { amountText } from '../../parts/amounts.ts';
import { t } from '../../words.ts';
import { isComingBack, isTroubled } from '../on-sale.ts';
import { OutTag } from '../parts/out-tag.tsx';
import { type Currency, PendingState } from '../parts/pending-state.tsx';
import { SaleButton } from '../parts/sale-button.tsx';
import type { Row, ThingRow } from './prepared.ts';
import './menu-row.css';

export interface RowActs {
  open(row: ThingRow): void;
  ask(row: ThingRow, beside: HTMLElement): void;
  back(row: ThingRow): void;
  again(intent: number): void;
}

interface MenuRowProps {
  row: Row;
  isOut: boolean;
  money: Currency;
  acts: RowActs;
}

export const MenuRow = memo(({ row, isOut, money, acts }: MenuRowProps) => {
  if (row.kind === 'head') return row.isSub ? <h3 className="menu-sub">{row.name}</h3> : <h2 className="menu-head">{row.name}</h2>;
  const { name, price, pending, what } = row.of;
  const stock = row.kind === 'item' ? row.of.stock : null;
  const text = about(row);
  const trouble = [pending, stock].find(isTroubled) ?? null;
  return (
    <div className="menu-row" data-out={isOut || undefined}>
      <button type="button" className="menu-row-name" data-row-name="" onClick={() => acts.open(row)}>
        <span className="menu-row-title">{name}</span>
        {price !== null && (
          <span className="menu-row-price">{amountText({ amount: price, currency: money.currency }, money.minorDigits)}</span>
        )}
      </button>
      <div className="menu-row-facts">
        <OutTag of={row.of} />
        {pending && <PendingState pending={pending} money={money} />}
        {stock && <PendingState pending={stock} money={money} />}
      </div>
      {text !== '' && <span className="menu-row-about">{text}</span>}
      <div className="menu-row-acts">
        {trouble && (
          <button type="button" className="button" aria-label={t('menu.againNamed', { name })} onClick={() => acts.again(trouble.intent)}>
            {t('menu.again')}
          </button>
        )}
        {what !== null && (
          <SaleButton
            name={name}
            isOut={isOut && !isComingBack(row.of)}
            onBack={() => acts.back(row)}
            onAsk={(beside) => acts.ask(row, beside)}
          />
        )}
      </div>
    </div>
  );
});

function about(row: ThingRow): string {
  if (row.of.what === null) return t('menu.noId');
  return row.kind === 'value' ? row.group : row.of.description;
}
