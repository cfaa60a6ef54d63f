/** "Sold out until 18:45", also while a change is pending. */
import type { SaleState } from '../../../contract/contract.ts';
import { useServiceMinute } from '../../state/clock.ts';
import { dayAndClock } from '../../time/texts.ts';
import { t } from '../../words.ts';
import { isOut } from '../on-sale.ts';
import './pending-state.css';

export function OutTag({ of }: { of: SaleState }) {
  const now = useServiceMinute(null);
  if (!isOut(of, now)) return null;
  return (
    <span className="out-tag">{of.until === null ? t('menu.soldOut') : t('menu.soldOutUntil', { time: dayAndClock(of.until, now) })}</span>
  );
}
