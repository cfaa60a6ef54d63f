/** How long venues were paused and items sold out, and how many orders were rejected for it. */
import type { SaleReport, Span } from '../../contract/contract.ts';
import type { OffSalePeriods } from '../store/rows/menu/off-sale-periods.ts';
import { boundsOf } from './span.ts';

/** Most items listed, longest sold out first. */
const MOST_SHOWN = 50;

/** `now`: the service's clock, epoch ms. */
export function saleReport(
  offSale: OffSalePeriods,
  span: Span,
  now: number,
  rejects: readonly { key: string; count: number }[],
): SaleReport {
  const [from, to] = boundsOf(span);
  const paused = { times: 0, seconds: 0 };
  const soldOut = new Map<string, { name: string; times: number; seconds: number }>();
  for (const period of offSale.during(from, to)) {
    const seconds = Math.round((Math.min(period.until ?? now, to, now) - Math.max(period.from, from)) / 1_000);
    if (seconds <= 0) continue;
    if (period.kind === 'paused') {
      paused.times += 1;
      paused.seconds += seconds;
      continue;
    }
    const key = `${period.venueId} ${period.subject}`;
    const known = soldOut.get(key) ?? { name: period.name, times: 0, seconds: 0 };
    soldOut.set(key, { name: period.name, times: known.times + 1, seconds: known.seconds + seconds });
  }
  const all = [...soldOut.values()].sort((a, b) => b.seconds - a.seconds);
  const rejectedForIt = rejects.find(({ key }) => key === 'ITEMS_UNAVAILABLE')?.count ?? 0;
  return { paused, soldOut: all.slice(0, MOST_SHOWN), moreSoldOut: Math.max(0, all.length - MOST_SHOWN), rejectedForIt };
}
