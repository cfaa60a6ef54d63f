/** The figures of a day: the few that matter large, charts where people would rather look than read, and each mishap with its causes. */
import type { DayFigures, MoneyView } from '../../contract/contract.ts';
import { itemName } from '../order/names.ts';
import { Icon } from '../parts/icons.tsx';
import { setCounter } from '../state/counter.ts';
import { clockText } from '../time/texts.ts';
import { say, words } from '../words.ts';
import { Bars } from './bars.tsx';
import { Causes } from './causes.tsx';

const said = words.day;

export function Figures({ figures }: { figures: DayFigures }) {
  const { toAccept, toReady, late, refunds, lost, couriers, papers } = figures;
  return (
    <div className="figures">
      <dl className="figures-large">
        <Large name={said.taken} value={String(figures.taken)} />
        <Large
          name={said.revenue}
          value={moneyText(figures.revenue)}
          unsure={figures.unreadAmounts > 0}
          {...(figures.unreadAmounts > 0 ? { also: said.unreadAmounts(figures.unreadAmounts) } : {})}
        />
        <Large name={said.items} value={String(figures.items)} />
        <Large name={said.rejected} value={String(figures.rejected)} bad={figures.rejected > 0} />
        {figures.cancelled > 0 && <Large name={said.cancelled} value={String(figures.cancelled)} bad />}
        <Large name={said.late} value={said.lateOf(late.count, late.of)} bad={late.count > 0} />
        {toAccept && <Large name={said.toAccept} value={said.median(span(toAccept.median))} also={said.slowest(span(toAccept.slowest))} />}
        {toReady && <Large name={said.toReady} value={said.median(span(toReady.median))} also={said.slowest(span(toReady.slowest))} />}
        {couriers.ordered > 0 && <Large name={said.couriers} value={moneyText(couriers.cost)} also={String(couriers.ordered)} />}
        {papers.sent > 0 && (
          <Large name={said.papersSent} value={said.papersOf(papers.sent, papers.sent + papers.seen + papers.confirmed)} unsure />
        )}
        {refunds.count > 0 && <Large name={said.refunds} value={moneyText(refunds.sums)} also={String(refunds.count)} />}
      </dl>
      <Hours byHour={figures.byHour} />
      <div className="figures-lists">
        <Bars
          title={said.byKind}
          rows={figures.byKind.map(({ label, count, revenue }) => ({ label: say(label), count, also: moneyText(revenue) }))}
        />
        <Bars title={said.topItems} rows={figures.topItems.map(({ name, count }) => ({ label: itemName(name), count }))} />
        <Bars title={said.rejectsBy} rows={figures.rejectsBy.map(({ label, count }) => ({ label: say(label), count }))} />
      </div>
      {couriers.list.length > 0 && <Couriers couriers={couriers} />}
      <section className="part" aria-label={said.lost}>
        <h2>{said.lost}</h2>
        {lost.length === 0 && <p>{said.nothingLost}</p>}
        <ul className="lost">
          {lost.map(({ id, number, at, what, causes }) => (
            <li key={id}>
              <button
                type="button"
                className="button"
                aria-label={said.open(number)}
                onClick={() => setCounter({ historyTab: 'orders', story: id })}
              >
                <Icon name={what === 'rejected' ? 'cross' : 'clock'} />
                {number}
              </button>
              <p>
                <strong>{said.what[what]}</strong> <time dateTime={at}>{clockText(at)}</time>
              </p>
              <Causes causes={causes} />
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

/** Every courier that was asked for, with what he cost. */
function Couriers({ couriers: { list, ordered, delivered, tips } }: { couriers: DayFigures['couriers'] }) {
  return (
    <section className="part" aria-label={said.couriers}>
      <h2>{said.couriers}</h2>
      <p>
        {said.couriersDelivered(delivered, ordered)}
        {tips.length > 0 && ` ${said.couriersTips(moneyText(tips))}`}
      </p>
      <ul className="lost">
        {list.map(({ id, name, at, says, price }) => (
          <li key={id}>
            <strong>{name}</strong> <time dateTime={at}>{clockText(at)}</time> <span>{say(says)}</span> <span>{price?.text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Large({ name, value, also, bad, unsure }: { name: string; value: string; also?: string; bad?: boolean; unsure?: boolean }) {
  return (
    <div data-bad={bad || undefined} data-unsure={unsure || undefined}>
      <dt>{name}</dt>
      <dd>
        <strong>{value}</strong>
        {also && <small>{also}</small>}
      </dd>
    </div>
  );
}

/** From the first hour with an order to the last. */
function Hours({ byHour }: { byHour: number[] }) {
  const first = byHour.findIndex((count) => count > 0);
  const last = byHour.findLastIndex((count) => count > 0);
  const most = Math.max(...byHour, 1);
  const shown = byHour.map((count, hour) => ({ hour, count })).slice(first, last + 1);
  return (
    <section className="part" aria-label={said.byHour}>
      <h2>{said.byHour}</h2>
      <ul className="hours">
        {shown.map(({ hour, count }) => (
          <li key={hour}>
            <span className="unseen">{said.hour(hour, count)}</span>
            <span aria-hidden="true">{count || ''}</span>
            <span className="hours-bar" style={{ blockSize: `${(count / most) * 8}rem` }} aria-hidden="true" />
            <span aria-hidden="true">{hour}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function span(seconds: number): string {
  return seconds < 60 ? words.time.seconds(seconds) : said.minutes(Math.floor(seconds / 60), seconds % 60);
}

const moneyText = (sums: MoneyView[]): string => sums.map(({ text }) => text).join(' + ') || '–';
