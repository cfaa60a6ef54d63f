import type { Report } from '../../../contract/contract.ts';
import { itemName } from '../../state/names.ts';
import { isKey, say, t } from '../../words.ts';
import { Bars } from './charts/bars.tsx';
import { HoursGrid } from './charts/hours-grid.tsx';
import { SalesChart } from './charts/sales-chart.tsx';
import { Tiles } from './charts/tiles.tsx';
import { Kinds } from './kinds.tsx';
import { Couriers, Lost } from './lost-and-late.tsx';
import { MoneyTable } from './money-table.tsx';
import { signed } from './numbers.ts';
import { spanText } from './span.ts';

const DISHES = 8;

/** `isOver`: its last day has passed, so that it's comparable. */
export function ReportFigures({ report, against, isOver }: { report: Report; against: Report; isOver: boolean }) {
  const isDay = report.days.length === 1;
  const currencies = report.sales.length > 0 ? report.sales : against.sales;
  const hasCouriers = report.couriers.asked > 0;
  return (
    <div className="report">
      <Tiles report={report} against={against} isOver={isOver} />
      <div className="report-row" data-row="money">
        {currencies.map(({ currency }) => (
          <SalesChart key={currency} report={report} against={against} currency={currency} isAlone={currencies.length === 1} />
        ))}
        <MoneyTable report={report} />
      </div>
      <div className="report-row" data-row="hours">
        {!isDay && <HoursGrid weekdays={report.weekdays} />}
        <Bars
          title={t('day.topItems')}
          note={t('reports.changeFrom', { span: spanText(against.span, 'short') })}
          rows={report.topItems
            .slice(0, DISHES)
            .map(({ name, count }) => ({ label: itemName(name), count, also: changeOf(name, count, against) }))}
        />
        {isDay && <Kinds report={report} />}
      </div>
      <div className="report-row" data-row="causes">
        {!isDay && <Kinds report={report} />}
        <Bars
          title={t('reports.lateWhy')}
          note={t('reports.of', { count: report.late.count, of: report.late.of })}
          rows={report.lateBy.map(({ cause, count }) => ({ label: causeName(cause), count }))}
          isNeutral
        />
        <Bars
          title={t('reports.rejectedWhy')}
          note={t('reports.of', { count: report.rejected, of: report.orders })}
          rows={report.rejectsBy.map(({ label, count }) => ({ label: say(label), count }))}
          isNeutral
        />
        <Bars title={t('reports.lostWhy')} rows={report.lostBy.map(({ cause, count }) => ({ label: causeName(cause), count }))} isNeutral />
      </div>
      {hasCouriers && <Couriers couriers={report.couriers} />}
      <Lost report={report} />
    </div>
  );
}

/** Reports list at most this many dishes; one missing from a full list may still have sold. */
const MOST_SHOWN = 50;

function changeOf(name: string | null, count: number, { topItems }: Report): string {
  const before = topItems.find((item) => item.name === name);
  if (!before && topItems.length >= MOST_SHOWN) return '';
  return signed(count - (before?.count ?? 0));
}

function causeName(cause: string): string {
  const key = `reports.causes.${cause}`;
  return isKey(key) ? t(key) : cause;
}
