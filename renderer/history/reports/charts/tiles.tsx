import type { CSSProperties } from 'react';
import type { MissedOrders, MoneyView, Report, Spread } from '../../../../contract/contract.ts';
import { say, t } from '../../../words.ts';
import { change, count, percent, spanOfSeconds, sumsText } from '../numbers.ts';
import { spanText } from '../span.ts';

interface TilesProps {
  report: Report;
  against: Report;
  isOver: boolean;
}

export function Tiles({ report, against, isOver }: TilesProps) {
  const { late, toAccept, toReady, unreadAmounts, papers } = report;
  /** The text below a figure. While the span isn't over, it's only the previous value: a difference would mislead. */
  const beside = (now: number | undefined, before: number | undefined, text: string): string | null =>
    isOver && now !== undefined ? change(now, before) : before === undefined ? null : `${spanText(against.span, 'short')}: ${text}`;
  const money = (now: MoneyView[], before: MoneyView[]): string | null => {
    const [one] = now;
    const other = before.find(({ currency }) => currency === one?.currency);
    return now.length === 1 ? beside(one?.amount, other?.amount, say(other) ?? '') : null;
  };
  const { missed, couriers } = report;
  const tiles = [
    <Tile
      key="sales"
      name={t('reports.sales')}
      value={sumsText(report.sales)}
      also={unreadAmounts > 0 ? t('day.unreadAmounts', { count: unreadAmounts }) : money(report.sales, against.sales)}
      isUnsure={unreadAmounts > 0}
    />,
    <Tile
      key="taken"
      name={t('day.taken')}
      value={count(report.taken)}
      also={beside(report.taken, against.taken || undefined, count(against.taken))}
    />,
    <Tile key="average" name={t('reports.average')} value={sumsText(report.average)} also={money(report.average, against.average)} />,
    <Tile
      key="items"
      name={t('day.items')}
      value={count(report.items)}
      also={beside(report.items, against.items || undefined, count(against.items))}
    />,
    <Tile
      key="missed"
      name={t('day.missed')}
      value={count(missed.count)}
      also={moneyMissed(missed, against)}
      isUnsure={missed.unread > 0}
    />,
    <Tile key="rejected" name={t('day.rejected')} value={count(report.rejected)} also={null} />,
    report.unread > 0 && <Tile key="unread" name={t('day.unread')} value={count(report.unread)} also={t('day.unreadInNoSum')} isUnsure />,
    report.cancelled > 0 && <Tile key="cancelled" name={t('day.cancelled')} value={count(report.cancelled)} also={null} />,
    <Tile
      key="late"
      name={t('day.late')}
      value={t('day.lateOf', { count: late.count, of: late.of })}
      also={lateShares(late, against.late)}
    />,
    toAccept && <Time key="accept" name={t('day.toAccept')} spread={toAccept} />,
    toReady && <Time key="ready" name={t('day.toReady')} spread={toReady} />,
    couriers.ordered > 0 && <Tile key="couriers" name={t('day.couriers')} value={sumsText(couriers.cost)} also={count(couriers.ordered)} />,
    papers.sent > 0 && (
      <Tile
        key="printouts"
        name={t('day.printoutsUnconfirmed')}
        value={t('day.printoutsOf', { count: papers.sent, of: papers.sent + papers.seen + papers.reported + papers.confirmed })}
        also={null}
        isUnsure
      />
    ),
  ].filter(Boolean);
  return (
    <dl className="tiles" style={{ '--tiles': tiles.length } as CSSProperties}>
      {tiles}
    </dl>
  );
}

/** Sums of missed orders, now and before. */
function moneyMissed({ count: number, sums, unread }: MissedOrders, { missed: before, span }: Report): string | null {
  if (unread > 0) return t('day.unreadAmounts', { count: unread });
  if (number === 0) return before.count === 0 ? null : `${spanText(span, 'short')}: ${count(before.count)}`;
  const amount = sumsText(sums);
  return before.count === 0 ? amount : t('reports.shareWas', { share: amount, before: sumsText(before.sums) });
}

/** With fewer orders, a share of late ones means nothing. */
const FEW = 10;

function lateShares(late: Report['late'], before: Report['late']): string | null {
  if (late.of < FEW || late.count + before.count === 0) return null;
  const share = percent(late.count / late.of);
  return before.of < FEW ? share : t('reports.shareWas', { share, before: percent(before.count / before.of) });
}

function Time({ name, spread: { median, slowest } }: { name: string; spread: Spread }) {
  return <Tile name={name} value={spanOfSeconds(median)} also={t('reports.half', { time: spanOfSeconds(slowest) })} />;
}

function Tile({ name, value, also, isUnsure }: { name: string; value: string; also: string | null; isUnsure?: boolean }) {
  return (
    <div className="tile" data-unsure={isUnsure || undefined}>
      <dt>{name}</dt>
      <dd>
        <strong>{value}</strong>
        {also && <small>{also}</small>}
      </dd>
    </div>
  );
}
