/** An item's stock: set here, counted down by the service; in shops it excludes a sold-out mark. */
import { type FormEvent, useState } from 'react';
import type { MenuItemView, MenuView } from '../../../contract/contract.ts';
import { NumberField } from '../../parts/form/number-field.tsx';
import { useServiceMinute } from '../../state/clock.ts';
import { dayAndClock } from '../../time/texts.ts';
import { t } from '../../words.ts';
import { isOut, isTroubled } from '../on-sale.ts';
import { PendingState } from '../parts/pending-state.tsx';
import type { Sale } from '../parts/use-sale.ts';

/** The app's limit. */
const MOST = 1_000_000;

export function Stock({ item, menu, sale }: { item: MenuItemView; menu: MenuView; sale: Sale }) {
  const now = useServiceMinute(null);
  const { stock, what } = item;
  const [count, setCount] = useState<number | null>(stock?.count ?? null);
  const isMarked = menu.sells !== null && menu.sells !== 'restaurant' && stock === null && isOut(item, now);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (what && count !== null) void sale.setStock(what, count);
  };
  return (
    <form className="menu-item-part" aria-label={t('menu.stock.title')} onSubmit={submit} noValidate>
      <h3>{t('menu.stock.title')}</h3>
      {isMarked ? (
        <p className="field-hint">{t('menu.stock.marked')}</p>
      ) : (
        <>
          {stock?.count !== undefined && stock.sentAt !== null && stock.state !== 'refused' && (
            <p>{t('menu.stock.asOf', { count: stock.count, time: dayAndClock(stock.sentAt, now) })}</p>
          )}
          {stock && (
            <div className="menu-item-sale">
              <PendingState pending={stock} money={menu} />
              {isTroubled(stock) && (
                <button type="button" className="button" onClick={() => void sale.again(stock.intent)}>
                  {t('menu.again')}
                </button>
              )}
            </div>
          )}
          <div className="menu-stock-row">
            <NumberField label={t('menu.stock.count')} value={count} least={0} most={MOST} onChange={setCount} />
            <button type="submit" className="button" disabled={count === null}>
              {t('menu.stock.set')}
            </button>
          </div>
        </>
      )}
    </form>
  );
}
