/** When orders arrive: weekdays by hours, shaded by count. */
import { t } from '../../../words.ts';
import { count, hourMark } from '../numbers.ts';
import { weekdayNames } from '../span.ts';
import './charts.css';

/** `weekdays`: Monday first, 24 numbers each. */
export function HoursGrid({ weekdays }: { weekdays: number[][] }) {
  const { names, first } = weekdayNames();
  const perHour = Array.from({ length: 24 }, (_, hour) => weekdays.reduce((sum, row) => sum + (row[hour] ?? 0), 0));
  const from = perHour.findIndex((orders) => orders > 0);
  const hours = Array.from({ length: perHour.findLastIndex((orders) => orders > 0) - from + 1 }, (_, at) => from + at);
  const most = Math.max(...weekdays.flat(), 1);
  const rows = names.map((_, at) => (at + first) % 7);
  if (from < 0) return null;
  return (
    <section className="panel" aria-label={t('day.byHour')}>
      <header className="panel-head">
        <h2>{t('day.byHour')}</h2>
        <span className="heat-scale" aria-hidden="true">
          {t('reports.fewer')} <i className="heat-ramp" /> {t('reports.most')}
        </span>
      </header>
      {/* biome-ignore lint/a11y: what scrolls needs the focus to scroll by keyboard, and a name */}
      <div className="heat-scroll" role="group" tabIndex={0} aria-label={t('day.byHour')}>
        <table className="heat">
          <thead>
            <tr>
              <th scope="col">
                <span className="unseen">{t('reports.day')}</span>
              </th>
              {hours.map((hour) => (
                <th key={hour} scope="col">
                  {hourMark(hour)}
                </th>
              ))}
              <th scope="col">{t('reports.all')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row}>
                <th scope="row">{names[row]}</th>
                {hours.map((hour) => {
                  const orders = weekdays[row]?.[hour] ?? 0;
                  return (
                    <td key={hour} data-step={Math.ceil((orders / most) * 10)}>
                      {orders === 0 ? '' : count(orders)}
                    </td>
                  );
                })}
                <td className="heat-all">{count((weekdays[row] ?? []).reduce((sum, orders) => sum + orders, 0))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
