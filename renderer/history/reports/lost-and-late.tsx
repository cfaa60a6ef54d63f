import type { Report } from '../../../contract/contract.ts';
import { Icon } from '../../parts/icons.tsx';
import { useServiceNow } from '../../state/clock.ts';
import { setUiState } from '../../state/ui-state.ts';
import { dayAndClock } from '../../time/texts.ts';
import { say, t } from '../../words.ts';
import { Causes } from './causes.tsx';
import { sumsText } from './numbers.ts';

export function Lost({ report: { lost, moreLost, unread } }: { report: Report }) {
  const now = useServiceNow();
  return (
    <section className="panel" aria-label={t('day.lost')}>
      <header className="panel-head">
        <h2>{t('day.lost')}</h2>
      </header>
      {lost.length === 0 && <p>{unread === 0 ? t('day.nothingLost') : t('day.lostNotKnown')}</p>}
      <ul className="lost">
        {lost.map(({ id, number, at, what, causes }) => (
          <li key={id}>
            <button
              type="button"
              className="button"
              aria-label={t('day.open', { number })}
              onClick={() => setUiState({ historyTab: 'orders', story: id })}
            >
              <Icon name={what === 'late' ? 'clock' : 'cross'} />
              {number}
            </button>
            <p>
              <strong>{t(`day.what.${what}`)}</strong> <time dateTime={at}>{dayAndClock(at, now)}</time>
            </p>
            <Causes causes={causes} />
          </li>
        ))}
      </ul>
      {moreLost > 0 && <p className="panel-note">{t('reports.moreLost', { count: moreLost })}</p>}
    </section>
  );
}

export function Couriers({ couriers: { list, asked, ordered, delivered, tips } }: { couriers: Report['couriers'] }) {
  const now = useServiceNow();
  return (
    <section className="panel" aria-label={t('day.couriers')}>
      <header className="panel-head">
        <h2>{t('day.couriers')}</h2>
      </header>
      <p>
        {t('day.couriersDelivered', { count: delivered, of: ordered })}
        {tips.length > 0 && ` ${t('day.couriersTips', { amount: sumsText(tips) })}`}
      </p>
      <ul className="lost">
        {list.map(({ id, name, at, text, price }) => (
          <li key={id}>
            <strong>{name}</strong> <time dateTime={at}>{dayAndClock(at, now)}</time> <span>{say(text)}</span> <span>{say(price)}</span>
          </li>
        ))}
      </ul>
      {asked > list.length && <p className="panel-note">{t('reports.moreCouriers', { count: asked - list.length })}</p>}
    </section>
  );
}
