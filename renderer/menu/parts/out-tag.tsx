/** "Sold out until 18:45", where it is or was said to be. */
import type { SaleState } from '../../../contract/contract.ts';
import { useServiceMinute } from '../../state/clock.ts';
import { dayAndClock } from '../../time/texts.ts';
import { words } from '../../words.ts';
import { isOut } from '../on-sale.ts';
import './standing.css';

export function OutTag({ of }: { of: SaleState }) {
  const now = useServiceMinute(null);
  if (!isOut(of, now)) return null;
  return <span className="out-tag">{of.until === null ? words.menu.soldOut : words.menu.soldOutUntil(dayAndClock(of.until, now))}</span>;
}
