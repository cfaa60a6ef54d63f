/** Sales by day or hour with the previous period: bars for arrow keys, and a table. */
import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts';
import { isRightToLeft, type Report, type ReportPart, type SalesSum } from '../../../../contract/contract.ts';
import { locale, say, spoken, t } from '../../../words.ts';
import { hourMark, major } from '../numbers.ts';
import { dayMark, spanText } from '../span.ts';
import './charts.css';

interface Point {
  mark: string;
  names: [now: string, before: string];
  now: number;
  before: number;
  texts: [now: string, before: string];
  orders: [now: number, before: number];
}

interface ChartProps {
  report: Report;
  against: Report;
  currency: string;
  /** Whether the report has no other currency. */
  isAlone: boolean;
}

export function SalesChart({ report, against, currency, isAlone }: ChartProps) {
  const isDay = report.days.length === 1;
  const points = isDay ? hourPoints(report, against, currency) : dayPoints(report, against, currency);
  const title = `${isDay ? t('reports.salesByHour') : t('reports.salesByDay')}${isAlone ? '' : `, ${currency}`}`;
  const names = [spanText(report.span, 'short'), spanText(against.span, 'short')] as const;
  const isMirrored = isRightToLeft(spoken());
  const digits = [...report.sales, ...against.sales].find((sum) => sum.currency === currency)?.digits;
  const axis = new Intl.NumberFormat(locale(), { maximumFractionDigits: digits ?? 0 });
  return (
    <section className="panel chart" aria-label={title}>
      <header className="panel-head">
        <h2>{title}</h2>
        <span className="chart-legend">
          <i className="chart-mark" data-of="now" aria-hidden="true" /> {names[0]}
        </span>
        <span className="chart-legend">
          <i className="chart-mark" data-of="before" aria-hidden="true" /> {names[1]}
        </span>
      </header>
      <p className="chart-unit" aria-hidden="true">
        {currency}
      </p>
      <BarChart responsive className="chart-bars" data={points} barGap={2} barCategoryGap="22%" title={title} margin={MARGIN}>
        <CartesianGrid vertical={false} strokeDasharray="2 4" />
        <XAxis dataKey="mark" tickLine={false} reversed={isMirrored} tickMargin={8} minTickGap={4} />
        <YAxis
          width="auto"
          tickLine={false}
          axisLine={false}
          orientation={isMirrored ? 'right' : 'left'}
          tickFormatter={(value: number) => axis.format(value)}
        />
        <Tooltip
          isAnimationActive={false}
          content={({ active, payload }) => (active ? <Tip point={payload[0]?.payload as Point} /> : null)}
        />
        <Bar dataKey="before" className="chart-before" radius={3} maxBarSize={34} isAnimationActive={false} />
        <Bar dataKey="now" className="chart-now" radius={3} maxBarSize={34} isAnimationActive={false} />
      </BarChart>
      <table className="unseen">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{isDay ? t('reports.hour') : t('reports.day')}</th>
            <th scope="col">{names[0]}</th>
            <th scope="col">{t('reports.orders')}</th>
            <th scope="col">{names[1]}</th>
            <th scope="col">{t('reports.orders')}</th>
          </tr>
        </thead>
        <tbody>
          {points.map(({ names: [name], texts, orders }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{texts[0]}</td>
              <td>{orders[0]}</td>
              <td>{texts[1]}</td>
              <td>{orders[1]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const MARGIN = { top: 8, right: 8, bottom: 0, left: 8 };

function Tip({ point }: { point: Point | undefined }) {
  if (!point) return null;
  const rows = (['now', 'before'] as const).map((of, at) => ({
    of,
    name: point.names[at],
    text: point.texts[at],
    orders: point.orders[at] ?? 0,
  }));
  return (
    <div className="chart-tip">
      {rows.map(({ of, name, text, orders }) => (
        <p key={of}>
          <i className="chart-mark" data-of={of} aria-hidden="true" />
          <span>{name}</span>
          <strong>{text}</strong>
          <small>{t('reports.ofOrders', { count: orders })}</small>
        </p>
      ))}
    </div>
  );
}

/** As many days as the longer period has. */
function dayPoints(report: Report, against: Report, currency: string): Point[] {
  const isWeek = report.days.length <= 7;
  return Array.from({ length: Math.max(report.days.length, against.days.length) }, (_, at) => {
    const [now, before] = [report.days[at], against.days[at]];
    const name = (day: string | undefined) => (day === undefined ? '' : spanText({ firstDay: day, lastDay: day }, 'short'));
    const mark = isWeek ? dayMark(now?.day ?? before?.day ?? '', true) : String(at + 1);
    return pointOf(mark, [name(now?.day), name(before?.day)], now, before, currency);
  });
}

/** The hours from the first to the last with sales in either period. */
function hourPoints(report: Report, against: Report, currency: string): Point[] {
  const isBusy = (_: ReportPart, hour: number) => (report.hours[hour]?.taken ?? 0) + (against.hours[hour]?.taken ?? 0) > 0;
  const [first, last] = [report.hours.findIndex(isBusy), report.hours.findLastIndex(isBusy)];
  const clock = new Intl.DateTimeFormat(locale(), { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC' });
  const days = [report, against].map(({ span }) => spanText(span, 'short'));
  return report.hours.slice(Math.max(0, first), last + 1).map((now, at) => {
    const hour = Math.max(0, first) + at;
    const time = clock.format(Date.UTC(2026, 0, 1, hour));
    return pointOf(hourMark(hour), [`${days[0]} ${time}`, `${days[1]} ${time}`], now, against.hours[hour], currency);
  });
}

function pointOf(
  mark: string,
  names: [string, string],
  now: ReportPart | undefined,
  before: ReportPart | undefined,
  currency: string,
): Point {
  const of = (part: ReportPart | undefined): SalesSum | undefined => part?.sales.find((sum) => sum.currency === currency);
  return {
    mark,
    names,
    now: major(of(now)),
    before: major(of(before)),
    texts: [say(of(now)) ?? '–', say(of(before)) ?? '–'],
    orders: [of(now)?.taken ?? 0, of(before)?.taken ?? 0],
  };
}
